//! The loop on which an engine written in Rust runs.
//!
//! An engine implements [`Engine`] and calls [`run`]. Standard input is read in a thread of its own,
//! so that `stop` is heard while the engine thinks; everything else is done in order. When the input
//! ends, what was asked before is still answered (so that questions can be piped in), but a search
//! without a limit stops, and so does every one if it was a person at a terminal who ended it. `quit` ends all at once,
//! piped in or not, for whoever says it may kill an engine that does not hurry.
//!
//! One that plays Breakthrough also answers `uci`, and from then on speaks UCI; [`run_gtp`] speaks GTP.

mod gtp;
mod manual;
mod named_file;
mod options;
mod typed;
pub(super) mod uci;

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::{Command, Info, Limits, OptionDecl, VARIANT_OPTION, Words};
use crate::games::{Game, Line, perft_while, shown};

pub(super) use manual::{columns, commands};
pub use named_file::read_file;
pub(super) use options::set;
use options::{SETOPTION, introduce, set_option};
pub use typed::{Number, Typed};

/// What may be typed to every engine.
const TYPED: [Typed; 3] = [
    Typed::alone("help").about("this list; so does `?`"),
    Typed::alone("d").about("the board, the position's text, the legal moves"),
    Typed::owing("perft", "plies", 0..=u32::MAX as u64).about("how many games of so many plies there are"),
];

/// A program that plays.
pub trait Engine {
    /// `id name`.
    fn name(&self) -> String;

    /// `id author`, which is left out if it is empty.
    fn author(&self) -> String {
        String::new()
    }

    /// The games it plays: names out of [`Game::NAMES`], the one it starts with first.
    fn games(&self) -> &[&'static str];

    /// Its options; `UGI_Variant` comes by itself.
    fn options(&self) -> Vec<OptionDecl> {
        Vec::new()
    }

    /// Sets an option to a value that its declaration allows.
    ///
    /// # Errors
    /// What is wrong with the value all the same, such as a file that cannot be read; the option is then as it was
    /// before.
    fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), String> {
        Err("it is declared and cannot be set".to_owned())
    }

    /// Forgets everything that could change an answer: tables, random state.
    fn new_game(&mut self);

    /// Does what takes long and has to be done before the next question, such as to touch the memory of a table. It is
    /// called before `readyok`, and before whatever else is answered, whose time begins after it. Until then an option
    /// may be set to another value, and it need not be done twice.
    fn prepare(&mut self, _search: &mut Search<'_>) {}

    /// Finds a move for the side to move in `line`, which is not over, and gives its text.
    fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String;

    /// What a person may type besides, such as `eval` or `solve 1000`.
    fn typed(&self) -> Vec<Typed> {
        Vec::new()
    }

    /// Answers one of the words of [`typed`](Self::typed), with the number behind it; `None` if it means nothing.
    fn by_hand(
        &mut self,
        _word: &str,
        _number: Option<u64>,
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

impl<'a> Search<'a> {
    /// Whether the arena has said `stop` or `quit`.
    pub fn stopped(&self) -> bool {
        self.stopped_up_to.load(Ordering::Relaxed) >= self.number
    }

    /// Whether the engine is to quit, for who can wait for no search.
    pub fn quits(&self) -> impl Fn() -> bool + Sync + use<'a> {
        let stopped_up_to = self.stopped_up_to;
        move || stopped_up_to.load(Ordering::Relaxed) == u64::MAX
    }

    /// Time since the `go` line was read, or since the answer before it was given if that is later.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Writes an `info` line.
    pub fn info(&mut self, info: &Info) {
        let told = self.in_moves.then(|| uci::in_moves(info));
        let info = told.as_ref().unwrap_or(info);
        self.write(format_args!("{info}"));
    }

    /// Writes an `info string` line for people.
    pub fn say(&mut self, text: &str) {
        self.write(format_args!("info string {text}"));
    }

    /// Writes a line. If it cannot be written nobody waits for what is searched, and the loop will notice.
    fn write(&mut self, line: fmt::Arguments<'_>) {
        if writeln!(self.out, "{line}").and_then(|()| self.out.flush()).is_err() {
            self.stopped_up_to.store(u64::MAX, Ordering::Relaxed);
        }
    }
}

/// A line of input and what was known when it was read.
struct Heard {
    line: String,
    at: Instant,
    /// How many lines that start a search had been read, this one included.
    searches: u64,
}

/// What who listens and who answers know of one another.
#[derive(Default)]
struct Affairs {
    /// Searches up to this number are to end; all are with the largest.
    stopped_up_to: AtomicU64,
    /// Whether one is under way.
    searching: AtomicBool,
}

/// Runs `engine` on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// Output that cannot be written. Input that cannot be read counts as its end.
pub fn run(engine: &mut dyn Engine) -> io::Result<()> {
    let affairs = Arc::new(Affairs::default());
    let (sender, heard) = mpsc::channel();
    // Not joined: it may wait for input for ever when the engine quits.
    thread::spawn({
        let affairs = Arc::clone(&affairs);
        move || {
            let (input, mut out) = (io::stdin(), io::stdout());
            let person: Option<&mut dyn Write> = if input.is_terminal() { Some(&mut out) } else { None };
            listen(input.lock(), person, &affairs, &sender);
        }
    });
    // Not locked: who listens may have something to say. Each line is written whole.
    answer(engine, &heard, &affairs, &mut io::stdout())
}

/// Runs `engine`, which plays Othello, by GTP version 2 until `quit` or the end of the input.
///
/// # Errors
/// Input that cannot be read, output that cannot be written.
pub fn run_gtp(engine: &mut dyn Engine, input: impl BufRead, out: &mut dyn Write) -> io::Result<()> {
    gtp::answer(engine, input, out)
}

/// Reads lines and passes them on; marks searches as stopped at once. At the end of the input those without limit are,
/// and all if it is a `person` who has ended it, and who is told of a question that has to wait.
fn listen(
    input: impl BufRead,
    mut person: Option<&mut dyn Write>,
    affairs: &Affairs,
    heard: &mpsc::Sender<Heard>,
) {
    let Affairs { stopped_up_to, searching } = affairs;
    let mut searches = 0;
    let mut without_limit = 0;
    for line in input.split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line).into_owned();
        let command = Command::parse(&line);
        if let (Some(person), Command::Go(_) | Command::Other(..)) = (&mut person, &command)
            && let Some(word) = Words::new(&line).next()
            && searching.load(Ordering::Relaxed)
        {
            let word = shown::start(word, shown::WORD);
            // Who cannot be told will notice.
            let _ = writeln!(person, "info string {word} has to wait for the search, which `stop` ends");
        }
        match command {
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
    stopped_up_to.fetch_max(if person.is_some() { u64::MAX } else { without_limit }, Ordering::Relaxed);
}

/// Does what the lines ask, in order.
fn answer(
    engine: &mut dyn Engine,
    heard: &mpsc::Receiver<Heard>,
    affairs: &Affairs,
    out: &mut dyn Write,
) -> io::Result<()> {
    let stopped_up_to = &affairs.stopped_up_to;
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
            Command::IsReady => {
                prepared(
                    engine,
                    Search { started: at, number: searches, stopped_up_to, in_moves: in_uci, out },
                );
                writeln!(out, "readyok")?;
            }
            Command::NewGame => engine.new_game(),
            // Told by UCI's name of the option; there is nothing to choose.
            Command::SetOption { name, value } if in_uci && uci::is_variant(name) => {
                if !value.eq_ignore_ascii_case(uci::GAME) {
                    writeln!(out, "info string this engine plays {} only", uci::GAME)?;
                }
            }
            Command::SetOption { name: "", .. } => writeln!(out, "info string {SETOPTION}, with a name")?,
            Command::SetOption { name, value } => match set_option(engine, name, value) {
                Ok(Some(chosen)) => {
                    game = chosen;
                    line = Some(Line::new(game.start()));
                }
                Ok(None) => {}
                Err(refusal) => writeln!(out, "{}", refusal.line())?,
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
            Command::Go(_) => {
                let mut words = Words::new(&text);
                words.next();
                let (limits, told) = match &line {
                    Some(line) if in_uci => uci::limits(words.rest(), line),
                    // Nothing is searched, and whose clocks these are is not known.
                    None if in_uci => Default::default(),
                    _ => Limits::read(words.rest()),
                };
                for why in told {
                    writeln!(out, "info string {why}")?;
                }
                let mut search = prepared(
                    engine,
                    Search { started: at, number: searches, stopped_up_to, in_moves: in_uci, out },
                );
                let best = match &line {
                    Some(line) if line.to_move().is_some() => {
                        let forced = line.forced().map(|ply| ply.to_string());
                        affairs.searching.store(true, Ordering::Relaxed);
                        let best = forced.unwrap_or_else(|| engine.go(line, &limits, &mut search));
                        affairs.searching.store(false, Ordering::Relaxed);
                        best
                    }
                    _ if in_uci => "(none)".to_owned(),
                    _ => "none".to_owned(),
                };
                writeln!(out, "bestmove {best}")?;
            }
            Command::Stop => {}
            Command::Quit => break,
            Command::Other("", _) => {}
            Command::Other("setoption", rest) => {
                let given = if rest.is_empty() {
                    String::new()
                } else {
                    format!(", not `{}`", shown::start(rest, shown::WORD))
                };
                writeln!(out, "info string {SETOPTION}{given}")?;
            }
            Command::Other(word, rest) => {
                let mut search = prepared(
                    engine,
                    Search { started: at, number: searches, stopped_up_to, in_moves: in_uci, out },
                );
                match by_hand(engine, (word, rest), line.as_ref(), &mut search) {
                    Ok(answer) => writeln!(out, "{answer}")?,
                    Err(why) => writeln!(out, "info string {why}")?,
                }
            }
        }
        out.flush()?;
        free = Instant::now();
    }
    Ok(())
}

/// The search, when the engine has done what has to be done before; what that took is not the search's time.
fn prepared<'a>(engine: &mut dyn Engine, mut search: Search<'a>) -> Search<'a> {
    let began = Instant::now();
    engine.prepare(&mut search);
    search.started += began.elapsed();
    search
}

/// The answer to what a person typed.
///
/// # Errors
/// Why there is none. Unknown words are ignored, but a person who mistyped one would like to know.
fn by_hand(
    engine: &mut dyn Engine,
    (word, rest): (&str, &str),
    line: Option<&Line>,
    search: &mut Search<'_>,
) -> Result<String, String> {
    let not_understood = || format!("not understood: {}", shown::start(word, shown::WORD));
    let word = if word == "?" { "help" } else { word };
    let known = TYPED.into_iter().chain(engine.typed()).find(|typed| typed.word == word);
    let number = known.ok_or_else(not_understood)?.read(rest)?;
    if word == "help" {
        return Ok(commands(engine).trim_end().to_owned());
    }
    let line = line.ok_or("there is no position, since the last one was refused")?;
    match (word, number) {
        ("d", _) => Ok(describe(line)),
        ("perft", Some(depth)) => {
            let leaves = perft_while(line.position(), depth as u32, &mut || !search.stopped());
            let leaves = leaves.ok_or_else(|| format!("perft {depth} was stopped"))?;
            Ok(format!("perft {depth} nodes {leaves}"))
        }
        _ => engine.by_hand(word, number, line, search).ok_or_else(not_understood),
    }
}

/// The answer to `d`: the board, its text, the legal moves.
fn describe(line: &Line) -> String {
    let position = line.position();
    format!("{}\nposition {position}\nlegal {}", position.diagram(), position.plies().join(" "))
}

#[cfg(test)]
mod tests;
