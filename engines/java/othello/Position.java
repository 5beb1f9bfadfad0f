import java.util.ArrayList;
import java.util.List;

/** 2. The rules of Othello, on boards of every size. */
final class Position {
    static final String GAME = "othello";
    static final String START = "8/8/8/3ox3/3xo3/8/8/8 x";

    /** Rows are counted from the top: rows[0][2] is c1. 'x', 'o', or '.' where it is empty. */
    final char[][] rows;
    /** To move: 'x', Black, who moves first, or 'o'. */
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
        for (int row = 0; row < texts.length; row++) {
            rows[row] = spelled(texts[row]).toCharArray();
            if (rows[row].length != texts.length) {
                throw new IllegalArgumentException("no board");
            }
        }
        if (!fields[1].equals("x") && !fields[1].equals("o")) {
            throw new IllegalArgumentException("no side to move");
        }
        return new Position(rows, fields[1].charAt(0));
    }

    /** `3ox3` spelled out: `...ox...`. */
    private static String spelled(String text) {
        StringBuilder row = new StringBuilder();
        int empty = 0;
        for (char letter : (text + "/").toCharArray()) { // the "/" makes the last number count
            if (Character.isDigit(letter)) {
                empty = Math.min(10 * empty + letter - '0', 99); // `10` is ten empty squares
                continue;
            }
            row.append(".".repeat(empty));
            empty = 0;
            if ("xo.".indexOf(letter) >= 0) {
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

    /** The legal moves; none when the game is over. */
    List<Move> moves() {
        List<Move> found = placements(side);
        // No disc can be placed: a pass, unless the other side is stuck too.
        if (found.isEmpty() && !placements(other(side)).isEmpty()) {
            found.add(Move.PASS);
        }
        return found;
    }

    /** Plays a legal move. */
    void play(Move move) {
        for (int down = -1; down <= 1 && move.row >= 0; down++) {
            for (int right = -1; right <= 1; right++) {
                for (int i = enclosed(move.row, move.column, down, right, side); i > 0; i--) {
                    rows[move.row + i * down][move.column + i * right] = side;
                }
            }
        }
        if (move.row >= 0) {
            rows[move.row][move.column] = side;
        }
        side = other(side);
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

    private List<Move> placements(char side) {
        List<Move> found = new ArrayList<>();
        for (int row = 0; row < rows.length; row++) {
            for (int column = 0; column < rows.length; column++) {
                if (mayPlace(row, column, side)) {
                    found.add(new Move(row, column));
                }
            }
        }
        return found;
    }

    /** Whether `side` may place a disc on a square. */
    private boolean mayPlace(int row, int column, char side) {
        if (at(row, column) != '.') {
            return false;
        }
        for (int down = -1; down <= 1; down++) {
            for (int right = -1; right <= 1; right++) {
                if (enclosed(row, column, down, right, side) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many enemy discs stand from a square on in one direction with one of `side` behind them. */
    private int enclosed(int row, int column, int down, int right, char side) {
        if (down == 0 && right == 0) {
            return 0;
        }
        for (int run = 0; ; run++) {
            row += down;
            column += right;
            if (at(row, column) == side) {
                return run;
            }
            if (at(row, column) != other(side)) {
                return 0;
            }
        }
    }

    /** The disc on a square, '.' where there is none, ' ' off the board. */
    private char at(int row, int column) {
        boolean onBoard = row >= 0 && row < rows.length && column >= 0 && column < rows.length;
        return onBoard ? rows[row][column] : ' ';
    }

    private static char other(char side) {
        return side == 'x' ? 'o' : 'x';
    }
}
