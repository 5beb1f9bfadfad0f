//! A tournament that was stopped goes on as if it had not been.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use arena::record::GameRecord;

use super::harness::{Finished, Tournament};

/// A tournament of 24 games in which `first` does not go on after its fifth until it is let.
fn tournament() -> Tournament {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nrounds = 4\nseed = 5\nconcurrency = 1\n[board]\nsize = 6\n\
        [openings]\nkind = 'random'\nplies = 4\n[time]\nper_move = '600s'\nstartup = '60s'";
    Tournament::new(head)
        .gated("first", 5)
        .python("one", "options = { Seed = 5 }")
        .python("two", "options = { Seed = 6 }")
}

/// What comes of it when nothing happens.
fn uninterrupted() -> Finished {
    let tournament = tournament();
    tournament.open();
    tournament.run(&[]).ends_with(0)
}

/// Begins the tournament, kills the arena once some games are in the journal, and gives how many. From then on
/// `first` plays all its games.
fn killed(tournament: &Tournament) -> usize {
    let mut arena =
        tournament.command(&["--quiet"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let journal = tournament.path().join("results/t/journal.jsonl");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.matches('\n').count());
    while lines() < 5 && arena.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    arena.kill().unwrap();
    arena.wait().unwrap();
    tournament.open();
    lines()
}

#[test]
fn a_killed_tournament_is_refused_and_resumed_with_the_results_of_an_uninterrupted_one() {
    let whole = uninterrupted();
    let stopped = tournament();
    let before = killed(&stopped);
    assert!((5..24).contains(&before), "killed after {before} games");
    stopped.run(&[]).ends_with(2).complains(&["not finished", "--resume", "--fresh"]);
    // As if the kill had come in the middle of a line.
    let journal = stopped.path().join("results/t/journal.jsonl");
    let mut file = OpenOptions::new().append(true).open(&journal).unwrap();
    file.write_all(b"{\"v\":1,\"id\":24,\"att").unwrap();
    drop(file);
    let resumed = stopped
        .run(&["--resume"])
        .ends_with(0)
        .complains(&["the journal's last line was torn"])
        .says(&[&format!("goes on after {before} games")]);
    let shown = resumed.stdout.lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(shown, 24 - before, "only what was missing is played");
    for file in ["games.csv", "moves.csv", "standings.csv", "crosstable.csv"] {
        assert_eq!(resumed.timeless(file), whole.timeless(file), "{file}");
    }
    let told =
        ["no unfinished tournament", "that in results/t is finished", "--out FOLDER --resume --repair"];
    stopped.run(&["--resume"]).ends_with(2).complains(&told);
}

#[test]
fn a_program_that_has_changed_since_is_told() {
    let script =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py")).unwrap();
    let stopped = tournament().engine("own", &["python3", "own.py"], "").file("own.py", &script);
    killed(&stopped);
    fs::write(stopped.path().join("own.py"), format!("{script}\n# better\n")).unwrap();
    stopped.run(&["--resume"]).ends_with(0).complains(&["own: ", "own.py has changed since"]);
}

#[test]
fn an_unfinished_tournament_can_be_moved_aside() {
    let stopped = tournament();
    let before = killed(&stopped);
    let fresh = stopped.run(&["--fresh"]).ends_with(0);
    assert_eq!(fresh.games().len(), 24);
    let aside = Finished { folder: stopped.path().join("results/t.aside"), ..fresh };
    assert_eq!(aside.games().len(), before);
}

#[test]
fn other_settings_are_no_resumption() {
    let stopped = tournament();
    killed(&stopped);
    let other = stopped.broken("third", &["none"], "");
    other.run(&["--resume"]).ends_with(2).complains(&["other settings", "+ third: command"]);
}

#[test]
fn what_all_engines_have_alike_is_told_once_and_as_the_file_writes_it() {
    let stopped = tournament();
    killed(&stopped);
    let before = fs::read_to_string(stopped.path().join("arena.toml")).unwrap();
    let slower = before.replace("per_move = '600s'", "base = '60s'\nincrement = '1.5s'");
    fs::write(stopped.path().join("slower.toml"), slower).unwrap();
    stopped
        .desk()
        .arena(&["run", "slower.toml", "--resume"])
        .ends_with(2)
        .complains(&["- first, one, two: per_move = \"600s\"\n+ first, one, two: base = \"60s\"\n\
         + first, one, two: increment = \"1500ms\"\nput them back"]);
}

#[test]
fn damage_is_told_before_anything_is_built() {
    let stopped = tournament().engine("built", &["true"], "build = ['touch', 'built']\nstartup = '10ms'");
    killed(&stopped);
    let journal = stopped.path().join("results/t/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replacen("\"id\"", "\"Id\"", 1)).unwrap();
    fs::remove_file(stopped.path().join("built")).unwrap();
    stopped.run(&["--resume"]).ends_with(2).complains(&["line 1 is damaged"]);
    assert!(!stopped.path().join("built").exists());
}

#[test]
fn a_damaged_line_of_the_journal_can_be_set_aside_and_its_game_is_played_again() {
    let whole = uninterrupted();
    let stopped = tournament();
    let before = killed(&stopped);
    let journal = stopped.path().join("results/t/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let half = &lines[1][..lines[1].len() / 2];
    lines[1] = half;
    fs::write(&journal, lines.join("\n") + "\n").unwrap();
    let refused = stopped.run(&["--resume"]).ends_with(2);
    refused.complains(&["journal.jsonl: line 2 is damaged: ", "--resume --repair", "--fresh"]);
    assert_eq!(fs::read_to_string(&journal).unwrap(), lines.join("\n") + "\n", "nothing is changed unasked");
    stopped.run(&["--repair"]).ends_with(2).complains(&["--resume"]);
    let resumed = stopped.run(&["--resume", "--repair"]).ends_with(0);
    let resumed =
        resumed.complains(&["line 2 is damaged", "1 line of the journal now in results/t/journal.damaged"]);
    assert_eq!(resumed.text("journal.damaged"), format!("{half}\n"));
    let shown = resumed.stdout.lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(shown, 24 - before + 1);
    for file in ["games.csv", "standings.csv"] {
        assert_eq!(resumed.timeless(file), whole.timeless(file), "{file}");
    }
}

#[test]
fn a_folder_in_use_is_told_before_anything_is_built() {
    let stopped = tournament().engine("built", &["true"], "build = ['touch', 'built']");
    fs::create_dir_all(stopped.path().join("results/t")).unwrap();
    // A tournament that another arena plays: its header, and its lock held.
    let header = "{\"v\":1,\"name\":\"t\",\"game\":\"othello\",\"seed\":5,\"games\":1,\"engines\":[],\"settings\":[],\
        \"started\":\"\",\"finished\":null}";
    let stopped = stopped.file("results/t/tournament.json", header);
    let lock = fs::File::create(stopped.path().join("results/t/lock")).unwrap();
    lock.lock().unwrap();
    for arguments in [&["--resume"][..], &["--fresh"], &[]] {
        stopped.run(arguments).ends_with(2).complains(&["is in use by another arena"]);
        assert!(!stopped.path().join("built").exists(), "{arguments:?}");
    }
}

#[test]
fn a_game_whose_record_was_tampered_with_is_refused_and_played_again() {
    let whole = uninterrupted();
    let stopped = tournament();
    let before = killed(&stopped);
    let journal = stopped.path().join("results/t/journal.jsonl");
    let sound = fs::read_to_string(&journal).unwrap();
    // Whatever the result was, it is another now: a win becomes the other's, a draw a win.
    let swapped = |line: &str| match line.contains("\"points\":[1.0,0.0]") {
        true => line.replace("\"points\":[1.0,0.0]", "\"points\":[0.0,1.0]"),
        false => {
            line.replace("\"points\":[0.0,1.0]", "\"points\":[1.0,0.0]").replace("[0.5,0.5]", "[1.0,0.0]")
        }
    };
    let other_seed = |line: &str| line.replacen("\"seed\":", "\"seed\":1", 1);
    let other_player = |line: &str| line.replace("\"first\"", "\"two\"").replace("\"one\"", "\"first\"");
    let lost_by = |line: &str| line.replace("\"winner_seat\":\"p2\"", "\"void\":true,\"winner_seat\":\"p2\"");
    let other_opening = |line: &str| {
        line.replacen(
            "\"opening\":\"6/6/2ox2/2xo2/6/6 x moves ",
            "\"opening\":\"6/6/2ox2/2xo2/6/6 x moves c5 ",
            1,
        )
    };
    let other_board = |line: &str| line.replacen("{\"size\":6}", "{\"size\":8}", 1);
    let late = |line: &str| line.replacen("\"late\":[0,0]", "\"late\":[0,3]", 1);
    let slow = |line: &str| line.replacen("\"ms\":[", "\"ms\":[9", 1);
    let other_move = |line: &str| {
        let mut record: GameRecord = serde_json::from_str(line).unwrap();
        record.moves[2] = record.moves[0];
        serde_json::to_string(&record).unwrap()
    };
    type Change<'a> = &'a dyn Fn(&str) -> String;
    let cases: [(Change<'_>, &str); 9] = [
        (&swapped, "the points are"),
        (&other_seed, "its seed is"),
        (&other_player, "the schedule has "),
        (&lost_by, "it is void without an `excuse`"),
        (&other_opening, "it begins from 6/6/2ox2/2xo2/6/6 x moves "),
        (&other_board, "`board` is not that of its opening"),
        (&late, "0 late answers of p2, not 3"),
        (&slow, "ms"),
        (&other_move, "ply 3: "),
    ];
    for (change, told) in cases {
        let mut lines: Vec<String> = sound.lines().map(str::to_owned).collect();
        let at = lines.iter().position(|line| change(line) != *line).unwrap();
        lines[at] = change(&lines[at]);
        fs::write(&journal, lines.join("\n") + "\n").unwrap();
        let line = format!("line {} is damaged", at + 1);
        stopped.run(&["--resume"]).ends_with(2).complains(&[&line, told, "--resume --repair"]);
    }
    // And one whose words fit together, but not with its moves.
    let mut lines: Vec<String> = fs::read_to_string(&journal).unwrap().lines().map(str::to_owned).collect();
    let mut forged = 1;
    for line in &mut lines {
        let mut record: GameRecord = serde_json::from_str(line).unwrap();
        if let (1, Some(score), "p1") = (forged, record.score, record.winner_seat.as_deref().unwrap_or("")) {
            record.score = Some(-score);
            record.winner_seat = Some("p2".to_owned());
            record.winner = Some(record.players[1].clone());
            record.points.reverse();
            *line = serde_json::to_string(&record).unwrap();
            forged = 2;
        }
    }
    fs::write(&journal, lines.join("\n") + "\n").unwrap();
    let resumed = stopped.run(&["--resume", "--repair"]).ends_with(0);
    let shown = resumed.stdout.lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(shown, 24 - before + forged);
    for file in ["games.csv", "standings.csv"] {
        assert_eq!(resumed.timeless(file), whole.timeless(file), "{file}");
    }
}

#[test]
fn a_finished_tournament_is_repaired_if_it_is_named() {
    let finished = tournament();
    finished.open();
    let before = finished.run(&[]).ends_with(0);
    let journal = finished.path().join("results/t/journal.jsonl");
    let named = ["--out", "results/t", "--resume", "--repair"];
    let well = finished.run(&named).ends_with(0);
    assert!(well.stdout.contains("nothing in its journal is damaged"), "{}", well.stdout);
    finished.run(&["--resume", "--repair"]).ends_with(2).complains(&["name its folder with --out"]);
    let mut lines: Vec<String> = fs::read_to_string(&journal).unwrap().lines().map(str::to_owned).collect();
    lines[6].truncate(30);
    fs::write(&journal, lines.join("\n") + "\n").unwrap();
    let same_again = |told: &[&str], games: usize| {
        let mended = finished.run(&named).ends_with(0).complains(told);
        assert_eq!(mended.stdout.lines().filter(|line| line.starts_with("game ")).count(), games);
        for file in ["games.csv", "standings.csv"] {
            assert_eq!(mended.timeless(file), before.timeless(file), "{file}");
        }
    };
    same_again(&["line 7 is damaged"], 1);
    // Lines that are gone, one of them in part, leave nothing behind that is damaged.
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (kept, torn) = (lines[..3].iter().chain(&lines[5..23]), &lines[23][..40]);
    let kept: Vec<&str> = kept.copied().chain([torn]).collect();
    fs::write(&journal, kept.join("\n")).unwrap();
    for command in ["standings", "grade"] {
        let told = format!("3 of its {} games are not in the journal", lines.len());
        finished.desk().arena(&[command, "results/t"]).ends_with(2).complains(&[&told, "--resume --repair"]);
    }
    same_again(&["3 games of the journal are missing"], 3);
}

#[test]
fn the_help_says_all_that_a_repair_does() {
    let help = tournament().desk().arena(&["run", "--help"]).ends_with(0).stdout;
    let words: Vec<&str> = help.split_whitespace().collect();
    let said =
        "set damaged lines of the journal aside, and play their games again, and games that are missing";
    assert!(words.join(" ").contains(said), "{help}");
}

#[test]
fn what_is_no_file_is_told_and_not_waited_for() {
    for name in ["journal.jsonl", "tournament.json", "lock"] {
        let stopped = tournament();
        killed(&stopped);
        let pipe = stopped.path().join("results/t").join(name);
        fs::remove_file(&pipe).unwrap();
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        stopped.run(&["--resume"]).ends_with(2).complains(&[name, "this is no regular file"]);
    }
}

#[test]
fn a_header_that_cannot_be_read_names_a_way_out() {
    let stopped = tournament();
    killed(&stopped);
    fs::write(stopped.path().join("results/t/tournament.json"), "").unwrap();
    stopped.run(&["--resume"]).ends_with(2).complains(&["tournament.json", "--fresh moves the folder aside"]);
    stopped.run(&["--fresh", "--quiet"]).ends_with(0);
}

/// Tournaments in which games end for every reason that there is.
fn of_all_reasons() -> [Tournament; 3] {
    let head = |game: &str, more: &str| {
        Tournament::new(&format!(
            "[tournament]\nname = 't'\ngame = '{game}'\nseed = 1\nkeep_going = true\n{more}"
        ))
    };
    let othello = head(
        "othello",
        "[board]\nsize = 6\n[openings]\nkind = 'random'\nplies = 3\n[adjudication]\ndecided = true\n\
         [time]\nper_move = '30s'\nstartup = '60s'",
    );
    let short = "base = '200ms'\nincrement = '10ms'\nmargin = '100ms'";
    let othello = othello
        .broken("good", &["none"], "")
        .python("other", "options = { Seed = 4 }")
        .broken("hangs", &["hang"], short)
        .broken("cheats", &["illegal"], "")
        .broken("dies", &["exit"], "")
        .broken("mumbles", &["empty"], "")
        .broken("mute", &["mute"], "startup = '700ms'")
        .engine("missing", &["./nothing"], "");
    let domino = head(
        "domino",
        "several_seats = true\n[board]\nplayers = 3\n[time]\nper_move = '30s'\nstartup = '60s'",
    )
    .broken("good", &["none"], "")
    .broken("cheats", &["illegal", "--at", "2"], "")
    .broken("never", &["dies-at-ready"], "");
    let breakthrough = head(
        "breakthrough",
        "self_play = true\nrounds = 2\n[board]\nrows = 5\ncolumns = 5\n[adjudication]\nmax_plies = 14\n\
         [time]\nper_move = '30s'\nstartup = '60s'",
    )
    .broken("good", &["none"], "")
    .python("other", "options = { Seed = 5 }")
    .broken("dies", &["exit", "--at", "1"], "");
    [othello, domino, breakthrough]
}

#[test]
fn nothing_that_an_arena_has_written_itself_is_taken_for_damaged() {
    let mut reasons = BTreeSet::new();
    for tournament in of_all_reasons() {
        let played = tournament.run(&["--quiet"]);
        assert!(played.folder.join("journal.jsonl").is_file(), "{}", played.stderr);
        let games = played.games();
        assert!(games.len() >= 6, "{}", played.stderr);
        reasons.extend(games.iter().map(|game| game.reason.word()));
        let well = tournament.run(&["--out", "results/t", "--resume", "--repair"]).ends_with(0);
        let told = well.stdout.contains("nothing in its journal is damaged");
        assert!(told, "{}{}", well.stdout, well.stderr);
        assert!(!played.folder.join("journal.damaged").exists());
    }
    for reason in
        ["adjudication", "crash", "illegal-move", "max-plies", "normal", "protocol", "stall", "time"]
    {
        assert!(reasons.contains(reason), "no {reason} among {reasons:?}");
    }
}
