// 2. The rules of Breakthrough, on boards of every size.
#include "position.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

static char other(char side)
{
    return side == 'w' ? 'b' : 'w';
}

static bool has(const std::string &row, char side)
{
    return row.find(side) != std::string::npos;
}

std::string Move::text() const
{
    return char('a' + from_column) + std::to_string(from_row + 1) + char('a' + column) + std::to_string(row + 1);
}

bool Position::is_over() const
{
    const auto gone = [this](char side) {
        return std::none_of(rows.begin(), rows.end(), [side](const std::string &row) { return has(row, side); });
    };
    return has(rows.back(), 'w') || has(rows.front(), 'b') || gone('w') || gone('b');
}

std::vector<Move> Position::moves() const
{
    std::vector<Move> found;
    if (is_over())
        return found;
    const int height = int(rows.size()), width = int(rows[0].size());
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            if (rows[row][column] != side)
                continue;
            const int ahead = side == 'w' ? row + 1 : row - 1;
            for (int to = std::max(column - 1, 0); to <= std::min(column + 1, width - 1); to++) {
                const char target = rows[ahead][to];
                // Straight ahead only on to an empty square; diagonally also on to an enemy.
                if (target == '.' || (to != column && target == other(side)))
                    found.push_back({row, column, ahead, to});
            }
        }
    }
    return found;
}

void Position::play(Move move)
{
    rows[move.from_row][move.from_column] = '.';
    rows[move.row][move.column] = side;
    side = other(side);
}

void Position::play(const std::string &word)
{
    for (const Move &move : moves())
        if (move.text() == word)
            return play(move);
    throw std::invalid_argument(word + " is not legal");
}

// `b2wb` spelled out: `b..wb`.
static std::string spelled(const std::string &text)
{
    std::string row;
    for (std::size_t i = 0; i < text.size(); i++) {
        if (!std::isdigit((unsigned char)text[i])) {
            row += text[i];
            continue;
        }
        std::size_t digits = 0;
        row += std::string(std::stoul(text.substr(i, 3), &digits), '.'); // `12` is twelve empty squares
        i += digits - 1;
    }
    return row;
}

Position::Position(const std::string &text)
{
    std::istringstream fields(text);
    std::string board, side_text, row;
    fields >> board >> side_text;
    std::istringstream row_texts(board);
    while (std::getline(row_texts, row, '/'))
        rows.insert(rows.begin(), spelled(row)); // the text begins at the top
    for (const std::string &row : rows)
        if (row.empty() || row.size() != rows[0].size() || row.find_first_not_of("wb.") != std::string::npos)
            throw std::invalid_argument("no board");
    if (rows.size() < 2 || (side_text != "w" && side_text != "b"))
        throw std::invalid_argument("no position");
    side = side_text[0];
}
