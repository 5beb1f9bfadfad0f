//! `arena play` from end to end: in a pipe, and in a terminal with its keys.

use std::fs;
use std::process::Command;

use super::harness::{ARENA, Desk, fed};

const PYTHON: &str = concat!("python3 -B ", env!("CARGO_MANIFEST_DIR"), "/engines/python/minimal.py");
const TERMINAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/run/terminal.py");

/// `arena play` with these words and `input` on `desk`: exit code, standard output, standard error.
fn typed(desk: &Desk, words: &[&str], input: &str) -> (Option<i32>, String, String) {
    fed(Command::new(ARENA).current_dir(desk.path()).arg("play").args(words), input.as_bytes())
}

fn slow(words: &[&'static str]) -> Vec<&'static str> {
    [words, &["--time", "30s"]].concat()
}

#[test]
fn the_plain_picture_of_othello_is_x_o_and_points() {
    let (code, shown, _) = typed(&Desk::new(), &["othello", "--people", "2", "--plain"], "f5");
    assert_eq!(code, Some(0));
    let picture = "   a b c d e f g h\n 1 . . . . . . . .\n 2 . . . . . . . .\n 3 . . . . . . . .\n \
                   4 . . . o x . . .\n 5 . . . x x x . .\n 6 . . . . . . . .\n 7 . . . . . . . .\n \
                   8 . . . . . . . .\nWhite (o), p2 to move  [Black 4, White 1]\n";
    assert!(shown.ends_with(picture), "{shown}");
}

#[test]
fn a_person_plays_against_an_engine_takes_back_asks_saves_and_resigns() {
    let desk = Desk::new();
    let words = slow(&["othello", "-e", PYTHON]);
    let input = "e4\nF5\nmoves\nhint\nundo\nundo\nf5\nsave game.txt\nsave game.txt\nresign\nf5\nboard\n";
    let (code, shown, stderr) = typed(&desk, &words, input);
    assert_eq!(code, Some(0), "{stderr}");
    let mut rest = &shown[..];
    for part in [
        "Black (x), you to move  [Black 2, White 2]\n",
        "e4: not empty\n1. Black (x), you: f5\n2. White (o), minimal.py: ",
        "] ",
        "Black (x), you to move  [Black 3, White 3]\n",
        "minimal.py would play ",
        "Black (x), you to move  [Black 2, White 2]\n",
        "there is nothing to take back\n1. Black (x), you: f5\n2. White",
        "saved: ",
        "game.txt is there already\n",
        "given up by Black (x), you; won by White (o), minimal.py\n",
        "the game is over\n",
        "given up by Black (x), you; won by White (o), minimal.py\n",
    ] {
        let at = rest.find(part).unwrap_or_else(|| panic!("no {part:?} in: {rest}"));
        rest = &rest[at + part.len()..];
    }
    let saved = fs::read_to_string(desk.path().join("game.txt")).unwrap();
    assert!(saved.contains("\nposition startpos\nf5 "), "{saved}");
    // A saved game is read by the referee, and gone on with.
    let mut referee = Command::new(ARENA);
    let file = fs::File::open(desk.path().join("game.txt")).unwrap();
    let output = referee.args(["referee", "othello", "--json"]).stdin(file).output().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(b"{\"ply\":0,"), "{output:?}");
    let load = [&words[..], &["--load", "game.txt"]].concat();
    let (_, shown, _) = typed(&desk, &load, "undo\n");
    assert!(shown.contains("Black (x), you to move  [Black 3, White 3]"), "{shown}");
    assert!(shown.ends_with("there is nothing to take back\n"), "{shown}");
}

#[test]
fn whoever_is_black_may_begin_with_the_answer() {
    for (side, first) in
        [("o", "1. Black (x), minimal.py: "), ("White", "1. Black (x), minimal.py: "), ("p1", "")]
    {
        let words = [&slow(&["othello", "-e", PYTHON])[..], &["--side", side]].concat();
        let (code, shown, _) = typed(&Desk::new(), &words, "");
        assert_eq!(code, Some(0));
        assert!(shown.starts_with(first), "{side}: {shown}");
    }
    let words =
        [&slow(&["breakthrough", "-e", PYTHON, "--rows", "5", "--columns", "4"])[..], &["--side", "b"]];
    let (_, shown, _) = typed(&Desk::new(), &words.concat(), "");
    assert!(
        shown.contains("1. White (w), minimal.py: ") && shown.contains("Black (b), you to move"),
        "{shown}"
    );
}

#[test]
fn at_the_dominoes_only_the_own_hand_is_shown_until_the_end() {
    let words = [&slow(&["domino", "-e", PYTHON, "-e", PYTHON])[..], &["--seed", "7"]].concat();
    let (code, shown, stderr) = typed(&Desk::new(), &words, &"0-0\nmoves\n".repeat(2));
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        shown.contains("> p1  0-0 2-3 2-4 2-5 2-6\n  p2  5 hidden\n  p3  5 hidden\nstack 13\n"),
        "{shown}"
    );
    assert!(shown.contains("1. p1, you: 0-0R\n2. p2, minimal.py: ") && !shown.contains("draw:"), "{shown}");

    let shared = ["domino", "--people", "2", "--seed", "7"];
    let (_, shown, _) = typed(&Desk::new(), &shared, "2-3R\n");
    let (first, second) = shown.split_once("1. p1: 2-3R").unwrap();
    assert!(first.contains("\n  p2  5 hidden\n") && second.contains("\n  p1  4 hidden\n"), "{shown}");
}

#[test]
fn an_engine_that_fails_has_lost_and_the_game_is_kept() {
    let broken = format!("{ARENA} broken illegal --at 1");
    let words = ["othello", "-e", &broken, "--time", "30s"];
    let (code, shown, stderr) = typed(&Desk::new(), &words, "f5\nsave game.txt\n");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(shown.contains("a fault of White (o), arena: illegal-move: "), "{shown}");
    assert!(shown.contains("won by Black (x), you") && shown.contains("saved: "), "{shown}");
}

#[test]
fn what_cannot_be_played_is_told() {
    for (words, told) in [
        (&["chess"][..], "there is no game `chess`"),
        (&["othello", "--side", "green"], "the sides are x, black or p1; o, white or p2"),
        (&["othello", "--people", "3"], "the game has 2 players"),
        (&["othello", "-e", "a", "-e", "b"], "too many for 2 seats"),
        (&["othello", "-e", "./nothing"], "nothing"),
        (&["othello", "--position", "8/8 x"], "--position"),
        (&["othello", "--load", "none.txt"], "none.txt"),
        (&["othello", "-e", PYTHON, "--time", "soon"], "soon"),
        (&["domino", "--position", "- 1-4,2-3,2-6,5-6,6-6/?5 18 p1"], "hides some of the tiles"),
    ] {
        let (code, shown, stderr) = typed(&Desk::new(), words, "");
        assert_eq!((code, &shown[..]), (Some(2), ""), "{words:?}: {stderr}");
        assert!(stderr.contains(told), "{words:?}: {stderr}");
    }
    let desk = Desk::new().file("game.txt", "position startpos\nf5 d6\n\nf5\n");
    let (code, _, stderr) = typed(&desk, &["othello", "--load", "game.txt"], "");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("game.txt:4: f5: not empty"), "{stderr}");
}

/// What is written to a terminal of this size in which `words` run and this is typed, each after what it
/// waits for; and the exit code.
pub(crate) fn in_a_terminal(
    size: [&str; 2],
    script: &[(&str, &str)],
    words: &[&str],
) -> (Option<i32>, String) {
    with_colour("", size, script, words)
}

/// The same with `NO_COLOR` set to something.
fn with_colour(
    none: &str,
    size: [&str; 2],
    script: &[(&str, &str)],
    words: &[&str],
) -> (Option<i32>, String) {
    let mut command = Command::new("python3");
    command
        .arg("-B")
        .arg(TERMINAL)
        .args(size)
        .arg(serde_json::to_string(script).unwrap())
        .arg(ARENA)
        .args(words);
    command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8").env("NO_COLOR", none);
    let output = command.output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), format!("{shown}{}", String::from_utf8_lossy(&output.stderr)))
}

const TO_SCREEN: &str = "\u{1b}[?1049h";
const FROM_SCREEN: &str = "\u{1b}[?1049l";

#[test]
fn on_a_screen_arrows_the_mouse_and_words_play_and_the_terminal_is_put_back() {
    // From the middle, e5, to f5; then a click on f6; then a word.
    let script = [
        ("Black (x), p1 to move", "\u{1b}[C\r"),
        ("White (o), p2 to move", "\u{1b}[<0;20;8M"),
        ("[Black 3, White 3]", "quit\r"),
    ];
    let (code, shown) = in_a_terminal(["80", "24"], &script, &["play", "othello", "--people", "2"]);
    assert_eq!(code, Some(0), "{shown}");
    let (_, after) = shown.split_once(FROM_SCREEN).unwrap();
    assert!(shown.contains(TO_SCREEN) && shown.contains("2. White (o), p2: f6"), "{shown}");
    assert!(
        after.contains("[Black 3, White 3]") && after.contains("RESTORED") && !after.contains("NOT"),
        "{after}"
    );
    assert!(shown.contains("\u{1b}[48;5;28;38;5;231;1m \u{25cf} "), "a white disc on green: {shown}");
}

#[test]
fn a_game_is_left_by_ctrl_c_on_a_small_screen_too() {
    let words = ["play", "breakthrough", "--rows", "12", "--columns", "12", "--people", "2"];
    for size in [["80", "24"], ["24", "10"], ["1", "1"]] {
        let script = [(TO_SCREEN, "?"), ("\u{1b}[J", "\u{3}")];
        let script = if size[0] == "80" { &script[..] } else { &[(TO_SCREEN, "\u{3}")] };
        let (code, shown) = in_a_terminal(size, script, &words);
        assert_eq!(code, Some(0), "{shown}");
        assert!(
            shown.contains(FROM_SCREEN) && shown.contains("RESTORED") && !shown.contains("NOT RES"),
            "{shown}"
        );
    }
}

#[test]
fn a_recorded_game_is_gone_through_with_keys() {
    let desk = Desk::new();
    let words =
        ["match", "breakthrough", "-e", PYTHON, "-e", PYTHON, "--seed", "7", "--time", "30s", "--out", "r"];
    assert_eq!(desk.arena(&words).code, Some(0));
    let script = [("0/", "\u{1b}[C"), ("1. p1 ", "G"), ("checked: ", "q")];
    let folder = desk.path().join("r").display().to_string();
    let (code, shown) = in_a_terminal(["80", "24"], &script, &["replay", &folder, "1"]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("all by the rules") && shown.contains(FROM_SCREEN), "{shown}");
}

#[test]
fn line_by_line_too_ctrl_c_ends_a_game_in_order() {
    let words = ["play", "othello", "--people", "2", "--plain"];
    let (code, shown) = in_a_terminal(["80", "24"], &[("> ", "f5\r"), ("p2 to move", "\u{3}")], &words);
    assert!(
        code == Some(130) && shown.contains("interrupted") && shown.contains("1. Black (x), p1: f5"),
        "{shown}"
    );
    assert!(!shown.contains(TO_SCREEN), "{shown}");
}

#[test]
fn nobody_has_to_wait_for_an_engine_that_hangs() {
    let hanging = format!("{ARENA} broken hang --at 1");
    let words = ["play", "othello", "-e", &hanging, "--time", "1000s"];
    let (code, shown) =
        in_a_terminal(["80", "24"], &[("you to move", "f5\r"), (" thinks ...", "quit\r")], &words);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("1. Black (x), you: f5") && shown.contains("RESTORED"), "{shown}");
}

#[test]
fn the_referee_in_a_terminal_goes_on_after_a_wrong_move() {
    let script = [
        ("p1 (Black, x)> ", "e4\r"),
        ("(Black, x)> ", "f5\r"),
        ("(White, o)> ", "undo\r"),
        ("(Black, x)> ", "quit\r"),
    ];
    let (code, shown) = in_a_terminal(["80", "24"], &script, &["referee", "othello"]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("e4: not empty") && shown.contains("legal f4 d6 f6"), "{shown}");
}

#[test]
fn at_the_dominoes_keys_choose_among_the_tiles_that_fit() {
    let words = ["play", "domino", "--people", "2", "--seed", "7"];
    let script = [("[7m 0-0R ", "\u{1b}[C\r"), ("1. p1: 2-3R", "\u{3}")];
    let (code, shown) = in_a_terminal(["30", "12"], &script, &words);
    assert!(code == Some(0) && shown.contains("[7m 2-3R "), "{shown}");
}

#[test]
fn without_colour_the_board_on_the_screen_has_signs_for_what_is_marked() {
    let script = [("p1 to move", "\u{1b}[Cf5\r"), ("p2 to move", "\u{3}")];
    let (code, shown) = with_colour("1", ["80", "24"], &script, &["play", "othello", "--people", "2"]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains(" 5  .  .  .  x  x >x< .  . ") && !shown.contains("48;5"), "{shown}");
}

#[test]
fn nothing_goes_on_without_its_terminal() {
    let script = "import fcntl, os, pty, struct, sys, termios, time\n\
        pid, terminal = pty.fork()\n\
        if pid == 0:\n    \
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))\n    \
            os.execvp(sys.argv[1], sys.argv[1:])\n\
        seen = b''\n\
        while b'to move' not in seen: seen += os.read(terminal, 4096)\n\
        os.close(terminal)\n\
        end = time.monotonic() + 30\n\
        while not os.waitpid(pid, os.WNOHANG)[0]:\n    \
            if time.monotonic() > end:\n        \
                os.kill(pid, 9)\n        \
                sys.exit('it goes on')\n    \
            time.sleep(0.01)\n";
    for game in ["othello", "breakthrough", "domino"] {
        let output = Command::new("python3")
            .args(["-c", script, ARENA, "play", game, "--people", "2"])
            .env("TERM", "xterm")
            .output()
            .unwrap();
        assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
