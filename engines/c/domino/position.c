/* 2. The rules of dominoes, for one to five players.
 *
 * Only the engine's own moves are worked out in full: the arena asks only when we can play a tile, and
 * tells what the others did. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

static const Tile HIDDEN = {-1, -1};

static int is_hidden(Tile tile)
{
    return tile.left < 0;
}

static Tile turned(Tile tile)
{
    return (Tile){tile.right, tile.left};
}

static int same(Tile a, Tile b)
{
    return a.left == b.left && a.right == b.right;
}

/* Adds the ways in which a tile that lies so can be played. */
static int moves_of(const Tiles *chain, Tile tile, Move *list)
{
    int count = 0;
    if (chain->count == 0 || chain->tile[chain->count - 1].right == tile.left)
        list[count++] = (Move){tile, 'R'};
    if (chain->count > 0 && chain->tile[0].left == tile.right)
        list[count++] = (Move){tile, 'L'};
    return count;
}

int moves(const Position *p, Move *list)
{
    const Tiles *hand = &p->hand[p->player];
    int count = 0;
    for (int player = 0; player < p->players; player++)
        if (p->hand[player].count == 0)
            return 0; /* somebody has won */
    for (int i = 0; i < hand->count; i++) {
        Tile tile = hand->tile[i];
        if (is_hidden(tile))
            continue;
        count += moves_of(&p->chain, tile, list + count);
        if (tile.left != tile.right)
            count += moves_of(&p->chain, turned(tile), list + count);
    }
    if (count == 0)
        list[count++] = (Move){HIDDEN, p->stack > 0 ? 'd' : 'p'};
    return count;
}

/* Takes a tile out of a hand, or a hidden one if we do not see it there. */
static void take(Tiles *hand, Tile tile)
{
    int found = -1;
    for (int i = 0; i < hand->count; i++) {
        Tile held = hand->tile[i];
        if (same(held, tile) || same(held, turned(tile)) || (found < 0 && is_hidden(held)))
            found = i;
    }
    if (found >= 0)
        hand->tile[found] = hand->tile[--hand->count];
}

void play(Position *p, Move move)
{
    Tiles *hand = &p->hand[p->player], *chain = &p->chain;
    if (move.end == 'd') {
        hand->tile[hand->count++] = move.tile;
        p->stack--;
    } else if (move.end != 'p') {
        take(hand, move.tile);
        if (move.end == 'L')
            memmove(chain->tile + 1, chain->tile, (size_t)chain->count * sizeof *chain->tile);
        chain->tile[move.end == 'L' ? 0 : chain->count] = move.tile;
        chain->count++;
    }
    p->player = (p->player + 1) % p->players;
}

void write_move(Move move, char text[MOST_TEXT])
{
    if (move.end == 'd' || move.end == 'p')
        snprintf(text, MOST_TEXT, "%s", move.end == 'd' ? "draw" : "pass");
    else
        snprintf(text, MOST_TEXT, "%d-%d%c", move.tile.left, move.tile.right, move.end);
}

/* Reads `2-6`; 0 if it is no tile. */
static int read_tile(const char *text, Tile *tile)
{
    if (text[0] < '0' || text[0] > '6' || text[1] != '-' || text[2] < '0' || text[2] > '6')
        return 0;
    *tile = (Tile){text[0] - '0', text[2] - '0'};
    return 1;
}

int play_text(Position *p, const char *word)
{
    Move move = {HIDDEN, 'd'};
    if (strncmp(word, "draw", 4) == 0) {
        /* `draw:2-6`; of another's draw we are not told what it brought. */
        if (p->stack == 0 || (word[4] == ':' && !read_tile(word + 5, &move.tile)))
            return 0;
    } else if (strcmp(word, "pass") == 0) {
        move.end = 'p';
    } else if (read_tile(word, &move.tile) && strchr("LRlr", word[3]) && p->chain.count < TILES) {
        move.end = word[3] == 'L' || word[3] == 'l' ? 'L' : 'R';
    } else {
        return 0;
    }
    play(p, move);
    return 1;
}

/* Reads tiles such as `0-2,2-1`, `?5` for five hidden ones, `-` for none, up to a blank or a slash;
 * gives what stands behind them, or NULL. */
static const char *read_tiles(Tiles *tiles, const char *text)
{
    tiles->count = 0;
    if (text[0] == '-' && (text[1] == ' ' || text[1] == '/'))
        return text + 1;
    for (;; text++) {
        char *end = NULL;
        Tile tile = HIDDEN;
        long count = text[0] == '?' ? strtol(text + 1, &end, 10) : 1;
        if ((!end && !read_tile(text, &tile)) || count < 1 || count > TILES - tiles->count)
            return NULL;
        while (count-- > 0)
            tiles->tile[tiles->count++] = tile;
        text = end ? end : text + 3;
        if (*text != ',')
            return text;
    }
}

int read_position(Position *p, const char *text)
{
    text = read_tiles(&p->chain, text);
    if (!text || *text != ' ')
        return 0;
    p->players = 0;
    do {
        if (p->players == MOST_PLAYERS)
            return 0;
        text = read_tiles(&p->hand[p->players++], text + 1);
    } while (text && *text == '/');
    if (!text || sscanf(text, " %d p%d", &p->stack, &p->player) != 2)
        return 0;
    p->player--;
    int tiles = p->chain.count;
    for (int player = 0; player < p->players; player++)
        tiles += p->hand[player].count;
    return p->stack >= 0 && p->stack <= TILES - tiles && p->player >= 0 && p->player < p->players;
}
