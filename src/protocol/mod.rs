//! The line protocol between the arena and an engine: a superset of UGI. `protocol.md` at the top of
//! the repository is its specification; these modules are its words.
//!
//! Everything here is pure text in, text out, with one exception: [`driver`] has the loop on which
//! an engine written in Rust runs, and [`serve`] its command line; [`budget`] keeps its time, [`gaps`] what of it others
//! take, [`crew`] its threads, [`lines`] the memory of its table. The protocols of engines that were there before
//! ours are in [`dialect`], the format of games that one of them needs in [`ggf`].

pub mod budget;
mod command;
pub mod crew;
pub mod dialect;
pub mod driver;
pub mod gaps;
pub mod ggf;
mod info;
mod limits;
pub mod lines;
mod option;
mod refusal;
mod reply;
mod serve;
mod vertex;

pub use command::Command;
pub use command::{write_go, write_position, write_position_for};
pub use info::{Info, Score};
pub use limits::{Clock, Limits};
pub use option::{Kind, OptionDecl};
pub use refusal::refusal;
pub use reply::Reply;
pub use serve::serve;

/// The longest line, in bytes without its newline, that an engine may write.
pub const MAX_LINE: usize = 64 * 1024;

/// The option by which an engine that knows several games offers them.
pub const VARIANT_OPTION: &str = "UGI_Variant";

/// The words of a line, blanks dropped, with what follows the last one taken.
#[derive(Clone, Debug)]
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Self {
        Self { rest: line.trim_ascii() }
    }

    /// Everything not taken yet.
    fn rest(&self) -> &'a str {
        self.rest
    }

    /// What stands before the word `stop`, and goes past that word; everything if it does not come.
    fn until(&mut self, stop: &str) -> &'a str {
        let (start, text) = (self.rest, self.rest);
        loop {
            let before = start.len() - self.rest.len();
            match self.next() {
                Some(word) if word == stop => return text[..before].trim_ascii_end(),
                Some(_) => {}
                None => return text,
            }
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_ascii_start();
        Some(word)
    }
}
