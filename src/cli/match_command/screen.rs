//! What a match shows while it runs: a live table at a terminal, lines elsewhere, or JSON.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{json, report};
use crate::arena::record::{GameRecord, Termination};
use crate::arena::tournament::{
    Fixture, MatchEnding, MatchObserver, MatchProgress, MatchSummary, Plan,
};
use crate::cli::game_line::game_line;
use crate::cli::say;
use crate::text::short_time;

/// How a match is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A table and a bar that are drawn anew.
    Live,
    /// A line a game, and now and then the standing.
    Lines,
    /// The last standing only, and what went wrong.
    Quiet,
    /// One JSON object a line.
    Json,
}

impl Style {
    /// The style asked for; without a wish, the one that suits where the output goes.
    pub fn choose(quiet: bool, json: bool) -> Self {
        match (json, quiet) {
            (true, _) => Self::Json,
            (_, true) => Self::Quiet,
            _ if io::stdout().is_terminal() => Self::Live,
            _ => Self::Lines,
        }
    }
}

/// Shows a match.
pub struct Screen {
    style: Style,
    /// Finished games between two standings in [`Style::Lines`].
    every: u64,
    bar: ProgressBar,
}

fn say_json(value: &serde_json::Value) {
    say(&format!("{value}\n"));
}

impl Screen {
    /// A screen for a match of `total` games, `done` of which are on file already.
    pub fn new(style: Style, every: u64, total: u64, done: u64) -> Self {
        let target = match style {
            Style::Live => ProgressDrawTarget::stdout(),
            _ => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(total), target).with_position(done);
        // The template is fixed; a bar in the plain style would do as well.
        if let Ok(style) = ProgressStyle::with_template(
            "{msg}\n[{wide_bar}] {pos}/{len} games, {elapsed} gone, {eta} to go",
        ) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.reset_eta();
        if style == Style::Live {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Self { style, every: every.max(1), bar }
    }

    /// Something the person should know, said at once. It goes to standard error.
    pub fn warn(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    /// The match begins.
    pub fn begin(&self, plan: &Plan, done: u64, concurrency: usize) {
        match self.style {
            Style::Json => say_json(&json::start(plan, done, concurrency)),
            Style::Quiet => {}
            Style::Live | Style::Lines => {
                let engines: Vec<String> = plan
                    .settings
                    .engines
                    .iter()
                    .map(|e| format!("{} ({})", e.name, e.limits))
                    .collect();
                let games = plan.schedule.len();
                let left =
                    if done > 0 { format!(", {done} of them on file") } else { String::new() };
                self.print(&format!(
                    "{games} games{left}, {concurrency} at a time, {}: {}",
                    plan.settings.variants.join(", "),
                    engines.join(", ")
                ));
            }
        }
    }

    /// Prints a line that stays, above the live table where there is one.
    fn print(&self, line: &str) {
        if self.style == Style::Live {
            self.bar.println(line);
        } else {
            say(&format!("{line}\n"));
        }
    }

    /// The match is over.
    pub fn end(&self, plan: &Plan, summary: &MatchSummary) {
        self.bar.finish_and_clear();
        if self.style == Style::Json {
            say_json(&json::end(&plan.settings, summary));
            return;
        }
        say(&report::full(&plan.settings, &summary.standings, summary.llr));
        let ending = match &summary.ending {
            MatchEnding::Complete => "Match complete".to_owned(),
            MatchEnding::Decided(_) => "Match decided by the test".to_owned(),
            MatchEnding::Interrupted => "Match stopped".to_owned(),
            MatchEnding::EngineFailed { name, detail } => {
                format!("Match stopped: {name} broke down ({detail}); --recover would play on")
            }
        };
        say(&format!(
            "\n{ending}: {} games of {}, {} of them in {}; the engines thought for {:.1} % of the time\n",
            summary.standings.games(),
            plan.schedule.len(),
            summary.games,
            short_time(summary.wall),
            100.0 * summary.thinking_share,
        ));
    }
}

impl MatchObserver for Screen {
    fn started(&mut self, _: &MatchProgress, _: &Fixture) {}

    fn finished(&mut self, progress: &MatchProgress, game: &GameRecord) {
        let settings = &progress.plan.settings;
        let standings = progress.standings;
        let line = || game_line(game, Some(progress.total));
        let fault = matches!(game.termination, Termination::Fault(_));
        match self.style {
            Style::Json => {
                say_json(&json::game(game));
                say_json(&json::standing(settings, standings, progress.llr));
            }
            Style::Quiet if fault => self.warn(&line()),
            Style::Quiet => {}
            Style::Lines => {
                self.print(&line());
                // The last standing comes with the end of the match.
                let games = standings.games();
                if games.is_multiple_of(self.every) && games < progress.total {
                    let text = report::full(settings, standings, progress.llr);
                    say(&format!("\n{text}\n"));
                }
            }
            Style::Live => {
                if fault {
                    self.print(&line());
                }
                self.bar.set_message(report::full(settings, standings, progress.llr));
                self.bar.set_position(standings.games());
            }
        }
    }
}
