//! What an engine tells of its search: the words after `info`.

use std::fmt;
use std::time::Duration;

use super::Words;

/// How good the mover's position is, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a disc (Othello), or what else the engine counts in.
    Cp(i32),
    /// The game is won in so many plies, or lost if negative.
    Mate(i32),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(cp) => write!(f, "cp {cp}"),
            Self::Mate(plies) => write!(f, "mate {plies}"),
        }
    }
}

/// One report of a search; what was not told is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// The value found.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Milliseconds since `go`.
    pub time: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// The line expected, move by move.
    pub pv: Vec<String>,
}

impl Info {
    /// The same, with the positions visited, the time that took, and so the speed.
    #[must_use]
    pub fn after(self, nodes: u64, elapsed: Duration) -> Self {
        let speed = nodes as f64 / elapsed.as_secs_f64().max(1e-6);
        let (time, nps) = (elapsed.as_millis() as u64, speed as u64);
        Self { nodes: Some(nodes), time: Some(time), nps: Some(nps), ..self }
    }

    /// Reads the words after `info`; unknown ones, and values that are no numbers, are ignored. `pv`
    /// and `string` run to the end of the line.
    pub fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let mut words = Words::new(text);
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words).or(info.depth),
                "nodes" => info.nodes = number(&mut words).or(info.nodes),
                "time" => info.time = number(&mut words).or(info.time),
                "nps" => info.nps = number(&mut words).or(info.nps),
                "score" => {
                    let mut ahead = words.clone();
                    let score = match ahead.next() {
                        Some("cp") => number(&mut ahead).map(Score::Cp),
                        Some("mate") => number(&mut ahead).map(Score::Mate),
                        _ => None,
                    };
                    if score.is_some() {
                        (info.score, words) = (score, ahead);
                    }
                }
                "pv" => {
                    info.pv = words.map(str::to_owned).collect();
                    break;
                }
                "string" => break,
                _ => {}
            }
        }
        info
    }
}

/// Takes the next word if it is a number.
fn number<T: std::str::FromStr>(words: &mut Words<'_>) -> Option<T> {
    let mut ahead = words.clone();
    let number = ahead.next()?.parse().ok()?;
    *words = ahead;
    Some(number)
}

/// The whole line, `info` included.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(score) = self.score {
            write!(f, " score {score}")?;
        }
        for (word, value) in [("nodes", self.nodes), ("time", self.time), ("nps", self.nps)] {
            if let Some(value) = value {
                write!(f, " {word} {value}")?;
            }
        }
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_written_as_they_are_read() {
        for text in [
            "info depth 6 score cp -120 nodes 12345 time 17 nps 726176 pv f5 d6 c3",
            "info depth 12 score mate 7 nodes 99",
            "info",
        ] {
            assert_eq!(Info::parse(text.strip_prefix("info").unwrap()).to_string(), text);
        }
    }

    #[test]
    fn broken_values_lose_no_others() {
        let info = Info::parse("depth deep score cp score mate -3 seldepth 9 nodes 5 string depth 7");
        assert_eq!(info, Info { score: Some(Score::Mate(-3)), nodes: Some(5), ..Info::default() });
    }
}
