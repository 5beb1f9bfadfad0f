// 2. The rules of Breakthrough, on boards of every size.
#pragma once

#include <string>
#include <vector>

// From one square to another.
struct Move {
    int from_row, from_column, row, column;

    // As the protocol writes it.
    std::string text() const;
};

class Position {
public:
    static constexpr const char *game = "breakthrough";
    static constexpr const char *start = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";

    // Rows are counted from White's side, the bottom: rows[0][2] is c1. 'w', 'b', or '.' where it is empty.
    std::vector<std::string> rows;
    // To move: 'w', White, who moves first and goes up, or 'b'.
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
    bool is_over() const;
};
