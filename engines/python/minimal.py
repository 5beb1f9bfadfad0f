#!/usr/bin/env python3
"""A minimal engine for the arena: Othello and Breakthrough, boards of any size, random moves.

Copy this file, then write your own thinking in `choose` at the bottom of the rules. Everything
else is the rules of the two games and the conversation that protocol.md describes. Try it by hand:

    $ python3 minimal.py
    position startpos moves f5
    go movetime 500
"""
import copy
import random
import sys


def read_board(text):
    """Turns `8/3ox3/... x` into rows of letters, `.` for an empty square, and the side to move."""
    board, side = text.lower().split()
    rows = []
    for row_text in board.split("/"):
        row, number = [], ""
        for letter in row_text + "/":  # The "/" at the end makes the last number count.
            if letter.isdigit():
                number += letter  # `12` is twelve empty squares, so digits are gathered first.
                continue
            row += ["."] * int(number or 0)
            number = ""
            if letter != "/":
                row.append(letter)
        rows.append(row)
    return rows, side


class Othello:
    """Rows are counted from the top: self.rows[0][2] is c1. Black, `x`, moves first."""

    START = "8/8/8/3ox3/3xo3/8/8/8 x"
    DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

    def __init__(self, text):
        self.rows, self.side = read_board(text)

    def flips(self, row, column, side):
        """The discs that turn over when `side` places one on an empty square; none: not a move."""
        size, found = len(self.rows), []
        for down, right in self.DIRECTIONS:
            run, r, c = [], row + down, column + right
            while 0 <= r < size and 0 <= c < size and self.rows[r][c] not in (".", side):
                run.append((r, c))
                r, c = r + down, c + right
            if 0 <= r < size and 0 <= c < size and self.rows[r][c] == side:
                found += run  # The run of enemy discs ends at one of ours: it is enclosed.
        return found

    def placements(self, side):
        squares = range(len(self.rows))
        return [
            "abcdefghij"[c] + str(r + 1)
            for r in squares
            for c in squares
            if self.rows[r][c] == "." and self.flips(r, c, side)
        ]

    def moves(self):
        """The legal moves as the protocol writes them; none when the game is over."""
        if self.placements(self.side):
            return self.placements(self.side)
        # No disc can be placed: a pass, unless the other side is stuck too.
        return ["pass"] if self.placements("o" if self.side == "x" else "x") else []

    def play(self, move):
        if move != "pass":
            row, column = int(move[1:]) - 1, "abcdefghij".index(move[0])
            for r, c in self.flips(row, column, self.side) + [(row, column)]:
                self.rows[r][c] = self.side
        self.side = "o" if self.side == "x" else "x"


class Breakthrough:
    """Rows are kept as they are written, from the top; row number 1, White's home, is the last.
    White, `w`, moves first and goes up."""

    START = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w"

    def __init__(self, text):
        self.rows, self.side = read_board(text)

    def is_over(self):
        pieces = [letter for row in self.rows for letter in row]
        on_far_row = "w" in self.rows[0] or "b" in self.rows[-1]
        return on_far_row or "w" not in pieces or "b" not in pieces

    def moves(self):
        """The legal moves as the protocol writes them; none when the game is over."""
        height, width, found = len(self.rows), len(self.rows[0]), []
        if self.is_over():
            return found
        up = -1 if self.side == "w" else 1  # Row 0 is the top, so White's row index falls.
        for r in range(height):
            for c in range(width):
                if self.rows[r][c] != self.side:
                    continue
                for to in (c - 1, c, c + 1):
                    if not 0 <= to < width:
                        continue
                    target = self.rows[r + up][to]
                    # Straight ahead only on to an empty square; diagonally also on to an enemy.
                    if target == "." or (to != c and target != self.side):
                        found.append(self.name(r, c) + self.name(r + up, to))
        return found

    def name(self, row, column):
        return "abcdefghijkl"[column] + str(len(self.rows) - row)

    def play(self, move):
        second = 2 if move[2].isalpha() else 3  # `a2b3`, but also `a9b10` and `a10b11`.
        for square, letter in ((move[:second], "."), (move[second:], self.side)):
            row, column = len(self.rows) - int(square[1:]), "abcdefghijkl".index(square[0])
            self.rows[row][column] = letter
        self.side = "b" if self.side == "w" else "w"


def choose(position, limits, chance):
    """YOUR THINKING GOES HERE. Return one of `position.moves()`.

    `limits` has what the arena said after `go`, such as {"movetime": 1000}, in milliseconds.
    To look ahead, play on a copy:

        after = copy.deepcopy(position)
        after.play(move)

    Take chance from `chance` alone, so that the same seed plays the same game again.
    """
    return chance.choice(position.moves())


def answer(line):
    """Writes a line for the arena. Without the flush it would wait in a buffer for ever."""
    print(line, flush=True)


def main():
    games = {"othello": Othello, "breakthrough": Breakthrough}
    game, seed = Othello, 1
    chance = random.Random(seed)
    position = game(game.START)
    sys.stdin.reconfigure(encoding="ascii", errors="replace")  # Strange bytes must not kill us.

    for line in sys.stdin:  # Ends when the arena closes our input.
        words = line.split()  # Takes `\n` and `\r` away as well.
        if not words:
            continue
        if words[0] == "ugi":
            answer("id name Minimal Python")
            answer("id author the arena's authors")
            answer("option name UGI_Variant type combo default othello var othello var breakthrough")
            answer("option name Seed type spin default 1 min 0 max 2147483647")
            answer("ugiok")
        elif words[0] == "isready":
            answer("readyok")
        elif words[0] == "uginewgame":
            chance = random.Random(seed)  # Forget the last game: the same seed, the same moves.
        elif words[0] == "setoption" and len(words) == 5:  # setoption name X value Y
            name, value = words[2].lower(), words[4].lower()
            if name == "ugi_variant" and value in games:
                game = games[value]
                position = game(game.START)
            elif name == "seed" and value.isdigit():
                seed = int(value)
                chance = random.Random(seed)
        elif words[0] == "position":
            # position startpos|fen <rows> <side> [moves <move> ...]
            before, _, moves = " ".join(words[1:]).partition(" moves")
            try:
                told = game(game.START if before == "startpos" else before[len("fen "):])
                for move in moves.lower().split():
                    told.play(move)
                position = told
            except (ValueError, IndexError):  # A mistyped line; the arena sends none.
                answer("info string cannot read that position")
        elif words[0] == "go":
            # Pairs of a word and a number: movetime 1000, p1time 60000, depth 6.
            limits = {k: int(v) for k, v in zip(words[1:], words[2:]) if v.isdigit()}
            legal = position.moves()
            # The arena never asks when the game is over; a person at the keyboard might.
            answer("bestmove " + (choose(position, limits, chance) if legal else "none"))
        elif words[0] == "quit":
            break
        # Every other word is ignored, as the protocol wants.


if __name__ == "__main__":
    main()
