//! A game as a line of the journal.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};

use crate::record::GameRecord;
use crate::record::digits::{Digits, in_thousandths};

/// The line of a game, with its end.
///
/// # Errors
/// None: a record has only what JSON has words for.
pub fn line(record: &GameRecord) -> io::Result<Vec<u8>> {
    let mut line = Vec::with_capacity(1024 + 24 * record.moves.len());
    record.serialize(&mut Serializer::with_formatter(&mut line, Thousandths))?;
    line.push(b'\n');
    Ok(line)
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
    use crate::standings::sample::won;

    #[test]
    fn a_line_is_what_everybody_makes_of_a_record() {
        let mut random = Random::new(4);
        let mut ms =
            vec![0.0, -0.0, 0.001, 0.1, 1.0, 12.345, 100.0, 59_999.999, 1e-7, 1e15, 1e16, 1e300, -2.5];
        ms.extend((0..1000).flat_map(|_| {
            let number = random.below(100_000_000) as f64;
            [number / 1e3, number / 1e4, number.sqrt()]
        }));
        let record = GameRecord { ms, ..won(1, &["a \"b\"\n", "ü"]) };
        let usual = serde_json::to_string(&record).unwrap() + "\n";
        assert_eq!(String::from_utf8(line(&record).unwrap()).unwrap(), usual);
    }
}
