//! A file that takes its place only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How many bytes are written at a time, where there are so many.
const AT_ONCE: usize = 32 * 1024;

/// A file under construction, under a temporary name beside its place. The temporary name is always
/// the same, so that what a killed program leaves behind is overwritten by the next.
pub(super) struct Target {
    // Declared before the file's name, so that it is closed before the file is removed.
    writer: BufWriter<File>,
    file: Unfinished,
}

/// A complete file that has not yet taken its place.
pub(super) struct Complete(Unfinished);

/// A temporary file, removed when this is dropped unless it has taken its place.
struct Unfinished {
    place: PathBuf,
    temporary: PathBuf,
    placed: bool,
}

impl Target {
    /// Opens a temporary file for `name` in `folder`.
    ///
    /// # Errors
    /// It could not be opened, or its place is taken by a folder.
    pub(super) fn open(folder: &Path, name: &str) -> io::Result<Self> {
        let place = folder.join(name);
        if place.is_dir() {
            return Err(named(&place, io::ErrorKind::IsADirectory.into()));
        }
        let temporary = folder.join(format!(".{name}.part"));
        let created = File::create(&temporary).map_err(|error| named(&place, error))?;
        Ok(Self {
            writer: BufWriter::with_capacity(AT_ONCE, created),
            file: Unfinished { place, temporary, placed: false },
        })
    }

    /// Lets `write` add rows to it.
    ///
    /// # Errors
    /// That of `write`, with the file's name.
    pub(super) fn write(
        &mut self,
        write: impl FnOnce(&mut csv::Writer<&mut BufWriter<File>>) -> csv::Result<()>,
    ) -> io::Result<()> {
        let mut rows =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(&mut self.writer);
        write(&mut rows).and_then(|()| Ok(rows.flush()?)).map_err(|error| {
            let text = error.to_string();
            match error.into_kind() {
                csv::ErrorKind::Io(error) => named(&self.file.place, error),
                _ => named(&self.file.place, io::Error::other(text)),
            }
        })
    }

    /// Adds rows that are text already.
    ///
    /// # Errors
    /// They could not be written, with the file's name.
    pub(super) fn append(&mut self, rows: &[u8]) -> io::Result<()> {
        self.writer.write_all(rows).map_err(|error| named(&self.file.place, error))
    }

    /// Writes what is still in memory and closes the file.
    ///
    /// # Errors
    /// The rest could not be written.
    pub(super) fn complete(self) -> io::Result<Complete> {
        let Self { mut writer, file } = self;
        writer.flush().map_err(|error| named(&file.place, error))?;
        Ok(Complete(file))
    }
}

/// The picture beside the tables, complete under its temporary name.
pub(super) struct Picture(Complete);

impl Picture {
    /// Writes `standings.svg` for `folder`.
    ///
    /// # Errors
    /// It could not be written.
    pub(super) fn write(folder: &Path, text: &str) -> io::Result<Self> {
        let place = folder.join("standings.svg");
        if place.is_dir() {
            return Err(named(&place, io::ErrorKind::IsADirectory.into()));
        }
        let temporary = folder.join(".standings.svg.part");
        let unfinished = Unfinished { place, temporary, placed: false };
        fs::write(&unfinished.temporary, text).map_err(|error| named(&unfinished.place, error))?;
        Ok(Self(Complete(unfinished)))
    }

    /// Replaces what was there before.
    ///
    /// # Errors
    /// It could not be renamed.
    pub(super) fn take_its_place(self) -> io::Result<()> {
        self.0.take_its_place()
    }
}

impl Complete {
    /// Replaces what was there before.
    ///
    /// # Errors
    /// It could not be renamed.
    pub(super) fn take_its_place(mut self) -> io::Result<()> {
        let Unfinished { place, temporary, placed } = &mut self.0;
        fs::rename(temporary, &place).map_err(|error| named(place, error))?;
        *placed = true;
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.placed {
            // An error is on its way already; that the rest could not be removed would hide it.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// `error` with the file it is about.
fn named(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}
