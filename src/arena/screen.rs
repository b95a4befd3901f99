//! What a match shows while it runs: a live table at a terminal, lines elsewhere, or JSON.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::record::{GameRecord, result_word};
use super::report;
use super::runner::{Ending, Observer, Progress, Summary};
use super::schedule::Fixture;
use super::settings::{Plan, Settings};
use super::standings::Standings;

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

/// Writes to standard output. A reader that has gone away ends nothing.
pub fn say(text: &str) {
    let mut output = io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

fn say_json(value: &Value) {
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
            Style::Json => say_json(&json!({
                "event": "start",
                "games": plan.schedule.len(),
                "done": done,
                "concurrency": concurrency,
                "engines": plan.settings.engines.iter().map(|e| &e.name).collect::<Vec<_>>(),
                "variants": plan.settings.variants,
            })),
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
    pub fn end(&self, plan: &Plan, summary: &Summary) {
        self.bar.finish_and_clear();
        if self.style == Style::Json {
            let mut value = standing_json(&plan.settings, &summary.standings, summary.llr);
            value["event"] = "end".into();
            value["ending"] = ending_word(&summary.ending).into();
            value["wall_seconds"] = summary.wall.as_secs_f64().into();
            value["thinking_share"] = summary.thinking_share.into();
            say_json(&value);
            return;
        }
        say(&report::full(&plan.settings, &summary.standings, summary.llr));
        let ending = match &summary.ending {
            Ending::Complete => "Match complete".to_owned(),
            Ending::Decided(_) => "Match decided by the test".to_owned(),
            Ending::Interrupted => "Match stopped".to_owned(),
            Ending::EngineFailed { name, detail } => {
                format!("Match stopped: {name} broke down ({detail}); --recover would play on")
            }
        };
        say(&format!(
            "\n{ending}: {} games of {}, {} of them in {}; the engines thought for {:.1} % of the time\n",
            summary.standings.games(),
            plan.schedule.len(),
            summary.games,
            report::short_time(summary.wall),
            100.0 * summary.thinking_share,
        ));
    }
}

impl Observer for Screen {
    fn started(&mut self, _: &Progress, _: &Fixture) {}

    fn finished(&mut self, progress: &Progress, game: &GameRecord) {
        let settings = &progress.plan.settings;
        let standings = progress.standings;
        let line = || report::game_line(game, Some(progress.total));
        let fault = game.termination.is_fault();
        match self.style {
            Style::Json => {
                say_json(&game_json(game));
                say_json(&standing_json(settings, standings, progress.llr));
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

fn ending_word(ending: &Ending) -> &'static str {
    match ending {
        Ending::Complete => "complete",
        Ending::Decided(_) => "decided",
        Ending::Interrupted => "interrupted",
        Ending::EngineFailed { .. } => "engine-failed",
    }
}

fn game_json(game: &GameRecord) -> Value {
    json!({
        "event": "game",
        "game": game.index.map(|n| n + 1),
        "round": game.round.map(|n| n + 1),
        "variant": game.variant,
        "attackers": game.attackers.name,
        "defenders": game.defenders.name,
        "result": result_word(game.winner),
        "termination": game.termination,
        "plies": game.moves.len(),
        "detail": game.detail,
    })
}

/// The standing; what is not known, or not finite, is `null`.
fn standing_json(settings: &Settings, standings: &Standings, llr: Option<f64>) -> Value {
    let players: Vec<Value> = standings
        .players
        .iter()
        .map(|player| {
            json!({
                "name": player.name,
                "games": player.total().games(),
                "score": player.total().score(),
                "total": player.total(),
                "as_attackers": player.as_attackers,
                "as_defenders": player.as_defenders,
                "pairs": player.pairs,
                "rating": player.pairs.rating(),
                "seconds_per_move": player.time_per_move().map(|t| t.as_secs_f64()),
                "depth": player.mean_depth(),
                "faults": player.faults,
            })
        })
        .collect();
    let rulesets: Vec<Value> = standings
        .rulesets
        .iter()
        .map(|ruleset| {
            json!({
                "name": ruleset.name,
                "attackers": ruleset.attackers,
                "attackers_score": ruleset.attackers.score(),
                "attackers_score_error": ruleset.attackers.score_error(),
                "pairs": ruleset.pairs,
                "mean_plies": ruleset.mean_length(),
                "terminations": ruleset.terminations,
            })
        })
        .collect();
    let test = settings.sprt.as_ref().zip(llr).map(|(sprt, llr)| {
        let ((lower, upper), (elo0, elo1)) = (sprt.bounds(), sprt.elo());
        json!({
            "llr": llr, "lower": lower, "upper": upper, "elo0": elo0, "elo1": elo1,
            "verdict": sprt.verdict(llr),
        })
    });
    json!({
        "event": "standing",
        "games": standings.games(),
        "players": players,
        "rulesets": rulesets,
        "sprt": test,
    })
}
