//! Which rule of the sandbox an engine ran into, as its last words tell.
//!
//! The kernel answers a forbidden call with an error that only the program sees, so the arena cannot
//! know it from outside; but what a program prints when it dies of one names that error, in words that
//! every runtime takes from the system.

use crate::settings::Level;

/// A rule: what a program says that ran into it, what is forbidden, and what to write into the
/// tournament file to allow it.
struct Rule {
    /// In lower case; one of them is enough.
    words: &'static [&'static str],
    forbidden: &'static str,
    allows: &'static str,
}

/// The first that fits is told: the special ones come first.
const RULES: [Rule; 8] = [
    Rule {
        words: &["socket", "io_uring", "getaddrinfo", "connection", "network", "name resolution"],
        forbidden: "sockets and io_uring: there is no network",
        allows: "`level = \"off\"` allows them, for all engines",
    },
    Rule {
        words: &["too many open files", "emfile"],
        forbidden: "more open files than `files` says",
        allows: "a higher `files` allows more",
    },
    Rule {
        words: &["no space left on device", "enospc", "file too large", "efbig"],
        forbidden: "more or larger files than `disk` holds",
        allows: "a higher `disk` allows more",
    },
    Rule {
        words: &[
            "resource temporarily unavailable",
            "can't start new thread",
            "unable to create native thread",
            "unable to create new native thread",
            "failed to spawn thread",
            "eagain",
        ],
        forbidden: "more processes and threads than `processes` says",
        allows: "a higher `processes` allows more",
    },
    Rule {
        words: &[
            "cannot allocate memory",
            "memoryerror",
            "bad_alloc",
            "outofmemoryerror",
            "out of memory",
            "memory allocation of",
            "enomem",
        ],
        forbidden: "more memory than `memory` says",
        allows: "a higher `memory` allows more",
    },
    Rule {
        words: &["read-only file system", "erofs"],
        forbidden: "writing outside the engine's private folder, which HOME and TMPDIR name",
        allows: "`writable = [\"FOLDER\"]` allows a folder",
    },
    Rule {
        words: &["permission denied", "accessdenied", "eacces"],
        forbidden: "writing outside the engine's private folder, which HOME and TMPDIR name, and where \
                    `level = \"strict\"` reading what is neither the system's nor the engine's own",
        allows: "`writable = [\"FOLDER\"]` allows writing to a folder, `readable = [\"PATH\"]` reading",
    },
    Rule {
        words: &["operation not permitted", "eperm"],
        forbidden: "sockets and io_uring (there is no network), memory shared without a file, and signals to \
                    processes that are not its own",
        allows: "`level = \"off\"` allows them, for all engines",
    },
];

/// What the rules of the sandbox, if it is in force, may have had to do with the end of a program that
/// wrote `stderr` last.
pub(super) fn rule(level: Level, stderr: &str) -> Option<String> {
    if level == Level::Off {
        return None;
    }
    let is_denial = |line: &str| DENIALS.iter().any(|denial| line.contains(denial));
    // The last word on it is the nearest to the end.
    let lines = stderr.lines().rev().map(|line| (line, line.to_lowercase()));
    let mut told = lines.filter_map(|(line, lower)| {
        // A word such as `socket` alone says nothing: only together with an error of the system.
        let mut fitting =
            RULES.iter().enumerate().filter(|(_, rule)| rule.words.iter().any(|word| lower.contains(word)));
        let fits = fitting.find(|(index, _)| *index > 0 || is_denial(&lower));
        fits.map(|(_, rule)| (line, rule))
    });
    let (line, rule) = told.next()?;
    Some(format!(
        "Its standard error says \"{}\". The sandbox forbids {}. In [sandbox], {}.",
        line.trim(),
        rule.forbidden,
        rule.allows
    ))
}

/// How the system says that something is not allowed.
const DENIALS: [&str; 5] = ["not permitted", "permission", "eperm", "eacces", "denied"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_each_runtime_lead_to_the_key_that_allows_it() {
        for (said, key) in [
            ("PermissionError: [Errno 1] Operation not permitted\nsocket: Operation not permitted", "off"),
            ("java.net.SocketException: Operation not permitted", "off"),
            ("PermissionError: [Errno 13] Permission denied: '/home/x/cache'", "writable"),
            ("java.nio.file.AccessDeniedException: /tmp/x", "writable"),
            ("Error: EACCES: permission denied, open '/etc/shadow'", "readable"),
            ("OSError: [Errno 30] Read-only file system: 'x'", "writable"),
            ("fopen: No space left on device", "disk"),
            ("OSError: [Errno 24] Too many open files: 'x'", "files"),
            ("RuntimeError: can't start new thread", "processes"),
            ("terminate called after throwing an instance of 'std::bad_alloc'", "memory"),
            ("memory allocation of 68719476736 bytes failed", "memory"),
        ] {
            let rule = rule(Level::Basic, said).unwrap_or_default();
            assert!(rule.contains(key), "{said}: {rule}");
        }
    }

    #[test]
    fn what_has_nothing_to_do_with_the_sandbox_is_not_laid_at_its_door() {
        for said in
            ["", "IndexError: list index out of range", "lost my connection to reality", "socket 3 is fine"]
        {
            assert_eq!(rule(Level::Basic, said), None, "{said}");
        }
        assert_eq!(rule(Level::Off, "Permission denied"), None);
    }
}
