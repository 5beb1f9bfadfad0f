//! `crosstable.csv`: every engine against every other, as wins-draws-losses of the row against the
//! column; nothing where they have not met.

use std::io::Write;

use super::name;
use crate::standings::Crosstable;

/// The whole file.
pub(super) fn all<W: Write>(out: &mut csv::Writer<W>, table: &Crosstable) -> csv::Result<()> {
    out.write_field("engine")?;
    for engine in &table.engines {
        out.write_field(&*name(engine))?;
    }
    out.write_record(None::<&[u8]>)?;
    for (engine, cells) in table.engines.iter().zip(&table.cells) {
        out.write_field(&*name(engine))?;
        for cell in cells {
            let text = cell.map(|versus| format!("{}-{}-{}", versus.wins, versus.draws, versus.losses));
            out.write_field(text.unwrap_or_default())?;
        }
        out.write_record(None::<&[u8]>)?;
    }
    Ok(())
}
