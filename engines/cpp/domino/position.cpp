// 2. The rules of dominoes, for one to five players.
#include "position.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

static const Tile HIDDEN = {-1, -1};
static const int TILES = 28;

std::string Move::text() const
{
    if (end == 'd' || end == 'p')
        return end == 'd' ? "draw" : "pass";
    return std::to_string(tile.left) + "-" + std::to_string(tile.right) + end;
}

std::vector<Move> Position::moves() const
{
    std::vector<Move> found;
    for (const auto &hand : hands)
        if (hand.empty())
            return found; // somebody has won
    for (Tile held : hands[player]) {
        for (Tile tile : {held, held.turned()}) {
            if (held.is_hidden())
                continue;
            if (chain.empty() || chain.back().right == tile.left)
                found.push_back({tile, 'R'});
            if (!chain.empty() && chain.front().left == tile.right)
                found.push_back({tile, 'L'});
            if (held.left == held.right)
                break; // it lies the same both ways
        }
    }
    if (found.empty())
        found.push_back({HIDDEN, stack > 0 ? 'd' : 'p'});
    return found;
}

// Takes a tile out of a hand, or a hidden one if we do not see it there.
static void take(std::vector<Tile> &hand, Tile tile)
{
    auto held = std::find_if(hand.begin(), hand.end(), [tile](Tile other) { return other.is_same(tile); });
    if (held == hand.end())
        held = std::find_if(hand.begin(), hand.end(), [](Tile other) { return other.is_hidden(); });
    if (held != hand.end())
        hand.erase(held);
}

void Position::play(Move move)
{
    if (move.end == 'd') {
        hands[player].push_back(move.tile);
        stack--;
    } else if (move.end != 'p') {
        take(hands[player], move.tile);
        if (move.end == 'L')
            chain.push_front(move.tile);
        else
            chain.push_back(move.tile);
    }
    player = (player + 1) % int(hands.size());
}

static bool is_number(char letter)
{
    return letter >= '0' && letter <= '6';
}

// Reads `2-6`.
static Tile read_tile(const std::string &text)
{
    if (text.size() != 3 || !is_number(text[0]) || text[1] != '-' || !is_number(text[2]))
        throw std::invalid_argument(text + " is no tile");
    return {text[0] - '0', text[2] - '0'};
}

void Position::play(const std::string &word)
{
    if (word == "pass")
        return play(Move{HIDDEN, 'p'});
    if (word == "draw") // of another's draw we are not told what it brought
        return play(Move{HIDDEN, 'd'});
    if (word.compare(0, 5, "draw:") == 0)
        return play(Move{read_tile(word.substr(5)), 'd'});
    const char end = word.empty() ? ' ' : word.back();
    if (end != 'L' && end != 'R')
        throw std::invalid_argument(word + " is no move");
    play(Move{read_tile(word.substr(0, word.size() - 1)), end});
}

// Reads tiles such as `0-2,2-1`, `?5` for five hidden ones, `-` for none.
static std::vector<Tile> read_tiles(const std::string &text)
{
    std::vector<Tile> tiles;
    std::istringstream parts(text == "-" ? "" : text);
    for (std::string part; std::getline(parts, part, ',');) {
        if (part[0] == '?')
            tiles.insert(tiles.end(), std::min(std::stoul(part.substr(1)), 1ul * TILES), HIDDEN);
        else
            tiles.push_back(read_tile(part));
    }
    return tiles;
}

Position::Position(const std::string &text)
{
    std::istringstream fields(text);
    std::string chain_text, hand_texts, player_text;
    if (!(fields >> chain_text >> hand_texts >> stack >> player_text))
        throw std::invalid_argument("no position");
    for (Tile tile : read_tiles(chain_text))
        chain.push_back(tile);
    std::istringstream parts(hand_texts);
    for (std::string part; std::getline(parts, part, '/');)
        hands.push_back(read_tiles(part));
    player = player_text.size() == 2 && player_text[0] == 'p' ? player_text[1] - '1' : -1;
    if (player < 0 || player >= int(hands.size()) || stack < 0)
        throw std::invalid_argument("no position");
}
