//! The book.

use arena::games::{Game, Line};
use arena::protocol::Limits;
use arena::protocol::budget::Listener;
use arena::protocol::driver::Engine;

use crate::board::Board;
use crate::book::{Book, Entry, least_image, text};
use crate::patterns::image;
use crate::player::Player;

/// The board turned or mirrored.
fn turned(board: &Board, symmetry: usize) -> Board {
    let turned = |set| crate::board::squares(set).map(|square| 1 << image(square as u8, symmetry)).sum();
    Board { mover: turned(board.mover), opponent: turned(board.opponent) }
}

#[test]
fn the_book_of_the_repository_can_be_read_and_gives_the_same_answer_however_the_board_is_turned() {
    let (book, mut boards) = (Book::own(), vec![Board::START]);
    let mut seen = 0;
    while let Some(board) = boards.pop() {
        let Some(entry) = book.get(&board) else { continue };
        seen += 1;
        let after = |board: &Board, entry: Entry| {
            let flips = board.flips(u32::from(entry.square));
            assert_ne!(flips, 0, "{board:?}: {}", text(entry.square));
            board.place(u32::from(entry.square), flips)
        };
        let expected = least_image(&after(&board, entry)).0;
        for symmetry in 1..8 {
            let board = turned(&board, symmetry);
            let other = book.get(&board).expect("an image of what is in the book");
            assert_eq!((least_image(&after(&board, other)).0, other.value), (expected, entry.value));
        }
        // Against every move there may be an answer.
        boards.extend(
            crate::board::squares(board.moves()).map(|square| board.place(square, board.flips(square))),
        );
    }
    assert!(book.count() >= 500 && seen >= book.count(), "{seen} of {}", book.count());
}

#[test]
fn what_is_no_entry_of_a_book_is_named() {
    assert_eq!(Book::parse("# only this\n").map(|book| book.count()), Ok(0));
    for line in
        ["", "f5", "f5 d6", "f5 d6 good", "f5 f5 0", "f5d d6 0", "f5z9 d6 0", "- a1 0", "- f5 0 0", "é d6 0"]
    {
        let error = Book::parse(&format!("- f5 0\n{line}\n")).unwrap_err();
        assert_eq!(error, format!("no entry of a book: {line}"));
    }
}

#[test]
fn with_its_book_the_player_answers_without_a_search_and_always_the_same_but_not_at_a_lower_level() {
    let line =
        |text: &str| Line::parse(Game::Othello { size: 8 }, &format!("startpos moves {text}")).unwrap();
    let ask = |player: &mut Player, text: &str| {
        let mut host = Listener::default();
        let answer = player.choose(&line(text), &Limits::parse("depth 3"), &mut host);
        (answer, host.told.last().and_then(|info| info.depth))
    };
    let mut player = Player::new();
    for first in ["f5", "d3", "c4", "e6"] {
        assert_eq!(ask(&mut player, first).1, Some(3), "no book unless it is wanted");
    }
    player.set_option("Book", "true").unwrap();
    for first in ["f5", "d3", "c4", "e6"] {
        let (answer, depth) = ask(&mut player, first);
        assert_eq!(depth, None);
        player.new_game();
        assert_eq!(ask(&mut player, first), (answer, None));
    }
    for (name, value) in [("Level", "12"), ("Depth", "4"), ("Seed", "1")] {
        let mut player = Player::new();
        player.set_option("Book", "true").unwrap();
        player.set_option(name, value).unwrap();
        assert_eq!(ask(&mut player, "f5").1, Some(3), "{name}");
    }
}
