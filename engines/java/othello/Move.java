/** 2. The rules of Othello: where a disc is placed; row -1 is a pass. */
final class Move {
    static final Move PASS = new Move(-1, 0);

    final int row;
    final int column;

    Move(int row, int column) {
        this.row = row;
        this.column = column;
    }

    /** As the protocol writes it. */
    @Override
    public String toString() {
        return row < 0 ? "pass" : (char) ('a' + column) + "" + (row + 1);
    }
}
