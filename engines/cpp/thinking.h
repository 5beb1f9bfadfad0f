// 1. Your thinking: what it is given.
#pragma once

#include <map>
#include <random>
#include <string>

#include "position.h"

// What the arena said after `go`, such as {"movetime", 1000}, in milliseconds.
using Limits = std::map<std::string, long>;

// The same seed gives the same numbers on every machine.
using Chance = std::mt19937_64;

Move choose(const Position &position, const Limits &limits, Chance &chance);
