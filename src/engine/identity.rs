//! What an engine says of itself, and what follows for the games it can play.

use crate::games::Game;
use crate::protocol::dialect::{Dialect, Hearing};
use crate::protocol::{OptionDecl, refusal};

/// How many options are taken note of.
const MOST_OPTIONS: usize = 256;

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `id name`, empty if it did not say.
    pub name: String,
    /// `id author`, empty if it did not say.
    pub author: String,
    /// The options that it declares, or that its protocol has.
    pub options: Vec<OptionDecl>,
    /// The protocol that it speaks.
    pub dialect: Dialect,
    /// What it calls the game, where that is not the game's name.
    pub variant: Option<String>,
    /// Why it does not play the game, in its own words.
    pub refusal: Option<String>,
    /// The rows and columns of the only board on which it plays its variant.
    pub board: Option<(u32, u32)>,
    /// What it said after `info string` when its options had been set, before it was ready: that it does not take a value,
    /// or something for people.
    pub remarks: Vec<String>,
}

/// How many remarks are kept, so many that a refusal is hardly lost among others, and how much of each, in characters.
const MOST_REMARKS: usize = 64;
const REMARK: usize = 300;

/// Why an engine cannot be used as a tournament file wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// It does not play the game on its board; what it says of that.
    Game(String),
    /// The option with this index cannot be set so; why, and what could be.
    Option(usize, String),
}

impl Identity {
    /// The declaration of an option.
    pub fn option(&self, name: &str) -> Option<&OptionDecl> {
        self.options.iter().find(|option| option.is_called(name))
    }

    /// Takes note of what it says of itself.
    pub(super) fn learn(&mut self, heard: Hearing<'_>) {
        match heard {
            Hearing::Name(name) => self.name = name.into_owned(),
            Hearing::Author(author) => author.clone_into(&mut self.author),
            // No engine has so many; one that declares without end must not fill the memory.
            Hearing::Option(text) if self.options.len() < MOST_OPTIONS => {
                self.options.extend(OptionDecl::parse(text));
            }
            Hearing::Board { rows, columns } => self.board = Some((rows, columns)),
            Hearing::Unplayable(says) => self.refusal = Some(says),
            _ => {}
        }
    }

    /// Takes note of what it says for people: the words after `info`.
    pub(crate) fn remark(&mut self, info: &str) {
        let text = info.strip_prefix("string ").map(str::trim).filter(|text| !text.is_empty());
        if let Some(text) = text.filter(|_| self.remarks.len() < MOST_REMARKS) {
            self.remarks.push(text.chars().take(REMARK).collect());
        }
    }

    /// Whether the engine plays `game` and takes all of `options`: everything that stands against it.
    /// An engine that does not offer to choose the game (`UGI_Variant`) is taken to play the one that it
    /// is asked to.
    pub fn objections(&self, game: Game, options: &[(String, String)]) -> Vec<Objection> {
        let variant_option = self.dialect.variant_option();
        let options = options.iter().enumerate().filter_map(|(index, (name, value))| {
            if variant_option.is_some_and(|variant| name.eq_ignore_ascii_case(variant)) {
                return Some(Objection::Option(
                    index,
                    "is set by the arena, to the game of the file".to_owned(),
                ));
            }
            let problem = self.undeclared(name, value).or_else(|| self.refused(name))?;
            Some(Objection::Option(index, problem))
        });
        self.objection_to_game(game).map(Objection::Game).into_iter().chain(options).collect()
    }

    /// Those of `options` to which the engine can be set by what it declares.
    pub(crate) fn settable(&self, options: &[(String, String)]) -> Vec<(String, String)> {
        options.iter().filter(|(name, value)| self.undeclared(name, value).is_none()).cloned().collect()
    }

    /// What stands against an option by what the engine declares.
    fn undeclared(&self, name: &str, value: &str) -> Option<String> {
        match self.option(name) {
            Some(option) => option.check(value).err(),
            None => Some("is not declared by the engine".to_owned()),
        }
    }

    /// What it says against the value that the option was set to.
    fn refused(&self, name: &str) -> Option<String> {
        let why = self.remarks.iter().find_map(|remark| refusal(remark, name))?;
        Some(match why {
            "" => "is refused by the engine, which does not say why".to_owned(),
            _ => format!("is refused by the engine: {why}"),
        })
    }

    /// What it said for people when it was set to `options`: of its remarks all that refuse none of them.
    pub fn notices(&self, options: &[(String, String)]) -> impl Iterator<Item = &str> {
        let refuses = |remark: &str| options.iter().any(|(name, _)| refusal(remark, name).is_some());
        self.remarks.iter().map(String::as_str).filter(move |remark| !refuses(remark))
    }

    fn objection_to_game(&self, game: Game) -> Option<String> {
        if let Some(refusal) = &self.refusal {
            return Some(refusal.clone());
        }
        let name = self.variant.as_deref().unwrap_or(game.name());
        if let Some(option) = self.dialect.variant_option().and_then(|variant| self.option(variant))
            && let Err(why) = option.check(name)
        {
            return Some(format!("its option {} {why}", option.name));
        }
        let Game::Breakthrough { rows, columns } = game else { return None };
        let (own_rows, own_columns) = self.board?;
        ((u32::from(rows), u32::from(columns)) != (own_rows, own_columns))
            .then(|| format!("it plays `{name}` on {own_rows} rows by {own_columns} columns only"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Game = Game::Breakthrough { rows: 8, columns: 8 };

    #[test]
    fn what_an_engine_says_for_people_is_kept_but_not_without_end() {
        let mut identity = Identity::default();
        for info in ["string no such file", "depth 3", "string ", "string", "stringent"] {
            identity.remark(info);
        }
        assert_eq!(identity.remarks, ["no such file"]);
        for _ in 0..100 {
            identity.remark(&format!("string {}", "é".repeat(10_000)));
        }
        let lengths: Vec<usize> = identity.remarks.iter().map(|remark| remark.chars().count()).collect();
        assert_eq!(lengths[1..], [REMARK; MOST_REMARKS - 1]);
    }

    #[test]
    fn a_value_that_is_refused_stands_against_the_option_and_all_else_is_for_people() {
        let options = ["Hash", "Book", "Clear", "Depth"].map(|name| OptionDecl::string(name, ""));
        let mut identity = Identity { options: options.to_vec(), ..Identity::default() };
        for text in [
            "making a table",
            "refused hash: no room",
            "refused Book",
            "refused Pages: none",
            "refused Depth: odd",
        ] {
            identity.remark(&format!("string {text}"));
        }
        let set = ["Hash", "Book", "Clear"].map(|name| (name.to_owned(), "1".to_owned()));
        let refused = |at, says: &str| Objection::Option(at, format!("is refused by the engine{says}"));
        assert_eq!(
            identity.objections(GAME, &set),
            [refused(0, ": no room"), refused(1, ", which does not say why")]
        );
        let notices: Vec<&str> = identity.notices(&set).collect();
        assert_eq!(notices, ["making a table", "refused Pages: none", "refused Depth: odd"]);
    }

    #[test]
    fn an_engine_is_set_only_to_what_it_declares() {
        let options = vec![OptionDecl::spin("Level", 1, 1, 20), OptionDecl::button("Clear Hash")];
        let identity = Identity { options, ..Identity::default() };
        let set = |options: &[(&str, &str)]| {
            let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
            identity.settable(&options.collect::<Vec<_>>()).len()
        };
        assert_eq!(set(&[("level", "20"), ("Clear Hash", "")]), 2);
        assert_eq!(set(&[("Level", "21"), ("Level", "x"), ("Clear Hash", "1"), ("Book", "1")]), 0);
    }

    #[test]
    fn what_an_engine_says_of_its_games_stands_against_others() {
        let variants = OptionDecl::combo("UCI_Variant", &["chess", "breakthrough"]);
        let uci = Identity { dialect: Dialect::Uci, options: vec![variants], ..Identity::default() };
        let large = Game::Breakthrough { rows: 10, columns: 8 };
        let eight = Identity { board: Some((8, 8)), ..uci.clone() };
        let other = Identity { variant: Some("race".to_owned()), ..uci.clone() };
        let refusing = Identity { refusal: Some("it refuses".to_owned()), ..Identity::default() };
        for (identity, game, objection) in [
            (&uci, GAME, None),
            (&uci, large, None),
            (&eight, GAME, None),
            (&eight, large, Some("it plays `breakthrough` on 8 rows by 8 columns only")),
            (&other, GAME, Some("its option UCI_Variant takes one of chess, breakthrough")),
            (&refusing, GAME, Some("it refuses")),
        ] {
            let expected: Vec<_> =
                objection.map(|text| Objection::Game(text.to_owned())).into_iter().collect();
            assert_eq!(identity.objections(game, &[]), expected);
        }
    }
}
