/** 2. The rules of dominoes: a tile, two numbers from 0 to 6. */
final class Tile {
    /** One that we do not see. */
    static final Tile HIDDEN = new Tile(-1, -1);

    final int left;
    final int right;

    Tile(int left, int right) {
        this.left = left;
        this.right = right;
    }

    /** Reads `2-6`; throws an exception if it is no tile. */
    static Tile parse(String text) {
        if (!text.matches("[0-6]-[0-6]")) {
            throw new IllegalArgumentException(text + " is no tile");
        }
        return new Tile(text.charAt(0) - '0', text.charAt(2) - '0');
    }

    boolean isHidden() {
        return left < 0;
    }

    Tile turned() {
        return new Tile(right, left);
    }

    /** Whether it is the same tile, whichever way round. */
    boolean is(Tile other) {
        return (left == other.left && right == other.right) || (left == other.right && right == other.left);
    }
}
