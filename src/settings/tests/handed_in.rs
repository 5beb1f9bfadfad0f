//! Engines that are handed in, one a file, and what such a file may not say.

use super::*;

#[test]
fn engines_are_handed_in_one_a_file() {
    let folder = tempfile::tempdir().unwrap();
    // A folder whose name would be a pattern.
    let root = folder.path().join("cup [1]*");
    for (name, text) in [
        ("zoe", "command = [\"./run\", \"x\"]\nbuild = [\"make\"]\n"),
        ("ann", "command = [\"python3\"]\nname = \"Ann\"\ndir = \"src\"\ndepth = 2\n"),
        ("bob", "\u{feff}command = [\"bin/bob\"]\noptions = { Depth = 9 }\n"),
    ] {
        fs::create_dir_all(root.join("handed-in").join(name)).unwrap();
        fs::write(root.join("handed-in").join(name).join("engine.toml"), text).unwrap();
    }
    let file = root.join("arena.toml");
    let source = format!(
        "engines = \"handed-in/*/engine.toml\"\n{LEAST}[each]\noptions = {{ Depth = 3 }}\n[[engine]]\nname = \"house\"\ncommand = [\"house\"]\n"
    );
    let settings = parse(&file, &source).unwrap();
    let names: Vec<&str> = settings.engines.iter().map(|engine| &*engine.name).collect();
    assert_eq!(names, ["house", "Ann", "bob", "zoe"]);
    let [_, ann, bob, zoe] = &settings.engines[..] else { panic!() };
    let own = |name: &str| root.join("handed-in").join(name);
    assert_eq!((&zoe.folder, &zoe.dir), (&own("zoe"), &own("zoe")));
    assert_eq!(zoe.program, own("zoe").join("run"));
    assert_eq!((&ann.dir, ann.program.as_path()), (&own("ann").join("src"), Path::new("python3")));
    assert_eq!(ann.time.depth, Some(2));
    assert_eq!(
        (&bob.program, &*bob.options[0].1, &*zoe.options[0].1),
        (&own("bob").join("bin/bob"), "9", "3")
    );

    fs::write(own("bob").join("engine.toml"), "command = [\"b\"]\ncommnad = []\n[[engine]]\n").unwrap();
    fs::write(own("zoe").join("engine.toml"), "command = \n").unwrap();
    fs::create_dir_all(own("void")).unwrap();
    fs::write(own("void").join("engine.toml"), "command = [\"v\"]\n").unwrap();
    let lenient = source.replace("[each]", "keep_going = true\n[each]");
    let errors = wrong_at(&file, &lenient);
    assert_eq!(errors.len(), 1, "nobody can be called void, and so nobody can forfeit for it");
    fs::rename(own("void"), own("vera")).unwrap();
    let unfit = |engine: &EngineSettings| engine.unfit.len();
    let settings = parse(&file, &lenient).unwrap();
    let names: Vec<(&str, usize)> =
        settings.engines.iter().map(|engine| (&*engine.name, unfit(engine))).collect();
    assert_eq!(names, [("house", 0), ("Ann", 0), ("bob", 2), ("vera", 0), ("zoe", 1)]);
    fs::rename(own("vera"), own("void")).unwrap();

    let told: Vec<String> = wrong_at(&file, &source)
        .iter()
        .map(|error| {
            format!("{}: {}", error.place.file.strip_prefix(&root).unwrap().display(), error.message)
        })
        .collect();
    assert_eq!(
        told,
        [
            "handed-in/bob/engine.toml: unknown key `commnad` in [[engine]]",
            "handed-in/bob/engine.toml: unknown key `engine` in [[engine]]",
            "handed-in/void/engine.toml: an engine cannot be called `void` after its folder: results use the word `void` themselves",
            "handed-in/zoe/engine.toml: this is not TOML: a value is missing",
        ]
    );
}

#[test]
fn an_engine_s_own_file_gives_it_no_more_time_or_sight_than_others_have() {
    let folder = tempfile::tempdir().unwrap();
    let (file, own) = (folder.path().join("arena.toml"), folder.path().join("in/own"));
    fs::create_dir_all(&own).unwrap();
    let source = "engines = \"in/*/engine.toml\"\n".to_owned()
        + LEAST
        + "[[engine]]\nname = \"a\"\ncommand = [\"a\"]\n";
    for (more, message) in [
        ("per_move = \"10s\"", "`per_move` is not for an engine's own file to say"),
        ("base = \"60s\"", "`base` is not for"),
        ("increment = \"1s\"", "`increment` is not for"),
        ("margin = \"1s\"", "`margin` is not for"),
        ("startup = \"60s\"", "`startup` is not for"),
        ("peek = true", "`peek` is not for"),
        ("dir = \"../other\"", "`../other` leads out of the engine's own folder"),
        ("dir = \"/\"", "`/` leads out of"),
    ] {
        fs::write(own.join("engine.toml"), format!("command = [\"own\"]\n{more}\n")).unwrap();
        let errors = wrong_at(&file, &source);
        assert!(errors.iter().any(|error| error.message.starts_with(message)), "{more}: {errors:?}");
        assert!(errors.iter().all(|error| error.place.line == 2), "{more}: {errors:?}");
    }
    let allowed =
        "command = [\"own\"]\ndir = \"data\"\ndepth = 3\nrestart = \"always\"\nbuild = [\"make\"]\n";
    fs::write(own.join("engine.toml"), allowed).unwrap();
    assert_eq!(parse(&file, &source).unwrap().engines.len(), 2);
}

#[cfg(unix)]
#[test]
fn an_engine_s_own_file_names_nothing_in_the_folder_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let (file, entered) = (folder.path().join("arena.toml"), folder.path().join("in"));
    let (own, other) = (entered.join("own"), entered.join("other"));
    fs::create_dir_all(own.join("src")).unwrap();
    fs::create_dir_all(&other).unwrap();
    fs::write(other.join("engine.py"), "").unwrap();
    fs::write(other.join("engine.toml"), "command = [\"python3\", \"engine.py\"]\n").unwrap();
    fs::write(entered.join("everybody.py"), "").unwrap();
    std::os::unix::fs::symlink(other.join("engine.py"), own.join("mine.py")).unwrap();
    let source = format!("engines = \"in/*/engine.toml\"\n{LEAST}");
    let whole = other.join("engine.py").display().to_string();
    for (line, word) in [
        ("command = [\"../other/engine.py\"]", "../other/engine.py"),
        ("command = [\"python3\", \"-u\", \"../other/engine.py\"]", "../other/engine.py"),
        ("command = [\"python3\", \"../../in/./other/engine.py\"]", "../../in/./other/engine.py"),
        ("command = [\"python3\", \"../other/not-built-yet\"]", "../other/not-built-yet"),
        ("command = [\"python3\", \"--script=../other/engine.py\"]", "--script=../other/engine.py"),
        ("command = [\"python3\", \"mine.py\"]", "mine.py"),
        (&format!("command = [\"python3\", \"{whole}\"]"), &whole[..60.min(whole.len())]),
        ("dir = \"src\"\ncommand = [\"python3\", \"../../other/engine.py\"]", "../../other/engine.py"),
        ("command = [\"own\"]\nbuild = [\"cp\", \"-r\", \"../other\", \".\"]", "../other"),
    ] {
        fs::write(own.join("engine.toml"), format!("{line}\n")).unwrap();
        let errors = wrong_at(&file, &source);
        let [error] = &errors[..] else { panic!("{line}: {errors:?}") };
        assert!(error.message.starts_with(&format!("`{word}")), "{line}: {error}");
        assert!(error.message.ends_with(" lies in the folder of another engine, `other`"), "{line}: {error}");
        assert_eq!(error.place.file, own.join("engine.toml"), "{line}");
        let lenient = format!("{source}keep_going = true\n");
        let settings = parse(&file, &lenient).unwrap_or_else(|error| panic!("{line}: {error}"));
        let unfit: Vec<(&str, usize)> =
            settings.engines.iter().map(|engine| (&*engine.name, engine.unfit.len())).collect();
        assert_eq!(unfit, [("other", 0), ("own", 1)], "{line}");
    }
    for line in [
        "command = [\"python3\", \"../everybody.py\"]",
        "command = [\"python3\", \"src/other/engine.py\", \"other\", \"Depth=6\", \"/\", \"\"]",
        "command = [\"own\"]\nbuild = [\"make\", \"-C\", \"src/..\"]",
    ] {
        fs::write(own.join("engine.toml"), format!("{line}\n")).unwrap();
        assert_eq!(parse(&file, &source).unwrap().engines.len(), 2, "{line}");
    }
}
