//! What describes the command line to others: completions for shells, pages of the manual.

use std::io;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use super::{Failure, say};

/// Prints completions for a shell: commands, options and file names at the press of a key.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples: arena completions bash > ~/.local/share/bash-completion/completions/arena\n          \
                        arena completions zsh > ~/.zfunc/_arena\n          \
                        arena completions fish > ~/.config/fish/completions/arena.fish"
)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the page of the manual; with --out, writes one for every command.
#[derive(Debug, Args)]
#[command(after_help = "Examples: arena man | man -l -\n          \
                        arena man --out ~/.local/share/man/man1")]
pub(super) struct Man {
    /// Folder for arena.1, arena-run.1 and so on; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The command line without what is for the arena itself.
fn visible() -> Command {
    let whole = super::Arguments::command();
    let commands = whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let about = |text: Option<&clap::builder::StyledStr>| text.cloned().unwrap_or_default();
    Command::new("arena")
        .version(env!("CARGO_PKG_VERSION"))
        .about(about(whole.get_about()))
        .after_help(about(whole.get_after_help()))
        .subcommands(commands.collect::<Vec<_>>())
}

pub(super) fn completions(arguments: &Completions) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut visible(), "arena", &mut text);
    say(String::from_utf8_lossy(&text).trim_end());
    Ok(())
}

pub(super) fn man(arguments: &Man) -> Result<(), Failure> {
    let command = visible();
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .map_err(|error| Failure::Failed(format!("{}: {error}", folder.display())))?;
        return Ok(());
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text).map_err(|error: io::Error| Failure::failed(error))?;
    say(String::from_utf8_lossy(&text).trim_end());
    Ok(())
}
