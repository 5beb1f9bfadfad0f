/* 3. The conversation with the arena, line by line, as protocol.md describes it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

enum { MOST_LINE = 65536 };

static Position position;
static uint64_t seed = 1, chance = 1;

/* SplitMix64: few lines, good numbers. */
int random_below(int count)
{
    uint64_t z = (chance += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (int)((z ^ (z >> 31)) % (uint64_t)count);
}

/* The next word of the line that the first call was given; empty at its end. */
static char *word(char *line)
{
    char *next = strtok(line, " \t\r\n");
    return next ? next : "";
}

static void introduce(void)
{
    puts("id name Minimal C");
    puts("id author the arena's authors");
    puts("option name UGI_Variant type combo default " GAME " var " GAME);
    puts("option name Seed type spin default 1 min 0 max 2147483647");
    puts("ugiok");
}

/* setoption name X value Y */
static void hear_option(void)
{
    word(NULL);
    char *name = word(NULL);
    word(NULL);
    char *value = word(NULL);
    if (strcmp(name, "Seed") == 0)
        chance = seed = strtoull(value, NULL, 10);
}

/* position startpos|fen <position> [moves <move> ...] */
static void hear_position(void)
{
    static char text[MOST_LINE + sizeof START];
    Position told;
    char *next = word(NULL);
    text[0] = '\0';
    if (strcmp(next, "startpos") == 0)
        strcpy(text, START);
    /* The fields of a position, with a blank after each. */
    for (next = word(NULL); *next && strcmp(next, "moves") != 0; next = word(NULL)) {
        strcat(text, next);
        strcat(text, " ");
    }
    int known = read_position(&told, text);
    for (next = word(NULL); known && *next; next = word(NULL))
        known = play_text(&told, next);
    if (known)
        position = told;
    else /* a mistyped line; the arena sends none */
        puts("info string cannot read that position");
}

/* go, then pairs of a word and a number */
static void hear_go(void)
{
    Limits limits = {-1, {-1, -1, -1, -1, -1}, {-1, -1, -1, -1, -1}, -1};
    Move list[MOST_MOVES];
    char text[MOST_TEXT] = "none"; /* the arena never asks when the game is over; a person might */
    for (char *name = word(NULL); *name; name = word(NULL)) {
        int player = name[0] == 'p' ? name[1] - '1' : -1; /* p1time, p2inc, ... */
        int is_seat = player >= 0 && player < 5;
        if (strcmp(name, "movetime") == 0) limits.movetime = atol(word(NULL));
        else if (strcmp(name, "depth") == 0) limits.depth = atol(word(NULL));
        else if (is_seat && strcmp(name + 2, "time") == 0) limits.time[player] = atol(word(NULL));
        else if (is_seat && strcmp(name + 2, "inc") == 0) limits.increment[player] = atol(word(NULL));
    }
    if (moves(&position, list) > 0)
        write_move(choose(&position, &limits), text);
    printf("bestmove %s\n", text);
}

int main(void)
{
    static char line[MOST_LINE];
    read_position(&position, START);
    while (fgets(line, sizeof line, stdin)) { /* ends when the arena closes our input */
        char *first = word(line);
        if (strcmp(first, "ugi") == 0)
            introduce();
        else if (strcmp(first, "isready") == 0)
            puts("readyok");
        else if (strcmp(first, "uginewgame") == 0)
            chance = seed; /* forget the last game: the same seed, the same moves */
        else if (strcmp(first, "setoption") == 0)
            hear_option();
        else if (strcmp(first, "position") == 0)
            hear_position();
        else if (strcmp(first, "go") == 0)
            hear_go();
        else if (strcmp(first, "quit") == 0)
            break;
        /* Every other word is ignored, as the protocol wants. */
        fflush(stdout); /* without this the answer would wait in a buffer for ever */
    }
    return 0;
}
