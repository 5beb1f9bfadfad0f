//! The terminal that standard error goes to.

use rustix::stdio::stderr;
use rustix::termios::tcgetwinsize;

/// Its columns and lines; `None` if there is none, or if it does not know.
pub fn terminal_size() -> Option<(u16, u16)> {
    let size = tcgetwinsize(stderr()).ok()?;
    (size.ws_col > 0 && size.ws_row > 0).then_some((size.ws_col, size.ws_row))
}
