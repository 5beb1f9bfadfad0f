#!/bin/sh
# Two players, or up to five, who choose at random, in shell: `arena referee` knows the rules. What they
# play is what this script is given, such as
#
#     examples/random_players.sh othello --size 6
#     examples/random_players.sh breakthrough --rows 5 --columns 4
#     examples/random_players.sh domino --players 3 --seed 7
#
# RANDOM_SEED makes a game come again, ARENA is the program if it is not along PATH.
arena=${ARENA:-arena}
seed=${RANDOM_SEED:-$$}
moves=""

# All that the referee says after the moves so far.
judge() {
    printf '%s\n' "$moves" | "$arena" referee "$@"
}

while
    state=$(judge "$@") || exit 1
    legal=$(printf '%s\n' "$state" | sed -n 's/^legal //p')
    [ -n "$legal" ]
do
    # One of the words in $legal, another number each time.
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    count=$(printf '%s\n' "$legal" | wc -w)
    chosen=$((seed / 65536 % count + 1))
    move=$(printf '%s\n' "$legal" | cut -d ' ' -f "$chosen")
    moves="$moves $move"
done

printf '%s\n' "$moves" "$state"
