/** 2. The rules of dominoes: a tile as it will lie, and the end of the chain that it goes to. */
final class Move {
    final Tile tile;
    /** 'L' or 'R'; or 'd', to draw the tile, or 'p', to pass. */
    final char end;

    Move(Tile tile, char end) {
        this.tile = tile;
        this.end = end;
    }

    /** As the protocol writes it. */
    @Override
    public String toString() {
        switch (end) {
            case 'd':
                return "draw";
            case 'p':
                return "pass";
            default:
                return tile.left + "-" + tile.right + end;
        }
    }
}
