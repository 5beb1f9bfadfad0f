//! The launcher by itself, with and without namespaces: how programs end in it, and that nothing is left.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod processes;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use arena::process::launcher::{CONFINEMENT, Confinement, FAILED, Features};
use arena::settings::Level;
use tempfile::TempDir;

const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// What there is here, and what there would be on a system without any of it.
fn systems() -> [Features; 2] {
    [Features::probe(Path::new(ARENA)), Features::default()]
}

fn confinement(features: Features, private: &TempDir) -> String {
    let confinement = Confinement {
        level: Level::Basic,
        features,
        private: private.path().to_owned(),
        disk: 1 << 20,
        memory: 1 << 30,
        processes: 64,
        files: 256,
        ..Confinement::default()
    };
    serde_json::to_string(&confinement).unwrap()
}

fn command(features: Features, private: &TempDir, script: &str) -> Command {
    let mut command = Command::new(ARENA);
    command.args(["launch", "sh", "-c", script]).env(CONFINEMENT, confinement(features, private));
    command
}

fn launched(features: Features, script: &str) -> Output {
    let private = tempfile::tempdir().unwrap();
    command(features, &private, script).stdin(Stdio::null()).output().unwrap()
}

/// Whether a process sleeps for so long; those that are being killed are given time to end.
fn is_left(mark: &str) -> bool {
    !processes::left_with(mark).is_empty()
}

/// A number of seconds that no other process sleeps for.
fn mark(number: u32) -> String {
    format!("{}", 40_000_000 + 10 * std::process::id() + number)
}

#[test]
fn the_end_of_the_program_is_passed_on() {
    for features in systems() {
        for (script, code) in
            [("exit 0", 0), ("exit 7", 7), ("kill -SEGV $$", 128 + 11), ("kill -KILL $$", 128 + 9)]
        {
            assert_eq!(launched(features, script).status.code(), Some(code), "{script} with {features:?}");
        }
    }
}

#[test]
fn a_program_that_cannot_be_started_is_the_launcher_s_failure() {
    for features in systems() {
        let private = tempfile::tempdir().unwrap();
        let output = Command::new(ARENA)
            .args(["launch", "/no/such/program"])
            .env(CONFINEMENT, confinement(features, &private))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(FAILED));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("cannot start /no/such/program"), "{said}");
    }
}

#[test]
fn nothing_is_left_when_the_program_ends_not_even_what_has_left_its_session() {
    for (number, features) in (0..).zip(systems()) {
        let mark = mark(number);
        let script = format!(
            "setsid sh -c 'touch $HOME/1; exec sleep {mark}' & setsid sh -c 'sleep {mark} & touch $HOME/2; sleep {mark}' &\n\
             until [ -e $HOME/1 ] && [ -e $HOME/2 ]; do sleep 0.01; done; exit 3"
        );
        assert_eq!(launched(features, &script).status.code(), Some(3));
        assert!(!is_left(&mark), "with {features:?}");
    }
}

#[test]
fn nothing_is_left_when_the_one_who_started_it_is_killed() {
    for (number, features) in (2..).zip(systems()) {
        let mark = mark(number);
        let private = tempfile::tempdir().unwrap();
        let script = format!("setsid sleep {mark} & echo ready; sleep {mark}");
        // A shell stands for the arena: it is the parent of the launcher, and is killed.
        let inner = command(features, &private, &script);
        let words: Vec<String> = std::iter::once(inner.get_program())
            .chain(inner.get_args())
            .map(|word| format!("'{}'", word.to_string_lossy().replace('\'', "'\\''")))
            .collect();
        let outer = format!("{} & echo $!; wait", words.join(" "));
        let mut parent: Child = Command::new("sh")
            .arg("-c")
            .arg(outer)
            .env(CONFINEMENT, confinement(features, &private))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = std::io::BufRead::lines(std::io::BufReader::new(parent.stdout.take().unwrap()));
        assert!(lines.any(|line| line.unwrap() == "ready"));
        parent.kill().unwrap();
        parent.wait().unwrap();
        assert!(!is_left(&mark), "with {features:?}");
    }
}

#[test]
fn the_private_folder_is_the_home_and_empty_for_each_process() {
    for features in systems() {
        let private = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let script = "ls -A $HOME; echo x > $HOME/left && test $HOME = $TMPDIR && echo written";
            let output = command(features, &private, script).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), "written\n", "with {features:?}");
        }
    }
}

#[test]
fn what_the_arena_s_caller_had_open_is_not_for_the_engine() {
    for features in systems() {
        let private = tempfile::tempdir().unwrap();
        let output = Command::new("sh")
            .args(["-c", "exec 9</etc/passwd 8</; exec \"$@\"", "sh", ARENA, "launch"])
            .env(CONFINEMENT, confinement(features, &private))
            .args(["sh", "-c", "for n in 3 8 9; do (: <&$n) 2>/dev/null && echo open $n; done; echo done"])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n", "with {features:?}");
    }
}

#[test]
fn no_program_has_privileges_with_namespaces_or_without() {
    let unprivileged = Features { unprivileged: true, ..Features::default() };
    for features in [Features::probe(Path::new(ARENA)), unprivileged] {
        let output = launched(features, "grep -E 'Cap(Prm|Eff|Inh|Amb)' /proc/self/status");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(said.lines().count(), 4, "{said}");
        assert!(said.lines().all(|line| line.ends_with("\t0000000000000000")), "{features:?}: {said}");
    }
}

#[test]
fn what_is_missing_is_told_for_each_level_and_nothing_where_all_is_there() {
    let whole = Features {
        processes: true,
        mounts: true,
        read_only: true,
        devices: true,
        network: true,
        landlock: 6,
        unprivileged: true,
        syscalls: true,
    };
    for level in [Level::Off, Level::Basic, Level::Strict] {
        assert_eq!(whole.missing(level), Vec::<&str>::new(), "{level:?}");
    }
    for (features, told) in [
        (Features { processes: false, ..whole }, &["process namespaces: "][..]),
        (Features { read_only: false, ..whole }, &["read-only mounts: "]),
        (
            Features { mounts: false, read_only: false, ..whole },
            &["mount namespaces: ", "read-only mounts: "],
        ),
        (Features { devices: false, ..whole }, &["/dev of their own: "]),
        (Features { syscalls: false, ..whole }, &["system call filters: "]),
        // Nothing can be written to what is mounted read-only.
        (Features { landlock: 0, ..whole }, &[]),
        (
            Features { landlock: 0, mounts: false, read_only: false, ..whole },
            &["Landlock: ", "mount", "read-only"],
        ),
        (
            Features { processes: false, unprivileged: false, ..whole },
            &["process namespaces: ", "way to give up"],
        ),
    ] {
        let missing = features.missing(Level::Basic);
        assert_eq!(missing.len(), told.len(), "{features:?}: {missing:?}");
        assert!(missing.iter().zip(told).all(|(text, begin)| text.starts_with(begin)), "{missing:?}");
    }
    assert_eq!(Features { landlock: 0, ..whole }.missing(Level::Strict).len(), 1);
    assert_eq!(Features::default().missing(Level::Off).len(), 1);
}

#[test]
fn there_are_no_namespaces_within_that_of_an_engine_and_no_leases_of_files() {
    let [here, _] = systems();
    let lease = "import fcntl; fcntl.fcntl(open('/bin/sh'), fcntl.F_SETLEASE, fcntl.F_WRLCK)";
    for (script, is_kept) in [
        ("unshare --user true".to_owned(), here.processes),
        (format!("python3 -c \"{lease}\""), here.syscalls),
    ] {
        let done = launched(here, &format!("export LC_ALL=C; {script}"));
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!is_kept || !done.status.success(), "{script}: {said}");
        let why = ["No space left", "Operation not permitted"];
        assert!(!is_kept || why.iter().any(|why| said.contains(why)), "{script}: {said}");
    }
}

#[test]
fn who_has_lower_limits_himself_keeps_them() {
    for features in systems() {
        let private = tempfile::tempdir().unwrap();
        let script = "ulimit -n 32 && ulimit -f 8 && exec \"$@\"";
        let output = Command::new("sh")
            .args(["-c", script, "sh", ARENA, "launch", "sh", "-c", "ulimit -n; ulimit -f; ulimit -c"])
            .env(CONFINEMENT, confinement(features, &private))
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "32\n8\n0\n", "with {features:?}");
    }
}
