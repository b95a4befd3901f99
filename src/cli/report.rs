//! `branan report`: writes a match as a page for the browser.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::output::{check_page, write_page};
use super::records::{read_merged, tell_left_out};
use super::standard::is_standard;
use super::{CliError, print};
use crate::report::{games_page, page};

/// Write a page for the browser with the standings, plots and games of a match.
#[derive(Args, Clone, Debug)]
pub(super) struct ReportArgs {
    /// Files of game records of one match; - for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    records: Vec<PathBuf>,
    /// The page to write; it needs no other file and no network [default: the first record's name
    /// with .html in place of its extension; report.html for standard input]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// File with the rulesets of your own that the games were played under
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    /// Maximum number of games to include; each adds about two kilobytes to the page
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: usize,
    /// Include only the games, without standings and plots: a page to share
    #[arg(long)]
    games_only: bool,
}

impl ReportArgs {
    /// Writes the page.
    pub fn run(&self) -> Result<(), CliError> {
        let path = self.output.clone().unwrap_or_else(|| self.default_output());
        check_page("--output", &path, &self.records)?;
        let (records, catalog) = read_merged(&self.records, self.variants.as_deref())?;
        tell_left_out(records.copies, "recorded twice");
        let page = if self.games_only {
            games_page(&records.games, &catalog, self.games)
        } else {
            page(&records, &catalog, self.games)?
        };
        let overwritten = if path.exists() { " (overwritten)" } else { "" };
        write_page(&path, &page)?;
        match self.output {
            Some(_) => Ok(()),
            None => print(&format!("wrote {}{overwritten}", path.display())),
        }
    }

    /// The default path of the page, next to the first record.
    fn default_output(&self) -> PathBuf {
        match self.records.first() {
            Some(first) if is_standard(first) => PathBuf::from("report.html"),
            first => first.map(|first| first.with_extension("html")).unwrap_or_default(),
        }
    }
}
