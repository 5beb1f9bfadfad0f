//! A game as a line of the journal.

use std::io::{self, Write};

use serde::ser::{SerializeStruct, Serializer as _};
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};

use crate::games::PlyText;
use crate::record::digits::{Digits, in_thousandths};
use crate::record::{GameRecord, Thought};

/// Appends fields of these names to an object.
macro_rules! append {
    ($object:ident: $($field:ident)*) => { $($object.serialize_field(stringify!($field), $field)?;)* };
}

/// The line of a game, with its end.
///
/// It says what the record's own serialization would say. What there is of every ply, which is most of a game, is
/// written here instead: nearly all of it is alike and needs a fraction of the care.
///
/// # Errors
/// None: a record has only what JSON has words for.
pub fn line(record: &GameRecord) -> io::Result<Vec<u8>> {
    // All fields, so that one which is added to records cannot be forgotten here.
    #[rustfmt::skip]
    let GameRecord {
        v, id, attempt, round, encounter, game, board, opening, deal, seed, players,
        moves, ms, thoughts, movers,
        points, winner, winner_seat, reason, offender, offender_seat, score, faults,
        excuse, void, restless, late, started, seconds,
    } = record;
    let mut line = Vec::with_capacity(1024 + 24 * moves.len());

    let mut serializer = Serializer::with_formatter(&mut line, Thousandths);
    let mut object = serializer.serialize_struct("GameRecord", 1)?;
    append!(object: v id attempt round encounter game board opening);
    if let Some(deal) = deal {
        append!(object: deal);
    }
    append!(object: seed players);

    list(&mut line, "moves", moves, write_ply)?;
    list(&mut line, "ms", ms, write_time)?;
    list(&mut line, "thoughts", thoughts, write_thought)?;
    list(&mut line, "movers", movers, |line, &mover| {
        Digits::whole(mover as u64).append_to(line);
        Ok(())
    })?;

    let rest = line.len();
    let mut serializer = Serializer::with_formatter(&mut line, Thousandths);
    let mut object = serializer.serialize_struct("GameRecord", 1)?;
    append!(object: points winner winner_seat reason offender offender_seat score faults);
    if let Some(excuse) = excuse {
        append!(object: excuse);
    }
    if *void {
        append!(object: void);
    }
    append!(object: restless late started seconds);
    object.end()?;
    // It goes on with the same object.
    line[rest] = b',';
    line.push(b'\n');
    Ok(line)
}

/// Appends a field with a list, which is not the object's first.
fn list<T>(
    line: &mut Vec<u8>,
    name: &str,
    values: &[T],
    write: impl Fn(&mut Vec<u8>, &T) -> io::Result<()>,
) -> io::Result<()> {
    line.extend_from_slice(b",\"");
    line.extend_from_slice(name.as_bytes());
    line.extend_from_slice(b"\":[");
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            line.push(b',');
        }
        write(line, value)?;
    }
    line.push(b']');
    Ok(())
}

fn write_ply(line: &mut Vec<u8>, ply: &PlyText) -> io::Result<()> {
    let is_plain = |&byte: &u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if !ply.as_bytes().iter().all(is_plain) {
        return Ok(serde_json::to_writer(line, ply)?);
    }
    line.push(b'"');
    ply.append_to(line);
    line.push(b'"');
    Ok(())
}

fn write_time(line: &mut Vec<u8>, &ms: &f64) -> io::Result<()> {
    match in_thousandths(ms) {
        Some(thousandths) => Digits::thousandths(thousandths, false).append_to(line),
        None => serde_json::to_writer(line, &ms)?,
    }
    Ok(())
}

fn write_thought(line: &mut Vec<u8>, thought: &Option<Thought>) -> io::Result<()> {
    match thought {
        None => line.extend_from_slice(b"null"),
        // An engine that tells nothing.
        Some(Thought { depth: None, score: None, nodes: None }) => line.extend_from_slice(b"{}"),
        Some(thought) => serde_json::to_writer(line, thought)?,
    }
    Ok(())
}

/// Compact JSON, in which times, of which every ply has one, are written at little cost.
struct Thousandths;

impl Formatter for Thousandths {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, number: f64) -> io::Result<()> {
        match in_thousandths(number) {
            Some(thousandths) => writer.write_all(&Digits::thousandths(thousandths, false)),
            None => CompactFormatter.write_f64(writer, number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::random::Random;
    use crate::record::{Deal, Fault, Reason};
    use crate::standings::sample::won;

    #[test]
    fn a_line_is_what_everybody_makes_of_a_record() {
        let mut random = Random::new(4);
        let mut ms = vec![
            0.0,
            -0.0,
            0.001,
            0.1,
            1.0,
            12.345,
            100.0,
            59_999.999,
            1e-7,
            1e15,
            1e16,
            1e300,
            -2.5,
            f64::NAN,
        ];
        ms.extend((0..1000).flat_map(|_| {
            let number = random.below(100_000_000) as f64;
            [number / 1e3, number / 1e4, number.sqrt()]
        }));
        let usual = won(1, &["a \"b\"\n", "ü"]);
        let times = GameRecord { ms, ..usual.clone() };
        let fault = Fault { seat: 1, reason: Reason::Crash, detail: "a \\ \"b\" \u{1}".to_owned() };
        let dealt = GameRecord {
            deal: Some(Deal {
                hands: vec![vec!["2-6".to_owned()], Vec::new()],
                stack: vec!["0-0".to_owned()],
            }),
            moves: ["draw:2-6", "\"", "\\", "\u{1}\n\u{7f}", "é", "", "123456789abcdef"]
                .map(|ply| PlyText::new(ply).unwrap())
                .to_vec(),
            thoughts: vec![None, Some(Thought::default()), None],
            movers: vec![0, 1, 12, usize::MAX],
            reason: Reason::Crash,
            faults: vec![fault],
            excuse: Some("the machine stood still".to_owned()),
            void: true,
            restless: vec![false, true],
            ..usual.clone()
        };
        let empty = GameRecord {
            moves: Vec::new(),
            ms: Vec::new(),
            thoughts: Vec::new(),
            movers: Vec::new(),
            ..usual.clone()
        };
        for record in [usual, times, dealt, empty] {
            let usual = serde_json::to_string(&record).unwrap() + "\n";
            assert_eq!(String::from_utf8(line(&record).unwrap()).unwrap(), usual);
        }
    }
}
