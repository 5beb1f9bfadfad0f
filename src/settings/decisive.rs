//! Everything in a tournament file that decides results, as lines of text: what must be the same for
//! a tournament to be gone on with.

use std::path::Path;
use std::time::Duration;

use super::words::{written, written_duration, written_key, written_list, written_size, written_value};
use super::{EngineSettings, Format, Settings};
use crate::clock::Budget;
use crate::games::Game;
use crate::openings::{OpeningKind, Order};
use crate::protocol::dialect::Dialect;
use crate::ratings::sprt::Model;

impl Settings {
    /// A line for each setting that decides results, in a fixed order, in the words of a tournament file: a key
    /// with its value, the table before it, of an engine's the engine. Not among them: the seed and
    /// the name, which stand elsewhere, the number of games at a time, and the number of rounds, of
    /// which there may be more later.
    pub fn decisive(&self) -> Vec<String> {
        let mut lines = self.tournament();
        lines.extend(self.board());
        lines.extend(self.openings().into_iter().map(|line| format!("[openings] {line}")));
        lines.extend(self.sandbox().into_iter().map(|line| format!("[sandbox] {line}")));
        if let Some(sprt) = &self.sprt {
            let model = match sprt.model {
                Model::Normalized => "normalized",
                Model::Logistic => "logistic",
            };
            for (key, value) in
                [("elo0", sprt.elo0), ("elo1", sprt.elo1), ("alpha", sprt.alpha), ("beta", sprt.beta)]
            {
                lines.push(format!("[sprt] {key} = {value}"));
            }
            lines.push(format!("[sprt] model = {}", written(model)));
        }
        let adjudication = &self.adjudication;
        if let Some(plies) = adjudication.max_plies {
            lines.push(format!("[adjudication] max_plies = {plies}"));
        }
        if let Some(agreement) = adjudication.agreement {
            lines.push(format!("[adjudication] score = {}", agreement.score));
            lines.push(format!("[adjudication] plies = {}", agreement.plies));
        }
        if adjudication.decided {
            lines.push("[adjudication] decided = true".to_owned());
        }
        for engine in &self.engines {
            lines.extend(decisive_of(engine).into_iter().map(|line| format!("{}: {line}", engine.name)));
        }
        lines
    }

    /// The keys of `[tournament]`.
    fn tournament(&self) -> Vec<String> {
        let mut lines = vec![format!("game = {}", written(self.game.name()))];
        let format = match self.format {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet { .. } => "gauntlet",
            Format::Swiss => "swiss",
            Format::Knockout => "knockout",
        };
        lines.push(format!("format = {}", written(format)));
        match self.format {
            Format::Gauntlet { first } => lines.push(format!("seeds = {first}")),
            // More of them would change what has been decided.
            Format::Knockout => lines.push(format!("rounds = {}", self.rounds)),
            Format::RoundRobin | Format::Swiss => {}
        }
        if self.game.players() == 2 {
            lines.push(format!("repeat = {}", self.repeat));
        }
        for (key, is_so) in [("self_play", self.self_play), ("several_seats", self.several_seats)] {
            if is_so {
                lines.push(format!("{key} = true"));
            }
        }
        lines
    }

    /// The keys of `[board]`; what a random configuration chooses is not among them.
    fn board(&self) -> Vec<String> {
        let (fixed, drawn) = (self.fixed_board, self.openings.kind == OpeningKind::Configuration);
        let sides = match self.game {
            Game::Othello { size } => vec![("size", size, true)],
            Game::Breakthrough { rows, columns } => {
                vec![("rows", rows, fixed.rows || !drawn), ("columns", columns, fixed.columns || !drawn)]
            }
            Game::Domino { players } => vec![("players", players, true)],
        };
        let sides = sides.into_iter().filter(|&(_, _, is_given)| is_given);
        sides.map(|(key, value, _)| format!("[board] {key} = {value}")).collect()
    }

    /// The keys of `[openings]`, and of a file what stands in it.
    fn openings(&self) -> Vec<String> {
        let mut lines = match &self.openings.kind {
            OpeningKind::Standard => vec!["kind = \"standard\"".to_owned()],
            OpeningKind::Random { plies } => vec!["kind = \"random\"".to_owned(), format!("plies = {plies}")],
            OpeningKind::Configuration => vec!["kind = \"random\"".to_owned()],
            OpeningKind::File { lines, order } => {
                let order = match order {
                    Order::Sequential => "sequential",
                    Order::Shuffled => "shuffled",
                };
                let head = ["kind = \"file\"".to_owned(), format!("order = {}", written(order))];
                let lines = lines.iter().zip(1..);
                let lines =
                    lines.map(|(line, number)| format!("opening {number} of the file = {}", written(line)));
                head.into_iter().chain(lines).collect()
            }
        };
        if self.openings.one_for_all {
            lines.push("one_for_all = true".to_owned());
        }
        lines
    }

    /// The keys of `[sandbox]`.
    fn sandbox(&self) -> Vec<String> {
        let sandbox = &self.sandbox;
        let mut lines = vec![
            format!("level = {}", written(sandbox.level.word())),
            format!("memory = {}", written_size(sandbox.memory)),
            format!("processes = {}", sandbox.processes),
            format!("files = {}", sandbox.files),
            format!("disk = {}", written_size(sandbox.disk)),
        ];
        for (key, places) in [("readable", &sandbox.readable), ("writable", &sandbox.writable)] {
            if !places.is_empty() {
                let places: Vec<String> = places.iter().map(|place| text(place)).collect();
                lines.push(format!("{key} = {}", written_list(&places)));
            }
        }
        if sandbox.required {
            lines.push("required = true".to_owned());
        }
        lines.push(format!("freeze = {}", written(sandbox.freeze.word())));
        lines
    }
}

/// The keys of an engine.
fn decisive_of(engine: &EngineSettings) -> Vec<String> {
    let mut lines = vec![
        format!("command = {}", written_list(&engine.command)),
        format!("dir = {}", written(&text(&engine.dir))),
    ];
    lines.extend(
        engine.env.iter().map(|(name, value)| format!("env.{} = {}", written_key(name), written(value))),
    );
    lines.extend(
        engine
            .options
            .iter()
            .map(|(name, value)| format!("options.{} = {}", written_key(name), written_value(value))),
    );
    let mut durations = match engine.time.budget {
        None => Vec::new(),
        Some(Budget::PerMove(limit)) => vec![("per_move", limit)],
        Some(Budget::Clock { base, increment }) => vec![("base", base), ("increment", increment)],
    };
    durations.extend([("margin", engine.time.margin), ("startup", engine.startup)]);
    let written_of = |(key, duration): (&str, Duration)| format!("{key} = {}", written_duration(duration));
    lines.extend(durations.into_iter().map(written_of));
    for (key, most) in [("depth", engine.time.depth.map(u64::from)), ("nodes", engine.time.nodes)] {
        lines.extend(most.map(|most| format!("{key} = {most}")));
    }
    if engine.dialect != Dialect::Ugi {
        lines.push(format!("protocol = {}", written(engine.dialect.word())));
    }
    lines.extend(engine.variant.iter().map(|variant| format!("variant = {}", written(variant))));
    if engine.peek {
        lines.push("peek = true".to_owned());
    }
    lines.push(format!("restart = {}", written(engine.restart.word())));
    lines
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::settings::parse;

    fn read(file: &str) -> Settings {
        parse(Path::new("/cup/arena.toml"), file).unwrap_or_else(|error| panic!("{error}\n{file}"))
    }

    /// The tournament file that the lines make.
    fn file(lines: &[String], names: &[String]) -> String {
        let mut tables: BTreeMap<&str, String> = BTreeMap::new();
        for line in lines {
            let engine = names
                .iter()
                .find_map(|name| Some((name.as_str(), line.strip_prefix(name)?.strip_prefix(": ")?)));
            let table = || line.strip_prefix('[').and_then(|line| line.split_once("] "));
            let (table, line) = engine.or_else(table).unwrap_or(("tournament", line));
            let text = tables.entry(table).or_default();
            *text += &format!("{line}\n");
        }
        let head = |table: &str| match names.iter().any(|name| name == table) {
            true => format!("[[engine]]\nname = {}\n", written(table)),
            false => format!("[{table}]\n"),
        };
        // Engines in their order; a table of the file may stand anywhere.
        let order = |table: &str| names.iter().position(|name| name == table);
        let mut tables: Vec<(&str, String)> = tables.into_iter().collect();
        tables.sort_by_key(|(table, _)| order(table));
        tables.into_iter().map(|(table, keys)| head(table) + &keys).collect()
    }

    #[test]
    fn what_decides_results_is_told_in_the_words_of_a_file_that_says_the_same() {
        let engines = "[[engine]]\nname = 'a \"b\" \\c'\ncommand = ['a', \"\\u001b'\\u007f\"]\noptions = { Depth = 6, 'Two words' = 'x y', Book = true, Own = '007' }\n\
            env = { A = '1', B = '' }\npeek = true\nper_move = '1.5s'\nmargin = '0ms'\n\
            [[engine]]\nname = 'b'\ncommand = ['b']\nbase = '1m'\nincrement = '10ms'\nrestart = 'always'\nvariant = 'v'\nprotocol = 'gtp'\n\
            [[engine]]\nname = 'c'\ncommand = ['c']\nnodes = 5\ndepth = 3\ndir = 'd'\nstartup = '2m'\n";
        let two = "[[engine]]\nname = 'a'\ncommand = ['a']\n[[engine]]\nname = 'b'\ncommand = ['b']\n";
        for (head, engines) in [
            ("[tournament]\ngame = 'othello'\n", engines),
            (
                "[tournament]\ngame = 'othello'\nformat = 'gauntlet'\nseeds = 2\nself_play = true\n[board]\nsize = 6\n[openings]\nkind = 'random'\nplies = 4\none_for_all = true\n",
                engines,
            ),
            (
                "[tournament]\ngame = 'othello'\nformat = 'swiss'\n[adjudication]\nmax_plies = 30\nscore = 500\nplies = 6\ndecided = true\n",
                engines,
            ),
            (
                "[tournament]\ngame = 'breakthrough'\nformat = 'knockout'\nrounds = 3\nrepeat = 4\n[board]\nrows = 5\n",
                &engines.replace("gtp", "uci"),
            ),
            ("[tournament]\ngame = 'breakthrough'\n[openings]\nkind = 'random'\n", two),
            ("[tournament]\ngame = 'breakthrough'\n[board]\ncolumns = 8\n[openings]\nkind = 'random'\n", two),
            ("[tournament]\ngame = 'domino'\nseveral_seats = true\n[board]\nplayers = 4\n", two),
            (
                "[tournament]\ngame = 'othello'\n[sprt]\nelo0 = -0.5\nelo1 = 5\nalpha = 0.01\nmodel = 'logistic'\n",
                two,
            ),
            (
                "[tournament]\ngame = 'othello'\n[sandbox]\nlevel = 'strict'\nmemory = '1500MB'\ndisk = 1048577\nfiles = 99\nprocesses = 7\nreadable = ['/']\nwritable = ['/', '/usr']\nrequired = true\nfreeze = 'always'\n",
                two,
            ),
        ] {
            let settings = read(&format!("{head}{engines}"));
            let names: Vec<String> = settings.engines.iter().map(|engine| engine.name.clone()).collect();
            let lines = settings.decisive();
            assert_eq!(read(&file(&lines, &names)).decisive(), lines, "{head}");
        }
    }

    #[test]
    fn every_setting_that_decides_results_makes_a_difference() {
        let file = |lines: &str| {
            let lines = lines.replace("; ", "\n");
            let engine = |name| format!("[[engine]]\nname = '{name}'\ncommand = ['{name}']\n");
            let (table, own) = lines.split_once("| ").unwrap_or((&lines, ""));
            format!("[tournament]\ngame = 'breakthrough'\n{table}\n{}{own}\n{}", engine("a"), engine("b"))
        };
        let plain = read(&file("")).decisive();
        for lines in [
            "repeat = 4",
            "self_play = true",
            "format = 'knockout'",
            "[board]; rows = 9",
            "[openings]; kind = 'random'",
            "[openings]; kind = 'random'; plies = 3",
            "[openings]; kind = 'random'; one_for_all = true",
            "[sprt]; elo0 = 0; elo1 = 5",
            "[adjudication]; max_plies = 30",
            "[sandbox]; memory = '2GiB'",
            "[sandbox]; freeze = 'off'",
            "| options = { Depth = 6 }",
            "| env = { A = '1' }",
            "| dir = 'elsewhere'",
            "| margin = '51ms'",
            "| depth = 3",
            "| nodes = 3",
            "| startup = '11s'",
            "| peek = true",
            "| variant = 'v'",
            "| protocol = 'uci'",
            "| restart = 'always'",
        ] {
            assert_ne!(read(&file(lines)).decisive(), plain, "{lines}");
        }
        for lines in ["rounds = 5", "seed = 7", "name = 'other'", "concurrency = 3", "log = true"] {
            assert_eq!(read(&file(lines)).decisive(), plain, "{lines}");
        }
        let drawn = |board: &str| read(&file(&format!("{board}[openings]; kind = 'random'"))).decisive();
        assert_ne!(drawn("[board]; rows = 8; "), drawn(""), "rows are given or drawn");
    }
}
