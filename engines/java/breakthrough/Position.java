import java.util.ArrayList;
import java.util.List;

/** 2. The rules of Breakthrough, on boards of every size. */
final class Position {
    static final String GAME = "breakthrough";
    static final String START = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";

    /** Rows are counted from White's side, the bottom: rows[0][2] is c1. 'w', 'b', or '.' where it is empty. */
    final char[][] rows;
    /** To move: 'w', White, who moves first and goes up, or 'b'. */
    char side;

    private Position(char[][] rows, char side) {
        this.rows = rows;
        this.side = side;
    }

    /** Reads the text of a position; throws an exception if it is none. */
    static Position parse(String text) {
        String[] fields = text.split(" ");
        String[] texts = fields[0].split("/", -1);
        char[][] rows = new char[texts.length][];
        for (int i = 0; i < texts.length; i++) {
            rows[texts.length - 1 - i] = spelled(texts[i]).toCharArray(); // the text begins at the top
        }
        for (char[] row : rows) {
            if (row.length == 0 || row.length != rows[0].length || rows.length < 2) {
                throw new IllegalArgumentException("no board");
            }
        }
        if (!fields[1].equals("w") && !fields[1].equals("b")) {
            throw new IllegalArgumentException("no side to move");
        }
        return new Position(rows, fields[1].charAt(0));
    }

    /** `b2wb` spelled out: `b..wb`. */
    private static String spelled(String text) {
        StringBuilder row = new StringBuilder();
        int empty = 0;
        for (char letter : (text + "/").toCharArray()) { // the "/" makes the last number count
            if (Character.isDigit(letter)) {
                empty = Math.min(10 * empty + letter - '0', 99); // `12` is twelve empty squares
                continue;
            }
            row.append(".".repeat(empty));
            empty = 0;
            if ("wb.".indexOf(letter) >= 0) {
                row.append(letter);
            } else if (letter != '/') {
                throw new IllegalArgumentException("no board");
            }
        }
        return row.toString();
    }

    Position copy() {
        char[][] copies = new char[rows.length][];
        for (int row = 0; row < rows.length; row++) {
            copies[row] = rows[row].clone();
        }
        return new Position(copies, side);
    }

    boolean isOver() {
        return has(rows[rows.length - 1], 'w') || has(rows[0], 'b') || isGone('w') || isGone('b');
    }

    /** The legal moves; none when the game is over. */
    List<Move> moves() {
        List<Move> found = new ArrayList<>();
        if (isOver()) {
            return found;
        }
        for (int row = 0; row < rows.length; row++) {
            for (int column = 0; column < rows[row].length; column++) {
                if (rows[row][column] == side) {
                    addMoves(row, column, found);
                }
            }
        }
        return found;
    }

    /** Adds the moves of the piece on a square. */
    private void addMoves(int row, int column, List<Move> found) {
        int ahead = side == 'w' ? row + 1 : row - 1;
        for (int to = Math.max(column - 1, 0); to <= Math.min(column + 1, rows[row].length - 1); to++) {
            char target = rows[ahead][to];
            // Straight ahead only on to an empty square; diagonally also on to an enemy.
            if (target == '.' || (to != column && target != side)) {
                found.add(new Move(row, column, ahead, to));
            }
        }
    }

    /** Plays a legal move. */
    void play(Move move) {
        rows[move.fromRow][move.fromColumn] = '.';
        rows[move.row][move.column] = side;
        side = side == 'w' ? 'b' : 'w';
    }

    /** Plays the legal move that is written so; throws an exception if there is none. */
    void play(String word) {
        for (Move move : moves()) {
            if (move.toString().equals(word)) {
                play(move);
                return;
            }
        }
        throw new IllegalArgumentException(word + " is not legal");
    }

    private boolean isGone(char side) {
        for (char[] row : rows) {
            if (has(row, side)) {
                return false;
            }
        }
        return true;
    }

    private static boolean has(char[] row, char side) {
        return new String(row).indexOf(side) >= 0;
    }
}
