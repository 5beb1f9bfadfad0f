//! The fenced blocks of the page.

use arena::games::Game;

use super::TEXT;

/// The kinds of blocks, and whether a block names its game.
pub(super) const KINDS: [(&str, bool); 16] = [
    ("session", true),
    ("by-hand", true),
    ("position", true),
    ("input", true),
    ("moves", true),
    ("arena-lines", false),
    ("typed-lines", false),
    ("engine-lines", false),
    ("dropped-lines", false),
    ("option-lines", false),
    ("refusal-lines", false),
    ("abnf", false),
    ("in-uci", false),
    ("in-gtp", false),
    ("in-nboard", false),
    ("gtp-by-hand", false),
];

/// A fenced block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) kind: &'static str,
    pub(super) game: Option<Game>,
    /// Its lines, each with its number in the file.
    pub(super) lines: Vec<(usize, &'static str)>,
}

impl Block {
    pub(super) fn game(&self) -> Game {
        self.game.expect("a block of this kind names its game")
    }
}

/// All fenced blocks; panics on one of no known kind.
pub(super) fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in (1..).zip(TEXT.lines()) {
        let Some(info) = line.strip_prefix("```") else {
            if let Some(block) = &mut open {
                block.lines.push((number, line));
            }
            continue;
        };
        if let Some(block) = open.take() {
            assert_eq!(info, "", "line {number}: a block begins within another");
            assert!(!block.lines.is_empty(), "line {number}: an empty block");
            blocks.push(block);
            continue;
        }
        let (kind, game) = info.split_once(' ').unwrap_or((info, ""));
        let known = KINDS.into_iter().find(|(known, _)| *known == kind);
        let (kind, has_game) = known.unwrap_or_else(|| panic!("line {number}: no test for `{info}`"));
        let game = Game::named(game);
        assert_eq!(game.is_some(), has_game, "line {number}: `{info}`");
        open = Some(Block { kind, game, lines: Vec::new() });
    }
    assert!(open.is_none(), "the last block has no end");
    blocks
}

/// The blocks of one kind; there is at least one.
pub(super) fn blocks_of(kind: &str) -> Vec<Block> {
    let found: Vec<Block> = blocks().into_iter().filter(|block| block.kind == kind).collect();
    assert!(!found.is_empty(), "no block of kind {kind}");
    found
}

/// The lines of all blocks of one kind that names no game.
pub(super) fn lines_of(kind: &str) -> Vec<&'static str> {
    blocks_of(kind).iter().flat_map(|block| block.lines.iter().map(|&(_, line)| line)).collect()
}
