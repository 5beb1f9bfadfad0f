// 2. The rules of Othello, on boards of every size.
#pragma once

#include <string>
#include <vector>

// Where a disc is placed; row -1 is a pass.
struct Move {
    int row, column;

    // As the protocol writes it.
    std::string text() const;
};

class Position {
public:
    static constexpr const char *game = "othello";
    static constexpr const char *start = "8/8/8/3ox3/3xo3/8/8/8 x";

    // Rows are counted from the top: rows[0][2] is c1. 'x', 'o', or '.' where it is empty.
    std::vector<std::string> rows;
    // To move: 'x', Black, who moves first, or 'o'.
    char side;

    // Reads the text of a position; throws std::invalid_argument if it is none.
    explicit Position(const std::string &text);

    // The legal moves; none when the game is over.
    std::vector<Move> moves() const;

    // Plays a legal move.
    void play(Move move);

    // Plays the legal move that is written so; throws std::invalid_argument if there is none.
    void play(const std::string &word);

private:
    char at(int row, int column) const;
    int enclosed(int row, int column, int down, int right, char side) const;
    bool may_place(int row, int column, char side) const;
    std::vector<Move> placements(char side) const;
};
