//! The loop on which an engine written in Rust runs.
//!
//! An engine implements [`Engine`] and calls [`run`]. Standard input is read in a thread of its own,
//! so that `stop` is heard while the engine thinks; everything else is done in order. When the input
//! ends, what was asked before is still answered (so that questions can be piped in), but a search
//! without a limit stops.
//!
//! One that plays Breakthrough also answers `uci`, and from then on speaks UCI; [`run_gtp`] speaks GTP.

mod gtp;
mod uci;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::{Command, Info, Limits, OptionDecl, VARIANT_OPTION};
use crate::games::{Game, Line};

/// A program that plays.
pub trait Engine {
    /// `id name`.
    fn name(&self) -> String;

    /// `id author`.
    fn author(&self) -> String;

    /// The games it plays: names out of [`Game::NAMES`], the one it starts with first.
    fn games(&self) -> &[&'static str];

    /// Its options; `UGI_Variant` comes by itself.
    fn options(&self) -> Vec<OptionDecl>;

    /// Sets an option to a value that its declaration allows.
    fn set_option(&mut self, name: &str, value: &str);

    /// Forgets everything that could change an answer: tables, random state.
    fn new_game(&mut self);

    /// Finds a move for the side to move in `line`, which is not over, and gives its text.
    fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String;

    /// Answers a line typed by a person, such as `eval` or `solve 1000`; `None` if it means nothing.
    fn by_hand(
        &mut self,
        _word: &str,
        _rest: &str,
        _line: &Line,
        _search: &mut Search<'_>,
    ) -> Option<String> {
        None
    }
}

/// A search under way: its clock, its stop sign, its voice.
pub struct Search<'a> {
    started: Instant,
    number: u64,
    stopped_up_to: &'a AtomicU64,
    /// Wins are told in moves, as UCI has them, and not in plies.
    in_moves: bool,
    out: &'a mut dyn Write,
}

impl Search<'_> {
    /// Whether the arena has said `stop` or `quit`.
    pub fn stopped(&self) -> bool {
        self.stopped_up_to.load(Ordering::Relaxed) >= self.number
    }

    /// Time since the `go` line was read, or since the answer before it was given if that is later.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Writes an `info` line. A pipe that is gone is noticed by the loop, not here.
    pub fn info(&mut self, info: &Info) {
        let told = self.in_moves.then(|| uci::in_moves(info));
        let info = told.as_ref().unwrap_or(info);
        let _ = writeln!(self.out, "{info}").and_then(|()| self.out.flush());
    }

    /// Writes an `info string` line for people.
    pub fn say(&mut self, text: &str) {
        let _ = writeln!(self.out, "info string {text}").and_then(|()| self.out.flush());
    }
}

/// A line of input and what was known when it was read.
struct Heard {
    line: String,
    at: Instant,
    /// How many lines that start a search had been read, this one included.
    searches: u64,
}

/// Runs `engine` on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// Output that cannot be written. Input that cannot be read counts as its end.
pub fn run(engine: &mut dyn Engine) -> io::Result<()> {
    static STOPPED: AtomicU64 = AtomicU64::new(0);
    let (sender, heard) = mpsc::channel();
    // Not joined: it may wait for input for ever when the engine quits.
    thread::spawn(move || listen(io::stdin().lock(), &STOPPED, &sender));
    answer(engine, &heard, &STOPPED, &mut io::stdout().lock())
}

/// Runs `engine`, which plays Othello, by GTP version 2 until `quit` or the end of the input.
///
/// # Errors
/// Input that cannot be read, output that cannot be written.
pub fn run_gtp(engine: &mut dyn Engine, input: impl BufRead, out: &mut dyn Write) -> io::Result<()> {
    gtp::answer(engine, input, out)
}

/// Sets an option, as `Name=Value`.
///
/// # Errors
/// Why it cannot be set so.
pub(super) fn set(engine: &mut dyn Engine, option: &str) -> Result<(), String> {
    let (name, value) =
        option.split_once('=').ok_or_else(|| format!("{}: expected Name=Value", option.escape_debug()))?;
    set_option(engine, name, value).map(|_| ())
}

/// Reads lines and passes them on; marks searches as stopped at once.
fn listen(input: impl BufRead, stopped_up_to: &AtomicU64, heard: &mpsc::Sender<Heard>) {
    let mut searches = 0;
    let mut without_limit = 0;
    for line in input.split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line).into_owned();
        match Command::parse(&line) {
            Command::Go(limits) => {
                searches += 1;
                if limits.is_infinite() && !uci::has_clocks(&line) {
                    without_limit = searches;
                }
            }
            Command::Other(..) => searches += 1,
            Command::Stop => stopped_up_to.store(searches, Ordering::Relaxed),
            Command::Quit => stopped_up_to.store(u64::MAX, Ordering::Relaxed),
            _ => {}
        }
        if heard.send(Heard { line, at: Instant::now(), searches }).is_err() {
            return;
        }
    }
    stopped_up_to.fetch_max(without_limit, Ordering::Relaxed);
}

/// Does what the lines ask, in order.
fn answer(
    engine: &mut dyn Engine,
    heard: &mpsc::Receiver<Heard>,
    stopped_up_to: &AtomicU64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut game =
        engine.games().first().and_then(|name| Game::named(name)).unwrap_or(Game::Othello { size: 8 });
    let mut line = Some(Line::new(game.start()));
    let mut in_uci = false;
    let mut free = Instant::now();
    while let Ok(Heard { line: text, at, searches }) = heard.recv() {
        // A question that waited for the one before it has not used any of its time.
        let at = at.max(free);
        match Command::parse(&text) {
            Command::Ugi => introduce(engine, (VARIANT_OPTION, "ugiok"), out)?,
            Command::Other("uci", _) if uci::is_for(engine.games()) => {
                in_uci = true;
                game = Game::named(uci::GAME).unwrap_or(game);
                line = Some(Line::new(game.start()));
                introduce(engine, (uci::VARIANT_OPTION, "uciok"), out)?;
            }
            Command::Other("ucinewgame", _) if in_uci => engine.new_game(),
            Command::IsReady => writeln!(out, "readyok")?,
            Command::NewGame => engine.new_game(),
            // Told by UCI's name of the option; there is nothing to choose.
            Command::SetOption { name, value } if in_uci && uci::is_variant(name) => {
                if !value.eq_ignore_ascii_case(uci::GAME) {
                    writeln!(out, "info string this engine plays {} only", uci::GAME)?;
                }
            }
            Command::SetOption { name, value } => match set_option(engine, name, value) {
                Ok(Some(chosen)) => {
                    game = chosen;
                    line = Some(Line::new(game.start()));
                }
                Ok(None) => {}
                Err(why) => writeln!(out, "info string {why}")?,
            },
            Command::Position(text) => {
                let ours = in_uci.then(|| uci::position(text));
                line = match Line::parse(game, ours.as_deref().unwrap_or(text)) {
                    Ok(line) => Some(line),
                    Err(error) => {
                        writeln!(out, "info string position refused: {error}")?;
                        None
                    }
                }
            }
            Command::Go(mut limits) => {
                if let Some(line) = line.as_ref().filter(|_| in_uci) {
                    limits.clocks = uci::clocks(&text, line);
                }
                let mut search =
                    Search { started: at, number: searches, stopped_up_to, in_moves: in_uci, out };
                let best = match &line {
                    Some(line) if line.to_move().is_some() => {
                        let forced = line.forced().map(|ply| ply.to_string());
                        forced.unwrap_or_else(|| engine.go(line, &limits, &mut search))
                    }
                    _ if in_uci => "(none)".to_owned(),
                    _ => "none".to_owned(),
                };
                writeln!(out, "bestmove {best}")?;
            }
            Command::Stop => {}
            Command::Quit => break,
            Command::Other("", _) => {}
            Command::Other("d", _) => match &line {
                Some(line) => describe(line, out)?,
                None => writeln!(out, "info string there is no position")?,
            },
            Command::Other("perft", depth) => match (&line, depth.trim().parse()) {
                (Some(line), Ok(depth)) => {
                    writeln!(out, "perft {depth} nodes {}", line.position().perft(depth))?;
                }
                (None, _) => writeln!(out, "info string there is no position")?,
                (_, Err(_)) => writeln!(out, "info string perft takes a number of plies")?,
            },
            Command::Other(word, rest) => {
                let mut search =
                    Search { started: at, number: searches, stopped_up_to, in_moves: in_uci, out };
                let answer = line.as_ref().and_then(|line| engine.by_hand(word, rest, line, &mut search));
                // Unknown words are ignored, but a person who mistyped one would like to know.
                let text =
                    answer.unwrap_or_else(|| format!("info string not understood: {}", word.escape_debug()));
                writeln!(out, "{text}")?;
            }
        }
        out.flush()?;
        free = Instant::now();
    }
    Ok(())
}

/// The answer to `ugi` or `uci`: with the option for the game, and the word that ends it.
fn introduce(engine: &dyn Engine, (variant, end): (&str, &str), out: &mut dyn Write) -> io::Result<()> {
    let games = if variant == VARIANT_OPTION { engine.games() } else { &[uci::GAME] };
    writeln!(out, "id name {}\nid author {}", engine.name(), engine.author())?;
    writeln!(out, "{}", OptionDecl::combo(variant, games))?;
    for option in engine.options() {
        writeln!(out, "{option}")?;
    }
    writeln!(out, "{end}")
}

/// Sets an option; gives the game if that was the option.
fn set_option(engine: &mut dyn Engine, name: &str, value: &str) -> Result<Option<Game>, String> {
    let variant = OptionDecl::combo(VARIANT_OPTION, engine.games());
    let known = engine.options().into_iter().chain([variant]);
    let Some(option) = known.into_iter().find(|option| option.is_called(name)) else {
        return Err(format!("no option {}", name.escape_debug()));
    };
    option.check(value).map_err(|why| format!("option {} {why}", option.name))?;
    if option.name == VARIANT_OPTION {
        return Ok(Game::named(&value.to_ascii_lowercase()));
    }
    engine.set_option(&option.name, value);
    Ok(None)
}

/// The answer to `d`: the board, its text, the legal moves.
fn describe(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    let position = line.position();
    writeln!(out, "{}\nposition {position}\nlegal {}", position.diagram(), position.plies().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the first legal move; a search without limit waits for its stop sign.
    #[derive(Default)]
    struct First {
        depth: String,
        games_begun: u32,
    }

    impl Engine for First {
        fn name(&self) -> String {
            "First".to_owned()
        }
        fn author(&self) -> String {
            "nobody".to_owned()
        }
        fn games(&self) -> &[&'static str] {
            &["othello", "breakthrough"]
        }
        fn options(&self) -> Vec<OptionDecl> {
            vec![OptionDecl::spin("Depth", 1, 1, 9)]
        }
        fn set_option(&mut self, name: &str, value: &str) {
            self.depth = format!("{name}={value}");
        }
        fn new_game(&mut self) {
            self.games_begun += 1;
        }
        fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String {
            while limits.is_infinite() && !search.stopped() {
                thread::yield_now();
            }
            search.info(&Info { depth: Some(1), ..Info::default() });
            line.position().plies().swap_remove(0)
        }
    }

    fn talk(engine: &mut dyn Engine, input: &str) -> String {
        let stopped = AtomicU64::new(0);
        let (sender, heard) = mpsc::channel();
        let mut out = Vec::new();
        thread::scope(|scope| {
            scope.spawn(|| {
                listen(input.as_bytes(), &stopped, &sender);
                drop(sender);
            });
            answer(engine, &heard, &stopped, &mut out).unwrap();
        });
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn an_engine_introduces_itself_and_plays() {
        let input = "ugi\nisready\nuginewgame\nsetoption name depth value 3\nposition startpos\ngo movetime 5\nquit\n";
        let mut engine = First::default();
        assert_eq!(
            talk(&mut engine, input),
            "id name First\nid author nobody\n\
             option name UGI_Variant type combo default othello var othello var breakthrough\n\
             option name Depth type spin default 1 min 1 max 9\nugiok\nreadyok\n\
             info depth 1\nbestmove d3\n"
        );
        assert_eq!((engine.depth.as_str(), engine.games_begun), ("Depth=3", 1));
    }

    #[test]
    fn questions_piped_in_are_answered_after_the_input_ends() {
        assert_eq!(talk(&mut First::default(), "go movetime 5"), "info depth 1\nbestmove d3\n");
        assert_eq!(talk(&mut First::default(), "go\n"), "info depth 1\nbestmove d3\n");
    }

    #[test]
    fn a_question_that_had_to_wait_has_all_its_time() {
        struct Slow(Vec<Duration>);
        impl Engine for Slow {
            fn name(&self) -> String {
                String::new()
            }
            fn author(&self) -> String {
                String::new()
            }
            fn games(&self) -> &[&'static str] {
                &["othello"]
            }
            fn options(&self) -> Vec<OptionDecl> {
                Vec::new()
            }
            fn set_option(&mut self, _name: &str, _value: &str) {}
            fn new_game(&mut self) {}
            fn go(&mut self, _line: &Line, _limits: &Limits, search: &mut Search<'_>) -> String {
                self.0.push(search.elapsed());
                while search.elapsed() < Duration::from_secs(1) {
                    thread::yield_now();
                }
                "none".to_owned()
            }
        }
        let mut engine = Slow(Vec::new());
        talk(&mut engine, "go movetime 2000\ngo movetime 2000\n");
        assert!(engine.0[1] < Duration::from_secs(1), "{:?}", engine.0);
    }

    #[test]
    fn a_stop_that_comes_at_once_still_ends_the_search_it_is_for() {
        let answers = talk(&mut First::default(), "go\nstop\ngo\nstop\n");
        assert_eq!(answers.matches("bestmove").count(), 2);
    }

    #[test]
    fn the_variant_option_changes_the_game() {
        let answers =
            talk(&mut First::default(), "setoption name UGI_Variant value Breakthrough\ngo movetime 1\n");
        assert!(answers.ends_with("bestmove a2a3\n"), "{answers}");
    }

    #[test]
    fn a_forced_pass_is_played_without_asking_and_a_finished_game_has_no_move() {
        let pass = "position fen xo2/4/4/4 o\ngo movetime 1\n";
        let over = "position fen xxxx/xxxx/xxxx/xxxx o\ngo movetime 1\n";
        assert_eq!(talk(&mut First::default(), over), "bestmove none\n");
        assert_eq!(talk(&mut First::default(), pass), "bestmove pass\n");
    }

    #[test]
    fn a_broken_line_is_named_and_leaves_the_engine_alive() {
        let answers = talk(
            &mut First::default(),
            "position startpos moves a1\ngo depth 1\nfnord\nsetoption name Depth value 10\nperft 3\nposition startpos\nperft x\nperft 3\n",
        );
        let lines: Vec<&str> = answers.lines().collect();
        assert!(lines[0].starts_with("info string position refused:"), "{answers}");
        assert_eq!(
            lines[1..],
            [
                "bestmove none",
                "info string not understood: fnord",
                "info string option Depth takes a whole number from 1 to 9",
                "info string there is no position",
                "info string perft takes a number of plies",
                "perft 3 nodes 56",
            ]
        );
    }

    #[test]
    fn a_breakthrough_engine_speaks_uci_too() {
        struct Racer;
        impl Engine for Racer {
            fn name(&self) -> String {
                "Racer".to_owned()
            }
            fn author(&self) -> String {
                "nobody".to_owned()
            }
            fn games(&self) -> &[&'static str] {
                &["breakthrough"]
            }
            fn options(&self) -> Vec<OptionDecl> {
                Vec::new()
            }
            fn set_option(&mut self, _name: &str, _value: &str) {}
            fn new_game(&mut self) {}
            fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String {
                search.say(&format!("{} {limits}", line.position()));
                let score = Some(crate::protocol::Score::Mate(5));
                search.info(&Info { score, ..Info::default() });
                line.position().plies().swap_remove(0)
            }
        }
        let input = "uci\nsetoption name UCI_Variant value breakthrough\nisready\nucinewgame\n\
                     position startpos moves a2a3\ngo wtime 9000 btime 8000 winc 20 binc 10\n\
                     position fen 8/pp6/8/8/8/8/6PP/8 b - - 0 1 moves a7a6\ngo wtime 9000 btime 8000\n\
                     position fen 8/P7/8/p7/8/8/8/8 b - - 0 1 moves a5a4 a7a8\ngo movetime 5\n\
                     setoption name UCI_Variant value chess\n";
        assert_eq!(
            talk(&mut Racer, input),
            "id name Racer\nid author nobody\n\
             option name UCI_Variant type combo default breakthrough var breakthrough\nuciok\nreadyok\n\
             info string bbbbbbbb/bbbbbbbb/8/8/8/w7/1wwwwwww/wwwwwwww b \
             p1time 9000 p2time 8000 p1inc 20 p2inc 10\ninfo score mate 3\nbestmove a7a6\n\
             info string 8/1b6/b7/8/8/8/6ww/8 w p1time 8000 p2time 9000 p1inc 0 p2inc 0\n\
             info score mate 3\nbestmove g2f3\n\
             bestmove (none)\ninfo string this engine plays breakthrough only\n"
        );
        let ugi = talk(&mut Racer, "uginewgame\nucinewgame\nposition fen 8/pp6/8/8/8/8/6PP/8 b - - 0 1\n");
        assert!(ugi.contains("not understood: ucinewgame") && ugi.contains("position refused"), "{ugi}");
    }
}
