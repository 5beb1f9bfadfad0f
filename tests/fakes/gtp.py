#!/usr/bin/env python3
"""A GTP engine for Othello that does at its fourth `genmove` what its first argument says."""
import sys
import time

sys.dont_write_bytecode = True
from board import BLACK, WHITE, Board

DEED = sys.argv[1] if len(sys.argv) > 1 else "none"
board, asked = Board(), 0


def answer(text, sign="="):
    print(f"{sign} {text}\n", flush=True)


for line in sys.stdin:
    words = line.split()
    command, arguments = words[0], words[1:]
    side = {"b": BLACK, "w": WHITE}.get(arguments[0][0].lower() if arguments else "")
    if command == "name":
        answer("Fake")
    elif command == "version":
        answer("1")
    elif command == "protocol_version":
        answer("2")
    elif command == "list_commands":
        answer("name\nversion\nlist_commands\nboardsize\nclear_board\nplay\ngenmove\nquit")
    elif command == "boardsize":
        answer("") if arguments == ["8"] else answer("unacceptable size", "?")
    elif command == "clear_board":
        board = Board()
        answer("")
    elif command == "play":
        if DEED == "refuses" and asked >= 3:
            answer("illegal move", "?")
        elif board.play(side, arguments[1].lower()):
            answer("")
        else:
            answer("illegal move", "?")
    elif command == "genmove":
        asked += 1
        move = board.moves(side)[0]
        if asked == 4 and DEED != "none":
            if DEED == "illegal":
                move = "a1" if not board.turned(side, "a1") else "h8"
            elif DEED == "resigns":
                answer("resign")
                continue
            elif DEED == "exits":
                sys.exit(7)
            elif DEED == "fails":
                answer("out of ideas", "?")
                continue
            elif DEED == "hangs":
                time.sleep(1000)
            elif DEED == "twice":
                answer(move.upper())
        board.play(side, move)
        print("thinking...", flush=True)
        answer(move.upper())
    elif command == "quit":
        answer("")
        break
    else:
        answer("unknown command", "?")
