package main

import (
	"bytes"
	"fmt"
	"strings"
)

// 2. The rules of Breakthrough, on boards of every size.

const (
	Game  = "breakthrough"
	Start = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w"
)

// Position is a board and the side to move.
type Position struct {
	// Rows are counted from White's side, the bottom: Rows[0][2] is c1. 'w', 'b', or '.' where it is empty.
	Rows [][]byte
	// To move: 'w', White, who moves first and goes up, or 'b'.
	Side byte
}

// Move goes from one square to another.
type Move struct{ FromRow, FromColumn, Row, Column int }

// String writes a move as the protocol does.
func (move Move) String() string {
	return fmt.Sprintf("%c%d%c%d", 'a'+move.FromColumn, move.FromRow+1, 'a'+move.Column, move.Row+1)
}

// Copy gives a position of its own.
func (p *Position) Copy() *Position {
	rows := make([][]byte, len(p.Rows))
	for i, row := range p.Rows {
		rows[i] = append([]byte(nil), row...)
	}
	return &Position{rows, p.Side}
}

// IsOver tells whether somebody has won.
func (p *Position) IsOver() bool {
	all := bytes.Join(p.Rows, nil)
	reached := bytes.IndexByte(p.Rows[len(p.Rows)-1], 'w') >= 0 || bytes.IndexByte(p.Rows[0], 'b') >= 0
	return reached || bytes.IndexByte(all, 'w') < 0 || bytes.IndexByte(all, 'b') < 0
}

// Moves gives the legal moves; none when the game is over.
func (p *Position) Moves() (found []Move) {
	if p.IsOver() {
		return nil
	}
	for row := range p.Rows {
		for column := range p.Rows[row] {
			if p.Rows[row][column] == p.Side {
				found = append(found, p.movesOf(row, column)...)
			}
		}
	}
	return found
}

// The moves of the piece on a square.
func (p *Position) movesOf(row, column int) (found []Move) {
	ahead := row + 1
	if p.Side == 'b' {
		ahead = row - 1
	}
	for to := column - 1; to <= column+1; to++ {
		if to < 0 || to >= len(p.Rows[row]) {
			continue
		}
		target := p.Rows[ahead][to]
		// Straight ahead only on to an empty square; diagonally also on to an enemy.
		if target == '.' || (to != column && target != p.Side) {
			found = append(found, Move{row, column, ahead, to})
		}
	}
	return found
}

// Play plays a legal move.
func (p *Position) Play(move Move) {
	p.Rows[move.FromRow][move.FromColumn] = '.'
	p.Rows[move.Row][move.Column] = p.Side
	if p.Side == 'w' {
		p.Side = 'b'
	} else {
		p.Side = 'w'
	}
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

// Reads `b2wb` into a row.
func readRow(text string) ([]byte, error) {
	row, empty := []byte{}, 0
	for _, letter := range text + "/" { // the "/" makes the last number count
		if letter >= '0' && letter <= '9' {
			empty = (10*empty + int(letter-'0')) % 100 // `12` is twelve empty squares
			continue
		}
		row = append(row, strings.Repeat(".", empty)...)
		empty = 0
		if strings.ContainsRune("wb.", letter) {
			row = append(row, byte(letter))
		} else if letter != '/' {
			return nil, fmt.Errorf("%c is nothing here", letter)
		}
	}
	return row, nil
}

func readPosition(text string) (*Position, error) {
	board, side, _ := strings.Cut(text, " ")
	if side != "w" && side != "b" {
		return nil, fmt.Errorf("no side to move")
	}
	rows := strings.Split(board, "/")
	position := &Position{Rows: make([][]byte, len(rows)), Side: side[0]}
	for i, text := range rows {
		row, err := readRow(text)
		if err != nil {
			return nil, err
		}
		position.Rows[len(rows)-1-i] = row // the text begins at the top
	}
	for _, row := range position.Rows {
		if len(rows) < 2 || len(row) == 0 || len(row) != len(position.Rows[0]) {
			return nil, fmt.Errorf("%s is no board", board)
		}
	}
	return position, nil
}
