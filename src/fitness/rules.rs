//! The rules of the protocol that an engine's fitness is made of, in the order of `protocol.md`.

use crate::games::Game;

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// A short name: `flush`, `othello-boards`.
    pub name: String,
    /// What it says, in a sentence.
    pub says: String,
    /// What to do where it is broken.
    pub cure: String,
}

pub(super) const START: &str = "start";
pub(super) const FLUSH: &str = "flush";
pub(super) const LINE_LENGTH: &str = "line-length";
pub(super) const WRITES: &str = "writes";
pub(super) const UNKNOWN: &str = "unknown";
pub(super) const LINE_ENDS: &str = "line-ends";
pub(super) const UGI: &str = "ugi";
pub(super) const ISREADY: &str = "isready";
pub(super) const GO: &str = "go";
pub(super) const BESTMOVE: &str = "bestmove";
pub(super) const STOP: &str = "stop";
pub(super) const INFO: &str = "info";
pub(super) const UNASKED: &str = "unasked";
pub(super) const OPTIONS: &str = "options";
pub(super) const VARIANT: &str = "variant";
pub(super) const SETOPTION: &str = "setoption";
pub(super) const POSITIONS: &str = "positions";
pub(super) const MOVE_LISTS: &str = "move-lists";
pub(super) const MOVETIME: &str = "movetime";
pub(super) const CLOCKS: &str = "clocks";
pub(super) const DEPTH_NODES: &str = "depth-nodes";
pub(super) const NEW_GAME: &str = "new-game";
pub(super) const ALIVE: &str = "alive";
pub(super) const REPEAT: &str = "repeat";
pub(super) const QUIT: &str = "quit";
pub(super) const END_OF_INPUT: &str = "end-of-input";

/// How standard output is flushed after every line, by language: the cure for the commonest fault.
pub const FLUSH_CURES: [(&str, &str); 7] = [
    ("Python", "print(line, flush=True)"),
    ("C", "fflush(stdout) after each line, or setvbuf(stdout, NULL, _IOLBF, BUFSIZ) at the start"),
    ("C++", "std::cout << line << std::endl"),
    ("Java", "System.out.println(line); System.out.flush()"),
    ("JavaScript (Node)", "process.stdout.write(line + \"\\n\") keeps nothing back"),
    ("Rust", "println!(\"{line}\"); std::io::stdout().flush()"),
    ("Go", "fmt.Println(line) keeps nothing back; a bufio.Writer wants Flush() after each line"),
];

const FIRST: [(&str, &str, &str); 16] = [
    (
        START,
        "the program starts, in the sandbox and the folder it has in a tournament",
        "Run the command by hand in that folder. What it wrote to standard error stands above this. A tournament \
         passes on only PATH, LANG, TZ, HOME and TMPDIR, keeps it from the network, and lets it write \
         only to HOME and TMPDIR.",
    ),
    (FLUSH, "every line is flushed as soon as it is written", "You did not flush standard output."),
    (
        LINE_LENGTH,
        "a line has at most 65536 bytes",
        "End every line with a newline, and keep what is long for standard error.",
    ),
    (
        WRITES,
        "only a newline ends a line: one may come in two writes, and several in one",
        "Read whole lines (readline, getline, fgets), and answer each before the next is read.",
    ),
    (
        UNKNOWN,
        "lines and words that it does not know are ignored",
        "Do nothing at an unknown first word or an empty line, and pass over unknown words after `go`.",
    ),
    (
        LINE_ENDS,
        "a `\\r` before the end of a line is no part of it",
        "Strip white space from both ends of each line. The arena sends none; files from Windows have it.",
    ),
    (
        UGI,
        "`ugi` is answered by `id name ...` and `ugiok` within the start-up time",
        "Write `id name <its name>`, then `ugiok`, each flushed. What takes long belongs before `readyok`.",
    ),
    (
        ISREADY,
        "`isready` is answered by `readyok`",
        "Write `readyok`, flushed, each time that `isready` comes.",
    ),
    (
        GO,
        "`go` is answered by `bestmove` in time",
        "Answer each `go`. Look at the time while searching, and read line by line: reading all input at \
         once waits for ever.",
    ),
    (
        BESTMOVE,
        "one `bestmove` with a move for each `go`, and no second one",
        "Write `bestmove <move>` once for each `go`. A second one never counts.",
    ),
    (
        STOP,
        "`stop` ends a search without limits (needed by hand only, never in a tournament)",
        "Read the input while searching, in a thread of its own, and answer when `stop` comes.",
    ),
    (
        INFO,
        "`info` lines have pairs of known words and numbers, and moves that can be played",
        "`info depth 6 score cp -120 nodes 12345 time 17 pv f5 d6`; free text after `info string`. What \
         cannot be read is missing in moves.csv.",
    ),
    (
        UNASKED,
        "nothing else is written to standard output",
        "Write what is for yourself to standard error, or after `info string`. Such lines are dropped.",
    ),
    (
        OPTIONS,
        "options are declared so that they can be set",
        "`option name Depth type spin default 6 min 1 max 60`: a type of check, spin, combo, string or \
         button, with a default that it allows, each name once.",
    ),
    (
        VARIANT,
        "an engine for several games says so, and takes each",
        "`option name UGI_Variant type combo default othello var othello var breakthrough`, with the \
         games that it plays.",
    ),
    (
        SETOPTION,
        "options can be set to what they allow",
        "`setoption name <name> value <value>`: the name may have blanks, letter case does not count in \
         it. Write no answer; what you cannot use is told by `info string refused <name>: <why>`.",
    ),
];

const LAST: [(&str, &str, &str); 10] = [
    (
        POSITIONS,
        "any position can come, the second colour to move first, and none has to do with the last",
        "Build the board from each `position` line anew: rows (or chain and hands), then who is to move, then \
         all moves.",
    ),
    (
        MOVE_LISTS,
        "long lists of moves are played through, with the passes in them",
        "Read lines of any length (8 KiB at least). `pass` changes the side to move and nothing else.",
    ),
    (
        MOVETIME,
        "`go movetime` is kept, also when it is short",
        "Aim at 20 ms less than the limit, look at the clock often, and have a move ready at any time.",
    ),
    (
        CLOCKS,
        "the clocks are kept: p1's is the mover's after an even number of moves, else p2's",
        "p1 is the side to move in the base position, before the moves. Spend a small share of the clock \
         that is yours.",
    ),
    (
        DEPTH_NODES,
        "`go depth` and `go nodes` are answered, without a time and beside one",
        "End the search at the first limit that is reached; unknown limits end nothing.",
    ),
    (
        NEW_GAME,
        "`uginewgame` and `isready` are answered before each game",
        "One process plays many games: answer each `isready`, and begin anew at `uginewgame`.",
    ),
    (
        ALIVE,
        "the process lives until it is told to quit",
        "See above how it ended, and what it wrote to standard error. Do not exit after a game or on a \
         surprise.",
    ),
    (
        REPEAT,
        "after `uginewgame` the same questions get the same answers",
        "Clear tables, learned values and the random state at `uginewgame`; take all chance from an \
         option `Seed`. Without it no tournament can be repeated or resumed to the same result.",
    ),
    (QUIT, "it ends within a second after `quit`", "Leave the loop at `quit`, and end all threads."),
    (
        END_OF_INPUT,
        "it ends within a second when its input ends",
        "Leave the loop when reading gives the end of the input. Otherwise it may run for ever.",
    ),
];

pub(super) fn boards(game: &str) -> String {
    format!("{game}-boards")
}

/// All rules for an engine that is to play these games.
pub fn rules(games: &[Game]) -> Vec<Rule> {
    let rule = |(name, says, cure): (&str, &str, &str)| Rule {
        name: name.to_owned(),
        says: says.to_owned(),
        cure: cure.to_owned(),
    };
    let mut rules: Vec<Rule> = FIRST.into_iter().map(rule).collect();
    for rule in rules.iter_mut().filter(|rule| rule.name == FLUSH) {
        for (language, cure) in FLUSH_CURES {
            rule.cure += &format!(" {language}: {cure}.");
        }
    }
    for game in games {
        let name = game.name();
        rules.push(Rule {
            name: name.to_owned(),
            says: format!("it plays whole games of {game}, and every move is legal"),
            cure: format!(
                "See the rules of {name} in protocol.md. `arena perft` and the positions there help to \
                 find the fault."
            ),
        });
        rules.push(Rule {
            name: boards(name),
            says: match game.is_dealt() {
                true => format!("it plays {name} at tables of other sizes"),
                false => format!("it plays {name} on boards of other sizes"),
            },
            cure: match game.is_dealt() {
                true => "Take the number of players from the position: so many hands, `/` between.",
                false => {
                    "Take the size from the position: so many rows, so many squares in a row. \
                          Columns and rows go beyond 8 and 9: `10` in a row is one number, `a9b10` one move."
                }
            }
            .to_owned(),
        });
    }
    rules.extend(LAST.into_iter().map(rule));
    rules
}
