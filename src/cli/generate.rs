//! `branan completions` and `branan man`: files generated from the command line's definition.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, CommandFactory, ValueHint};
use clap_complete::Shell;

use super::{Cli, CliError};

/// The arguments of `branan completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell to generate it for
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints the script.
    pub fn run(&self) -> Result<(), CliError> {
        Ok(io::stdout().write_all(&script(self.shell))?)
    }
}

fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "branan", &mut script);
    script
}

/// The arguments of `branan man`.
#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The folder to write the pages to; it is created if it does not exist
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

impl ManArgs {
    /// Writes `branan.1` and a page for each command.
    pub fn run(&self) -> Result<(), CliError> {
        std::fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &self.folder))
            .map_err(|source| CliError::Write { path: self.folder.clone(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// The texts after the options of a command and of those under it, by name.
    fn notes(command: &clap::Command, found: &mut Vec<(String, String)>) {
        let text = command.get_after_help().map(ToString::to_string);
        found.extend(text.map(|text| (command.get_name().to_owned(), text)));
        command.get_subcommands().for_each(|inner| notes(inner, found));
    }

    #[test]
    fn paragraphs_of_help_are_one_line_and_examples_fit_a_terminal() {
        let mut found = Vec::new();
        notes(&Cli::command(), &mut found);
        assert!(found.len() > 20, "{found:?}");
        for (name, text) in found {
            let lines: Vec<&str> = text.lines().collect();
            for pair in lines.windows(2) {
                let prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
                let broken = prose(pair[0]) && prose(pair[1]);
                assert!(!broken, "{name}: {pair:?} would be wrapped a second time");
            }
            for line in lines.iter().filter(|line| line.starts_with(' ')) {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        }
    }

    #[test]
    fn every_shell_completes_every_command() {
        for shell in Shell::value_variants() {
            let script = String::from_utf8(script(*shell)).unwrap();
            for word in ["check-engine", "completions", "known-wins", "variants"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }

    #[test]
    fn there_is_a_page_for_each_command() {
        let folder = tempfile::tempdir().unwrap();
        let args = ManArgs { folder: folder.path().join("man/man1") };
        args.run().unwrap();
        let page = |name: &str| std::fs::read_to_string(args.folder.join(name)).unwrap();
        assert!(page("branan.1").contains("branan\\-match(1)"));
        for command in Cli::command().get_subcommands() {
            let text = page(&format!("branan-{}.1", command.get_name()));
            assert!(text.contains(".SH SYNOPSIS"), "{text}");
        }
    }
}
