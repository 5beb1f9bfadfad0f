//! One file for each game that ended in a fault, or for every game: what an author needs to understand it.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::denied;
use super::text::escaped;
use crate::engine::Evidence;
use crate::fitness::FLUSH_CURES;
use crate::games::{Game, Line, Seat};
use crate::protocol::dialect::Dialect;
use crate::record::{GameRecord, Reason};

/// The folder of these files in a results folder.
pub const FOLDER: &str = "logs";

/// Writes the file of a game and gives its path.
///
/// # Errors
/// What the system says, with the file's name.
pub fn write(
    folder: &Path,
    record: &GameRecord,
    evidence: &[Evidence],
    said: &[(Seat, Evidence)],
) -> io::Result<PathBuf> {
    let logs = folder.join(FOLDER);
    let path = logs.join(format!("game-{}.txt", record.id));
    fs::create_dir_all(&logs)
        .and_then(|()| fs::write(&path, text(record, evidence, said) + &see(folder, record.id)))
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    Ok(path)
}

/// How to see the whole game.
fn see(folder: &Path, id: u64) -> String {
    let folder = folder.display().to_string().replace('\'', "'\\''");
    format!("\nThe game ply by ply\narena replay '{folder}' {id}\n")
}

/// The content of the file: `evidence` of the faults in their order, and what was `said` with the others.
pub fn text(record: &GameRecord, evidence: &[Evidence], said: &[(Seat, Evidence)]) -> String {
    let mut out = String::new();
    let seated = record.players.iter().enumerate();
    let players: Vec<String> =
        seated.map(|(seat, name)| format!("{} ({})", escaped(name), Seat(seat))).collect();
    line(&mut out, &format!("Game {}, round {}: {}", record.id, record.round, players.join(" against ")));
    for fault in &record.faults {
        let name = &players[fault.seat];
        line(&mut out, &format!("{name}: {}: {}", fault.reason.word(), escaped(&fault.detail)));
    }
    position(&mut out, record);
    for (fault, evidence) in record.faults.iter().zip(evidence) {
        head(&mut out, &format!("What {} should look at", players[fault.seat]));
        // Without a command nothing was started: the fault's own words say why.
        line(
            &mut out,
            &if evidence.command.is_empty() {
                escaped(&fault.detail)
            } else {
                advice(fault.reason, evidence.dialect).into()
            },
        );
        if matches!(fault.reason, Reason::Time | Reason::Stall) && !evidence.command.is_empty() {
            line(&mut out, "How output is flushed:");
            for (language, cure) in FLUSH_CURES {
                line(&mut out, &format!("  {language}: {cure}"));
            }
        }
        let may_be_denied = matches!(fault.reason, Reason::Crash | Reason::Stall | Reason::Memory);
        let denied = denied::rule(evidence.level, &evidence.stderr).filter(|_| may_be_denied);
        if let Some(rule) = denied {
            line(&mut out, &escaped(&rule));
        }
        told(&mut out, evidence);
    }
    for (seat, evidence) in said {
        head(&mut out, &players[seat.0]);
        told(&mut out, evidence);
    }
    out
}

/// The position in which the fault was made.
fn position(out: &mut String, record: &GameRecord) {
    let Some(game) = Game::named(&record.game) else { return };
    let Ok(mut line_of_play) = Line::parse(game, &record.opening) else { return };
    for ply in &record.moves {
        if line_of_play.play(ply).is_err() {
            return;
        }
    }
    let position = line_of_play.position();
    head(out, "Position");
    line(out, &position.diagram());
    line(out, &format!("text   {position}"));
    if let Some(seat) = line_of_play.to_move() {
        line(out, &format!("to move {seat}, {}", escaped(&record.players[seat.0])));
        line(out, &format!("legal  {}", position.plies().join(" ")));
    }
}

/// Words of a program, which cannot be taken for what the arena says.
fn quote(out: &mut String, said: &str) {
    for said in said.lines() {
        line(out, &format!("| {}", escaped(said)));
    }
}

/// What was seen of one engine.
fn told(out: &mut String, evidence: &Evidence) {
    if let Some(end) = &evidence.end {
        head(out, "Its process");
        line(out, end);
    }
    if evidence.command.is_empty() {
        // It was never started; what was told of that, such as the words of a compiler, is all there is.
        if !evidence.stderr.is_empty() {
            head(out, "What was told of it at the start");
            quote(out, &evidence.stderr);
        }
        return;
    }
    head(out, "What was said (seconds since its start; > arena, < engine, <! not asked or not understood)");
    for said in &evidence.traffic {
        line(out, &escaped(said));
    }
    if !evidence.stderr.is_empty() {
        head(out, "The end of its standard error");
        quote(out, &evidence.stderr);
    }
    head(out, "To see it again (its output goes through a pipe, as with the arena)");
    let lines: Vec<String> =
        evidence.input.iter().map(|said| format!("'{}'", said.replace('\'', "'\\''"))).collect();
    line(out, &format!("cd '{}'", evidence.dir.replace('\'', "'\\''")));
    line(out, &format!("{{ printf '%s\\n' {}; sleep 5; }} | {} | cat", lines.join(" "), evidence.command));
}

fn head(out: &mut String, text: &str) {
    let _ = write!(out, "\n{text}\n");
}

fn line(out: &mut String, text: &str) {
    let _ = writeln!(out, "{}", text.trim_end());
}

/// What causes such a fault most often.
fn advice(reason: Reason, dialect: Dialect) -> &'static str {
    match reason {
        Reason::IllegalMove if dialect != Dialect::Ugi => {
            "The answer is no legal move in the position above. All moves that it was told are legal by the \
             rules in protocol.md: does the engine know the same rules, board and variant?"
        }
        Reason::Stall if dialect != Dialect::Ugi => {
            "The engine did not get ready. Does it speak the `protocol` that the file names, and answer every \
             command in it within the start-up time?"
        }
        Reason::IllegalMove => {
            "The answer is no legal move in the position above. Does the engine play all moves of the \
             `position` line, passes too, from the position it begins with? Is the move written as the \
             protocol says?"
        }
        Reason::Time => {
            "No answer came in time. Is standard output flushed after every line? Does the engine look \
             at its clock often enough, and keep something back for the way to the arena?"
        }
        Reason::Crash => {
            "The process ended, or closed its standard output, while an answer was owed. The end of its \
             standard error below may say why."
        }
        Reason::Memory => "The process used more memory than the tournament allows.",
        Reason::Stall => {
            "The engine did not get ready. It owes `ugiok` for `ugi` and `readyok` for every `isready`, \
             each flushed at once, within the start-up time."
        }
        Reason::Protocol => "The engine broke the protocol; see what it said last.",
        Reason::Normal | Reason::Adjudication | Reason::MaxPlies => "Nothing: this is no fault.",
    }
}
