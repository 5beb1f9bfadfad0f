//! GTP version 2, the Go Text Protocol, as Othello engines speak it.
//!
//! An engine keeps the board and is told every move once; the conversation knows what it has been
//! told. Answers come in the order of the commands, so that a question is one write: the moves since
//! the last one, and `genmove`. No command has an id: some engines repeat a stale one for ever. Row 1 is
//! the top one, as in Othello and not as in Go; as in Go the column after `h` is `j`.
//!
//! Engines disagree about the pass of a side that has no move: GRhino makes it itself and refuses to be
//! told of it. So it is never told of passes, nor is any other once it has refused one.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use super::{Conversation, Dialect, Hearing, Question};
use crate::games::{Game, PlyText};
use crate::protocol::vertex::{PASS, is_vertex, square, vertex};
use crate::protocol::{Limits, OptionDecl};

/// A part of an engine's name by which those are known that make their passes themselves.
const PASSES_BY_ITSELF: &str = "rhino";

/// What an answer will be to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Owed {
    Name,
    Version,
    Commands,
    /// A command whose refusal does not matter.
    Anything,
    /// A command that makes the game what it is; in words.
    Game(String),
    NewGame,
    Play(PlyText),
    Move,
}

/// A conversation in GTP.
#[derive(Debug, Default)]
pub(super) struct Gtp {
    variant: Option<String>,
    name: String,
    commands: BTreeSet<String>,
    passes_by_itself: bool,
    /// What is to be answered, in order.
    owed: VecDeque<Owed>,
    /// The lines of the answer to `list_commands` are coming.
    listing: bool,
    size: u8,
    /// The plies that the engine knows of.
    played: Vec<PlyText>,
    /// The time that it was told of in this game.
    told: Option<String>,
}

impl Gtp {
    pub(super) fn new(variant: Option<String>) -> Self {
        Self { variant, ..Self::default() }
    }

    fn say(&mut self, command: &str, owed: Owed, out: &mut String) {
        out.push_str(command);
        out.push('\n');
        self.owed.push_back(owed);
    }

    fn set_size(&mut self, size: u8, out: &mut String) {
        let command = format!("boardsize {size}");
        self.say(&command, Owed::Game(command.clone()), out);
        self.size = size;
    }

    fn clear(&mut self, out: &mut String) {
        self.say("clear_board", Owed::NewGame, out);
        self.played.clear();
    }

    /// Tells the time, where the engine has a command for it.
    fn tell_time(&mut self, limits: &Limits, seat: usize, colour: &str, out: &mut String) {
        if self.commands.contains("time_settings")
            && let Some(settings) = time_settings(limits, seat)
            && self.told.as_ref() != Some(&settings)
        {
            self.say(&settings, Owed::Anything, out);
            self.told = Some(settings);
        }
        if self.commands.contains("time_left")
            && let Some(clock) = limits.clocks.get(seat)
        {
            self.say(&format!("time_left {colour} {} 0", clock.time.as_secs()), Owed::Anything, out);
        }
    }

    /// What the answer to the first command that has none means.
    fn answered(&mut self, answer: Result<&str, &str>) -> Hearing<'static> {
        // What is done without a word, or answered by a number, has no move for an answer: that is a second one to
        // `genmove`.
        let is_no_move =
            matches!(self.owed.front(), Some(Owed::Play(_) | Owed::NewGame | Owed::Game(_) | Owed::Anything));
        if is_no_move && answer.is_ok_and(is_vertex) {
            return Hearing::Stray;
        }
        let Some(owed) = self.owed.pop_front() else { return Hearing::Stray };
        let refused = |what: &str, says: &str| Hearing::Refused(format!("it refuses `{what}`: {says}"));
        match (owed, answer) {
            (Owed::Name, Ok(name)) => {
                self.passes_by_itself = name.to_ascii_lowercase().contains(PASSES_BY_ITSELF);
                name.clone_into(&mut self.name);
                Hearing::Name(name.to_owned().into())
            }
            (Owed::Version, Ok(version)) => {
                Hearing::Name(format!("{} {version}", self.name).trim().to_owned().into())
            }
            (Owed::Commands, Ok(first)) => {
                self.listing = true;
                self.commands.extend((!first.is_empty()).then(|| first.to_owned()));
                Hearing::Part
            }
            (Owed::Move, Ok(text)) => {
                let word = square(text.split_ascii_whitespace().next().unwrap_or(""), self.size);
                // What is too long for a ply is no move, and ends the game.
                self.played.push(PlyText::new(&word).unwrap_or_default());
                Hearing::Move { word: word.into(), info: None }
            }
            (Owed::Move, Err(says)) => refused("genmove", says),
            (Owed::Play(ply), Err(says)) if ply != PASS => {
                Hearing::Refused(format!("it refuses the legal move {ply}: {says}"))
            }
            (Owed::Play(_), Err(_)) => {
                self.passes_by_itself = true;
                Hearing::Part
            }
            (Owed::NewGame, Err(says)) => refused("clear_board", says),
            (Owed::Game(command), Err(says)) => {
                // The last word of a set-up is another command, so that this is not the end of it.
                Hearing::Unplayable(format!("it refuses `{command}`: {says}"))
            }
            _ if self.owed.is_empty() => Hearing::Ready,
            _ => Hearing::Part,
        }
    }
}

impl Conversation for Gtp {
    fn greet(&mut self, out: &mut String) {
        self.say("name", Owed::Name, out);
        self.say("version", Owed::Version, out);
        self.say("list_commands", Owed::Commands, out);
        self.synchronize(out);
    }

    fn set_up(
        &mut self,
        game: Game,
        _declared: &[OptionDecl],
        _options: &[(String, String)],
        out: &mut String,
    ) {
        if let Some(variant) = &self.variant {
            let command = format!("set_game {variant}");
            self.say(&command, Owed::Game(command.clone()), out);
        }
        if let Game::Othello { size } = game {
            self.set_size(size, out);
        }
        self.synchronize(out);
    }

    fn new_game(&mut self, out: &mut String) {
        self.told = None;
        self.clear(out);
    }

    fn synchronize(&mut self, out: &mut String) {
        self.say("protocol_version", Owed::Anything, out);
    }

    fn ask(&mut self, question: &Question<'_>, out: &mut String) -> Result<(), &'static str> {
        let Question { line, seat, limits, .. } = question;
        Dialect::Gtp.check_game(line.game())?;
        Dialect::Gtp.check_opening(line)?;
        if let Game::Othello { size } = line.game()
            && size != self.size
        {
            self.set_size(size, out);
            self.clear(out);
        }
        if !line.plies().starts_with(&self.played) {
            self.clear(out);
        }
        for (number, ply) in line.plies().iter().enumerate().skip(self.played.len()) {
            self.played.push(*ply);
            if *ply == PASS && self.passes_by_itself {
                continue;
            }
            let command = format!("play {} {}", colour(number), vertex(ply, self.size));
            self.say(&command, Owed::Play(*ply), out);
        }
        let colour = colour(line.plies().len());
        self.tell_time(limits, seat.0, colour, out);
        self.say(&format!("genmove {colour}"), Owed::Move, out);
        Ok(())
    }

    fn hear<'a>(&mut self, line: &'a str) -> Hearing<'a> {
        let line = line.trim();
        let answer = match line.split_at_checked(1) {
            Some(("=", text)) => Some(Ok(without_id(text))),
            Some(("?", text)) => Some(Err(without_id(text))),
            _ => None,
        };
        match answer {
            Some(answer) => {
                self.listing = false;
                self.answered(answer)
            }
            None if !self.listing || line.is_empty() => {
                self.listing = false;
                Hearing::Other
            }
            None => {
                self.commands.insert(line.to_owned());
                Hearing::Part
            }
        }
    }

    fn take_back(&mut self) {
        if self.owed.is_empty() {
            self.played.pop();
            self.owed.push_front(Owed::Move);
        }
    }

    fn owed(&self) -> Cow<'static, str> {
        let command = match self.owed.front() {
            None | Some(Owed::Move) => "genmove",
            Some(Owed::Name) => "name",
            Some(Owed::Version) => "version",
            Some(Owed::Commands) => "list_commands",
            Some(Owed::Game(command)) => command,
            Some(Owed::NewGame) => "clear_board",
            Some(Owed::Play(_)) => "play",
            Some(Owed::Anything) => "protocol_version",
        };
        format!("answer to `{command}`").into()
    }
}

/// Whose ply number `number` is, from 0; all games begin at the start.
fn colour(number: usize) -> &'static str {
    ["black", "white"][number % 2]
}

/// What stands after `=` or `?` and an id that nobody gave.
fn without_id(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit()).trim()
}

/// The command that tells the time of a game: for every move so many seconds, or main time, and then
/// the increment for every move. GTP has whole seconds; a part of one is rounded down, but to 1 at least.
fn time_settings(limits: &Limits, seat: usize) -> Option<String> {
    let seconds = |time: Duration| time.as_secs().max(1);
    if let Some(clock) = limits.clocks.get(seat) {
        let (main, added) = (seconds(clock.time), clock.increment);
        let (period, stones) = if added.is_zero() { (0, 0) } else { (seconds(added), 1) };
        return Some(format!("time_settings {main} {period} {stones}"));
    }
    limits.movetime.map(|time| format!("time_settings 0 {} 1", seconds(time)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Line, Seat};

    const GAME: Game = Game::Othello { size: 8 };

    /// A conversation with an engine called `name`, made ready for a game.
    fn ready(name: &str, commands: &str) -> Gtp {
        let mut gtp = Gtp::new(None);
        let mut said = String::new();
        gtp.greet(&mut said);
        assert_eq!(said, "name\nversion\nlist_commands\nprotocol_version\n");
        assert_eq!(gtp.hear(&format!("= {name}")), Hearing::Name(name.into()));
        assert_eq!(gtp.hear(""), Hearing::Other);
        assert_eq!(gtp.hear("= 1.0"), Hearing::Name(format!("{name} 1.0").into()));
        assert_eq!(gtp.hear(""), Hearing::Other);
        for line in format!("= {commands}").lines() {
            assert_eq!(gtp.hear(line), Hearing::Part, "{line}");
        }
        assert_eq!(gtp.hear(""), Hearing::Other);
        assert_eq!(gtp.hear("= 2"), Hearing::Ready);
        said.clear();
        gtp.set_up(GAME, &[], &[], &mut said);
        assert_eq!(gtp.hear("="), Hearing::Part);
        assert_eq!(gtp.hear("= 2"), Hearing::Ready);
        gtp.new_game(&mut said);
        assert_eq!(gtp.hear("="), Hearing::Ready);
        assert_eq!(said, "boardsize 8\nprotocol_version\nclear_board\n");
        gtp
    }

    fn asked(gtp: &mut Gtp, line: &Line, limits: &str) -> String {
        let mut out = String::new();
        let limits = Limits::parse(limits);
        let seat = line.to_move().unwrap_or(Seat(0));
        gtp.ask(&Question { line, seat, peeks: false, limits: &limits }, &mut out).unwrap();
        out
    }

    fn line(moves: &str) -> Line {
        Line::parse(GAME, &format!("startpos moves {moves}")).unwrap()
    }

    fn a_move(word: &str) -> Hearing<'_> {
        Hearing::Move { word: word.into(), info: None }
    }

    #[test]
    fn every_move_is_told_once() {
        let mut gtp = ready("Old", "play\ngenmove");
        assert_eq!(asked(&mut gtp, &line("f5"), "movetime 1000"), "play black F5\ngenmove white\n");
        assert_eq!(gtp.hear("="), Hearing::Part);
        assert_eq!(gtp.hear(""), Hearing::Other);
        assert_eq!(gtp.hear("= D6"), a_move("d6"));
        assert_eq!(gtp.hear(""), Hearing::Other);
        assert_eq!(asked(&mut gtp, &line("f5 d6 c3"), "movetime 1000"), "play black C3\ngenmove white\n");
        assert_eq!(gtp.hear("="), Hearing::Part);
        assert_eq!(gtp.hear("=7 g5"), a_move("g5"), "an id that nobody gave");
        let all = "clear_board\nplay black F5\nplay white F6\nplay black E6\ngenmove white\n";
        assert_eq!(asked(&mut gtp, &line("f5 f6 e6"), ""), all, "another game");
    }

    #[test]
    fn a_new_game_and_a_new_process_are_told_all_moves() {
        for mut gtp in [ready("Old", "play"), ready("Old", "play")] {
            assert_eq!(
                asked(&mut gtp, &line("f5 d6 c3"), ""),
                "play black F5\nplay white D6\nplay black C3\ngenmove white\n"
            );
            for _ in 0..3 {
                gtp.hear("=");
            }
            gtp.hear("= D3");
            let mut out = String::new();
            gtp.new_game(&mut out);
            assert_eq!((out.as_str(), gtp.hear("=")), ("clear_board\n", Hearing::Ready));
            assert_eq!(asked(&mut gtp, &line("f5"), ""), "play black F5\ngenmove white\n");
        }
    }

    #[test]
    fn a_pass_is_told_but_to_those_that_make_it_themselves() {
        let mut before = Line::new(GAME.start());
        let mut random = crate::games::random::Random::new(5);
        // Some game with a pass in it, and a move after that.
        while !before.plies().iter().any(|ply| ply == PASS) {
            if before.to_move().is_none() {
                before = Line::new(GAME.start());
            }
            let ply = random.choose(&before.position().plies()).unwrap().clone();
            before.play(&ply).unwrap();
        }
        let passer = colour(before.plies().len() - 1);
        let told = asked(&mut ready("Old", "play"), &before, "");
        assert!(told.contains(&format!("play {passer} PASS\n")), "{told}");
        let told = asked(&mut ready("GTP GRhino", "play"), &before, "");
        assert!(!told.contains("PASS"), "{told}");

        let mut gtp = ready("Old", "play");
        let count = asked(&mut gtp, &before, "").lines().count();
        for number in 0..count - 1 {
            let answer = if before.plies()[number] == PASS { "? syntax error" } else { "=" };
            assert_eq!(gtp.hear(answer), Hearing::Part, "its own affair");
        }
        gtp.hear("= PASS");
        let mut out = String::new();
        gtp.new_game(&mut out);
        gtp.hear("=");
        assert!(!asked(&mut gtp, &before, "").contains("PASS"), "never again");
    }

    #[test]
    fn what_is_refused_is_told_in_its_words() {
        let mut gtp = ready("Old", "play");
        asked(&mut gtp, &line("f5"), "");
        let says = "it refuses the legal move f5: illegal move";
        assert_eq!(gtp.hear("? illegal move"), Hearing::Refused(says.to_owned()));
        let mut gtp = ready("Old", "play");
        asked(&mut gtp, &line("f5"), "");
        gtp.hear("=");
        let says = "it refuses `genmove`: out of memory";
        assert_eq!(gtp.hear("?3 out of memory"), Hearing::Refused(says.to_owned()));
        let mut gtp = Gtp::new(Some("Othello".to_owned()));
        let mut out = String::new();
        gtp.set_up(Game::Othello { size: 6 }, &[], &[], &mut out);
        assert_eq!(out, "set_game Othello\nboardsize 6\nprotocol_version\n");
        gtp.hear("=");
        let says = "it refuses `boardsize 6`: unacceptable size";
        assert_eq!(gtp.hear("? unacceptable size"), Hearing::Unplayable(says.to_owned()));
        assert_eq!(gtp.hear("= 2"), Hearing::Ready);
    }

    #[test]
    fn an_answer_to_nothing_is_a_stray_and_one_too_early_is_taken_back() {
        let mut gtp = ready("Old", "play");
        assert_eq!(gtp.hear("= D6"), Hearing::Stray);
        assert_eq!(gtp.hear("thinking"), Hearing::Other);
        asked(&mut gtp, &line("f5"), "");
        assert_eq!(gtp.hear("= D3"), Hearing::Stray, "no answer to `play`");
        gtp.hear("=");
        assert_eq!(gtp.hear("= F6"), a_move("f6"));
        gtp.take_back();
        assert_eq!(gtp.hear("= D6"), a_move("d6"));
        assert_eq!(gtp.played, ["f5", "d6"]);
        gtp.synchronize(&mut String::new());
        assert_eq!(gtp.hear("= D6"), Hearing::Stray, "no answer to `protocol_version`");
        assert_eq!(gtp.hear("= 2"), Hearing::Ready);
    }

    #[test]
    fn time_is_told_in_whole_seconds_to_those_that_want_to_know() {
        let with = "play\ntime_settings\ntime_left";
        for (limits, first, then) in [
            ("movetime 2500", "time_settings 0 2 1\n", ""),
            ("movetime 300", "time_settings 0 1 1\n", ""),
            (
                "p1time 60000 p2time 59900 p1inc 1000 p2inc 1000",
                "time_settings 60 1 1\ntime_left black 60 0\n",
                "time_settings 60 1 1\ntime_left black 60 0\n",
            ),
            ("depth 5", "", ""),
        ] {
            let mut gtp = ready("Old", with);
            let start = Line::new(GAME.start());
            assert_eq!(asked(&mut gtp, &start, limits), format!("{first}genmove black\n"));
            let mut again = ready("Old", with);
            asked(&mut again, &start, limits);
            again.owed.clear();
            again.played = vec![PlyText::new("f5").unwrap()];
            let second = asked(&mut again, &line("f5 d6"), limits);
            let then = then.split_once('\n').map_or("", |(_, left)| left);
            assert_eq!(second, format!("play white D6\n{then}genmove black\n"), "settings only once");
        }
        assert_eq!(
            asked(&mut ready("Old", "play"), &line("f5"), "movetime 9"),
            "play black F5\ngenmove white\n"
        );
    }
}
