//! A file as it is read: its text, the folder its paths begin from, and what was found in it.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::DeTable;

use super::{COMMAND_LINE, FileError, Place};

/// A file, and what was found in it so far.
pub(super) struct Source<'a> {
    file: &'a Path,
    text: &'a str,
    report: RefCell<Report>,
}

/// What was found in a file.
#[derive(Default)]
pub(super) struct Report {
    pub(super) errors: Vec<FileError>,
    pub(super) without_effect: Vec<(Place, String)>,
}

impl<'a> Source<'a> {
    /// The content of a file as it was read; a byte order mark is left out.
    pub(super) fn new(file: &'a Path, text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { file, text, report: RefCell::default() }
    }

    pub(super) fn file(&self) -> &'a Path {
        self.file
    }

    /// The folder of the file, absolute: what its paths are relative to.
    pub(super) fn folder(&self) -> PathBuf {
        let file = std::path::absolute(self.file).unwrap_or_else(|_| self.file.to_owned());
        file.parent().unwrap_or(Path::new("/")).to_owned()
    }

    /// A relative path of the file as the user would name it: beside the file.
    pub(super) fn beside(&self, path: &str) -> PathBuf {
        self.file.with_file_name("").join(path)
    }

    /// Whether it was typed, and there is no file.
    pub(super) fn is_typed(&self) -> bool {
        self.file == Path::new(COMMAND_LINE)
    }

    /// The tables of the file, or `None` if it is not TOML, which is then reported.
    pub(super) fn document(&self) -> Option<DeTable<'a>> {
        let (document, errors) = DeTable::parse_recoverable(self.text);
        if errors.is_empty() {
            return Some(document.into_inner());
        }
        let mut lines = Vec::new();
        for error in errors {
            let place = self.place(error.span().unwrap_or(0..0));
            // What follows on the same line is most often the same mistake.
            if lines.contains(&place.line) || lines.len() == 5 {
                continue;
            }
            lines.push(place.line);
            let missing = place.text.trim_end().ends_with('=') && place.column > place.text.trim_end().len();
            let error = match error.message() {
                _ if missing => FileError::new(place, "this is not TOML: a value is missing"),
                message if message.starts_with("string values must be quoted") => {
                    FileError::new(place, "this is not TOML: text stands in quotes").help("\"...\"")
                }
                message => FileError::new(place, format!("this is not TOML: {message}")),
            };
            self.fail(error);
        }
        None
    }

    pub(super) fn place(&self, span: Range<usize>) -> Place {
        Place::of(self.file, self.text, span)
    }

    pub(super) fn fail(&self, error: FileError) {
        self.report.borrow_mut().errors.push(error);
    }

    /// Tells the user that something which is understood has no effect.
    pub(super) fn without_effect(&self, span: Range<usize>, what: impl Into<String>) {
        self.report.borrow_mut().without_effect.push((self.place(span), what.into()));
    }

    /// Takes over what was found in another file.
    pub(super) fn absorb(&self, other: Report) {
        let mut report = self.report.borrow_mut();
        report.errors.extend(other.errors);
        report.without_effect.extend(other.without_effect);
    }

    /// Behind the last word of the file.
    pub(super) fn end(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        end..end
    }

    pub(super) fn into_report(self) -> Report {
        self.report.into_inner()
    }
}

/// An error of the system without its number, which says nothing to most.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

/// A file that is text.
pub(super) fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(std::fs::read(path)?).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].iter().filter(|&&byte| byte == b'\n').count() + 1;
        io::Error::new(io::ErrorKind::InvalidData, format!("line {line} is not UTF-8 text"))
    })
}
