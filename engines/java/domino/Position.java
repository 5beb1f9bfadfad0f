import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * 2. The rules of dominoes, for one to five players.
 *
 * <p>Only the engine's own moves are worked out in full: the arena asks only when we can play a tile, and tells
 * what the others did.
 */
final class Position {
    static final String GAME = "domino";
    /** Games never begin so: the arena tells us the deal. */
    static final String START = "- 0-0,0-1,0-2,0-3,0-4/?5 18 p1";

    private static final int TILES = 28;

    /** From its left end to its right one. */
    final Deque<Tile> chain = new ArrayDeque<>();
    /** The players' tiles, p1 first; with `peek` the others' are known, too. */
    final List<List<Tile>> hands = new ArrayList<>();
    /** How many tiles are left to draw. */
    int stack;
    /** To move: 0 is p1. */
    int player;

    private Position() {}

    /** Reads the text of a position; throws an exception if it is none. */
    static Position parse(String text) {
        String[] fields = text.split(" ");
        Position position = new Position();
        position.chain.addAll(readTiles(fields[0]));
        for (String hand : fields[1].split("/")) {
            position.hands.add(readTiles(hand));
        }
        position.stack = Integer.parseInt(fields[2]);
        position.player = fields[3].charAt(1) - '1';
        position.hands.get(position.player); // throws an exception where nobody sits
        return position;
    }

    /** Reads tiles such as `0-2,2-1`, `?5` for five hidden ones, `-` for none. */
    private static List<Tile> readTiles(String text) {
        List<Tile> tiles = new ArrayList<>();
        for (String part : text.equals("-") ? new String[0] : text.split(",")) {
            if (part.startsWith("?")) {
                int count = Integer.parseInt(part.substring(1));
                tiles.addAll(Collections.nCopies(Math.min(count, TILES), Tile.HIDDEN));
            } else {
                tiles.add(Tile.parse(part));
            }
        }
        return tiles;
    }

    Position copy() {
        Position copy = new Position();
        copy.chain.addAll(chain);
        for (List<Tile> hand : hands) {
            copy.hands.add(new ArrayList<>(hand));
        }
        copy.stack = stack;
        copy.player = player;
        return copy;
    }

    /** The legal moves; none when the game is over. */
    List<Move> moves() {
        List<Move> found = new ArrayList<>();
        for (List<Tile> hand : hands) {
            if (hand.isEmpty()) {
                return found; // somebody has won
            }
        }
        for (Tile tile : hands.get(player)) {
            if (!tile.isHidden()) {
                addMoves(tile, found);
                if (tile.left != tile.right) {
                    addMoves(tile.turned(), found);
                }
            }
        }
        if (found.isEmpty()) {
            found.add(new Move(Tile.HIDDEN, stack > 0 ? 'd' : 'p'));
        }
        return found;
    }

    /** Adds the ways in which a tile that lies so can be played. */
    private void addMoves(Tile tile, List<Move> found) {
        if (chain.isEmpty() || chain.getLast().right == tile.left) {
            found.add(new Move(tile, 'R'));
        }
        if (!chain.isEmpty() && chain.getFirst().left == tile.right) {
            found.add(new Move(tile, 'L'));
        }
    }

    /** Plays a legal move. */
    void play(Move move) {
        if (move.end == 'd') {
            hands.get(player).add(move.tile);
            stack--;
        } else if (move.end != 'p') {
            take(hands.get(player), move.tile);
            if (move.end == 'L') {
                chain.addFirst(move.tile);
            } else {
                chain.addLast(move.tile);
            }
        }
        player = (player + 1) % hands.size();
    }

    /** Plays the move that is written so; throws an exception if it is none. */
    void play(String word) {
        if (word.equals("pass")) {
            play(new Move(Tile.HIDDEN, 'p'));
        } else if (word.equals("draw")) { // of another's draw we are not told what it brought
            play(new Move(Tile.HIDDEN, 'd'));
        } else if (word.startsWith("draw:")) {
            play(new Move(Tile.parse(word.substring(5)), 'd'));
        } else if (word.endsWith("L") || word.endsWith("R")) {
            play(new Move(Tile.parse(word.substring(0, word.length() - 1)), word.charAt(word.length() - 1)));
        } else {
            throw new IllegalArgumentException(word + " is no move");
        }
    }

    /** Takes a tile out of a hand, or a hidden one if we do not see it there. */
    private static void take(List<Tile> hand, Tile tile) {
        if (!hand.removeIf(tile::is)) {
            hand.remove(Tile.HIDDEN);
        }
    }
}
