"""Othello on 8 by 8 for the fake engines beside this file: just enough to have a legal move."""

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
BLACK, WHITE, EMPTY = "*", "O", "-"


def other(side):
    return WHITE if side == BLACK else BLACK


class Board:
    """Squares are named as in all Othello programs: `f5`, rows from the top."""

    def __init__(self, rows=None):
        start = [EMPTY * 8] * 3 + ["---O*---", "---*O---"] + [EMPTY * 8] * 3
        self.rows = [list(row) for row in rows or start]

    def turned(self, side, square):
        """The discs that turn over when `side` takes `square`; none where it must not."""
        column, row = "abcdefgh".find(square[:1]), int(square[1:]) - 1
        if column < 0 or not 0 <= row < 8 or self.rows[row][column] != EMPTY:
            return []
        found = []
        for right, down in DIRECTIONS:
            run, c, r = [], column + right, row + down
            while 0 <= c < 8 and 0 <= r < 8 and self.rows[r][c] == other(side):
                run.append((r, c))
                c, r = c + right, r + down
            if 0 <= c < 8 and 0 <= r < 8 and self.rows[r][c] == side:
                found += run
        return found

    def moves(self, side):
        squares = [column + str(row) for row in range(1, 9) for column in "abcdefgh"]
        return [square for square in squares if self.turned(side, square)]

    def play(self, side, square):
        """Plays a move, `pa` for a pass; says whether it was legal."""
        if square in ("pa", "pass"):
            return not self.moves(side)
        turned = self.turned(side, square)
        for row, column in turned + [(int(square[1:]) - 1, "abcdefgh".find(square[0]))] * bool(turned):
            self.rows[row][column] = side
        return bool(turned)
