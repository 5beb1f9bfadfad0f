//! What engines are kept from, seen from inside: engines that report on standard error what they could do.

use std::fs;

use super::harness::{Finished, Tournament};

/// An engine in Python that runs `probe` at its third question and then crashes, so that what it printed
/// to standard error stands in the log.
fn spy(level: &str, more: &str, probe: &str) -> String {
    heard(&tournament_of_spies("", level, more, probe), None)
}

/// The tournament of such an engine, with further keys of `[tournament]` and `[sandbox]`.
fn tournament_of_spies(keys: &str, level: &str, more: &str, probe: &str) -> Tournament {
    let script = format!(
        "import os, sys, socket, subprocess, time\n\
         asked = 0\n\
         def tell(what): print('SPY', what, file=sys.stderr, flush=True)\n\
         def attempt(name, deed):\n    try:\n        deed()\n        tell(name + ' done')\n    except Exception as e:\n        tell(name + ' ' + type(e).__name__)\n\
         for line in sys.stdin:\n    word = line.split()[0] if line.split() else ''\n    \
         if word == 'ugi': print('ugiok', flush=True)\n    \
         elif word == 'isready': print('readyok', flush=True)\n    \
         elif word == 'quit': break\n    \
         elif word == 'go':\n{}\n        os._exit(9)\n",
        probe.lines().map(|line| format!("        {line}")).collect::<Vec<_>>().join("\n")
    );
    let head = format!(
        "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n{keys}\n[board]\nsize = 4\n\
         [time]\nper_move = '30s'\n[sandbox]\nlevel = '{level}'\n{more}"
    );
    Tournament::new(&head)
        .broken("good", &["none"], "")
        .engine("spy", &["python3", "spy.py"], "")
        .file("spy.py", &script)
}

/// What such an engine says in its first game, with the results where they usually are or in another folder.
fn heard(tournament: &Tournament, out: Option<&str>) -> String {
    let out_words = out.map_or_else(Vec::new, |out| vec!["--out", out]);
    let mut finished = tournament.run(&[&["--concurrency", "1"], &out_words[..]].concat()).ends_with(0);
    if let Some(out) = out {
        finished.folder = tournament.path().join(out);
    }
    let game = &finished.games()[0];
    let said = finished.text(&format!("logs/game-{}.txt", game.id));
    said.lines().filter_map(|line| line.strip_prefix("| SPY ")).map(|line| format!("{line}\n")).collect()
}

/// Whether this machine has all that the sandbox needs; says what is missing if not.
#[expect(clippy::print_stderr, reason = "a test that was not done is told")]
fn here() -> bool {
    let arena = std::path::Path::new(super::harness::ARENA);
    let features = arena::process::launcher::Features::probe(arena);
    let missing = features.missing(arena::settings::Level::Strict);
    if !missing.is_empty() {
        eprintln!("not tested here, this system has no {missing:?}");
    }
    missing.is_empty()
}

#[test]
fn an_engine_cannot_tell_two_runs_apart_by_what_it_is_given() {
    let cores = arena::process::Cores::available();
    let Some(core) = cores.numbers().first().filter(|_| here()) else { return };
    let probe = "import resource\n\
        tell(repr(sys.argv))\n\
        tell(repr(sorted(os.environ.items())))\n\
        tell(os.getcwd())\n\
        tell(repr((os.getpid(), os.getppid(), os.getpgid(0), os.getsid(0))))\n\
        tell(repr((os.getuid(), os.getgid(), os.getgroups(), socket.gethostname())))\n\
        tell(repr((os.sched_getaffinity(0), os.sched_getscheduler(0), os.nice(0))))\n\
        tell(repr(sorted(os.listdir('/proc/self/fd'))))\n\
        tell(repr([name for name in os.listdir('/proc') if name.isdigit()]))\n\
        tell(repr([(name, resource.getrlimit(getattr(resource, name))) for name in dir(resource) if name.startswith('RLIMIT')]))\n\
        tell(repr((os.listdir(os.environ['HOME']), os.listdir('/dev/shm'), sorted(os.listdir('/dev')))))";
    let tournament = tournament_of_spies(&format!("pin = [{core}]"), "basic", "", probe);
    let [first, second] = ["one", "two"].map(|out| heard(&tournament, Some(out)));
    assert_eq!(first.lines().count(), probe.lines().count() - 1, "{first}");
    assert_eq!(first, second);
}

#[test]
fn the_arenas_own_temporary_folder_may_be_in_shared_memory() {
    let Ok(shared) = tempfile::tempdir_in("/dev/shm") else { return };
    if !here() {
        return;
    }
    let probe = "tell(os.environ['TMPDIR'])\nattempt('home', lambda: open(os.environ['HOME'] + '/left', 'w').write('x'))";
    let tournament = tournament_of_spies("", "basic", "", probe);
    let output = tournament.command(&["--concurrency", "1"]).env("TMPDIR", shared.path()).output().unwrap();
    let log = Finished::of(output, &tournament).ends_with(0).text("logs/game-1.txt");
    assert!(log.contains("| SPY /dev/shm\n| SPY home done\n"), "{log}");
}

#[test]
fn there_is_no_network_but_a_pair_of_sockets() {
    if !here() {
        return;
    }
    let said = spy(
        "basic",
        "",
        "attempt('inet', lambda: socket.socket())\nattempt('unix', lambda: socket.socket(socket.AF_UNIX))\n\
         attempt('pair', lambda: socket.socketpair())\n\
         attempt('datagrams', lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))",
    );
    assert_eq!(said, "inet PermissionError\nunix PermissionError\npair done\ndatagrams PermissionError\n");
}

#[test]
fn only_the_private_folder_can_be_written_and_it_is_empty_for_every_process() {
    if !here() {
        return;
    }
    let probe = "home = os.environ['HOME']\n\
        tell(str(os.environ['TMPDIR'] == home) + ' ' + str(os.listdir(home)))\n\
        attempt('home', lambda: open(home + '/left', 'w').write('x'))\n\
        attempt('here', lambda: open('left', 'w').write('x'))\n\
        attempt('tmp', lambda: open('/tmp/left-by-a-spy', 'w').write('x'))\n\
        attempt('quota', lambda: open(home + '/big', 'wb').write(b'x' * (3 << 20)))";
    let said = spy("basic", "disk = '2MiB'", probe);
    assert_eq!(said, "True []\nhome done\nhere OSError\ntmp OSError\nquota OSError\n");
    let folder = tempfile::tempdir().unwrap();
    let shared = folder.path().display().to_string();
    let said = spy(
        "basic",
        &format!("writable = ['{shared}']"),
        &format!("attempt('writable', lambda: open('{shared}/left', 'w').write('x'))"),
    );
    assert_eq!(said, "writable done\n");
    assert!(folder.path().join("left").exists());
    // The working directory too, which is there before anything is laid over it.
    assert_eq!(spy("basic", "writable = ['.']", "attempt('here', lambda: open('left', 'w'))"), "here done\n");
}

#[test]
fn nothing_about_a_file_of_the_same_user_can_be_changed_nor_devices_be_kept_from_being_written() {
    if !here() {
        return;
    }
    let probe = "attempt('mode', lambda: os.chmod('spy.py', 0o644))\n\
        attempt('owner', lambda: os.chown('spy.py', os.getuid(), os.getgid()))\n\
        attempt('times', lambda: os.utime('spy.py'))\n\
        attempt('attribute', lambda: os.setxattr('spy.py', 'user.x', b'x'))\n\
        attempt('device', lambda: os.chmod('/dev/null', 0o666))\n\
        attempt('kernel', lambda: open('/proc/sys/kernel/core_pattern', 'r+'))\n\
        attempt('null', lambda: open('/dev/null', 'w').write('x'))\n\
        attempt('own', lambda: (open(os.environ['HOME'] + '/own', 'w'), os.chmod(os.environ['HOME'] + '/own', 0o600)))";
    let refused =
        ["mode", "owner", "times", "attribute", "device", "kernel"].map(|name| format!("{name} OSError\n"));
    let said = spy("basic", "", probe).replace("PermissionError", "OSError");
    assert_eq!(said, refused.concat() + "null done\nown done\n");
}

#[test]
fn an_engine_gets_at_nothing_of_the_process_that_holds_it() {
    if !here() {
        return;
    }
    let probe = "import ctypes, resource\n\
        call = ctypes.CDLL(None, use_errno=True).syscall\n\
        def must(result):\n    if result < 0: raise OSError(ctypes.get_errno(), '')\n\
        tell(str('results' in open('/proc/1/cmdline').read()))\n\
        attempt('environ', lambda: open('/proc/1/environ').read())\n\
        attempt('memory', lambda: open('/proc/1/mem', 'rb').read(1))\n\
        attempt('limits', lambda: resource.prlimit(1, resource.RLIMIT_NOFILE, (16, 16)))\n\
        attempt('cores', lambda: os.sched_setaffinity(0, {0}) or tell(str(len(os.environ.get('ARENA_CONFINEMENT', '')))))\n\
        os.kill(1, 9)";
    let said = spy("basic", "", probe);
    let refused = ["environ", "memory", "limits"].map(|name| format!("{name} PermissionError\n"));
    assert_eq!(said, "False\n".to_owned() + &refused.concat() + "0\ncores done\n");
}

#[test]
fn memory_that_belongs_to_no_process_cannot_be_had() {
    if !here() {
        return;
    }
    let probe = "from multiprocessing import Semaphore, shared_memory\n\
        from mmap import mmap, MAP_PRIVATE, MAP_SHARED, PROT_READ\n\
        zero = open('/dev/zero', 'rb')\n\
        attempt('nameless', lambda: os.memfd_create('x'))\n\
        attempt('anonymous', lambda: mmap(-1, 1 << 20))\n\
        attempt('device', lambda: mmap(zero.fileno(), 1 << 20, MAP_SHARED, PROT_READ))\n\
        attempt('own', lambda: mmap(-1, 1 << 20, MAP_PRIVATE))\n\
        attempt('shared', lambda: shared_memory.SharedMemory(create=True, size=4096))\n\
        attempt('semaphore', lambda: Semaphore(1))\n\
        tell(str(zero.read(3)))";
    // Shared memory has the quota of the private folder, and goes with the processes.
    assert_eq!(
        spy("basic", "", probe),
        "nameless OSError\nanonymous PermissionError\ndevice OSError\nown done\nshared done\n\
         semaphore done\nb'\\x00\\x00\\x00'\n"
    );
}

#[test]
fn there_are_no_devices_but_those_that_lead_nowhere_and_those_that_the_file_names() {
    if !here() {
        return;
    }
    let probe = "import stat\n\
        tell(' '.join(sorted(os.listdir('/dev'))))\n\
        attempt('terminal', lambda: open('/dev/tty'))\n\
        attempt('new', lambda: open('/dev/new', 'w'))\n\
        attempt('null', lambda: open('/dev/null', 'r+b').write(b'x'))\n\
        tell(str(len(open('/dev/urandom', 'rb').read(8))))\n\
        attempt('stream', lambda: open('/dev/stderr', 'w').write('SPY by name\\n'))";
    let all = "fd full null random shm stderr stdin stdout urandom zero";
    let said = spy("basic", "", probe).replace("PermissionError", "OSError");
    let rest = "terminal FileNotFoundError\nnew OSError\nnull done\n8\nby name\nstream done\n";
    assert_eq!(said, format!("{all}\n{rest}"));
    let said = spy("basic", "readable = ['/dev/tty']", "tell(str('tty' in os.listdir('/dev')))");
    assert_eq!(said, "True\n");
}

#[test]
fn the_results_and_the_tournament_file_cannot_be_read() {
    if !here() {
        return;
    }
    let probe = "tell(str(os.listdir('results')))\ntell(repr(open('arena.toml').read()))";
    assert_eq!(spy("basic", "", probe), "[]\n''\n");
    let said = spy("off", "", "tell(str(os.listdir('results')))");
    assert_eq!(said, "['t']\n");
}

#[test]
fn the_strict_sandbox_reads_only_the_system_and_the_engine_s_own() {
    if !here() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "x").unwrap();
    let secret = secret.display().to_string();
    let probe = format!(
        "attempt('secret', lambda: open('{secret}').read())\nattempt('own', lambda: open('spy.py').read())"
    );
    assert_eq!(spy("basic", "", &probe), "secret done\nown done\n");
    assert_eq!(spy("strict", "", &probe), "secret PermissionError\nown done\n");
    let readable = format!("readable = ['{}']", folder.path().display());
    assert_eq!(spy("strict", &readable, &probe), "secret done\nown done\n");
}

#[test]
fn other_processes_are_neither_seen_nor_signalled() {
    if !here() {
        return;
    }
    let me = std::process::id();
    let probe = format!(
        "attempt('kill', lambda: os.kill({me}, 0))\n\
         tell(str(len([p for p in os.listdir('/proc') if p.isdigit()]) < 5))"
    );
    assert_eq!(spy("basic", "", &probe), "kill ProcessLookupError\nTrue\n");
}

#[test]
fn too_much_memory_and_too_many_processes_are_named_with_the_key_that_allows_more() {
    if !here() {
        return;
    }
    for (more, deed, reason, detail) in [
        (
            "memory = '64MiB'",
            "hog = []\nwhile True: hog.append(bytearray(1 << 20)); time.sleep(0.001)",
            "memory",
            "by `memory`",
        ),
        (
            "processes = 12",
            "for _ in range(20): subprocess.Popen(['sleep', '60'])\ntime.sleep(60)",
            "crash",
            "by `processes`",
        ),
    ] {
        let head = format!(
            "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 4\n[time]\nper_move = '30s'\n\
             [sandbox]\n{more}"
        );
        let body = deed.lines().map(|line| format!("        {line}\n")).collect::<String>();
        let script = format!(
            "import sys, subprocess, time\nfor line in sys.stdin:\n    word = line.split()[0]\n    \
             if word == 'ugi': print('ugiok', flush=True)\n    elif word == 'isready': print('readyok', flush=True)\n    \
             elif word == 'quit': break\n    elif word == 'go':\n{body}"
        );
        let tournament = Tournament::new(&head)
            .broken("good", &["none"], "")
            .engine("bad", &["python3", "bad.py"], "")
            .file("bad.py", &script);
        let finished = tournament.run(&[]).ends_with(0);
        for game in finished.games() {
            assert_eq!(game.reason.word(), reason, "{:?}", game.faults);
            // A limit of the kernel's own may strike first; only the watch can name the key.
            assert!(game.faults[0].detail.contains(detail) || reason == "crash", "{:?}", game.faults);
        }
    }
}

#[test]
fn the_sandbox_in_force_is_printed_and_kept() {
    let tournament = Tournament::against_a_broken_engine("per_move = '30s'", &["none"]);
    let finished = tournament.run(&[]).ends_with(0);
    let printed = finished.stdout.lines().find_map(|line| line.strip_prefix("sandbox: ")).unwrap();
    assert!(printed.starts_with("basic ("), "{printed}");
    let header: serde_json::Value = serde_json::from_str(&finished.text("tournament.json")).unwrap();
    assert_eq!(header["sandbox"], printed);
}

/// Whether `program` is on this machine.
fn has(program: &str) -> bool {
    arena::process::find(std::path::Path::new(program)).is_ok()
}

#[test]
fn engines_in_python_node_java_and_c_run_at_every_level() {
    let root = env!("CARGO_MANIFEST_DIR");
    // Enough to get ready and to be asked; that its answer is illegal shows that it was heard.
    let java = "import java.util.Scanner;\npublic class Engine {\n  public static void main(String[] words) {\n    \
        Scanner in = new Scanner(System.in);\n    while (in.hasNextLine()) {\n      String word = in.nextLine().split(\" \")[0];\n      \
        if (word.equals(\"ugi\")) System.out.println(\"ugiok\");\n      if (word.equals(\"isready\")) System.out.println(\"readyok\");\n      \
        if (word.equals(\"go\")) System.out.println(\"bestmove java\");\n      if (word.equals(\"quit\")) return;\n    }\n  }\n}\n";
    for level in ["off", "basic", "strict"] {
        let head = format!(
            "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 4\n\
             [time]\nper_move = '60s'\nstartup = '60s'\n[sandbox]\nlevel = '{level}'"
        );
        let mut tournament = Tournament::new(&head).broken("good", &["none"], "").file("Engine.java", java);
        let mut languages = Vec::new();
        for (language, needs, command) in [
            ("python", "python3", vec!["python3".to_owned(), format!("{root}/engines/python/minimal.py")]),
            ("node", "node", vec!["node".to_owned(), format!("{root}/engines/js/minimal.js")]),
            ("c", "cc", vec!["./engine".to_owned()]),
            ("java", "javac", ["java", "-cp", ".", "Engine"].map(str::to_owned).to_vec()),
        ] {
            if !has(needs) {
                continue;
            }
            let more = match language {
                "c" => {
                    let c = format!("{root}/engines/c");
                    format!(
                        "build = ['cc', '-O1', '-I', '{c}', '-I', '{c}/othello', '-o', 'engine', \
                         '{c}/engine.c', '{c}/thinking.c', '{c}/othello/position.c']"
                    )
                }
                "java" => "build = ['javac', 'Engine.java']".to_owned(),
                _ => format!("dir = '{root}'"),
            };
            languages.push(language);
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            tournament = tournament.engine(language, &words, &more);
        }
        let finished = tournament.run(&["--concurrency", "2"]).ends_with(0);
        for game in finished.games() {
            let java = game.players.iter().any(|name| name == "java");
            let expected = if java { "illegal-move" } else { "normal" };
            assert_eq!(game.reason.word(), expected, "{level}: {:?} {:?}", game.players, game.faults);
        }
        assert!(languages.contains(&"python"), "nothing was tested");
    }
}

#[test]
fn an_engine_that_dies_of_a_rule_is_told_which_and_what_allows_it() {
    if !here() {
        return;
    }
    for (deed, level, forbidden, key) in [
        ("import socket; socket.socket()", "basic", "there is no network", "`level = \"off\"`"),
        ("open('own.txt', 'w')", "basic", "writing outside", "`writable = "),
        ("open('/etc/hostname')", "strict", "reading what is neither", "`readable = "),
        ("[open('/dev/null') for _ in range(9999)]; input()", "basic", "open files", "`files`"),
        (
            "open(__import__('os').environ['HOME'] + '/a', 'wb').write(bytes(1 << 26))",
            "basic",
            "`disk`",
            "`disk`",
        ),
    ] {
        let head = format!(
            "[tournament]\nname = 't'\ngame = 'othello'\nseed = 1\n[board]\nsize = 4\n\
             [sandbox]\nlevel = '{level}'\ndisk = '16MiB'\n"
        );
        let finished = Tournament::new(&head)
            .broken("good", &["none"], "")
            .engine("dies", &["python3", "dies.py"], "")
            .file(
                "dies.py",
                &format!("input()\nprint('ugiok', flush=True)\nfiles = {deed}\n")
                    .replace("files = import", "import"),
            )
            .run(&["--concurrency", "1"]);
        let said = finished.text("logs/game-1.txt");
        assert!(said.contains(forbidden) && said.contains(key), "{deed}: {said}");
    }
}
