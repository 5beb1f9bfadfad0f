//! A place in a file, and an error that points at it.

use std::fmt;
use std::path::{Path, PathBuf};

/// Stands for the tournament file where nobody wrote one, its text having been made of a command line. Of
/// each of its lines, what follows [`TYPED_AS`] is what the line was made of, and that is all that is
/// shown of its place.
pub const COMMAND_LINE: &str = "the command line";

/// Begins the comment at the end of a line of [`COMMAND_LINE`].
pub const TYPED_AS: &str = " # typed: ";

/// A stretch of one line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as the user named it.
    pub file: PathBuf,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// How many characters are meant, at least 1.
    pub length: usize,
    /// The whole line.
    pub text: String,
}

impl Place {
    /// Whether it is on the command line, where there is no file.
    pub fn is_typed(&self) -> bool {
        self.typed().is_some()
    }

    /// The place of the bytes `span` in `source`, cut at the end of its first line.
    pub fn of(file: &Path, source: &str, span: std::ops::Range<usize>) -> Self {
        let start = floor(source, span.start);
        let line_start = source[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = source[start..].find('\n').map_or(source.len(), |newline| start + newline);
        let end = floor(source, span.end).clamp(start, line_end);
        Self {
            file: file.to_owned(),
            line: source[..start].matches('\n').count() + 1,
            column: source[line_start..start].chars().count() + 1,
            length: source[start..end].chars().count().max(1),
            text: source[line_start..line_end].trim_end_matches('\r').to_owned(),
        }
    }
}

/// The nearest character boundary at or before `at`.
fn floor(source: &str, at: usize) -> usize {
    (0..=at.min(source.len())).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0)
}

impl Place {
    /// What was typed, where that is what was read.
    fn typed(&self) -> Option<&str> {
        let is_typed = self.file == Path::new(COMMAND_LINE);
        is_typed.then(|| self.text.rsplit_once(TYPED_AS).map_or(COMMAND_LINE, |(_, typed)| typed))
    }
}

/// `file:line:column`, or what was typed.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(typed) = self.typed() {
            return f.write_str(typed);
        }
        write!(f, "{}:{}:{}", self.file.display(), self.line, self.column)
    }
}

/// What is wrong in a file: where, what was given, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// Where; boxed, since errors travel through every result of the parser.
    pub place: Box<Place>,
    /// What is wrong there.
    pub message: String,
    /// What would be right, if that can be said.
    pub help: Option<String>,
}

impl FileError {
    /// An error at `place`.
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place: Box::new(place), message: message.into(), help: None }
    }

    /// The same, saying what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// How many characters of a line are shown.
const WIDEST: usize = 200;

/// Several lines: the message, the place, the line with a caret under what is meant, the help.
impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column, length, text, .. } = &*self.place;
        if let Some(typed) = self.place.typed() {
            let typed: String = typed.chars().take(WIDEST).collect();
            write!(f, "{}\n --> {typed}", self.message)?;
            return self.help.as_ref().map_or(Ok(()), |help| write!(f, "\n  = {help}"));
        }
        let margin = " ".repeat(line.to_string().len());
        // A tab would put the caret in another column than the text above it.
        let shown = |c: char| if c.is_control() { ' ' } else { c };
        // Of a line of megabytes only what is around the place.
        let cut = if text.len() > WIDEST { (column - 1).saturating_sub(40) } else { 0 };
        let text: String = text.chars().skip(cut).take(WIDEST).map(shown).collect();
        let length = (*length).min(WIDEST.saturating_sub(column - 1 - cut)).max(1);
        writeln!(f, "{}", self.message)?;
        writeln!(f, "{margin}--> {}", self.place)?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{line} | {text}")?;
        write!(f, "{margin} | {}{}", " ".repeat(column - 1 - cut), "^".repeat(length))?;
        if let Some(help) = &self.help {
            write!(f, "\n{margin} = {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

/// Of `known`, the name most like `given`, if one is like it at all.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&given.to_lowercase(), &name.to_lowercase()), name))
        .filter(|&(distance, name)| distance <= 1 + name.chars().count() / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_the_line_and_points_at_the_place() {
        let source = "[board]\nsize = 9\n";
        let place = Place::of(Path::new("arena.toml"), source, 15..16);
        let error = FileError::new(place, "there is no Othello board of size 9").help("4, 6, 8 or 10");
        assert_eq!(
            error.to_string(),
            "there is no Othello board of size 9\n --> arena.toml:2:8\n  |\n2 | size = 9\n  |        ^\n  = 4, 6, 8 or 10"
        );
    }

    #[test]
    fn where_nobody_wrote_a_file_what_was_typed_is_shown() {
        let source = format!("[time]\nper_move = \"5x\"{TYPED_AS}--time 5x\n");
        let place = |span| Place::of(Path::new(COMMAND_LINE), &source, span);
        let error = FileError::new(place(18..22), "not a duration").help("such as 1s");
        assert_eq!(error.to_string(), "not a duration\n --> --time 5x\n  = such as 1s");
        assert_eq!(FileError::new(place(0..1), "no").to_string(), "no\n --> the command line");
    }

    #[test]
    fn a_place_may_be_anywhere_in_any_text() {
        let source = "é = \"ü\r\nx\"";
        for start in 0..=source.len() + 2 {
            let place = Place::of(Path::new("f"), source, start..source.len());
            assert!(place.line >= 1 && place.column >= 1 && place.length >= 1);
        }
        assert_eq!(Place::of(Path::new("f"), source, 5..7).column, 5);
    }

    #[test]
    fn a_typo_finds_its_word_and_a_stranger_none() {
        let known = ["rounds", "round", "seed", "self_play"];
        assert_eq!(nearest("ruonds", known), Some("rounds"));
        assert_eq!(nearest("Seed", known), Some("seed"));
        assert_eq!(nearest("selfplay", known), Some("self_play"));
        assert_eq!(nearest("concurrency", known), None);
    }
}
