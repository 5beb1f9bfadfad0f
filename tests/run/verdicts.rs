//! What becomes of engines that misbehave: each costs itself the game, and nobody else anything.

use std::time::{Duration, Instant};

use super::harness::{PATIENT, Tournament};
use super::processes;

/// How often something is tried that a busy machine can spoil: if it spoils every other try, once in a thousand times.
const TRIES: u32 = 10;
/// Little time, for those who never answer.
const SHORT: &str = "per_move = '300ms'\nmargin = '200ms'\nstartup = '60s'";
const SHORT_START: &str = "per_move = '20s'\nstartup = '700ms'";

/// A broken engine against a sound one, two games: each must end for `reason`, by its fault.
#[track_caller]
fn loses_by(reason: &str, detail: &str, time: &str, words: &[&str], code: i32) {
    let finished = Tournament::against_a_broken_engine(time, words).run(&[]).ends_with(code);
    let games = finished.games();
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(game.reason.word(), reason, "{words:?}: {:?}", game.faults);
        assert!(game.faults[0].detail.contains(detail), "{words:?}: {:?}", game.faults);
        assert_eq!((game.offender.as_deref(), game.winner.as_deref()), (Some("bad"), Some("good")));
        let bad_seat = if game.players[0] == "bad" { "p1" } else { "p2" };
        assert_eq!(game.offender_seat.as_deref(), Some(bad_seat));
        assert_eq!(game.points.iter().sum::<f64>(), 1.0);
        assert_eq!(game.score, None);
        let log = finished.text(&format!("logs/game-{}.txt", game.id));
        for part in [reason, "broken", "To see it again", "What was said"] {
            assert!(log.contains(part), "no {part:?} in the log of {words:?}:\n{log}");
        }
    }
    let standings = finished.rows("standings.csv");
    assert_eq!((standings[0]["engine"].as_str(), standings[0]["valid_percent"].as_str()), ("good", "100.00"));
    assert_eq!((standings[1]["engine"].as_str(), standings[1]["valid_games"].as_str()), ("bad", "0"));
}

#[test]
fn a_code_that_no_signal_has_is_the_engines_own() {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\n[board]\nsize = 4";
    for (code, told) in
        [(7, "exited with code 7"), (200, "exited with code 200"), (255, "exited with code 255")]
    {
        let script = format!("exit {code}");
        let tournament = Tournament::new(head).broken("good", &["none"], "").engine(
            "bad",
            &["/bin/sh", "-c", &script],
            "",
        );
        let finished = tournament.run(&["--games", "1"]).ends_with(1);
        finished.complains(&[&format!("bad does not get ready: {told}")]);
    }
}

/// A broken engine that is to be forgiven: both games end by the rules.
#[track_caller]
fn plays_on(time: &str, words: &[&str]) {
    let finished = Tournament::against_a_broken_engine(time, words).run(&[]).ends_with(0);
    for game in finished.games() {
        assert_eq!(game.reason.word(), "normal", "{words:?}: {:?}", game.faults);
        assert!(game.score.is_some());
    }
    assert!(!finished.folder.join("logs").exists());
}

#[test]
fn an_engine_that_says_nothing_stalls() {
    loses_by("stall", "no `ugiok` within 0.7 s", SHORT_START, &["mute"], 1);
}

#[test]
fn an_engine_that_talks_nonsense_stalls() {
    loses_by("stall", "no `ugiok` within 0.7 s", SHORT_START, &["nonsense"], 1);
}

#[test]
fn an_engine_whose_first_line_never_ends_stalls_at_once() {
    loses_by("stall", "a line of more than 65536 bytes", PATIENT, &["endless-hello"], 1);
}

#[test]
fn an_engine_that_dies_in_the_handshake_crashes() {
    loses_by("crash", "exited with code 3", PATIENT, &["dies-at-ugi"], 1);
    loses_by("crash", "exited with code 4", PATIENT, &["dies-at-ready"], 1);
}

#[test]
fn a_slow_start_is_not_charged_to_the_clock() {
    plays_on(PATIENT, &["slow-start", "--ms", "100"]);
}

#[test]
fn an_engine_that_does_not_answer_loses_on_time() {
    loses_by("time", "no answer within 0.5 s", SHORT, &["hang"], 0);
}

#[test]
fn info_without_end_buys_no_time() {
    loses_by("time", "no answer within 0.5 s", SHORT, &["chatty"], 0);
}

#[test]
fn an_engine_that_closes_its_input_loses_on_time_and_kills_nobody() {
    loses_by("time", "no answer within 0.5 s", SHORT, &["close-stdin"], 0);
}

#[test]
fn an_answer_within_the_margin_is_played_and_counted_as_late() {
    let time = "per_move = '200ms'\nmargin = '20s'\nstartup = '60s'";
    let finished = Tournament::against_a_broken_engine(time, &["late", "--ms", "300"]).run(&[]).ends_with(0);
    for game in finished.games() {
        assert_eq!(game.reason.word(), "normal");
        let bad = game.players.iter().position(|name| name == "bad").unwrap();
        // A busy machine may make others late as well, and they are counted like this one.
        let answers = game.movers.iter().zip(&game.ms).filter(|(mover, _)| **mover == bad);
        let late = answers.filter(|(_, ms)| **ms > 200.0).count();
        assert_eq!(game.late[bad] as usize, late, "{:?}", game.ms);
    }
    // The process lives on, so that only the first of the two games has its third `go`.
    let late: u32 =
        finished.rows("standings.csv").iter().map(|row| row["late"].parse::<u32>().unwrap()).sum();
    assert!(late >= 1);
}

#[test]
fn an_engine_that_dies_while_it_should_think_crashes() {
    loses_by("crash", "exited with code 5", PATIENT, &["exit"], 0);
    loses_by("crash", "ended by signal 6 (SIGABRT)", PATIENT, &["abort"], 0);
}

#[test]
fn an_answer_without_a_newline_counts_when_the_engine_ends() {
    let finished = Tournament::against_a_broken_engine(PATIENT, &["last-words"]).run(&[]).ends_with(0);
    for game in finished.games() {
        assert_eq!((game.reason.word(), game.offender.as_deref()), ("crash", Some("bad")));
        let bad = game.players.iter().position(|name| name == "bad").unwrap();
        let answered = game
            .movers
            .iter()
            .zip(&game.thoughts)
            .filter(|(mover, thought)| **mover == bad && thought.is_some());
        assert_eq!(answered.count(), 3, "the third answer, without newline, was played");
    }
}

#[test]
fn an_engine_that_closes_its_output_crashes() {
    loses_by("crash", "closed its standard output", PATIENT, &["close-stdout"], 0);
}

#[test]
fn nobody_waits_for_a_grandchild_that_holds_the_output_open() {
    let begin = Instant::now();
    loses_by("crash", "exited with code 0", PATIENT, &["orphan"], 0);
    // The grandchild sleeps for ten minutes.
    assert!(begin.elapsed() < Duration::from_secs(120));
}

#[test]
fn an_illegal_move_loses() {
    loses_by("illegal-move", "a1b9: ", PATIENT, &["illegal"], 0);
    loses_by("illegal-move", "not a move", PATIENT, &["garbled"], 0);
}

#[test]
fn a_broken_protocol_loses() {
    loses_by("protocol", "`bestmove` without a move", PATIENT, &["empty"], 0);
    loses_by("protocol", "a line of more than 65536 bytes", PATIENT, &["endless-line"], 0);
}

#[test]
fn answers_that_nobody_asked_for_are_never_taken_for_later_ones() {
    plays_on(PATIENT, &["twice"]);
    plays_on(PATIENT, &["again"]);
    plays_on(PATIENT, &["answering"]);
    plays_on(PATIENT, &["early"]);
    plays_on(PATIENT, &["early", "--at", "1"]);
}

#[test]
fn windows_line_ends_are_understood() {
    plays_on(PATIENT, &["crlf"]);
}

#[test]
fn a_megabyte_on_standard_error_before_each_answer_harms_nobody() {
    plays_on(PATIENT, &["stderr"]);
}

#[test]
fn an_engine_that_stays_when_told_to_quit_is_killed() {
    let begin = Instant::now();
    plays_on(PATIENT, &["stays"]);
    assert!(begin.elapsed() < Duration::from_secs(120));
}

#[test]
fn an_engine_that_ends_after_each_game_gets_a_fresh_process_for_the_next() {
    plays_on(PATIENT, &["ends"]);
}

#[test]
fn an_engine_that_is_ready_for_one_game_only_loses_the_next_and_starts_anew() {
    let finished = Tournament::against_a_broken_engine(SHORT_START, &["one-game"])
        .run(&["--concurrency", "1"])
        .ends_with(0);
    let reasons: Vec<&str> = finished.games().iter().map(|game| game.reason.word()).collect();
    // The probe before the tournament is a process of its own.
    assert_eq!(reasons, ["normal", "stall"]);
}

#[test]
fn when_nobody_gets_ready_nobody_gets_a_point() {
    let head = format!("[tournament]\nname = 't'\ngame = 'othello'\nself_play = true\n[time]\n{SHORT_START}");
    let finished = Tournament::new(&head)
        .broken("dead", &["dies-at-ugi"], "")
        .broken("mute", &["mute"], "")
        .run(&[])
        .ends_with(1)
        .complains(&["dead never got ready", "mute never got ready"]);
    for game in finished.games() {
        assert_eq!((game.points.as_slice(), &game.winner), (&[0.0, 0.0][..], &None));
        assert_eq!(game.offender_seat.as_deref(), Some("p1"), "seats are made ready p1 first");
        assert_eq!(game.faults.len(), 2);
    }
    assert!(
        finished.rows("standings.csv").iter().all(|row| row["points"] == "0" && row["valid_games"] == "0")
    );
}

#[test]
fn no_process_of_an_engine_outlives_the_arena() {
    // The arguments mark the processes as this test's own.
    let mark = format!("{}", 90_000_000 + std::process::id());
    for fault in ["none", "stays", "hang", "mute", "close-stdin"] {
        let time = "per_move = '300ms'\nstartup = '500ms'";
        Tournament::against_a_broken_engine(time, &[fault, "--ms", &mark]).run(&[]);
    }
    let left = processes::left_with(&mark);
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn an_engine_that_does_not_flush_is_told_so() {
    let unflushed = |when: &str| {
        format!(
            "import sys\n\
             for line in sys.stdin:\n    \
                 word = (line.split() or [''])[0]\n    \
                 answer = {{'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove f5'}}.get(word)\n    \
                 if answer: print(answer, flush={when})\n    \
                 if word == 'quit': break\n"
        )
    };
    for (when, time, reason, code) in
        [("False", "startup = '2s'", "stall", 1), ("(word != 'go')", SHORT, "time", 0)]
    {
        let more = format!("{time}\nenv = {{ PYTHONUNBUFFERED = '' }}");
        let head = format!("[tournament]\nname = 't'\ngame = 'othello'\n[time]\n{PATIENT}\n");
        // Whether it is so is found out within 30 ms, in which on a busy machine an engine may not have its turn: what
        // must be told sooner or later is never told where it is not so.
        let told = (0..TRIES).any(|_| {
            let finished = Tournament::new(&head)
                .broken("good", &["none"], "")
                .engine("bad", &["python3", "bad.py"], &more)
                .file("bad.py", &unflushed(when))
                .run(&[])
                .ends_with(code);
            finished.games().iter().any(|game| {
                let fault = &game.faults[0];
                assert_eq!((fault.reason.word(), game.offender.as_deref()), (reason, Some("bad")));
                let is_told = fault.detail.ends_with("standard output is not flushed");
                let log = finished.text(&format!("logs/game-{}.txt", game.id));
                for cure in ["Python: print(line, flush=True)", "C: fflush(stdout)", "Go: fmt.Println"] {
                    assert!(log.contains(cure) || !is_told, "no {cure:?} in\n{log}");
                }
                is_told
            })
        });
        assert!(told, "not told in {TRIES} tournaments: {when}");
    }
}

#[test]
fn an_engine_that_is_a_little_late_is_not_told_to_flush() {
    let head = "[tournament]\nname = 't'\ngame = 'othello'\nrounds = 3\n[time]\n\
                per_move = '100ms'\nmargin = '1ms'\nstartup = '20s'\n";
    let late = "import sys, time\n\
                for line in sys.stdin:\n    \
                    word = (line.split() or [''])[0]\n    \
                    end = time.monotonic() + (0.105 if word == 'go' else 0)\n    \
                    while time.monotonic() < end: pass\n    \
                    answer = {'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove f5'}.get(word)\n    \
                    if answer: print(answer, flush=True)\n    \
                    if word == 'quit': break\n";
    let finished = Tournament::new(head)
        .broken("good", &["none"], "")
        .engine("bad", &["python3", "bad.py"], "restart = 'always'")
        .file("bad.py", late)
        .run(&[])
        .ends_with(0);
    for fault in finished.games().iter().flat_map(|game| &game.faults) {
        assert!(!fault.detail.contains("flush"), "{}", fault.detail);
    }
}
