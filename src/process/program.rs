//! Finding programs, and building them.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why there is no program to start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// Nothing is there.
    #[error("there is no program {}", .0.display())]
    File(PathBuf),
    /// A folder is there, or something else that is not a file.
    #[error("{} is not a file", .0.display())]
    NotAFile(PathBuf),
    /// A file that may not be executed.
    #[error("{} is not executable", .0.display())]
    NotExecutable(PathBuf),
    /// A bare name that is in no folder of PATH.
    #[error("there is no program `{}` in the folders of PATH", .0.display())]
    OnPath(PathBuf),
}

/// This program itself, also when its file has been replaced or removed in the meantime, as a build does
/// while a tournament is played.
///
/// # Errors
/// What the system says.
pub fn this_program() -> io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    let file = |path: &Path| fs::metadata(path).map(|data| (data.dev(), data.ino()));
    match (file(running), env::current_exe()) {
        // Under valgrind or an emulator what runs is that, and only the name is this program's.
        (Ok(running), Ok(named)) if file(&named).is_ok_and(|named| named != running) => Ok(named),
        (Ok(_), _) => Ok(running.to_owned()),
        (Err(_), named) => named,
    }
}

/// The file of a program: a path is looked at, a bare name is looked for along PATH.
///
/// # Errors
/// What is in the way.
pub fn find(program: &Path) -> Result<PathBuf, Missing> {
    if program.components().count() > 1 || program.is_absolute() {
        return check(program);
    }
    let path = env::var_os("PATH").unwrap_or_else(|| OsString::from("/usr/bin:/bin"));
    let candidates = env::split_paths(&path).map(|folder| check(&folder.join(program)));
    let mut best = Err(Missing::OnPath(program.to_owned()));
    for found in candidates {
        match found {
            Ok(file) => return Ok(file),
            // That there is something, but not executable, is worth telling.
            Err(Missing::NotExecutable(file)) => best = Err(Missing::NotExecutable(file)),
            Err(_) => {}
        }
    }
    best
}

fn check(file: &Path) -> Result<PathBuf, Missing> {
    match fs::metadata(file) {
        Err(_) => Err(Missing::File(file.to_owned())),
        Ok(data) if !data.is_file() => Err(Missing::NotAFile(file.to_owned())),
        Ok(data) if data.permissions().mode() & 0o111 == 0 => Err(Missing::NotExecutable(file.to_owned())),
        Ok(_) => Ok(file.to_owned()),
    }
}

/// Why a build did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The builder could not be started.
    #[error("cannot start `{command}`: {source}")]
    Start {
        /// The whole command.
        command: String,
        /// What the system says.
        source: io::Error,
    },
    /// The builder says that it failed.
    #[error("`{command}` failed ({status}):\n{output}")]
    Failed {
        /// The whole command.
        command: String,
        /// Its exit code or signal.
        status: String,
        /// All it wrote, each line behind a bar: it is not the arena's word.
        output: String,
    },
}

/// Runs a build command in `dir`, with all of this process's environment, and waits for its end.
///
/// # Errors
/// [`BuildError`], with the builder's output.
pub fn build(command: &[String], dir: &Path) -> Result<(), BuildError> {
    let shown = command.join(" ");
    let failed = |source| BuildError::Start { command: shown.clone(), source };
    let (program, arguments) =
        command.split_first().ok_or_else(|| failed(io::Error::other("no program is given")))?;
    // As in a shell in that folder, a path is meant from there.
    let program: &OsStr = OsStr::new(program);
    let resolved =
        if Path::new(program).components().count() > 1 { dir.join(program) } else { program.into() };
    let output = Command::new(resolved)
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .map_err(failed)?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    Err(BuildError::Failed {
        command: shown,
        status: output.status.to_string(),
        output: quoted(&String::from_utf8_lossy(&text)),
    })
}

fn quoted(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("| {line}")).collect::<Vec<_>>().join("\n")
}
