#!/usr/bin/env python3
"""An engine for the arena that plays at random, until you teach it to think.

1. Your thinking: `choose`. Begin here; the rest is done.
2. The rules: a class with `moves()` and `play(move)`.
3. The conversation with the arena, line by line, as protocol.md describes it.
"""
import copy
import random
import sys


# ==== 1. Your thinking ====


def choose(position, limits, chance):
    """YOUR THINKING GOES HERE. Return one of `position.moves()`; there is at least one.

    `limits` has what the arena said after `go`, such as {"movetime": 1000}, in milliseconds.
    To look ahead, play on a copy:

        after = copy.deepcopy(position)
        after.play(move)

    Take chance from `chance` alone, so that the same seed plays the same game again.
    """
    return chance.choice(position.moves())


# ==== 2. The rules ====

GAMES = {}  # The games that this engine plays, each by its name. The first one is the default.


# >>> here
# This file is also what `arena new` copies, for one game: between >>> and <<< stands what only the
# games named there need.
# <<<
# >>> othello breakthrough
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


# <<<
# >>> othello
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


GAMES["othello"] = Othello


# <<<
# >>> breakthrough
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


GAMES["breakthrough"] = Breakthrough


# <<<
# >>> domino
class Domino:
    """What the engine knows of the table: the chain, its own tiles, how many the others have.

    Only its own moves are worked out in full: the arena asks us only when we can play a tile."""

    START = "- 0-0,0-1,0-2,0-3,0-4/?5 18 p1"  # Games never begin so: the arena tells us the deal.

    def __init__(self, text):
        chain, hands, stack, player = text.lower().split()
        self.chain = [] if chain == "-" else chain.split(",")
        # A hidden tile is `?`; with `peek` all hands may be known.
        self.hands = [self.read_hand(hand) for hand in hands.split("/")]
        self.stack = int(stack)
        self.player = int(player[1:]) - 1

    def read_hand(self, text):
        tiles = []
        for part in [] if text == "-" else text.split(","):
            tiles += ["?"] * int(part[1:]) if part[0] == "?" else [part]
        return tiles

    def plays(self, tile):
        """The ways in which a tile can be played: `2-6R` as it will lie, at the left or right end."""
        found = set()
        for way in (tile, tile[::-1]):
            if not self.chain or way[0] == self.chain[-1][2]:
                found.add(way + "R")
            if self.chain and way[2] == self.chain[0][0]:
                found.add(way + "L")
        return sorted(found)

    def moves(self):
        """The legal moves as the protocol writes them; none when the game is over."""
        if not all(self.hands):
            return []
        found = [move for tile in self.hands[self.player] if tile != "?" for move in self.plays(tile)]
        return found or ["draw" if self.stack else "pass"]

    def play(self, move):
        hand = self.hands[self.player]
        if move.startswith("draw"):
            hand.append(move[5:] or "?")  # Of another's draw we are not told what it brought.
            self.stack -= 1
        elif move != "pass":
            lying, end = move[:3], move[3:]
            held = [tile for tile in (lying, lying[::-1]) if tile in hand]
            hand.remove(held[0] if held else "?")
            self.chain.insert(0 if end == "l" else len(self.chain), lying)
        self.player = (self.player + 1) % len(self.hands)


GAMES["domino"] = Domino


# <<<
# ==== 3. The conversation ====


def answer(line):
    """Writes a line for the arena. Without the flush it would wait in a buffer for ever."""
    print(line, flush=True)


def main():
    game, seed = next(iter(GAMES.values())), 1
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
            variants = " ".join("var " + name for name in GAMES)
            answer("option name UGI_Variant type combo default " + next(iter(GAMES)) + " " + variants)
            answer("option name Seed type spin default 1 min 0 max 2147483647")
            answer("ugiok")
        elif words[0] == "isready":
            answer("readyok")
        elif words[0] == "uginewgame":
            chance = random.Random(seed)  # Forget the last game: the same seed, the same moves.
        elif words[0] == "setoption" and len(words) == 5:  # setoption name X value Y
            name, value = words[2].lower(), words[4].lower()
            if name == "ugi_variant" and value in GAMES:
                game = GAMES[value]
                position = game(game.START)
            elif name == "seed" and value.isdigit():
                seed = int(value)
                chance = random.Random(seed)
        elif words[0] == "position":
            # position startpos|fen <position> [moves <move> ...]
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
