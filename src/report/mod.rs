//! What people and spreadsheets get to see: files of results, tables, and what is shown while a
//! tournament runs. Consumers of records and events; nothing here decides anything.
//!
//! Names and details come from strangers. Whatever goes to a terminal passes through [`text`], so that
//! no name can move the cursor or break a column; whatever goes to a spreadsheet through
//! [`csv_files`], so that no name becomes a formula.

pub mod board;
pub mod csv_files;
pub mod ending;
pub mod fitness;
pub mod game_line;
pub mod incident;
pub mod marks;
pub mod picture;
pub mod progress;
pub mod state;
pub mod strengths;
pub mod style;
pub mod table;
pub mod text;
pub mod verdict;

mod bars;
mod denied;
mod summary;
mod terminal;
mod waiting;

pub use csv_files::{Growing, Rows, write_all, write_finals, write_grades, write_sums};
pub use progress::Progress;
pub use style::Style;
pub use summary::{Summary, Summing};
pub use waiting::Waiting;
