//! The name of a game on the command line, which shells can complete.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};

use crate::games::Game;

/// Takes any text, since [`board::game`](super::board::game) says better what is wrong with it, and offers the names
/// that there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Game::NAMES.into_iter().map(PossibleValue::new)))
    }
}
