//! Every broken engine of the table that `arena doctor` works by, each as a test by name.

use std::process::Command;

use arena::doctor::CASES;
use serde_json::Value;

use super::harness::ARENA;

/// Plays one case and sees that all is as the table says: verdict, time, memory, processes left.
#[track_caller]
fn as_modelled(name: &str) {
    let output = Command::new(ARENA).args(["doctor", "--json", "--only", name]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    let all: Value = serde_json::from_str(&text).unwrap();
    let case = &all["cases"][0];
    if case["ok"].is_null() {
        #[expect(clippy::print_stderr, reason = "what cannot be tested here is said")]
        return eprintln!("not tested: this system has no {}", case["missing"]);
    }
    assert_eq!((&case["ok"], &case["left"]), (&Value::Bool(true), &Value::from(0)), "{case}");
}

macro_rules! tests {
    ($($name:literal: $test:ident,)*) => {
        $(#[test]
        fn $test() {
            as_modelled($name);
        })*

        const TESTED: &[&str] = &[$($name),*];
    };
}

#[test]
fn every_case_of_the_table_has_a_test() {
    let names: Vec<&str> = CASES.iter().map(|case| case.name).collect();
    assert_eq!(names, TESTED);
}

tests! {
    "none": one_that_does_nothing_wrong,
    "mute": one_that_says_nothing,
    "deaf": one_that_never_reads_its_input_300_kb_of_it,
    "dies-at-ugi": one_that_dies_in_the_handshake,
    "dies-at-ready": one_that_dies_before_it_is_ready,
    "nonsense": one_that_answers_the_handshake_with_other_words_for_ever,
    "endless-hello": one_that_answers_the_handshake_with_a_line_that_never_ends,
    "unstarted-at-ugi": one_that_ends_in_the_handshake_as_if_it_had_not_been_started,
    "takes-back": one_that_takes_back_what_it_has_printed,
    "options": one_that_declares_options_for_ever,
    "slow-start": one_that_takes_0_4_s_to_get_ready,
    "hang": one_that_does_not_answer,
    "late": one_that_answers_half_a_second_too_late,
    "chatty": one_that_prints_info_for_ever,
    "flood": one_that_prints_400_mb_of_info_then_answers,
    "stderr-flood": one_that_writes_to_standard_error_for_ever,
    "unfinished": one_that_answers_without_a_newline,
    "stops": one_that_stops_itself_sigstop,
    "burns": one_that_computes_on_its_opponents_time,
    "burns-apart": one_that_does_the_same_in_processes_of_15_ms_each,
    "burns-late": one_that_makes_the_arena_late_by_computing_past_its_time,
    "dawdles": one_that_thinks_on_before_it_is_ready_for_a_question,
    "illegal": one_that_plays_an_illegal_move,
    "garbled": one_that_answers_with_bad_utf_8,
    "nul": one_that_answers_with_nul_bytes,
    "empty": one_that_answers_bestmove_without_a_move,
    "endless-line": one_that_answers_with_a_line_that_never_ends,
    "twice": one_that_answers_twice,
    "again": one_that_answers_again_when_the_next_question_is_there,
    "answering": one_that_answers_together_with_readyok,
    "early": one_that_answers_before_it_is_asked,
    "early-first": one_that_answers_before_it_is_asked_at_once,
    "noise": one_that_prints_nul_bytes_and_bad_utf_8_between,
    "crlf": one_that_ends_its_lines_as_on_windows,
    "stderr": one_that_writes_1_mb_to_standard_error_a_move,
    "exit": one_that_exits_when_asked,
    "abort": one_that_crashes_when_asked,
    "last-words": one_that_answers_without_a_newline_and_exits,
    "farewell": one_that_answers_and_exits,
    "close-stdout": one_that_closes_its_output_and_lives_on,
    "close-stdin": one_that_closes_its_input_answers_and_lives_on,
    "ends": one_that_exits_after_every_game,
    "stays": one_that_ignores_quit,
    "stubborn": one_that_ignores_quit_and_sigterm,
    "flood-at-quit": one_that_prints_for_ever_when_told_to_quit,
    "orphan": one_that_leaves_a_child_that_holds_its_output,
    "daemon": one_that_leaves_a_grandchild_in_another_session,
    "relay": one_that_leaves_a_process_that_forks_and_exits_for_ever,
    "bomb": one_that_is_a_fork_bomb,
    "kills-parent": one_that_kills_the_process_that_started_it,
    "meddles": one_that_looks_into_the_process_that_started_it,
    "kills-group": one_that_kills_its_process_group,
    "pretends-unstarted": one_that_ends_as_if_it_had_not_been_started,
    "hog": one_that_takes_more_and_more_memory,
    "hog-headless": one_that_takes_memory_when_its_first_thread_has_ended,
    "hog-at-once": one_that_takes_100_mb_of_the_64_it_may_have_at_once,
    "hog-huge": one_that_takes_64_gb_at_once,
    "hides-memory": one_that_takes_memory_that_is_in_no_process,
    "maps-device": one_that_takes_memory_that_is_a_device_s,
    "finds-devices": one_that_looks_for_disks_and_terminals,
    "fills-disk": one_that_fills_its_folder_up,
    "opens-files": one_that_opens_files_without_end,
    "litters": one_that_leaves_a_file_for_its_next_game,
    "writes": one_that_writes_outside_its_own_folder,
    "reads-results": one_that_reads_the_results_and_the_tournament_file,
    "reads-files": one_that_reads_a_file_of_yours_strict,
    "changes": one_that_changes_the_mode_and_the_times_of_programs,
    "sockets": one_that_opens_sockets,
    "wakes-itself": one_that_has_itself_woken_when_it_is_stopped,
    "traces": one_that_has_itself_traced,
    "moves": one_that_leaves_its_cores_for_others,
    "types": one_that_types_into_your_terminal,
}
