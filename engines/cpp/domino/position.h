// 2. The rules of dominoes, for one to five players.
//
// Only the engine's own moves are worked out in full: the arena asks only when we can play a tile, and
// tells what the others did.
#pragma once

#include <deque>
#include <string>
#include <vector>

// Two numbers from 0 to 6; both are -1 where the tile is hidden from us.
struct Tile {
    int left, right;

    bool is_hidden() const { return left < 0; }
    Tile turned() const { return {right, left}; }
    bool is_same(Tile other) const
    {
        return (left == other.left && right == other.right) || (left == other.right && right == other.left);
    }
};

// A tile as it will lie, and the end of the chain that it goes to, 'L' or 'R'; or 'd', to draw `tile`, or
// 'p', to pass.
struct Move {
    Tile tile;
    char end;

    // As the protocol writes it.
    std::string text() const;
};

class Position {
public:
    static constexpr const char *game = "domino";
    // Games never begin so: the arena tells us the deal.
    static constexpr const char *start = "- 0-0,0-1,0-2,0-3,0-4/?5 18 p1";

    // From its left end to its right one.
    std::deque<Tile> chain;
    // The players' tiles, p1 first; with `peek` the others' are known, too.
    std::vector<std::vector<Tile>> hands;
    // How many tiles are left to draw.
    int stack;
    // To move: 0 is p1.
    int player;

    // Reads the text of a position; throws std::invalid_argument if it is none.
    explicit Position(const std::string &text);

    // The legal moves; none when the game is over.
    std::vector<Move> moves() const;

    // Plays a legal move.
    void play(Move move);

    // Plays the move that is written so; throws std::invalid_argument if it is none.
    void play(const std::string &word);
};
