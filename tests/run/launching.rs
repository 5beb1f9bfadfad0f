//! Engines that cannot be started any more, and launchers that somebody kills: the machine's faults, which are
//! nobody's loss.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::harness::{ARENA, Finished, PATIENCE, PATIENT, Tournament};

/// Writes a program in shell.
fn script(tournament: &Tournament, name: &str, text: &str) {
    let path = tournament.path().join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// An engine whose program is gone once the tournament has begun: the other one removes it, once.
fn robbed(more: &str) -> Tournament {
    let head = format!(
        "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\nrounds = 2\n{more}\n[board]\nsize = 4\n\
         [time]\nper_move = '60s'\n[sandbox]\nlevel = 'off'\n"
    );
    let fresh = "restart = 'always'";
    let tournament = Tournament::new(&head).engine("victim", &["./victim", "broken", "none"], fresh).engine(
        "thief",
        &["./thief.sh"],
        fresh,
    );
    bring_back(&tournament);
    // The first start is the one before all games.
    let deed = "if [ -e begun ] && [ ! -e done ]; then rm victim; touch done; fi; touch begun";
    script(&tournament, "thief.sh", &format!("#!/bin/sh\n{deed}\nexec {ARENA} broken none\n"));
    tournament
}

/// A program and no script, of which an interpreter could be there still.
fn bring_back(tournament: &Tournament) {
    fs::copy(ARENA, tournament.path().join("victim")).unwrap();
}

#[test]
fn a_program_that_is_taken_away_ends_the_tournament_and_is_nobody_s_loss() {
    let tournament = robbed("");
    let stopped = tournament.run(&["--concurrency", "1"]).ends_with(1);
    stopped.complains(&["victim could not be started: ", "No such file", "--resume once the cause is gone"]);
    bring_back(&tournament);
    let resumed = tournament.run(&["--resume"]).ends_with(0);
    let games = resumed.games();
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.reason.word() == "normal"), "{games:?}");
}

#[test]
fn with_keep_going_it_forfeits_and_the_incident_says_why() {
    let finished = robbed("keep_going = true").run(&["--concurrency", "1"]).ends_with(0);
    let games = finished.games();
    let lost: Vec<_> = games.iter().filter(|game| game.offender.is_some()).collect();
    assert!(!lost.is_empty());
    for game in lost {
        assert_eq!((game.offender.as_deref(), game.reason.word()), (Some("victim"), "stall"));
        let said = finished.text(&format!("logs/game-{}.txt", game.id));
        assert!(
            said.contains("could not be started: cannot start ") && said.contains("No such file"),
            "{said}"
        );
    }
}

#[test]
fn a_file_that_is_no_program_is_an_error_before_any_game() {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\n";
    let tournament = Tournament::new(head).broken("good", &["none"], "").engine("odd", &["./odd.py"], "");
    script(&tournament, "odd.py", "print('ugiok')\n");
    let refused = tournament.run(&[]).ends_with(2);
    refused.complains(&["arena.toml:11:", "odd could not be started: ", "Exec format error", "first line"]);
    assert!(!tournament.path().join("results").exists());
}

/// The processes below `parent` whose command line begins with `arena launch`, each with its own number.
fn launchers(parent: u32) -> Vec<u32> {
    let children = |pid: u32| -> Vec<u32> {
        let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let lists = tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
        let lists: Vec<String> = lists.collect();
        lists.iter().flat_map(|list| list.split_whitespace()).map(|pid| pid.parse().unwrap()).collect()
    };
    let is_launcher = |pid: &u32| {
        fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| line.starts_with(b"arena\0launch\0"))
    };
    children(parent).into_iter().filter(is_launcher).collect()
}

#[test]
fn a_launcher_that_is_killed_from_outside_costs_nobody_a_game() {
    let features = arena::process::launcher::Features::probe(Path::new(ARENA));
    if !features.processes {
        return eprintln!("not tested: without process namespaces an engine could have done it itself");
    }
    let head = format!(
        "[tournament]\nname = 't'\ngame = 'othello'\nrounds = 2\nseed = 5\n[board]\nsize = 6\n[time]\n{PATIENT}\n"
    );
    for stage in ["outer", "inner"] {
        let tournament = Tournament::new(&head).broken("one", &["none"], "").gated("two", 0);
        let mut command = tournament.command(&["--concurrency", "1"]);
        let arena = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Once the results have a folder the engines are started for the first game.
        let begun = tournament.path().join("results/t/tournament.json");
        let begin = Instant::now();
        let killed = loop {
            let outer = if begun.exists() { launchers(arena.id()) } else { Vec::new() };
            let inner: Vec<u32> = outer.iter().flat_map(|&pid| launchers(pid)).collect();
            if inner.len() == 2 {
                break if stage == "inner" { inner } else { outer };
            }
            assert!(begin.elapsed() < PATIENCE, "no game has begun");
            thread::sleep(Duration::from_millis(2));
        };
        for pid in killed {
            Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap();
        }
        tournament.open();
        let finished = Finished::of(arena.wait_with_output().unwrap(), &tournament).ends_with(0);
        let games = finished.games();
        assert!(games.iter().all(|game| game.reason.word() == "normal"), "{stage}: {games:?}");
        finished.complains(&["is void and played again: its launcher was ended by signal 9"]);
    }
}

#[test]
fn an_arena_whose_file_is_replaced_while_it_plays_goes_on() {
    let tournament = Tournament::new(
        "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 4\n[time]\nper_move = '60s'\n",
    )
    .broken("one", &["none"], "restart = 'always'")
    .engine("two", &["./two.sh"], "restart = 'always'");
    let copy = tournament.path().join("arena");
    fs::copy(ARENA, &copy).unwrap();
    // From its first start on, the arena that plays has no file.
    script(&tournament, "two.sh", &format!("#!/bin/sh\nrm -f arena\nexec {ARENA} broken none\n"));
    let file = tournament.path().join("arena.toml");
    tournament.command(&[]);
    let text = fs::read_to_string(&file).unwrap() + "[sandbox]\nlevel = 'off'\n";
    fs::write(&file, text).unwrap();
    let output = Command::new(&copy).args(["run", "arena.toml"]).current_dir(tournament.path()).output();
    let finished = Finished::of(output.unwrap(), &tournament).ends_with(0);
    assert!(!copy.exists());
    assert!(finished.games().iter().all(|game| game.reason.word() == "normal"));
}

/// The script of an interpreter.
const SCRIPT: &str = "import os, sys\nos.execv(sys.argv[1], [sys.argv[1], 'broken', 'none'])\n";

/// A tournament in which the engine `victim` loses something once the tournament has begun: `deed` takes it away.
fn robbed_of(deed: &str, more: &str) -> Tournament {
    let head = format!(
        "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\nrounds = 2\n{more}\n[board]\nsize = 4\n\
         [time]\nper_move = '60s'\n[sandbox]\nlevel = 'off'\n"
    );
    let tournament = Tournament::new(&head)
        .engine("victim", &["python3", "bot.py", ARENA], "dir = 'its'\nrestart = 'always'")
        .engine("thief", &["./thief.sh"], "restart = 'always'");
    fs::create_dir(tournament.path().join("its")).unwrap();
    fs::write(tournament.path().join("its/bot.py"), SCRIPT).unwrap();
    let deed = format!("if [ -e begun ] && [ ! -e done ]; then {deed}; touch done; fi; touch begun");
    script(&tournament, "thief.sh", &format!("#!/bin/sh\n{deed}\nexec {ARENA} broken none\n"));
    tournament
}

#[test]
fn whatever_else_a_command_needs_and_is_taken_away_ends_the_tournament_as_well() {
    for (deed, gone) in [("mv its/bot.py kept", "its/bot.py is gone"), ("mv its kept", "its is gone")] {
        let tournament = robbed_of(deed, "");
        let stopped = tournament.run(&["--concurrency", "1"]).ends_with(1);
        stopped.complains(&["victim could not be started: ", gone, "--resume once the cause is gone"]);
        // Before that no game is played without it.
        let refused = tournament.run(&["--resume"]).ends_with(2);
        refused.complains(&[if deed.contains(".py") { "bot.py is gone" } else { "there is no folder" }]);
        let its = tournament.path().join("its");
        let kept = tournament.path().join("kept");
        if kept.is_dir() {
            fs::rename(kept, its).unwrap();
        } else {
            fs::rename(kept, its.join("bot.py")).unwrap();
        }
        let resumed = tournament.run(&["--resume"]).ends_with(0);
        let games = resumed.games();
        assert_eq!(games.len(), 4);
        assert!(games.iter().all(|game| game.reason.word() == "normal"), "{games:?}");
    }
}

#[test]
fn with_keep_going_who_has_lost_his_script_forfeits() {
    let finished =
        robbed_of("mv its/bot.py kept", "keep_going = true").run(&["--concurrency", "1"]).ends_with(0);
    let games = finished.games();
    let lost: Vec<_> = games.iter().filter(|game| game.offender.is_some()).collect();
    assert!(!lost.is_empty());
    for game in lost {
        assert_eq!((game.offender.as_deref(), game.reason.word()), (Some("victim"), "stall"));
        assert!(game.faults[0].detail.contains("bot.py is gone"), "{:?}", game.faults);
    }
}

/// Waits until a file is there; gives whether the arena was not over before.
fn await_file(path: &Path, arena: &mut Child) -> bool {
    let begin = Instant::now();
    while !path.exists() {
        if arena.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(begin.elapsed() < PATIENCE, "no {}", path.display());
        thread::sleep(Duration::from_millis(2));
    }
    true
}

/// An arena that twice stands still for longer than the `limit` for starting an engine, while one starts: before all
/// games and for the first. `None` if this machine took so long over anything else that it may have been that.
fn stood_still(limit: Duration) -> Option<Finished> {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 4\n\
         [time]\nper_move = '60s'\nstartup = '60s'\n[sandbox]\nlevel = 'off'\n";
    let impatient = format!("restart = 'always'\nstartup = '{}ms'", limit.as_millis());
    let tournament =
        Tournament::new(head).broken("good", &["none"], "").engine("slow", &["./slow.sh"], &impatient);
    // Its first start, before all games, and the first for a game last until they are let go on; the next do not. It
    // has read the first word before it says that it is there: an arena that is stopped then waits for the answer.
    let waits = "read -r word; n=1; while [ -e start-$n ]; do n=$((n + 1)); done; touch start-$n\n\
        if [ $n = 1 ] || [ $n = 3 ]; then while [ ! -e go-$n ]; do sleep 0.01; done; fi\n";
    let passes_on = format!("{{ echo \"$word\"; exec cat; }} | {ARENA} broken none\n");
    script(&tournament, "slow.sh", &format!("#!/bin/sh\n{waits}{passes_on}"));
    let mut command = tournament.command(&["--concurrency", "1"]);
    let mut since = Instant::now();
    let mut arena = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let kill = |arena: &Child, name: &str| {
        Command::new("kill").args([name, &arena.id().to_string()]).stderr(Stdio::null()).status().unwrap();
    };
    let mut in_time = true;
    for number in [1, 3] {
        // It was asked after `since`, and the arena is stopped before its time is over.
        in_time &= await_file(&tournament.path().join(format!("start-{number}")), &mut arena);
        kill(&arena, "-STOP");
        in_time &= since.elapsed() < limit;
        thread::sleep(limit + Duration::from_millis(500));
        since = Instant::now();
        kill(&arena, "-CONT");
        // The next start: this one had no chance.
        in_time &= await_file(&tournament.path().join(format!("start-{}", number + 1)), &mut arena);
        fs::write(tournament.path().join(format!("go-{number}")), "").unwrap();
    }
    let output = arena.wait_with_output().unwrap();
    in_time &= since.elapsed() < limit;
    in_time.then(|| Finished::of(output, &tournament))
}

#[test]
fn an_arena_that_stands_still_while_an_engine_starts_tries_it_again() {
    let finished = (0..5).find_map(|number| stood_still(Duration::from_millis(1500 << number)));
    let finished = finished.expect("an engine starts within 24 s").ends_with(0);
    let games = finished.games();
    assert!(games.iter().all(|game| game.reason.word() == "normal"), "{games:?}");
    finished.says(&["1 game void, by the machine's fault, and played again"]);
}
