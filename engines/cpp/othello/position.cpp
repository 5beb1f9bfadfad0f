// 2. The rules of Othello, on boards of every size.
#include "position.h"

#include <cctype>
#include <sstream>
#include <stdexcept>

static char other(char side)
{
    return side == 'x' ? 'o' : 'x';
}

std::string Move::text() const
{
    return row < 0 ? "pass" : char('a' + column) + std::to_string(row + 1);
}

// The disc on a square, '.' where there is none, ' ' off the board.
char Position::at(int row, int column) const
{
    const int size = int(rows.size());
    const bool on_board = row >= 0 && row < size && column >= 0 && column < size;
    return on_board ? rows[row][column] : ' ';
}

// How many discs of the enemy stand from a square on in one direction with one of `side` behind them.
int Position::enclosed(int row, int column, int down, int right, char side) const
{
    for (int run = 0;; run++) {
        row += down;
        column += right;
        if (at(row, column) == side)
            return run;
        if (at(row, column) != other(side))
            return 0;
    }
}

// Whether `side` may place a disc on a square.
bool Position::may_place(int row, int column, char side) const
{
    if (at(row, column) != '.')
        return false;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            if ((down || right) && enclosed(row, column, down, right, side) > 0)
                return true;
    return false;
}

std::vector<Move> Position::placements(char side) const
{
    std::vector<Move> found;
    const int size = int(rows.size());
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (may_place(row, column, side))
                found.push_back({row, column});
    return found;
}

std::vector<Move> Position::moves() const
{
    std::vector<Move> found = placements(side);
    // No disc can be placed: a pass, unless the other side is stuck too.
    if (found.empty() && !placements(other(side)).empty())
        found.push_back({-1, 0});
    return found;
}

void Position::play(Move move)
{
    for (int down = -1; down <= 1 && move.row >= 0; down++) {
        for (int right = -1; right <= 1; right++) {
            const int run = down || right ? enclosed(move.row, move.column, down, right, side) : 0;
            for (int i = 1; i <= run; i++)
                rows[move.row + i * down][move.column + i * right] = side;
        }
    }
    if (move.row >= 0)
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

// `3ox3` spelled out: `...ox...`.
static std::string spelled(const std::string &text)
{
    std::string row;
    for (std::size_t i = 0; i < text.size(); i++) {
        if (!std::isdigit((unsigned char)text[i])) {
            row += text[i];
            continue;
        }
        std::size_t digits = 0;
        row += std::string(std::stoul(text.substr(i, 3), &digits), '.'); // `10` is ten empty squares
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
        rows.push_back(spelled(row));
    for (const std::string &row : rows)
        if (row.size() != rows.size() || row.find_first_not_of("xo.") != std::string::npos)
            throw std::invalid_argument("no board");
    if (rows.empty() || (side_text != "x" && side_text != "o"))
        throw std::invalid_argument("no position");
    side = side_text[0];
}
