/** 2. The rules of Breakthrough: a move from one square to another. */
final class Move {
    final int fromRow;
    final int fromColumn;
    final int row;
    final int column;

    Move(int fromRow, int fromColumn, int row, int column) {
        this.fromRow = fromRow;
        this.fromColumn = fromColumn;
        this.row = row;
        this.column = column;
    }

    /** As the protocol writes it. */
    @Override
    public String toString() {
        return (char) ('a' + fromColumn) + "" + (fromRow + 1) + (char) ('a' + column) + (row + 1);
    }
}
