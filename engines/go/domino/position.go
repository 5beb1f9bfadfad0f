package main

import (
	"fmt"
	"strconv"
	"strings"
)

// 2. The rules of dominoes, for one to five players.
//
// Only the engine's own moves are worked out in full: the arena asks only when we can play a tile, and
// tells what the others did.

const (
	Game = "domino"
	// Games never begin so: the arena tells us the deal.
	Start = "- 0-0,0-1,0-2,0-3,0-4/?5 18 p1"
	tiles = 28
)

// Tile has two numbers from 0 to 6.
type Tile struct{ Left, Right int }

// Hidden is a tile that we do not see.
var Hidden = Tile{-1, -1}

// Turned gives the tile the other way round.
func (tile Tile) Turned() Tile { return Tile{tile.Right, tile.Left} }

// Position is what the engine knows of the table.
type Position struct {
	// From its left end to its right one.
	Chain []Tile
	// The players' tiles, p1 first; with peek the others' are known, too.
	Hands [][]Tile
	// How many tiles are left to draw.
	Stack int
	// To move: 0 is p1.
	Player int
}

// Move is a tile as it will lie, and the end of the chain that it goes to, 'L' or 'R'; or 'd', to draw
// Tile, or 'p', to pass.
type Move struct {
	Tile Tile
	End  byte
}

// String writes a move as the protocol does.
func (move Move) String() string {
	switch move.End {
	case 'd':
		return "draw"
	case 'p':
		return "pass"
	}
	return fmt.Sprintf("%d-%d%c", move.Tile.Left, move.Tile.Right, move.End)
}

// Copy gives a position of its own.
func (p *Position) Copy() *Position {
	hands := make([][]Tile, len(p.Hands))
	for i, hand := range p.Hands {
		hands[i] = append([]Tile(nil), hand...)
	}
	return &Position{append([]Tile(nil), p.Chain...), hands, p.Stack, p.Player}
}

// Moves gives the legal moves; none when the game is over.
func (p *Position) Moves() (found []Move) {
	for _, hand := range p.Hands {
		if len(hand) == 0 {
			return nil // somebody has won
		}
	}
	for _, tile := range p.Hands[p.Player] {
		if tile == Hidden {
			continue
		}
		found = append(found, p.ways(tile)...)
		if tile.Left != tile.Right {
			found = append(found, p.ways(tile.Turned())...)
		}
	}
	if len(found) > 0 {
		return found
	}
	if p.Stack > 0 {
		return []Move{{Hidden, 'd'}}
	}
	return []Move{{Hidden, 'p'}}
}

// The ways in which a tile that lies so can be played.
func (p *Position) ways(tile Tile) (found []Move) {
	last := len(p.Chain) - 1
	if last < 0 || p.Chain[last].Right == tile.Left {
		found = append(found, Move{tile, 'R'})
	}
	if last >= 0 && p.Chain[0].Left == tile.Right {
		found = append(found, Move{tile, 'L'})
	}
	return found
}

// Play plays a legal move.
func (p *Position) Play(move Move) {
	hand := &p.Hands[p.Player]
	switch move.End {
	case 'p':
	case 'd':
		*hand = append(*hand, move.Tile)
		p.Stack--
	case 'L':
		take(hand, move.Tile)
		p.Chain = append([]Tile{move.Tile}, p.Chain...)
	default:
		take(hand, move.Tile)
		p.Chain = append(p.Chain, move.Tile)
	}
	p.Player = (p.Player + 1) % len(p.Hands)
}

// Takes a tile out of a hand, or a hidden one if we do not see it there.
func take(hand *[]Tile, tile Tile) {
	found := -1
	for i, held := range *hand {
		if held == tile || held == tile.Turned() || (held == Hidden && found < 0) {
			found = i
		}
	}
	if found >= 0 {
		*hand = append((*hand)[:found], (*hand)[found+1:]...)
	}
}

// PlayText plays the move that is written so.
func (p *Position) PlayText(word string) error {
	move := Move{Hidden, 'd'}
	var err error
	switch {
	case word == "pass":
		move.End = 'p'
	case word == "draw": // of another's draw we are not told what it brought
	case strings.HasPrefix(word, "draw:"):
		move.Tile, err = readTile(word[5:])
	case strings.HasSuffix(word, "L") || strings.HasSuffix(word, "R"):
		move.End = word[len(word)-1]
		move.Tile, err = readTile(word[:len(word)-1])
	default:
		err = fmt.Errorf("%s is no move", word)
	}
	if err == nil {
		p.Play(move)
	}
	return err
}

// Reads `2-6`.
func readTile(text string) (Tile, error) {
	isNumber := func(i int) bool { return text[i] >= '0' && text[i] <= '6' }
	if len(text) != 3 || !isNumber(0) || text[1] != '-' || !isNumber(2) {
		return Hidden, fmt.Errorf("%s is no tile", text)
	}
	return Tile{int(text[0] - '0'), int(text[2] - '0')}, nil
}

// Reads tiles such as `0-2,2-1`, `?5` for five hidden ones, `-` for none.
func readTiles(text string) (found []Tile, err error) {
	if text == "-" {
		return nil, nil
	}
	for _, part := range strings.Split(text, ",") {
		if strings.HasPrefix(part, "?") {
			number, err := strconv.Atoi(part[1:])
			if err != nil || number < 0 || number > tiles {
				return nil, fmt.Errorf("%s is no number of tiles", part)
			}
			for ; number > 0; number-- {
				found = append(found, Hidden)
			}
			continue
		}
		tile, err := readTile(part)
		if err != nil {
			return nil, err
		}
		found = append(found, tile)
	}
	return found, nil
}

func readPosition(text string) (*Position, error) {
	fields := strings.Fields(text)
	if len(fields) != 4 || len(fields[3]) != 2 {
		return nil, fmt.Errorf("%s is no position", text)
	}
	position := &Position{Player: int(fields[3][1]) - '1'}
	var err error
	if position.Chain, err = readTiles(fields[0]); err != nil {
		return nil, err
	}
	for _, text := range strings.Split(fields[1], "/") {
		hand, err := readTiles(text)
		if err != nil {
			return nil, err
		}
		position.Hands = append(position.Hands, hand)
	}
	position.Stack, err = strconv.Atoi(fields[2])
	if position.Player < 0 || position.Player >= len(position.Hands) {
		return nil, fmt.Errorf("nobody sits at %s", fields[3])
	}
	return position, err
}
