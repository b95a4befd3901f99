//! `branan connect hnefatafl.org`: a bot on the server.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::ConnectError;
use super::detached::Detached;
use super::engine_options::EngineOptions;
use super::status_file::StatusFile;
use crate::arena::engine::{PASSWORD_VARIABLE, end_groups};
use crate::arena::utc;
use crate::cli::paint::{complain, warning};
use crate::cli::say;
use crate::connect::hnefatafl_org::{Account, ClientObserver, ClientSettings, PORT, Policy, run};

/// Without a terminal, how often the state is printed.
const EVERY: Duration = Duration::from_secs(600);

/// Play on hnefatafl.org, or another server of its kind, until stopped.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The manual has a page about bots: docs/servers.md. Ctrl-C or SIGTERM finishes the running games, or leaves \
them if the policy says so; a second one stops at once. The exit code is 0 when stopped.

  branan connect hnefatafl.org --account mybot \\
    --password-file password.txt --create --policy bot.toml")]
pub(super) struct HnefataflOrgArgs {
    /// The account's name; the prefix 'ai-', which marks programs, is added if it is missing
    #[arg(long, value_name = "NAME")]
    account: String,
    /// A file with the password [default: the environment variable BRANAN_PASSWORD]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    password_file: Option<PathBuf>,
    /// Create the account if it does not exist
    #[arg(long)]
    create: bool,
    /// What to play and with whom, in TOML [default: one game at a time, at 15 min + 10 s]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    policy: Option<PathBuf>,
    /// The server
    #[arg(long, default_value = "hnefatafl.org")]
    host: String,
    /// Its port
    #[arg(long, default_value_t = PORT, value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// Print every move of the bot's games
    #[arg(long)]
    moves: bool,
    /// Keep the present state in this file, for monitoring; it is written anew every ten seconds
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    status: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

impl HnefataflOrgArgs {
    /// Plays until stopped.
    pub fn run(self) -> Result<ExitCode, ConnectError> {
        let account = Account::new(&self.account, &self.password()?)?;
        let policy = match &self.policy {
            None => Policy::usual(),
            Some(path) => Policy::read(&read(path)?).map_err(|source| {
                let (path, source) = (path.clone(), Box::new(source));
                ConnectError::Policy { path, source }
            })?,
        };
        self.engine.check_files()?;
        let engine = self.engine.engine()?;
        let (launch, stores) = (self.engine.launch()?, self.engine.stores()?);
        let stops = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&stops);
        ctrlc::set_handler(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        })?;
        if !matches!(self.host.as_str(), "localhost" | "127.0.0.1" | "::1") {
            complain(warning(
                "the server has no encryption: the password crosses the network in the clear",
            ));
        }
        let threads = self.engine.threads();
        let Self { host, port, create, moves: show_moves, status, .. } = self;
        let settings = ClientSettings {
            host,
            port,
            account,
            create,
            policy,
            engine,
            threads,
            launch,
            show_moves,
        };
        let status = status.map(StatusFile::create).transpose()?;
        let ended = run(settings, stores, &stops, &mut Detached::new(BotScreen::new(status)));
        // The threads of engines that are thinking end with the program, and would leave them running.
        end_groups();
        ended?;
        Ok(ExitCode::SUCCESS)
    }

    fn password(&self) -> Result<String, ConnectError> {
        match &self.password_file {
            Some(path) => Ok(read(path)?.trim_end_matches(['\r', '\n']).to_owned()),
            None => std::env::var(PASSWORD_VARIABLE)
                .map_err(|_| ConnectError::NoPassword(PASSWORD_VARIABLE)),
        }
    }
}

fn read(path: &Path) -> Result<String, ConnectError> {
    std::fs::read_to_string(path)
        .map_err(|source| ConnectError::ReadFile { path: path.to_owned(), source })
}

/// Lines for every event and, below them in a terminal, the running games.
struct BotScreen {
    /// `None` without a terminal.
    live: Option<ProgressBar>,
    printed: Option<Instant>,
    status: Option<StatusFile>,
}

impl BotScreen {
    fn new(status: Option<StatusFile>) -> Self {
        let live = io::stdout().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout());
            // The template is fixed; if it were invalid, the default style would do.
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                bar.set_style(style);
            }
            bar
        });
        Self { live, printed: None, status }
    }
}

impl ClientObserver for BotScreen {
    fn report(&mut self, line: &str) {
        let time = utc::now();
        // Names and refusals come from the network.
        let line: String = line.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        let print = || say(&format!("{time} {line}\n"));
        match &self.live {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn show(&mut self, lines: &[String]) {
        let lines: Vec<String> =
            lines.iter().map(|line| line.replace(char::is_control, "?")).collect();
        if let Some(error) = self.status.as_mut().and_then(|status| status.update(&lines)) {
            self.report(&error);
        }
        match &self.live {
            Some(bar) => {
                bar.set_message(lines.join("\n"));
                bar.tick();
            }
            None if self.printed.is_none_or(|at| at.elapsed() >= EVERY) => {
                self.printed = Some(Instant::now());
                if let Some(first) = lines.first() {
                    self.report(first);
                }
            }
            None => {}
        }
    }
}
