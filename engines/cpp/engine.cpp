// 3. The conversation with the arena, line by line, as protocol.md describes it.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>

#include "position.h"
#include "thinking.h"

// Writes a line for the arena; std::endl also flushes it, without which it would wait for ever.
static void answer(const std::string &line)
{
    std::cout << line << std::endl;
}

class Engine {
public:
    // Hears a line; false when it is the last.
    bool hear(const std::string &line)
    {
        std::istringstream words(line);
        std::string first;
        words >> first; // takes a `\r` away as well
        if (first == "ugi")
            introduce();
        else if (first == "isready")
            answer("readyok");
        else if (first == "uginewgame")
            chance.seed(seed); // forget the last game: the same seed, the same moves
        else if (first == "setoption")
            hear_option(words);
        else if (first == "position")
            hear_position(words);
        else if (first == "go")
            hear_go(words);
        // Every other word is ignored, as the protocol wants.
        return first != "quit";
    }

private:
    Position position = Position(Position::start);
    unsigned long seed = 1;
    Chance chance{seed};

    void introduce()
    {
        const std::string game = Position::game;
        answer("id name Minimal C++");
        answer("id author the arena's authors");
        answer("option name UGI_Variant type combo default " + game + " var " + game);
        answer("option name Seed type spin default 1 min 0 max 2147483647");
        answer("ugiok");
    }

    // setoption name X value Y
    void hear_option(std::istringstream &words)
    {
        std::string name_word, name, value_word;
        unsigned long value;
        if (words >> name_word >> name >> value_word >> value && name == "Seed")
            chance.seed(seed = value);
    }

    // position startpos|fen <position> [moves <move> ...]
    void hear_position(std::istringstream &words)
    {
        std::string word, text;
        words >> word;
        if (word == "startpos")
            text = Position::start;
        while (words >> word && word != "moves")
            text += (text.empty() ? "" : " ") + word;
        try {
            Position told(text);
            while (words >> word)
                told.play(word);
            position = told;
        } catch (const std::exception &) { // a mistyped line; the arena sends none
            answer("info string cannot read that position");
        }
    }

    // go, then pairs of a word and a number: movetime 1000, p1time 60000, depth 6
    void hear_go(std::istringstream &words)
    {
        Limits limits;
        std::string name, value;
        while (words >> name >> value)
            limits[name] = std::atol(value.c_str());
        // The arena never asks when the game is over; a person at the keyboard might.
        const bool is_over = position.moves().empty();
        answer("bestmove " + (is_over ? "none" : choose(position, limits, chance).text()));
    }
};

int main()
{
    Engine engine;
    std::string line;
    while (std::getline(std::cin, line) && engine.hear(line)) { // ends when the arena closes our input
    }
}
