use super::*;

/// Plays the first legal move; a search without limit waits for its stop sign.
#[derive(Default)]
struct First {
    depth: String,
    games_begun: u32,
}

impl Engine for First {
    fn name(&self) -> String {
        "First".to_owned()
    }
    fn author(&self) -> String {
        "nobody".to_owned()
    }
    fn games(&self) -> &[&'static str] {
        &["othello", "breakthrough"]
    }
    fn options(&self) -> Vec<OptionDecl> {
        vec![OptionDecl::spin("Depth", 1, 1, 9)]
    }
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.depth = format!("{name}={value}");
        Ok(())
    }
    fn new_game(&mut self) {
        self.games_begun += 1;
    }
    fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String {
        while limits.is_infinite() && !search.stopped() {
            thread::yield_now();
        }
        search.info(&Info { depth: Some(1), ..Info::default() });
        line.position().plies().swap_remove(0)
    }
    fn typed(&self) -> Vec<Typed> {
        vec![Typed::owing("twice", "things", 0..=9)]
    }
    fn by_hand(
        &mut self,
        _word: &str,
        number: Option<u64>,
        _line: &Line,
        _search: &mut Search<'_>,
    ) -> Option<String> {
        number.map(|number| (2 * number).to_string())
    }
}

fn talk(engine: &mut dyn Engine, input: &str) -> String {
    let affairs = Affairs::default();
    let (sender, heard) = mpsc::channel();
    let mut out = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            listen(input.as_bytes(), None, &affairs, &sender);
            drop(sender);
        });
        answer(engine, &heard, &affairs, &mut out).unwrap();
    });
    String::from_utf8(out).unwrap()
}

#[test]
fn an_engine_introduces_itself_and_plays() {
    let input =
        "ugi\nisready\nuginewgame\nsetoption name depth value 3\nposition startpos\ngo movetime 5\nquit\n";
    let mut engine = First::default();
    assert_eq!(
        talk(&mut engine, input),
        "id name First\nid author nobody\n\
         option name UGI_Variant type combo default othello var othello var breakthrough\n\
         option name Depth type spin default 1 min 1 max 9\nugiok\nreadyok\n\
         info depth 1\nbestmove d3\n"
    );
    assert_eq!((engine.depth.as_str(), engine.games_begun), ("Depth=3", 1));
}

#[test]
fn questions_piped_in_are_answered_after_the_input_ends() {
    assert_eq!(talk(&mut First::default(), "go movetime 5"), "info depth 1\nbestmove d3\n");
    assert_eq!(talk(&mut First::default(), "go\n"), "info depth 1\nbestmove d3\n");
}

#[test]
fn a_question_that_had_to_wait_has_all_its_time() {
    /// Sees that its question is no older than the end of the one before.
    #[derive(Default)]
    struct Slow {
        ended: Option<Instant>,
        waited: usize,
    }
    impl Engine for Slow {
        fn name(&self) -> String {
            String::new()
        }
        fn games(&self) -> &[&'static str] {
            &["othello"]
        }
        fn new_game(&mut self) {}
        fn go(&mut self, _line: &Line, _limits: &Limits, search: &mut Search<'_>) -> String {
            if let Some(ended) = self.ended {
                let used = search.elapsed();
                assert!(used <= ended.elapsed(), "{used:?}");
                self.waited += 1;
            }
            while search.elapsed() < Duration::from_millis(20) {
                thread::yield_now();
            }
            self.ended = Some(Instant::now());
            "none".to_owned()
        }
    }
    let mut engine = Slow::default();
    talk(&mut engine, "go movetime 2000\ngo movetime 2000\n");
    assert_eq!(engine.waited, 1);
}

#[test]
fn what_has_to_be_done_before_an_answer_is_done_first_takes_none_of_its_time_and_ends_at_a_quit() {
    /// Needs so long to get ready, but not when it is to quit.
    struct Large {
        needs: Duration,
        made: Vec<&'static str>,
        elapsed: Duration,
    }
    impl Engine for Large {
        fn name(&self) -> String {
            String::new()
        }
        fn games(&self) -> &[&'static str] {
            &["othello"]
        }
        fn new_game(&mut self) {}
        fn prepare(&mut self, search: &mut Search<'_>) {
            search.say("it takes a while");
            let (began, quits) = (Instant::now(), search.quits());
            while began.elapsed() < self.needs && !quits() {
                thread::yield_now();
            }
            self.made.push(if began.elapsed() < self.needs { "left" } else { "done" });
        }
        fn go(&mut self, _line: &Line, _limits: &Limits, search: &mut Search<'_>) -> String {
            self.elapsed = search.elapsed();
            "none".to_owned()
        }
    }
    let told = "info string it takes a while\n";
    let (needs, began) = (Duration::from_millis(200), Instant::now());
    let mut engine = Large { needs, made: Vec::new(), elapsed: Duration::ZERO };
    assert_eq!(talk(&mut engine, "go movetime 5\n"), format!("{told}bestmove none\n"));
    assert_eq!(engine.made, ["done"]);
    // However slow this machine is, one was not part of the other.
    assert!(engine.elapsed + needs <= began.elapsed(), "{:?}", engine.elapsed);
    // Who has said `stop` to an earlier search has not said it to this.
    let said = talk(&mut engine, "go\nstop\nisready\n");
    assert_eq!(said, format!("{told}bestmove none\n{told}readyok\n"));
    assert_eq!(engine.made, ["done"; 3]);
    // Longer than anybody waits.
    let mut engine = Large { needs: Duration::from_secs(3600), made: Vec::new(), elapsed: Duration::ZERO };
    assert_eq!(talk(&mut engine, "isready\nd\nquit\n").matches(told).count(), 2);
    assert_eq!(engine.made, ["left"; 2]);
}

#[test]
fn a_stop_that_comes_at_once_still_ends_the_search_it_is_for() {
    let answers = talk(&mut First::default(), "go\nstop\ngo\nstop\n");
    assert_eq!(answers.matches("bestmove").count(), 2);
}

#[test]
fn counting_ends_at_a_stop_and_when_a_person_ends_the_input_but_what_is_piped_in_is_counted() {
    let stopped = "info string perft 30 was stopped\n";
    assert_eq!(talk(&mut First::default(), "perft 30\nstop\n"), stopped);
    assert_eq!(talk(&mut First::default(), "perft 30\nquit\n"), stopped);
    assert_eq!(talk(&mut First::default(), "perft 3"), "perft 3 nodes 56\n");
    let counted = Affairs::default();
    let (sender, heard) = mpsc::channel();
    listen(&b"perft 30\n"[..], Some(&mut io::sink()), &counted, &sender);
    drop(sender);
    let mut out = Vec::new();
    answer(&mut First::default(), &heard, &counted, &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), stopped);
}

#[test]
fn a_person_is_told_at_once_of_a_question_that_has_to_wait_for_a_search() {
    let waits = |word: &str| format!("info string {word} has to wait for the search, which `stop` ends\n");
    for (line, is_searching, expected) in [
        ("help", true, waits("help")),
        (" go depth 3", true, waits("go")),
        ("help", false, String::new()),
        ("stop", true, String::new()),
        ("", true, String::new()),
        ("quit", true, String::new()),
    ] {
        let affairs = Affairs { searching: is_searching.into(), ..Affairs::default() };
        let ((sender, _heard), mut told) = (mpsc::channel(), Vec::new());
        listen(format!("{line}\n").as_bytes(), Some(&mut told), &affairs, &sender);
        assert_eq!(String::from_utf8(told).unwrap(), expected, "{line}");
    }
}

#[test]
fn a_quit_ends_what_is_searched_at_once_and_the_end_of_the_input_does_not() {
    struct Counter;
    impl Engine for Counter {
        fn name(&self) -> String {
            String::new()
        }
        fn author(&self) -> String {
            String::new()
        }
        fn games(&self) -> &[&'static str] {
            &["othello"]
        }
        fn options(&self) -> Vec<OptionDecl> {
            Vec::new()
        }
        fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), String> {
            Ok(())
        }
        fn new_game(&mut self) {}
        fn go(&mut self, _line: &Line, _limits: &Limits, search: &mut Search<'_>) -> String {
            if search.stopped() { "stopped" } else { "d3" }.to_owned()
        }
    }
    let heard = |input: &str| {
        let affairs = Affairs::default();
        let ((sender, heard), mut out) = (mpsc::channel(), Vec::new());
        // All is heard before the first is answered.
        listen(input.as_bytes(), None, &affairs, &sender);
        drop(sender);
        answer(&mut Counter, &heard, &affairs, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(heard("go movetime 1000\ngo depth 9\n"), "bestmove d3\nbestmove d3\n");
    assert_eq!(heard("go movetime 1000\nstop\ngo\n"), "bestmove stopped\nbestmove stopped\n");
    assert_eq!(heard("go movetime 1000\nquit\n"), "bestmove stopped\n");
}

#[test]
fn a_search_to_which_nobody_listens_any_more_is_stopped() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (stopped, mut out) = (AtomicU64::new(0), Gone);
    let started = Instant::now();
    let mut search = Search { started, number: 1, stopped_up_to: &stopped, in_moves: false, out: &mut out };
    assert!(!search.stopped());
    search.info(&Info::default());
    assert!(search.stopped());
}

#[test]
fn the_variant_option_changes_the_game() {
    let answers =
        talk(&mut First::default(), "setoption name UGI_Variant value Breakthrough\ngo movetime 1\n");
    assert!(answers.ends_with("bestmove a2a3\n"), "{answers}");
}

#[test]
fn a_forced_pass_is_played_without_asking_and_a_finished_game_has_no_move() {
    let pass = "position fen xo2/4/4/4 o\ngo movetime 1\n";
    let over = "position fen xxxx/xxxx/xxxx/xxxx o\ngo movetime 1\n";
    assert_eq!(talk(&mut First::default(), over), "bestmove none\n");
    assert_eq!(talk(&mut First::default(), pass), "bestmove pass\n");
}

#[test]
fn a_broken_line_is_named_and_leaves_the_engine_alive() {
    let answers = talk(
        &mut First::default(),
        "position startpos moves a1\ngo depth 1\nfnord\nsetoption name Depth value 10\nperft 3\nposition startpos\nperft x\nperft 3\n",
    );
    let lines: Vec<&str> = answers.lines().collect();
    assert!(lines[0].starts_with("info string position refused:"), "{answers}");
    assert_eq!(
        lines[1..],
        [
            "bestmove none",
            "info string not understood: fnord",
            "info string refused Depth: takes a whole number from 1 to 9, not `10`",
            "info string there is no position, since the last one was refused",
            "info string perft takes a whole number of plies from 0 to 4294967295, not `x`",
            "perft 3 nodes 56",
        ]
    );
}

#[test]
fn what_is_mistyped_is_told_with_what_was_given_and_what_would_be_right() {
    let eval = "position startpos moves a1\n";
    for (typed, told) in [
        ("position\n", "position refused: nothing was given: expected `startpos` or a position"),
        ("position fen \n", "position refused: `fen`, character 4: expected a position after `fen`"),
        (
            "position fen 11211/8 x\n",
            "position refused: `fen 11211/8 x`, character 5: 11211 is one number of empty squares, which is 1 to 12",
        ),
        ("setoption Depth 6\n", "setoption takes `name <option> value <value>`, not `Depth 6`"),
        ("setoption\n", "setoption takes `name <option> value <value>`"),
        ("setoption name\n", "setoption takes `name <option> value <value>`, with a name"),
        ("setoption name value 6\n", "setoption takes `name <option> value <value>`, with a name"),
        (
            "setoption name Deep value 6\n",
            "refused Deep: there is no such option; there are Depth, UGI_Variant",
        ),
        ("d 5\n", "d stands alone: nothing is known of `5`"),
        ("perft\n", "perft takes a whole number of plies from 0 to 4294967295"),
        ("fnord\x1b[2J\n", "not understood: fnord\\u{1b}[2J"),
    ] {
        assert_eq!(talk(&mut First::default(), typed), format!("info string {told}\n"));
    }
    for word in ["d", "perft 2", "twice 3"] {
        let answers = talk(&mut First::default(), &format!("{eval}{word}\n"));
        let last = answers.lines().last();
        assert_eq!(last, Some("info string there is no position, since the last one was refused"), "{word}");
    }
    assert_eq!(talk(&mut First::default(), "twice 3\n"), "6\n");
    assert_eq!(
        talk(&mut First::default(), "go movetime soon nodes 1\n"),
        "info string movetime takes a whole number, not `soon`: taken as 0\ninfo depth 1\nbestmove d3\n"
    );
    assert_eq!(
        talk(&mut First::default(), "go movetime 1e23\nstop\n"),
        "info string movetime takes a whole number, not `1e23`: taken as 0\ninfo depth 1\nbestmove d3\n"
    );
    let known = "but movetime, depth, nodes and the clocks";
    for (typed, told) in [
        (
            "go depht 5\nstop\n",
            format!("info string go knows no `depht 5`, {known}: it searches until `stop`\n"),
        ),
        ("go depth 5 ponder\n", format!("info string go knows no `ponder`, {known}\n")),
        ("  go infinite\nstop\n", String::new()),
    ] {
        assert_eq!(talk(&mut First::default(), typed), format!("{told}info depth 1\nbestmove d3\n"));
    }
}

#[test]
fn no_line_is_answered_at_its_own_length_nor_with_its_escapes() {
    let junk = format!("\x1b]0;{}\x07", "x".repeat(100_000));
    for before in
        ["", "position ", "position fen ", "position startpos moves ", "setoption ", "setoption name "]
            .into_iter()
            .chain([
                "setoption name Depth value ",
                "perft ",
                "d ",
                "go depth ",
                "go ",
                "setoption name UGI_Variant value ",
            ])
    {
        let answers = talk(&mut First::default(), &format!("{before}{junk}\n"));
        assert!(answers.lines().all(|line| line.len() < 400), "{before}: {}", answers.len());
        assert!(answers.chars().all(|c| c == '\n' || !c.is_control()), "{before}: {answers:?}");
        assert!(answers.starts_with("info string "), "{before}: {answers}");
    }
}

#[test]
fn a_breakthrough_engine_speaks_uci_too() {
    struct Racer;
    impl Engine for Racer {
        fn name(&self) -> String {
            "Racer".to_owned()
        }
        fn author(&self) -> String {
            "nobody".to_owned()
        }
        fn games(&self) -> &[&'static str] {
            &["breakthrough"]
        }
        fn new_game(&mut self) {}
        fn go(&mut self, line: &Line, limits: &Limits, search: &mut Search<'_>) -> String {
            search.say(&format!("{} {limits}", line.position()));
            let score = Some(crate::protocol::Score::Mate(5));
            search.info(&Info { score, ..Info::default() });
            line.position().plies().swap_remove(0)
        }
    }
    let input = "uci\nsetoption name UCI_Variant value breakthrough\nisready\nucinewgame\n\
                 position startpos moves a2a3\ngo wtime 9000 btime 8000 winc 20 binc 10\n\
                 position fen 8/pp6/8/8/8/8/6PP/8 b - - 0 1 moves a7a6\ngo wtime 9000 btime 8000\n\
                 position fen 8/P7/8/p7/8/8/8/8 b - - 0 1 moves a5a4 a7a8\ngo movetime 5\n\
                 setoption name UCI_Variant value chess\nposition startpos\ngo wtime 9000 movestogo 3\n";
    assert_eq!(
        talk(&mut Racer, input),
        "id name Racer\nid author nobody\n\
         option name UCI_Variant type combo default breakthrough var breakthrough\nuciok\nreadyok\n\
         info string bbbbbbbb/bbbbbbbb/8/8/8/w7/1wwwwwww/wwwwwwww b \
         p1time 9000 p2time 8000 p1inc 20 p2inc 10\ninfo score mate 3\nbestmove a7a6\n\
         info string 8/1b6/b7/8/8/8/6ww/8 w p1time 8000 p2time 9000 p1inc 0 p2inc 0\n\
         info score mate 3\nbestmove g2f3\n\
         bestmove (none)\ninfo string this engine plays breakthrough only\n\
         info string go knows no `movestogo 3`, but movetime, depth, nodes and the clocks\n\
         info string bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w \
         p1time 9000 p2time 0 p1inc 0 p2inc 0\ninfo score mate 3\nbestmove a2a3\n"
    );
    let ugi = talk(&mut Racer, "uginewgame\nucinewgame\nposition fen 8/pp6/8/8/8/8/6PP/8 b - - 0 1\n");
    assert!(ugi.contains("not understood: ucinewgame") && ugi.contains("position refused"), "{ugi}");
}
