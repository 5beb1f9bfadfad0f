//! What stands in the folder of a new engine.

use super::language::Language;
use super::template::{filled, part_for};
use crate::games::Game;

const README: &str = include_str!("../../../engines/project/README.md");
const TOURNAMENT: &str = include_str!("../../../engines/project/arena.toml");

/// The author that the engines of this repository give.
const OWN_AUTHOR: &str = "the arena's authors";

/// What lets an engine play itself.
const ALONE: &str = "self_play = true";

/// A new engine.
pub(super) struct Project<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// The game that it plays.
    pub(super) game: Game,
    /// The language that it is written in.
    pub(super) language: Language,
    /// How the arena is called in a shell.
    pub(super) arena: &'a str,
    /// The program of the reference engine, if it is here.
    pub(super) reference: Option<&'a str>,
}

impl Project<'_> {
    /// The game as a sentence names it.
    pub(super) fn game_name(&self) -> &'static str {
        match self.game {
            Game::Othello { .. } => "Othello",
            Game::Breakthrough { .. } => "Breakthrough",
            Game::Domino { .. } => "dominoes",
        }
    }

    /// The files with what is in each, for people.
    pub(super) fn contents(&self) -> Vec<(&'static str, &'static str)> {
        let own = self.language.sources(self.game).into_iter().map(|source| (source.path, source.what));
        let opponent = match self.reference {
            Some(_) => "a tournament against the reference engine",
            None => "a tournament against itself",
        };
        own.chain([("README.md", "what to do with it"), ("arena.toml", opponent)]).collect()
    }

    /// All files: path in the folder, and text.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let sources = self.language.sources(self.game).into_iter().map(|source| {
            let text = part_for(self.game.name(), source.text)
                .replace(OWN_AUTHOR, "your name")
                .replace(&self.language.own_name(), self.name);
            (source.path.to_owned(), text)
        });
        sources
            .chain([("README.md".to_owned(), self.readme()), ("arena.toml".to_owned(), self.tournament())])
            .collect()
    }

    fn readme(&self) -> String {
        let sources = self.language.sources(self.game);
        let files: Vec<String> =
            sources.iter().map(|source| format!("| `{}` | {} |", source.path, source.what)).collect();
        let build = self.language.build();
        let build = if build.is_empty() {
            String::new()
        } else {
            format!("| `{}` | build it; a tournament does so itself |\n", build.join(" "))
        };
        let opponent = match self.reference {
            Some(_) => "the reference engine",
            None => "itself",
        };
        let whereabouts = match self.arena {
            "arena" => String::new(),
            path => format!("\n\n(`arena` is `{path}` on the machine where this was written.)"),
        };
        filled(
            README,
            &[
                ("name", self.name),
                ("Game", self.game_name()),
                ("game", self.game.name()),
                ("Language", self.language.name()),
                ("whereabouts", &whereabouts),
                ("opponent", opponent),
                ("files", &files.join("\n")),
                ("thinking", sources.first().map_or("", |source| source.path)),
                ("first_idea", self.first_idea()),
                ("build", &build),
                ("command", &self.language.command().join(" ")),
                ("reference", self.reference_name()),
                ("session", self.session()),
            ],
        )
    }

    fn tournament(&self) -> String {
        let build = match self.language.build() {
            [] => String::new(),
            words => format!("build = {}\n", list(words)),
        };
        let file = filled(
            TOURNAMENT,
            &[
                ("name", self.name),
                ("game", self.game.name()),
                ("alone", &if self.reference.is_some() { String::new() } else { format!("{ALONE}\n") }),
                ("openings", self.openings()),
                ("command", &list(self.language.command())),
                ("build", &build),
            ],
        );
        file + &self.opponent()
    }

    /// The table of the reference engine; in comments where it is not here.
    fn opponent(&self) -> String {
        // No two engines are called alike.
        let name = if self.name.eq_ignore_ascii_case("reference") { "the reference" } else { "reference" };
        let game = self.game.name();
        let built = format!("/path/to/arena/target/release/{game}");
        let program = list(&[self.reference.unwrap_or(&built)]);
        let options = match self.game {
            Game::Domino { .. } => {
                "options = { Strategy = \"child\" }   # then counter; pupil and student, both with peek = true"
            }
            _ => "depth = 2              # plies that it looks ahead: raise it when you beat it",
        };
        let table = format!("[[engine]]\nname = \"{name}\"\ncommand = {program}\n{options}\n");
        if self.reference.is_some() {
            return table;
        }
        let commented: String = table.lines().map(|line| format!("# {line}\n")).collect();
        format!(
            "# The reference engine was not built when this was written, so the engine plays itself. In the\n\
             # folder of the arena `cargo build --release -p {game}` makes it: then take the `#` away here,\n\
             # write its path, and take out the line `{ALONE}`.\n#\n{commented}"
        )
    }

    fn openings(&self) -> &'static str {
        match self.game {
            Game::Othello { .. } => {
                "[openings]\nkind = \"random\"        # so many random plies, so that no two games are alike\n\
                 plies = 8\n"
            }
            Game::Breakthrough { .. } => {
                "[openings]\nkind = \"random\"        # so many random plies; without `plies` random boards as well\n\
                 plies = 4\n"
            }
            Game::Domino { .. } => "[board]\nplayers = 2            # up to 5\n",
        }
    }

    fn reference_name(&self) -> &'static str {
        match self.game {
            Game::Domino { .. } => "child",
            _ => self.game.name(),
        }
    }

    fn first_idea(&self) -> &'static str {
        match self.game {
            Game::Othello { .. } => {
                "In Othello few discs\n   are better than many until late; corners can never be turned; the more moves you have and the fewer\n   your opponent, the better."
            }
            Game::Breakthrough { .. } => {
                "In\n   Breakthrough count pieces, and rows that they have advanced; take what can be taken; never leave\n   a piece that can reach your home row."
            }
            Game::Domino { .. } => {
                "In\n   dominoes keep tiles for both ends of the chain, get rid of heavy numbers, and remember what another drew\n   at: he has no tile that fits there."
            }
        }
    }

    /// A conversation to type.
    fn session(&self) -> &'static str {
        match self.game {
            Game::Othello { .. } => "position startpos moves f5\ngo movetime 500",
            Game::Breakthrough { .. } => "position startpos moves a2a3\ngo movetime 500",
            Game::Domino { .. } => "position fen 0-2,2-1 1-4,3-3,5-5,5-6/?4/?6 12 p1\ngo movetime 500",
        }
    }
}

/// Texts as TOML writes a list of them, which is as JSON does.
fn list(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|&word| serde_json::Value::from(word).to_string()).collect();
    format!("[{}]", words.join(", "))
}
