//! A line of play: the position in which a game's seats are taken, and all plies made since.

use std::borrow::Cow;
use std::fmt;

use super::{Game, IllegalMove, Observer, ParseError, PlyText, Position, Turn};

/// A seat at the board: p1 is the side to move in the line's base position, p2 the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub usize);

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0 + 1)
    }
}

/// A base position with the plies since; every one of them was legal.
///
/// `Display` gives the text of an opening, `startpos` or a position, then ` moves ...` if there are
/// any; [`Line::parse`] reads it back.
#[derive(Clone, Debug)]
pub struct Line {
    base: Box<dyn Position>,
    /// The base is the start of the game's default board, which everyone knows by name.
    standard: bool,
    /// Whether everybody sees everything.
    open: bool,
    /// The base's text where it is needed and the same for everybody.
    shown: Option<String>,
    seats: usize,
    first: usize,
    now: Box<dyn Position>,
    /// What comes next.
    turn: Turn,
    plies: Vec<PlyText>,
    /// The plies once more as one text, a blank before each: it is sent with every question.
    text: String,
}

impl Line {
    /// A line without plies from `base`.
    pub fn new(base: Box<dyn Position>) -> Self {
        let game = base.game();
        let open = !game.is_dealt();
        let turn = base.turn();
        let standard = open && game.is_default_board() && base.is_start();
        Self {
            standard,
            open,
            shown: (open && !standard).then(|| base.to_string()),
            seats: game.players(),
            first: match turn {
                Turn::Choice(player) | Turn::Forced(player) => player,
                Turn::Over => 0,
            },
            now: base.clone(),
            base,
            turn,
            plies: Vec::new(),
            text: String::new(),
        }
    }

    /// Reads an opening: `startpos` (the start of `game` on its board) or a position, then
    /// optionally ` moves ` and plies with blanks between. `fen ` before the position is allowed.
    ///
    /// # Errors
    /// What is wrong with the position, or the first ply that is illegal; both with their place.
    pub fn parse(game: Game, text: &str) -> Result<Self, ParseError> {
        let (base, plies_from) = match text.find(" moves") {
            Some(at) if text[at + 6..].starts_with(' ') || text.len() == at + 6 => (&text[..at], at + 6),
            _ => (text, text.len()),
        };
        let base = base.trim();
        let base = base.strip_prefix("fen ").unwrap_or(base);
        let shift =
            |error: ParseError, by: usize| ParseError { text: text.to_owned(), at: error.at + by, ..error };
        let base_at = base.as_ptr() as usize - text.as_ptr() as usize;
        let mut words = base.split_ascii_whitespace();
        let position = match words.next().unwrap_or("") {
            "startpos" if game.is_dealt() => {
                let reason =
                    format!("there is no `startpos` in {}: the deal comes as a position", game.name());
                return Err(ParseError::new(text, base_at, reason));
            }
            "startpos" => match words.next() {
                None => game.start(),
                Some(word) => return Err(ParseError::no_moves(text, "startpos", word)),
            },
            "" => return Err(ParseError::new(text, 0, "expected `startpos` or a position")),
            "fen" if words.next().is_none() => {
                return Err(ParseError::new(text, base_at + 3, "expected a position after `fen`"));
            }
            _ => game.parse(base).map_err(|error| shift(error, base_at))?,
        };
        let mut line = Self::new(position);
        for ply in text[plies_from..].split_ascii_whitespace() {
            line.play(ply).map_err(|illegal| {
                let at = ply.as_ptr() as usize - text.as_ptr() as usize;
                ParseError::new(text, at, illegal.to_string())
            })?;
        }
        Ok(line)
    }

    /// The game and its board.
    pub fn game(&self) -> Game {
        self.base.game()
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The position before the first ply.
    pub fn base(&self) -> &dyn Position {
        &*self.base
    }

    /// The position after the last ply.
    pub fn position(&self) -> &dyn Position {
        &*self.now
    }

    /// All plies since the base, in their canonical text.
    pub fn plies(&self) -> &[PlyText] {
        &self.plies
    }

    /// All plies since the base.
    pub fn into_plies(self) -> Vec<PlyText> {
        self.plies
    }

    /// The seat to move; `None` when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        match self.turn {
            Turn::Choice(player) | Turn::Forced(player) => Some(self.seat_of(player)),
            Turn::Over => None,
        }
    }

    /// The seat of a player of the game.
    pub fn seat_of(&self, player: usize) -> Seat {
        let seats = self.seats();
        Seat((player + seats - self.first) % seats)
    }

    /// The player of the game who sits at `seat`.
    pub fn player_at(&self, seat: Seat) -> usize {
        (seat.0 + self.first) % self.seats()
    }

    /// Makes room for so many more plies at once.
    pub fn reserve(&mut self, plies: usize) {
        // Most plies are a square or two.
        self.text.reserve(5 * plies);
        self.plies.reserve(plies);
    }

    /// Plays one ply more.
    ///
    /// # Errors
    /// Why it is illegal; the line is then unchanged.
    pub fn play(&mut self, ply: &str) -> Result<PlyText, IllegalMove> {
        let text = self.now.play(ply)?;
        self.turn = self.now.turn();
        self.text.push(' ');
        // Letters, digits and a few signs: put in one by one they are not looked through once more as a text.
        text.as_bytes().iter().for_each(|&ascii| self.text.push(char::from(ascii)));
        self.plies.push(text);
        Ok(text)
    }

    /// The line as it was after its first `plies` plies; the whole line if it has no more.
    #[must_use]
    pub fn first(&self, plies: usize) -> Self {
        let mut line = Self::new(self.base.clone());
        for ply in self.plies.iter().take(plies) {
            // They were legal once.
            if line.play(ply).is_err() {
                break;
            }
        }
        line
    }

    /// The ply that the arena makes for the player to move; see [`Position::forced`].
    pub fn forced(&self) -> Option<PlyText> {
        // Nearly never there is one.
        if matches!(self.turn, Turn::Forced(_)) { self.now.forced() } else { None }
    }

    /// The returns by seat once the game is over; see [`Position::returns`].
    pub fn returns(&self) -> Option<Vec<i32>> {
        let by_player = self.now.returns()?;
        Some((0..by_player.len()).map(|seat| by_player[self.player_at(Seat(seat))]).collect())
    }

    /// Who sits at `seat` as one who looks at the game.
    pub fn observer(&self, seat: Seat, peeks: bool) -> Observer {
        Observer { player: self.player_at(seat), peeks }
    }

    /// The base position as `observer` may be told of it; `None` where `startpos` says it all.
    pub fn base_view(&self, observer: Observer) -> Option<Cow<'_, str>> {
        match &self.shown {
            _ if self.standard => None,
            Some(text) => Some(Cow::Borrowed(text)),
            None => Some(Cow::Owned(self.base.view(observer))),
        }
    }

    /// The plies as `observer` may be told of them.
    pub fn plies_as_seen(&self, observer: Observer) -> impl Iterator<Item = &str> {
        // In every game the turn passes on with every ply.
        self.plies.iter().enumerate().map(move |(number, ply)| match self.open {
            true => ply,
            false => self.now.ply_as_seen(ply, (self.first + number) % self.seats, observer),
        })
    }

    /// Appends [`Line::plies_as_seen`], a blank before each.
    pub fn write_plies(&self, observer: Observer, out: &mut String) {
        if self.open {
            out.push_str(&self.text);
            return;
        }
        for ply in self.plies_as_seen(observer) {
            out.push(' ');
            out.push_str(ply);
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.standard {
            f.write_str("startpos")?;
        } else {
            write!(f, "{}", self.base)?;
        }
        if !self.plies.is_empty() {
            write!(f, " moves{}", self.text)?;
        }
        Ok(())
    }
}
