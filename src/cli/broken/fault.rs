//! The list of what can be done wrong.

use clap::ValueEnum;

/// One thing done wrong. Unless it says otherwise, it is done instead of an answer to the question number
/// `--at`, and what returns from it leaves a right answer to be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Fault {
    /// Nothing.
    None,

    // Getting ready.
    /// Says nothing at all, ever.
    Mute,
    /// Never reads anything after `ugi`.
    Deaf,
    /// Ends at `ugi` with exit code 3.
    DiesAtUgi,
    /// Ends at `ugi` with the exit code of a launcher that has failed.
    UnstartedAtUgi,
    /// Prints empty lines instead of `ugiok`, and takes them back before they are read.
    TakesBack,
    /// Ends at `isready` with exit code 4.
    DiesAtReady,
    /// Answers `ugi` with something else, for ever.
    Nonsense,
    /// Answers `ugi` with a line that does not end.
    EndlessHello,
    /// Declares options without end.
    Options,
    /// Is ready only after `--ms`.
    SlowStart,
    /// Is ready for the first game and never again.
    OneGame,

    // Answers in their time.
    /// Takes `--ms` for every answer.
    Slow,
    /// Does not answer.
    Hang,
    /// Answers after `--ms`.
    Late,
    /// Prints `info` without end instead of an answer.
    Chatty,
    /// Prints `--megabytes` of `info` lines before the answer.
    Flood,
    /// Writes to standard error without end instead of an answer.
    StderrFlood,
    /// Answers without a newline and lives on.
    Unfinished,
    /// Stops itself as Ctrl-Z would.
    Stops,
    /// Works for ever in another thread, also while others are to move.
    Burns,
    /// The same in processes that end after 15 ms each.
    BurnsApart,
    /// Rests for `--ms`, then works in more threads than there are processors, and answers after as long again
    /// and half of that.
    BurnsLate,
    /// Answers twice, and takes `--ms` for every `readyok` from then on.
    Dawdles,

    // Answers that are none.
    /// Answers with a move that is not legal.
    Illegal,
    /// Answers with bytes that are no text.
    Garbled,
    /// Answers with NUL bytes.
    Nul,
    /// Answers `bestmove` without a move.
    Empty,
    /// Answers with a line that does not end.
    EndlessLine,
    /// Answers twice.
    Twice,
    /// Answers every question again as soon as there is something new to read, before reading it.
    Again,
    /// Answers together with every `readyok`.
    Answering,
    /// Answers in advance as well.
    Early,

    // Harmless habits.
    /// Prints NUL bytes and bad UTF-8 before every answer.
    Noise,
    /// Ends its lines with `\r\n`.
    Crlf,
    /// Writes much to standard error before each answer.
    Stderr,

    // Ends.
    /// Ends with exit code 5.
    Exit,
    /// Ends by a signal.
    Abort,
    /// Answers without a newline and ends.
    LastWords,
    /// Answers and ends.
    Farewell,
    /// Closes standard output and lives on.
    CloseStdout,
    /// Closes standard input and lives on.
    CloseStdin,
    /// Ends after each game, before the next.
    Ends,
    /// Stays when told to quit.
    Stays,
    /// Stays when told to quit, and when told by SIGTERM.
    Stubborn,
    /// Prints without end when told to quit.
    FloodAtQuit,

    // Processes.
    /// Leaves a child that holds standard output open, and ends.
    Orphan,
    /// Leaves a grandchild in a session of its own, which holds standard output open, and ends.
    Daemon,
    /// Leaves a process that starts its like and ends, over and over, and plays on.
    Relay,
    /// Starts processes that start processes, and plays on.
    Bomb,
    /// Kills the process that started it, if it may, and plays on.
    KillsParent,
    /// Kills its process group, itself in it.
    KillsGroup,
    /// Ends with the exit code of a launcher that has failed.
    PretendsUnstarted,

    // Resources: those ends with exit code 66 if they could do what should not be possible, and plays on
    // otherwise.
    /// Takes more and more memory, `--ms` between two megabytes.
    Hog,
    /// The same in another thread, while its first one has ended.
    HogHeadless,
    /// Takes `--megabytes` of memory at once, and keeps it.
    HogAtOnce,
    /// Writes to its own folder until it is full, then to shared memory.
    FillsDisk,
    /// Opens files until it may not.
    OpensFiles,
    /// Leaves a file in its own folder; a process that finds it ends with exit code 66.
    Litters,
    /// Writes to each `--path`, a folder.
    Writes,
    /// Reads each `--path`.
    Reads,
    /// Opens sockets.
    Sockets,
    /// Changes the mode and the times of each `--path`, and of its own program.
    Changes,
    /// Takes memory that is in no process.
    HidesMemory,
    /// Takes memory that is a device's.
    MapsDevice,
    /// Looks for devices: disks, terminals.
    FindsDevices,
    /// Sets itself going when it is stopped.
    WakesItself,
    /// Lets another process lay hold of it as a debugger does.
    Traces,
    /// Chooses its processors.
    Moves,
    /// Types into the terminal.
    Types,
    /// Looks into the process that started it, and changes its limits.
    Meddles,

    // What others start.
    /// Sleeps.
    PartSleeper,
    /// Takes a session of its own, starts a sleeper and ends.
    PartSession,
    /// Starts its like and ends.
    PartRelay,
    /// Starts its like, and again, and stays.
    PartBomb,
    /// Works for `--ms` and ends.
    PartBurner,
}
