//! Where an engine may write and, in the strict sandbox, what it may read: Landlock.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    Scope, path_beneath_rules,
};

use super::Confinement;
use crate::settings::Level;

/// The newest version whose rights are known here.
const KNOWN: ABI = ABI::V6;

/// Devices that lead nowhere.
const HARMLESS: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What every program needs to be a program: the system's programs, libraries and their settings.
const SYSTEM: [&str; 23] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/proc",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/sys/devices/system/cpu",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/passwd",
    "/etc/ssl/openssl.cnf",
    "/etc/nsswitch.conf",
];

/// The version of Landlock here, as far as its rights are known; 0 if there is none.
pub(super) fn version() -> u32 {
    let has = |abi: ABI| {
        let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let rules = rules.handle_access(AccessFs::from_all(abi));
        let rules = if abi == ABI::V6 { rules.and_then(|rules| rules.scope(Scope::Signal)) } else { rules };
        rules.and_then(Ruleset::create).is_ok()
    };
    let known = [ABI::V6, ABI::V5, ABI::V3, ABI::V2, ABI::V1];
    known.into_iter().find(|&abi| has(abi)).map_or(0, |abi| abi as u32)
}

/// Restricts this process and all it will start.
pub(super) fn restrict(confinement: &Confinement, command: &[OsString]) -> io::Result<()> {
    let write = AccessFs::from_write(KNOWN);
    let read = AccessFs::from_read(KNOWN);
    let strict = confinement.level == Level::Strict;
    let handled = if strict { read | write } else { write };
    let own: Vec<&Path> = [confinement.private.as_path(), Path::new("/dev/shm")]
        .into_iter()
        .chain(confinement.writable.iter().map(PathBuf::as_path))
        .collect();
    let devices: BitFlags<AccessFs> = AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
    let mut rules = Ruleset::default()
        .handle_access(handled)
        .and_then(|rules| rules.scope(Scope::AbstractUnixSocket | Scope::Signal))
        .and_then(Ruleset::create)
        .and_then(|rules| rules.add_rules(path_beneath_rules(own, (read | write) & handled)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(HARMLESS, devices & handled)))
        .map_err(io::Error::other)?;
    if strict {
        let readable = readable(confinement, command);
        rules = rules.add_rules(path_beneath_rules(readable, read)).map_err(io::Error::other)?;
    }
    rules.restrict_self().map_err(io::Error::other)?;
    Ok(())
}

/// What a program may read in the strict sandbox.
fn readable(confinement: &Confinement, command: &[OsString]) -> Vec<PathBuf> {
    let system = SYSTEM.iter().map(PathBuf::from);
    let settings = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    // Java's settings stand in folders of this kind.
    let java = settings
        .filter(|path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"java")));
    let mut all: Vec<PathBuf> = system.chain(java).collect();
    all.extend(confinement.readable.iter().cloned());
    all.extend(env::current_dir());
    if let Some(program) = command.first() {
        let mut followed = Vec::new();
        follow(Path::new(program), &mut followed, 0);
        all.extend(followed);
    }
    all.retain(|path| path.exists());
    all
}

/// Adds the program's file, its install prefix, and those of the interpreter that its first line names.
fn follow(program: &Path, found: &mut Vec<PathBuf>, depth: usize) {
    let Some(file) = locate(program) else { return };
    if depth > 8 || found.contains(&file) {
        return;
    }
    found.push(file.clone());
    for path in [Some(file.clone()), fs::canonicalize(&file).ok()].into_iter().flatten() {
        found.extend(prefix(&path));
    }
    for interpreter in interpreters(&file) {
        follow(Path::new(&interpreter), found, depth + 1);
    }
}

/// The file of a program: a bare name is looked for along PATH.
fn locate(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_owned());
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The folder that a program was installed in: the one above `bin` and its like, or its own folder if
/// it is one of nothing but programs of a project.
fn prefix(file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    let above = folder.parent()?;
    let installed =
        ["bin", "sbin", "libexec", "shims"].iter().any(|name| folder.file_name() == Some(OsStr::new(name)));
    // The prefix `/` would allow everything.
    (installed && above.parent().is_some()).then(|| above.to_owned()).or_else(|| Some(folder.to_owned()))
}

/// The programs that the first line of a script names: `#!/usr/bin/env python3` names two.
fn interpreters(file: &Path) -> Vec<OsString> {
    let Ok(file) = File::open(file) else { return Vec::new() };
    let mut line = Vec::new();
    let read = BufReader::new(file).take(256).read_until(b'\n', &mut line);
    let Some(words) = line.strip_prefix(b"#!").filter(|_| read.is_ok()) else { return Vec::new() };
    let words = String::from_utf8_lossy(words);
    words.split_whitespace().filter(|word| !word.starts_with('-')).map(OsString::from).collect()
}
