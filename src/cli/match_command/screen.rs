//! The display of a running match: a live table in a terminal, lines elsewhere, or JSON.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::{json, report};
use crate::arena::load::LoadSummary;
use crate::arena::tournament::{
    Fixture, MatchEnding, MatchObserver, MatchProgress, MatchSummary, Plan,
};
use crate::cli::game_line::game_line;
use crate::cli::paint::complain;
use crate::cli::say;
use crate::cli::text_table::output_width;
use crate::record::{GameRecord, RecordedMove, Termination};
use crate::text::short_time;

/// How to display a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A table and a progress bar, redrawn after every game.
    Live,
    /// One line per game, and the standings at intervals.
    Lines,
    /// Only the final standings and errors.
    Quiet,
    /// JSON, one object per line.
    Json,
}

impl Style {
    /// The style requested, or the default for the kind of output.
    pub fn choose(quiet: bool, json: bool) -> Self {
        match (json, quiet) {
            (true, _) => Self::Json,
            (_, true) => Self::Quiet,
            _ if io::stdout().is_terminal() => Self::Live,
            _ => Self::Lines,
        }
    }
}

/// Displays a match.
pub struct Screen {
    style: Style,
    /// Number of games between standings in [`Style::Lines`].
    every: u64,
    /// Whether JSON includes the starts of games and their moves.
    moves: bool,
    bar: ProgressBar,
}

fn say_json(value: &serde_json::Value) {
    say(&format!("{value}\n"));
}

impl Screen {
    /// A screen for a match of `total` games, of which `done` are already on file.
    pub fn new(style: Style, every: u64, total: u64, done: u64) -> Self {
        let target = match style {
            Style::Live => ProgressDrawTarget::stdout(),
            _ => ProgressDrawTarget::hidden(),
        };
        Self::drawn_on(target, style, every, total, done)
    }

    /// A screen that draws the live table on the given terminal.
    fn drawn_on(
        target: ProgressDrawTarget,
        style: Style,
        every: u64,
        total: u64,
        done: u64,
    ) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), target).with_position(done);
        // The template is fixed; if it were invalid, the default style would do. The bar comes first, because
        // what does not fit into the terminal is cut off below.
        if let Ok(style) = ProgressStyle::with_template(
            "[{wide_bar}] {pos}/{len} games, {elapsed} elapsed{left}\n{msg}",
        ) {
            let left = move |state: &ProgressState, text: &mut dyn fmt::Write| {
                if let Some(left) = time_left(state.elapsed(), done, state.pos(), state.len()) {
                    let _ = write!(text, ", {:#} left", HumanDuration(left));
                }
            };
            bar.set_style(style.with_key("left", left).progress_chars("=> "));
        }
        if style == Style::Live {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Self { style, every: every.max(1), moves: false, bar }
    }

    /// Whether to print the starts of games and their moves, in JSON.
    pub fn show_moves(&mut self, moves: bool) {
        self.moves = moves;
    }

    /// Prints a warning at once, on standard error.
    pub fn warn(&self, text: &str) {
        self.bar.suspend(|| complain(text));
    }

    /// Shows the start of the match.
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
                let games = plan.total();
                let share = plan.settings.share.as_ref().map_or_else(String::new, |share| {
                    format!(" (share {share} of a match of {})", plan.schedule.len())
                });
                let left =
                    if done > 0 { format!(", {done} of them on file") } else { String::new() };
                self.print(&format!(
                    "{games} games{share}{left}, {concurrency} at a time, {}: {}",
                    plan.settings.variants.join(", "),
                    engines.join(", ")
                ));
            }
        }
    }

    /// Says which engines join the match on file.
    pub fn tell_joining(&self, engines: &[String]) {
        if !engines.is_empty() && matches!(self.style, Style::Live | Style::Lines) {
            let join = if engines.len() == 1 { "joins" } else { "join" };
            self.print(&format!("{} {join} the match on file", engines.join(", ")));
        }
    }

    /// Says how to continue a match that was stopped.
    pub fn tell_how_to_continue(&self, command: &str) {
        if self.style != Style::Json {
            say(&format!("Continue it with: {command}\n"));
        }
    }

    /// Prints a permanent line, above the live table if there is one.
    fn print(&self, line: &str) {
        if self.style == Style::Live {
            self.bar.println(line);
        } else {
            say(&format!("{line}\n"));
        }
    }

    /// Shows the end of the match.
    pub fn end(&self, plan: &Plan, summary: &MatchSummary, load: Option<LoadSummary>) {
        self.bar.finish_and_clear();
        if self.style == Style::Json {
            say_json(&json::end(plan.settings.sprt.as_ref(), summary, load));
            return;
        }
        say(&report::full(
            plan.settings.sprt.as_ref(),
            &summary.standings,
            summary.llr,
            output_width(),
        ));
        say(&closing_line(plan, summary));
        say(&load.map(load_line).unwrap_or_default());
    }
}

/// How long the rest of a match will take, by the games of this run: those on file took it no time. There
/// is no estimate before the first game ends.
fn time_left(elapsed: Duration, on_file: u64, games: u64, total: Option<u64>) -> Option<Duration> {
    let played = games.checked_sub(on_file).filter(|played| *played > 0)?;
    let left = total?.saturating_sub(games);
    Some(elapsed.mul_f64(left as f64 / played as f64))
}

/// What other programs used of the machine.
fn load_line(load: LoadSummary) -> String {
    let LoadSummary { cores, mean, worst, .. } = load;
    format!("Other programs used {mean:.2} of {cores} cores, at most {worst:.2}\n")
}

/// The ending of the match, or of a share of it, and its statistics.
fn closing_line(plan: &Plan, summary: &MatchSummary) -> String {
    let (what, whole) = match &plan.settings.share {
        None => ("Match".to_owned(), String::new()),
        Some(share) => (
            format!("Share {share} of the match"),
            format!(" (the match has {})", plan.schedule.len()),
        ),
    };
    let ending = match &summary.ending {
        MatchEnding::Complete => "complete".to_owned(),
        MatchEnding::Decided(_) => "decided by the test".to_owned(),
        MatchEnding::Interrupted => "stopped".to_owned(),
        MatchEnding::EngineFailed { name, detail } => {
            format!("stopped: {name} failed ({detail}); use --recover to continue after failures")
        }
    };
    let (games, total) = (summary.standings.games(), summary.total);
    let closing = format!("\n{what} {ending}: {games} games of {total}{whole}");
    if summary.games == 0 {
        return closing + "\n";
    }
    let thinking = summary.thinking_share.map_or_else(String::new, |share| {
        format!("; the engines thought for {:.1} % of the time", 100.0 * share)
    });
    let wall = short_time(summary.wall);
    format!("{closing}, {} of them in {wall}{thinking}\n", summary.games)
}

impl MatchObserver for Screen {
    fn started(&mut self, _: &MatchProgress, game: &Fixture) {
        if self.moves {
            say_json(&json::started(game));
        }
    }

    fn moved(&mut self, game: u64, played: &RecordedMove) {
        if self.moves {
            say_json(&json::moved(game, played));
        }
    }

    fn finished(&mut self, progress: &MatchProgress, game: &GameRecord) {
        let sprt = progress.plan.settings.sprt.as_ref();
        let standings = progress.standings;
        let line = || game_line(game, Some(progress.total));
        let fault = matches!(game.termination, Termination::Fault(_));
        match self.style {
            Style::Json => {
                say_json(&json::game(game));
                say_json(&json::standing(sprt, standings, progress.llr));
            }
            Style::Quiet if fault => self.warn(&line()),
            Style::Quiet => {}
            Style::Lines => {
                self.print(&line());
                // The final standings are printed at the end of the match.
                let games = standings.games();
                if games.is_multiple_of(self.every) && games < progress.total {
                    let text = report::full(sprt, standings, progress.llr, output_width());
                    say(&format!("\n{text}\n"));
                }
            }
            Style::Live => {
                if fault {
                    self.print(&line());
                }
                // Tie-breaks add games.
                self.bar.set_length(progress.total);
                self.bar.set_message(report::full(sprt, standings, progress.llr, output_width()));
                self.bar.set_position(standings.games());
            }
        }
    }
}

#[cfg(test)]
mod tests;
