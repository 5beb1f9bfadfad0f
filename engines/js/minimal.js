#!/usr/bin/env node
// An engine for the arena that plays at random, until you teach it to think.
//
// 1. Your thinking: `choose`. Begin here; the rest is done.
// 2. The rules: a class with `moves()`, `play(move)` and `copy()`.
// 3. The conversation with the arena, line by line, as protocol.md describes it.
'use strict';

// ==== 1. Your thinking ====

// YOUR THINKING GOES HERE. Return one of `position.moves()`; there is at least one.
//
// `limits` has what the arena said after `go`, such as { movetime: 1000 }, in milliseconds. To look
// ahead, `const after = position.copy(); after.play(move);`. Take chance from `random` alone (a
// number in 0..1, like Math.random), so that the same seed plays the same game again.
function choose(position, limits, random) {
  const moves = position.moves();
  return moves[Math.floor(random() * moves.length)];
}

// ==== 2. The rules ====

const games = {}; // The games that this engine plays, each by its name. The first one is the default.

// >>> here
// This file is also what `arena new` copies, for one game: between >>> and <<< stands what only the
// games named there need.
//
// <<<
// >>> othello breakthrough
const COLUMNS = 'abcdefghijkl';

// Turns `8/3ox3/... x` into rows of letters, `.` for an empty square, and the side to move.
function readBoard(text) {
  const [board, side] = text.toLowerCase().split(' ');
  // A number is so many empty squares: 12 is twelve.
  const spell = (row) => row.replace(/\d+/g, (n) => '.'.repeat(Math.min(Number(n), COLUMNS.length)));
  const rows = board.split('/').map((row) => [...spell(row)]);
  return { rows, side };
}

// <<<
// >>> othello
class Othello {
  static get START() { return '8/8/8/3ox3/3xo3/8/8/8 x'; }

  // Rows are counted from the top: rows[0][2] is c1. Black, `x`, moves first.
  constructor(text) {
    Object.assign(this, readBoard(text));
  }

  copy() {
    return Object.assign(Object.create(Othello.prototype), { rows: this.rows.map((row) => [...row]), side: this.side });
  }

  at(row, column) { return (this.rows[row] || [])[column]; } // undefined off the board

  // The discs that turn over when `side` places one on an empty square; none: not a move.
  flips(row, column, side) {
    const enemy = side === 'x' ? 'o' : 'x';
    const found = [];
    for (const down of [-1, 0, 1]) {
      for (const right of [-1, 0, 1]) { // (0, 0) finds nothing: the square is empty.
        const run = [];
        let [r, c] = [row + down, column + right];
        while (this.at(r, c) === enemy) {
          run.push([r, c]);
          [r, c] = [r + down, c + right];
        }
        // The run of enemy discs ends at one of ours: it is enclosed.
        if (this.at(r, c) === side) found.push(...run);
      }
    }
    return found;
  }

  placements(side) {
    const found = [];
    this.rows.forEach((row, r) => row.forEach((letter, c) => {
      if (letter === '.' && this.flips(r, c, side).length > 0) found.push(COLUMNS[c] + (r + 1));
    }));
    return found;
  }

  // The legal moves as the protocol writes them; none when the game is over.
  moves() {
    const placements = this.placements(this.side);
    if (placements.length > 0) return placements;
    // No disc can be placed: a pass, unless the other side is stuck too.
    return this.placements(this.side === 'x' ? 'o' : 'x').length > 0 ? ['pass'] : [];
  }

  play(move) {
    if (move !== 'pass') {
      const [row, column] = [Number(move.slice(1)) - 1, COLUMNS.indexOf(move[0])];
      for (const [r, c] of [...this.flips(row, column, this.side), [row, column]]) this.rows[r][c] = this.side;
    }
    this.side = this.side === 'x' ? 'o' : 'x';
  }
}

games.othello = Othello;

// <<<
// >>> breakthrough
class Breakthrough {
  static get START() { return 'bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w'; }

  // Rows are kept as they are written, from the top; row number 1, White's home, is the last.
  // White, `w`, moves first and goes up.
  constructor(text) {
    Object.assign(this, readBoard(text));
  }

  copy() {
    return Object.assign(Object.create(Breakthrough.prototype), { rows: this.rows.map((row) => [...row]), side: this.side });
  }

  isOver() {
    const last = this.rows.length - 1;
    const gone = (side) => !this.rows.some((row) => row.includes(side));
    return this.rows[0].includes('w') || this.rows[last].includes('b') || gone('w') || gone('b');
  }

  name(row, column) { return COLUMNS[column] + (this.rows.length - row); }

  // The legal moves as the protocol writes them; none when the game is over.
  moves() {
    const found = [];
    if (this.isOver()) return found;
    const up = this.side === 'w' ? -1 : 1; // Row 0 is the top, so White's row index falls.
    this.rows.forEach((row, r) => row.forEach((letter, c) => {
      if (letter !== this.side) return;
      for (const to of [c - 1, c, c + 1]) {
        const target = this.rows[r + up][to]; // undefined beside the board
        // Straight ahead only on to an empty square; diagonally also on to an enemy.
        if (target === '.' || (to !== c && target !== undefined && target !== this.side)) {
          found.push(this.name(r, c) + this.name(r + up, to));
        }
      }
    }));
    return found;
  }

  play(move) {
    const [, fromColumn, fromRow, toColumn, toRow] = move.match(/^([a-l])(\d+)([a-l])(\d+)$/);
    this.rows[this.rows.length - fromRow][COLUMNS.indexOf(fromColumn)] = '.';
    this.rows[this.rows.length - toRow][COLUMNS.indexOf(toColumn)] = this.side;
    this.side = this.side === 'w' ? 'b' : 'w';
  }
}

games.breakthrough = Breakthrough;

// <<<
// >>> domino
// What the engine knows of the table: the chain, its own tiles, how many the others have. Only its own
// moves are worked out in full: the arena asks us only when we can play a tile.
class Domino {
  // Games never begin so: the arena tells us the deal.
  static get START() { return '- 0-0,0-1,0-2,0-3,0-4/?5 18 p1'; }

  constructor(text) {
    const [chain, hands, stack, player] = text.toLowerCase().split(' ');
    // A hidden tile is `?`; with `peek` all hands may be known.
    const readTiles = (tiles) => (tiles === '-' ? [] : tiles.split(',').flatMap(
      (part) => (part[0] === '?' ? Array(Math.min(Number(part.slice(1)), 28)).fill('?') : [part])));
    this.chain = readTiles(chain);
    this.hands = hands.split('/').map(readTiles);
    this.stack = Number(stack);
    this.player = Number(player.slice(1)) - 1;
    if (!this.hands[this.player]) throw new Error('nobody sits there');
  }

  copy() {
    const copy = Object.assign(Object.create(Domino.prototype), this);
    return Object.assign(copy, { chain: [...this.chain], hands: this.hands.map((hand) => [...hand]) });
  }

  // The ways in which a tile can be played: `2-6R` as it will lie, at the left or right end.
  plays(tile) {
    const found = [];
    const { chain } = this;
    for (const way of new Set([tile, turned(tile)])) {
      if (chain.length === 0 || way[0] === chain[chain.length - 1][2]) found.push(way + 'R');
      if (chain.length > 0 && way[2] === chain[0][0]) found.push(way + 'L');
    }
    return found;
  }

  // The legal moves as the protocol writes them; none when the game is over.
  moves() {
    if (this.hands.some((hand) => hand.length === 0)) return [];
    const found = this.hands[this.player].filter((tile) => tile !== '?').flatMap((tile) => this.plays(tile));
    return found.length > 0 ? found : [this.stack > 0 ? 'draw' : 'pass'];
  }

  play(move) {
    const hand = this.hands[this.player];
    const [lying, end] = [move.slice(0, 3), move.slice(3).toLowerCase()];
    if (move.startsWith('draw')) {
      hand.push(move.slice(5) || '?'); // Of another's draw we are not told what it brought.
      this.stack -= 1;
    } else if (/^[0-6]-[0-6]$/.test(lying) && (end === 'l' || end === 'r')) {
      const held = [lying, turned(lying)].find((tile) => hand.includes(tile)) || '?';
      hand.splice(hand.indexOf(held), 1);
      this.chain.splice(end === 'l' ? 0 : this.chain.length, 0, lying);
    } else if (move !== 'pass') {
      throw new Error('no move');
    }
    this.player = (this.player + 1) % this.hands.length;
  }
}

function turned(tile) { return tile[2] + '-' + tile[0]; }

games.domino = Domino;

// <<<
// ==== 3. The conversation ====

// Math.random cannot be seeded; this is the well-known generator mulberry32.
function chanceFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// Writes a line for the arena. Node keeps nothing back: there is no buffer to flush.
function answer(line) {
  process.stdout.write(line + '\n');
}

let game = Object.values(games)[0];
let seed = 1;
let random = chanceFrom(seed);
let position = new game(game.START);

function hear(line) {
  const words = line.split(/\s+/).filter((word) => word !== ''); // takes a `\r` away as well
  switch (words[0]) {
    case 'ugi':
      answer('id name Minimal JavaScript');
      answer("id author the arena's authors");
      answer(`option name UGI_Variant type combo default ${Object.keys(games)[0]}`
        + Object.keys(games).map((name) => ` var ${name}`).join(''));
      answer('option name Seed type spin default 1 min 0 max 2147483647');
      answer('ugiok');
      break;
    case 'isready':
      answer('readyok');
      break;
    case 'uginewgame':
      random = chanceFrom(seed); // Forget the last game: the same seed, the same moves.
      break;
    case 'setoption': { // setoption name X value Y
      const [name, value] = [words[2] || '', words[4] || ''].map((word) => word.toLowerCase());
      if (name === 'ugi_variant' && Object.keys(games).includes(value)) {
        game = games[value];
        position = new game(game.START);
      } else if (name === 'seed' && /^\d+$/.test(value)) {
        seed = Number(value);
        random = chanceFrom(seed);
      }
      break;
    }
    case 'position': { // position startpos|fen <rows> <side> [moves <move> ...]
      const [before, moves] = words.slice(1).join(' ').split(' moves');
      try {
        const told = new game(before === 'startpos' ? game.START : before.replace(/^fen /, ''));
        for (const move of (moves || '').toLowerCase().split(' ').filter(Boolean)) told.play(move);
        position = told;
      } catch (error) { // A mistyped line; the arena sends none.
        answer('info string cannot read that position');
      }
      break;
    }
    case 'go': { // pairs of a word and a number: movetime 1000, p1time 60000, depth 6
      const limits = {};
      words.forEach((word, i) => { if (/^\d+$/.test(words[i + 1])) limits[word] = Number(words[i + 1]); });
      // The arena never asks when the game is over; a person at the keyboard might.
      answer('bestmove ' + (position.moves().length > 0 ? choose(position, limits, random) : 'none'));
      break;
    }
    case 'quit':
      process.exit(0);
    // Every other word is ignored, as the protocol wants.
  }
}

// Ends by itself when the arena closes our input.
require('readline').createInterface({ input: process.stdin, terminal: false }).on('line', hear);
