//! What is started, and the command that starts it.

use std::ffi::OsString;
use std::io;
use std::iter;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::super::launcher::{CONFINEMENT, Confinement};
use crate::settings::Level;

/// What to start.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program's file.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working directory.
    pub dir: PathBuf,
    /// All of its environment.
    pub env: Vec<(OsString, OsString)>,
    /// How it is confined; by nothing at all if `None`.
    pub confined: Option<Confined>,
    /// Files and folders without which it cannot be started, and which are there: what its command names besides
    /// the program, such as the script of an interpreter.
    pub needs: Vec<PathBuf>,
    /// Once this is set nobody waits for its lines any more.
    pub abandoned: Arc<AtomicBool>,
}

/// A confinement and who sets it up.
#[derive(Clone, Debug)]
pub struct Confined {
    /// The arena's own program.
    pub arena: PathBuf,
    /// What it sets up.
    pub confinement: Confinement,
}

impl Launch {
    /// What it is kept from.
    pub fn level(&self) -> Level {
        self.confined.as_ref().map_or(Level::Off, |confined| confined.confinement.level)
    }

    /// What it needs and is not there any more: its working directory, or one of its files.
    pub fn gone(&self) -> Option<&Path> {
        let all = iter::once(&self.dir).chain(&self.needs);
        all.map(PathBuf::as_path).find(|path| matches!(path.try_exists(), Ok(false)))
    }

    /// The command that starts it, in its environment.
    pub(super) fn command(&self) -> io::Result<Command> {
        let env = self.env.iter().map(|(name, value)| (name, value));
        let mut command = Command::new(self.confined.as_ref().map_or(&self.program, |one| &one.arena));
        command.env_clear().envs(env);
        if let Some(Confined { confinement, .. }) = &self.confined {
            command.arg0("arena").arg("launch").arg(&self.program);
            command.env(CONFINEMENT, serde_json::to_string(confinement)?);
        }
        Ok(command)
    }
}
