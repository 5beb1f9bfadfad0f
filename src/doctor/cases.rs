//! The broken engines and what each must lead to.

use std::time::Duration;

use crate::process::launcher::Features;
use crate::record::Reason;
use crate::settings::Level;

/// What must come of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Must {
    /// Every game ends by the rules.
    PlaysOn,
    /// The same, and the engine was seen to work on its opponent's time.
    PlaysOnWatched,
    /// Every game ends by a fault of the broken engine.
    Loses {
        /// Which.
        reason: Reason,
        /// What its detail contains.
        detail: &'static str,
        /// How many of its answers were played before, if that is fixed.
        answers: Option<usize>,
    },
}

/// What a system must have for a case to be tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Process namespaces.
    Processes,
    /// Mount namespaces.
    Mounts,
    /// Read-only mounts.
    ReadOnly,
    /// A `/dev` of its own.
    Devices,
    /// Landlock.
    Landlock,
    /// System call filters.
    Syscalls,
}

impl Need {
    /// Whether `features` have it.
    pub fn is_met(self, features: &Features) -> bool {
        match self {
            Self::Processes => features.processes,
            Self::Mounts => features.mounts,
            Self::ReadOnly => features.read_only,
            Self::Devices => features.devices,
            Self::Landlock => features.landlock > 0,
            Self::Syscalls => features.syscalls,
        }
    }

    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Processes => "process namespaces",
            Self::Mounts => "mount namespaces",
            Self::ReadOnly => "read-only mounts",
            Self::Devices => "a /dev of its own",
            Self::Landlock => "Landlock",
            Self::Syscalls => "system call filters",
        }
    }
}

/// A broken engine in a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What it is called.
    pub name: &'static str,
    /// What the engine does, as the rest of a sentence about it.
    pub does: &'static str,
    /// The arguments of `arena broken`. In them, `{results}`, `{file}`, `{folder}` and `{secret}` are the
    /// results folder, the tournament file, the engine's own working directory, and a file elsewhere.
    pub words: &'static [&'static str],
    /// The arguments for its sound opponent.
    pub opponent: &'static [&'static str],
    /// What must come of it; one of these.
    pub must: &'static [Must],
    /// Its time for a move, without the margin of 50 ms.
    pub per_move: Duration,
    /// Its time to get ready.
    pub startup: Duration,
    /// The sandbox.
    pub level: Level,
    /// Megabytes of memory that it may use.
    pub memory: u64,
    /// It gets a fresh process for every game.
    pub fresh: bool,
    /// Bytes of an option that is set before it is ready.
    pub long_option: usize,
    /// What the system must have.
    pub needs: &'static [Need],
    /// How long all of it may take at the most.
    pub within: Duration,
}

/// What a case is unless its row says otherwise: enough time for everything on a busy machine.
const CASE: Case = Case {
    name: "",
    does: "",
    words: &[],
    opponent: &["none"],
    must: &[Must::PlaysOn],
    per_move: Duration::from_secs(60),
    startup: Duration::from_secs(60),
    level: Level::Basic,
    memory: 512,
    fresh: false,
    long_option: 0,
    needs: &[],
    // A hang is what this is to catch; a busy machine may be slow.
    within: Duration::from_secs(60),
};

/// The time of an engine that is to run out of it.
const SHORT: Duration = Duration::from_millis(200);

/// An opponent that leaves it time to do something beside the game.
const SLOW: &[&str] = &["slow", "--ms", "100"];

/// Plays on as if nothing were.
const fn plays_on(name: &'static str, does: &'static str, words: &'static [&'static str]) -> Case {
    Case { name, does, words, ..CASE }
}

/// Loses all games, with time enough.
const fn loses(
    name: &'static str,
    does: &'static str,
    words: &'static [&'static str],
    must: &'static [Must],
) -> Case {
    Case { name, does, words, must, ..CASE }
}

/// Does not answer the third question in time.
const fn too_late(name: &'static str, does: &'static str, words: &'static [&'static str]) -> Case {
    const MUST: &[Must] =
        &[Must::Loses { reason: Reason::Time, detail: "no answer within 0.25 s", answers: Some(2) }];
    Case { name, does, words, must: MUST, per_move: SHORT, ..CASE }
}

/// Does not get ready in time.
const fn stalls(
    name: &'static str,
    does: &'static str,
    words: &'static [&'static str],
    must: &'static [Must],
) -> Case {
    Case { name, does, words, must, startup: Duration::from_millis(500), ..CASE }
}

/// The one way in which a fault ends, for a row of the table.
macro_rules! fault {
    ($reason:ident, $detail:expr) => {
        &[Must::Loses { reason: Reason::$reason, detail: $detail, answers: None }]
    };
    ($reason:ident, $detail:expr, $answers:expr) => {
        &[Must::Loses { reason: Reason::$reason, detail: $detail, answers: Some($answers) }]
    };
}

const LINE: &str = "a line of more than 65536 bytes";

/// All of them.
pub const CASES: &[Case] = &[
    plays_on("none", "does nothing wrong", &["none"]),
    // Getting ready.
    stalls("mute", "says nothing", &["mute"], fault!(Stall, "no `ugiok` within 0.5 s", 0)),
    Case {
        long_option: 300_000,
        ..stalls(
            "deaf",
            "never reads its input, 300 KB of it",
            &["deaf"],
            fault!(Stall, "no `readyok` within 0.5 s", 0),
        )
    },
    loses("dies-at-ugi", "dies in the handshake", &["dies-at-ugi"], fault!(Crash, "exited with code 3", 0)),
    loses(
        "dies-at-ready",
        "dies before it is ready",
        &["dies-at-ready"],
        fault!(Crash, "exited with code 4", 0),
    ),
    stalls(
        "nonsense",
        "answers the handshake with other words, for ever",
        &["nonsense"],
        fault!(Stall, "no `ugiok` within 0.5 s", 0),
    ),
    loses(
        "endless-hello",
        "answers the handshake with a line that never ends",
        &["endless-hello"],
        fault!(Stall, LINE, 0),
    ),
    loses(
        "unstarted-at-ugi",
        "ends in the handshake as if it had not been started",
        &["unstarted-at-ugi"],
        fault!(Crash, "exited with code 126", 0),
    ),
    Case {
        needs: &[Need::Processes],
        ..stalls(
            "takes-back",
            "takes back what it has printed before it is read",
            &["takes-back"],
            fault!(Stall, "no `ugiok` within 0.5 s", 0),
        )
    },
    stalls("options", "declares options for ever", &["options"], fault!(Stall, "no `ugiok` within 0.5 s", 0)),
    plays_on("slow-start", "takes 0.4 s to get ready", &["slow-start", "--ms", "400"]),
    // Answers in their time.
    too_late("hang", "does not answer", &["hang"]),
    too_late("late", "answers half a second too late", &["late", "--ms", "750"]),
    too_late("chatty", "prints info for ever", &["chatty"]),
    plays_on("flood", "prints 400 MB of info, then answers", &["flood"]),
    too_late("stderr-flood", "writes to standard error for ever", &["stderr-flood"]),
    too_late("unfinished", "answers without a newline", &["unfinished"]),
    too_late("stops", "stops itself (SIGSTOP)", &["stops"]),
    Case {
        opponent: SLOW,
        must: &[Must::PlaysOnWatched],
        ..plays_on("burns", "computes on its opponent's time", &["burns", "--at", "1"])
    },
    Case {
        opponent: SLOW,
        must: &[Must::PlaysOnWatched],
        ..plays_on("burns-apart", "the same in processes of 15 ms each", &["burns-apart", "--at", "1"])
    },
    too_late("burns-late", "makes the arena late by computing past its time", &["burns-late", "--ms", "120"]),
    Case {
        must: &[Must::Loses { reason: Reason::Time, detail: "no answer within 0.25 s", answers: Some(3) }],
        ..too_late("dawdles", "thinks on before it is ready for a question", &["dawdles", "--ms", "750"])
    },
    // Answers that are none.
    loses("illegal", "plays an illegal move", &["illegal"], fault!(IllegalMove, "a1b9", 2)),
    loses("garbled", "answers with bad UTF-8", &["garbled"], fault!(IllegalMove, "not a move", 2)),
    loses("nul", "answers with NUL bytes", &["nul"], fault!(IllegalMove, "not a move", 2)),
    loses(
        "empty",
        "answers `bestmove` without a move",
        &["empty"],
        fault!(Protocol, "`bestmove` without a move", 2),
    ),
    loses(
        "endless-line",
        "answers with a line that never ends",
        &["endless-line"],
        fault!(Protocol, LINE, 2),
    ),
    plays_on("twice", "answers twice", &["twice"]),
    plays_on("again", "answers again when the next question is there", &["again"]),
    plays_on("answering", "answers together with `readyok`", &["answering"]),
    plays_on("early", "answers before it is asked", &["early"]),
    plays_on("early-first", "answers before it is asked, at once", &["early", "--at", "1"]),
    // Harmless habits.
    plays_on("noise", "prints NUL bytes and bad UTF-8 between", &["noise"]),
    plays_on("crlf", "ends its lines as on Windows", &["crlf"]),
    plays_on("stderr", "writes 1 MB to standard error a move", &["stderr"]),
    // Ends.
    loses("exit", "exits when asked", &["exit"], fault!(Crash, "exited with code 5", 2)),
    loses("abort", "crashes when asked", &["abort"], fault!(Crash, "ended by signal 6 (SIGABRT)", 2)),
    // Its last answer counts.
    loses("last-words", "answers without a newline and exits", &["last-words"], fault!(Crash, "exited", 3)),
    loses("farewell", "answers and exits", &["farewell"], fault!(Crash, "exited", 3)),
    loses(
        "close-stdout",
        "closes its output and lives on",
        &["close-stdout"],
        fault!(Crash, "closed its standard output", 2),
    ),
    // The answer comes after its input is closed, before there is a next question: it counts.
    Case {
        must: &[Must::Loses { reason: Reason::Time, detail: "no answer within 0.25 s", answers: Some(3) }],
        ..too_late("close-stdin", "closes its input, answers and lives on", &["close-stdin"])
    },
    plays_on("ends", "exits after every game", &["ends"]),
    plays_on("stays", "ignores quit", &["stays"]),
    plays_on("stubborn", "ignores quit and SIGTERM", &["stubborn"]),
    plays_on("flood-at-quit", "prints for ever when told to quit", &["flood-at-quit"]),
    // Processes.
    loses(
        "orphan",
        "leaves a child that holds its output",
        &["orphan"],
        fault!(Crash, "exited with code 0", 2),
    ),
    Case {
        needs: &[Need::Processes],
        ..loses(
            "daemon",
            "leaves a grandchild in another session",
            &["daemon"],
            fault!(Crash, "exited with code 0", 2),
        )
    },
    Case {
        needs: &[Need::Processes],
        opponent: SLOW,
        ..plays_on("relay", "leaves a process that forks and exits, for ever", &["relay"])
    },
    Case {
        needs: &[Need::Processes],
        opponent: SLOW,
        must: &[
            Must::Loses { reason: Reason::Crash, detail: "allowed by `processes`", answers: None },
            // Where the kernel keeps the limit, the forks fail and nothing else does.
            Must::PlaysOn,
        ],
        ..plays_on("bomb", "is a fork bomb", &["bomb"])
    },
    Case {
        needs: &[Need::Processes],
        ..plays_on("kills-parent", "kills the process that started it", &["kills-parent"])
    },
    Case {
        needs: &[Need::Processes, Need::Syscalls],
        ..plays_on("meddles", "looks into the process that started it", &["meddles"])
    },
    loses(
        "kills-group",
        "kills its process group",
        &["kills-group"],
        fault!(Crash, "ended by signal 9 (SIGKILL)", 2),
    ),
    loses(
        "pretends-unstarted",
        "ends as if it had not been started",
        &["pretends-unstarted"],
        fault!(Crash, "exited with code 126", 2),
    ),
    // Resources.
    Case {
        memory: 64,
        ..loses(
            "hog",
            "takes more and more memory",
            &["hog", "--ms", "5"],
            fault!(Memory, "allowed by `memory`", 2),
        )
    },
    Case {
        memory: 64,
        ..loses(
            "hog-headless",
            "takes memory when its first thread has ended",
            &["hog-headless", "--ms", "5"],
            fault!(Memory, "allowed by `memory`", 2),
        )
    },
    Case {
        memory: 64,
        ..loses(
            "hog-at-once",
            "takes 100 MB of the 64 it may have, at once",
            &["hog-at-once", "--megabytes", "100"],
            fault!(Memory, "allowed by `memory`", 2),
        )
    },
    Case {
        memory: 64,
        // The system refuses it, so that it is never used.
        ..loses(
            "hog-huge",
            "takes 64 GB at once",
            &["hog-at-once", "--megabytes", "65536"],
            fault!(Crash, "ended by signal 6 (SIGABRT)", 2),
        )
    },
    Case {
        needs: &[Need::Syscalls],
        ..plays_on("hides-memory", "takes memory that is in no process", &["hides-memory"])
    },
    Case {
        needs: &[Need::Processes, Need::Devices],
        ..plays_on("maps-device", "takes memory that is a device's", &["maps-device"])
    },
    Case {
        needs: &[Need::Processes, Need::Devices],
        ..plays_on("finds-devices", "looks for disks and terminals", &["finds-devices"])
    },
    Case {
        needs: &[Need::Processes, Need::Mounts],
        ..plays_on("fills-disk", "fills its folder up, and shared memory", &["fills-disk"])
    },
    plays_on("opens-files", "opens files without end", &["opens-files"]),
    Case { fresh: true, ..plays_on("litters", "leaves a file for its next game", &["litters"]) },
    Case {
        needs: &[Need::Landlock],
        ..plays_on(
            "writes",
            "writes outside its own folder",
            &["writes", "--path", "{folder}", "--path", "/tmp", "--path", "/dev/shm/.."],
        )
    },
    Case {
        needs: &[Need::Processes, Need::Mounts],
        ..plays_on(
            "reads-results",
            "reads the results and the tournament file",
            &["reads", "--path", "{results}", "--path", "{file}"],
        )
    },
    Case {
        needs: &[Need::Landlock],
        level: Level::Strict,
        ..plays_on("reads-files", "reads a file of yours (strict)", &["reads", "--path", "{secret}"])
    },
    Case {
        needs: &[Need::Processes, Need::ReadOnly],
        ..plays_on(
            "changes",
            "changes the mode and the times of programs",
            &["changes", "--path", "{folder}", "--path", "/dev/null"],
        )
    },
    Case { needs: &[Need::Syscalls], ..plays_on("sockets", "opens sockets", &["sockets"]) },
    Case {
        needs: &[Need::Syscalls],
        ..plays_on("wakes-itself", "has itself woken when it is stopped", &["wakes-itself"])
    },
    Case { needs: &[Need::Syscalls], ..plays_on("traces", "has itself traced", &["traces"]) },
    Case { needs: &[Need::Syscalls], ..plays_on("moves", "leaves its cores for others", &["moves"]) },
    Case { needs: &[Need::Syscalls], ..plays_on("types", "types into your terminal", &["types"]) },
];
