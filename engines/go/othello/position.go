package main

import (
	"fmt"
	"strings"
)

// 2. The rules of Othello, on boards of every size.

const (
	Game  = "othello"
	Start = "8/8/8/3ox3/3xo3/8/8/8 x"
)

// Position is a board and the side to move.
type Position struct {
	// Rows are counted from the top: Rows[0][2] is c1. 'x', 'o', or '.' where it is empty.
	Rows [][]byte
	// To move: 'x', Black, who moves first, or 'o'.
	Side byte
}

// Move is where a disc is placed; row -1 is a pass.
type Move struct{ Row, Column int }

// String writes a move as the protocol does.
func (move Move) String() string {
	if move.Row < 0 {
		return "pass"
	}
	return fmt.Sprintf("%c%d", 'a'+move.Column, move.Row+1)
}

func other(side byte) byte {
	if side == 'x' {
		return 'o'
	}
	return 'x'
}

// Copy gives a position of its own.
func (p *Position) Copy() *Position {
	rows := make([][]byte, len(p.Rows))
	for i, row := range p.Rows {
		rows[i] = append([]byte(nil), row...)
	}
	return &Position{rows, p.Side}
}

// The disc on a square, '.' where there is none, 0 off the board.
func (p *Position) at(row, column int) byte {
	if row < 0 || row >= len(p.Rows) || column < 0 || column >= len(p.Rows) {
		return 0
	}
	return p.Rows[row][column]
}

// How many discs of the enemy stand from a square on in one direction with one of side behind them.
func (p *Position) enclosed(row, column, down, right int, side byte) int {
	for run := 0; ; run++ {
		row += down
		column += right
		switch p.at(row, column) {
		case side:
			return run
		case other(side):
		default:
			return 0
		}
	}
}

var directions = [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// Whether side may place a disc on a square.
func (p *Position) mayPlace(row, column int, side byte) bool {
	if p.at(row, column) != '.' {
		return false
	}
	for _, way := range directions {
		if p.enclosed(row, column, way[0], way[1], side) > 0 {
			return true
		}
	}
	return false
}

func (p *Position) placements(side byte) (found []Move) {
	for row := range p.Rows {
		for column := range p.Rows {
			if p.mayPlace(row, column, side) {
				found = append(found, Move{row, column})
			}
		}
	}
	return found
}

// Moves gives the legal moves; none when the game is over.
func (p *Position) Moves() []Move {
	found := p.placements(p.Side)
	// No disc can be placed: a pass, unless the other side is stuck too.
	if len(found) == 0 && len(p.placements(other(p.Side))) > 0 {
		found = append(found, Move{-1, 0})
	}
	return found
}

// Play plays a legal move.
func (p *Position) Play(move Move) {
	if move.Row >= 0 {
		for _, way := range directions {
			for i := p.enclosed(move.Row, move.Column, way[0], way[1], p.Side); i > 0; i-- {
				p.Rows[move.Row+i*way[0]][move.Column+i*way[1]] = p.Side
			}
		}
		p.Rows[move.Row][move.Column] = p.Side
	}
	p.Side = other(p.Side)
}

// PlayText plays the legal move that is written so.
func (p *Position) PlayText(word string) error {
	for _, move := range p.Moves() {
		if move.String() == word {
			p.Play(move)
			return nil
		}
	}
	return fmt.Errorf("%s is not legal", word)
}

// Reads `3ox3` into a row of so many squares.
func readRow(text string, size int) ([]byte, error) {
	row, empty := []byte{}, 0
	for _, letter := range text + "/" { // the "/" makes the last number count
		if letter >= '0' && letter <= '9' {
			empty = (10*empty + int(letter-'0')) % 100 // `10` is ten empty squares
			continue
		}
		row = append(row, strings.Repeat(".", empty)...)
		empty = 0
		if strings.ContainsRune("xo.", letter) {
			row = append(row, byte(letter))
		} else if letter != '/' {
			return nil, fmt.Errorf("%c is nothing here", letter)
		}
	}
	if len(row) != size {
		return nil, fmt.Errorf("%s is no row of %d squares", text, size)
	}
	return row, nil
}

func readPosition(text string) (*Position, error) {
	board, side, _ := strings.Cut(text, " ")
	if side != "x" && side != "o" {
		return nil, fmt.Errorf("no side to move")
	}
	position := &Position{Side: side[0]}
	rows := strings.Split(board, "/")
	for _, row := range rows {
		squares, err := readRow(row, len(rows))
		if err != nil {
			return nil, err
		}
		position.Rows = append(position.Rows, squares)
	}
	return position, nil
}
