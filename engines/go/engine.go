package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

// 3. The conversation with the arena, line by line, as protocol.md describes it.

var (
	position *Position
	seed     = int64(1)
	chance   = rand.New(rand.NewSource(seed))
)

func main() {
	position, _ = readPosition(Start)
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() { // ends when the arena closes our input
		words := strings.Fields(input.Text()) // takes a `\r` away as well
		if len(words) > 0 && !hear(words[0], words[1:]) {
			return
		}
	}
}

// Writes a line for the arena. Go keeps nothing back: there is no buffer to flush.
func answer(line string) {
	fmt.Println(line)
}

// Hears the words of a line; false when it is the last.
func hear(first string, words []string) bool {
	switch first {
	case "ugi":
		introduce()
	case "isready":
		answer("readyok")
	case "uginewgame":
		chance = rand.New(rand.NewSource(seed)) // forget the last game: the same seed, the same moves
	case "setoption":
		hearOption(words)
	case "position":
		hearPosition(words)
	case "go":
		hearGo(words)
	case "quit":
		return false
	}
	return true // every other word is ignored, as the protocol wants
}

func introduce() {
	answer("id name Minimal Go")
	answer("id author the arena's authors")
	answer("option name UGI_Variant type combo default " + Game + " var " + Game)
	answer("option name Seed type spin default 1 min 0 max 2147483647")
	answer("ugiok")
}

// setoption name X value Y
func hearOption(words []string) {
	if len(words) != 4 || words[1] != "Seed" {
		return
	}
	if value, err := strconv.ParseInt(words[3], 10, 64); err == nil {
		seed = value
		chance = rand.New(rand.NewSource(seed))
	}
}

// position startpos|fen <position> [moves <move> ...]
func hearPosition(words []string) {
	before, after, _ := strings.Cut(strings.Join(words, " "), " moves")
	if before == "startpos" {
		before = Start
	}
	told, err := readPosition(strings.TrimPrefix(before, "fen "))
	for _, word := range strings.Fields(after) {
		if err == nil {
			err = told.PlayText(word)
		}
	}
	if err != nil { // a mistyped line; the arena sends none
		answer("info string cannot read that position: " + err.Error())
		return
	}
	position = told
}

// go, then pairs of a word and a number: movetime 1000, p1time 60000, depth 6
func hearGo(words []string) {
	limits := map[string]int{}
	for i := 0; i+1 < len(words); i++ {
		if value, err := strconv.Atoi(words[i+1]); err == nil {
			limits[words[i]] = value
		}
	}
	if len(position.Moves()) == 0 {
		answer("bestmove none") // the arena never asks when the game is over; a person might
		return
	}
	answer("bestmove " + choose(position, limits, chance).String())
}
