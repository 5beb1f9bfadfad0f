#!/usr/bin/env python3
"""An engine that speaks the protocol of NBoard, written from its public description."""
import re
import sys

sys.dont_write_bytecode = True
from board import BLACK, WHITE, Board, other

board, side, depth = Board(), BLACK, 0


def say(text):
    print(text, flush=True)


def play(move):
    """Plays a move such as `F5/1.20/3`; an engine must be told only of legal ones."""
    global side
    square = move.split("/")[0].lower()
    if not board.play(side, square):
        say(f"status illegal: {move}")
        sys.exit(9)
    side = other(side)


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "nboard":
        say("set myname Fake NBoard")
    elif words[0] == "ping":
        say("pong " + words[1])
    elif words[:2] == ["set", "depth"]:
        depth = int(words[2])
    elif words[:2] == ["set", "game"]:
        text = line.split(None, 2)[2]
        size, *rows, mover = re.search(r"BO\[([^]]*)\]", text).group(1).split()
        assert size == "8" and len(rows) == 8, text
        board, side = Board(rows), mover
        for colour, move in re.findall(r"\b([BW])\[([^]]*)\]", text.split("BO[")[1]):
            assert (colour == "B") == (side == BLACK), text
            play(move)
    elif words[0] == "move":
        play(words[1])
    elif words[0] == "go":
        say("status Thinking")
        moves = board.moves(side)
        say(f"search {moves[0].upper()} -0.5 0 {depth}")
        say(f"nodestats {len(moves)} 0.01")
        # The board stays as it is until the move comes back.
        say(f"=== {moves[0].upper()}/-0.50/0.01")
        say("status Waiting")
    elif words[0] == "quit":
        break
