//! The folder of results that a match keeps with `--out`.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::cli::Failure;
use crate::journal::{self, Header, Journal, Place};
use crate::record::{GameRecord, timestamp};

/// The folder of `--out`.
pub(super) struct Results {
    pub(super) folder: PathBuf,
    written: Option<(Header, Journal)>,
}

impl Results {
    /// Sees that the folder is free.
    pub(super) fn prepare(folder: &Path) -> Result<Self, Failure> {
        let (folder, _) =
            journal::choose(&Place::Exactly(folder.to_owned()), false).map_err(Failure::wrong)?;
        Ok(Self { folder, written: None })
    }

    /// Makes it.
    pub(super) fn open(&mut self, header: Header) -> Result<(), Failure> {
        crate::cli::run::make_folder(&self.folder).map_err(Failure::failed)?;
        header.write(&self.folder).map_err(Failure::failed)?;
        let (journal, _) = Journal::open(&self.folder).map_err(Failure::failed)?;
        self.written = Some((header, journal));
        Ok(())
    }

    pub(super) fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        match &mut self.written {
            Some((_, journal)) => journal.append(record),
            None => Ok(()),
        }
    }

    /// Writes the results that follow from the games, up to the last one that counts, if not all do.
    pub(super) fn finish(self, names: &[String], counted: Option<u64>) -> Result<(), Failure> {
        let Some((mut header, mut journal)) = self.written else { return Ok(()) };
        journal.sync().map_err(Failure::failed)?;
        let counts = |record: &io::Result<GameRecord>| {
            record.as_ref().map_or(true, |record| counted.is_none_or(|last| record.id <= last))
        };
        let records = journal::read_in_order(&self.folder).map_err(Failure::failed)?.filter(counts);
        let sums = crate::report::write_all(&self.folder, names, records).map_err(Failure::failed)?;
        header.counted = counted;
        header.played = Some(sums.standings.games());
        header.finished = Some(timestamp(SystemTime::now()));
        header.write(&self.folder).map_err(Failure::failed)
    }
}
