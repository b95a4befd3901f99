//! The page about the balance of games.

use maud::{Markup, html};

use super::chart::{Axes, ChartError, Interval, PlotLine, intervals, line_colors};
use super::page::{document, figure};
use super::plots::Plot;
use super::tables::{or_nothing, table, titles};
use crate::balance::{BalancePlan, Strength, Tally, Trial};

/// The most rows of a plot of intervals. More than this are in the table only.
const MAX_ROWS: usize = 60;

/// The page; `tallies` are the results of the plan's trials.
pub fn page(plan: &BalancePlan, tallies: &[Tally]) -> Result<String, ChartError> {
    let results: Vec<(&Trial, &Tally)> = plan.trials.iter().zip(tallies).collect();
    let plots = [scores_plot(&results)?, strengths_plot(&results)?];
    let main = html! {
        section { h2 { "Results" } (results_table(&results)) }
        section { h2 { "Plots" } div.plots { @for plot in plots.iter().flatten() { (figure(plot)) } } }
        section { h2 { "What the columns mean" } (notes(plan)) }
    };
    Ok(document("Balance", &summary(tallies), &main))
}

fn summary(tallies: &[Tally]) -> Markup {
    let games: u64 = tallies.iter().map(|tally| tally.attackers.games()).sum();
    let word = if games == 1 { "game" } else { "games" };
    html! { (games) " " (word) " of the engine with itself, both sides at the same strength." }
}

fn notes(plan: &BalancePlan) -> Markup {
    html! {
        p {
            "The attackers\u{2019} score counts a draw as half a win; the interval behind it holds the true score
            in 95 of 100 such measurements. If it does not contain 50 %, the game favours a side at this
            strength."
        }
        p {
            "Each game begins with " (plan.opening) " random plies and is drawn after " (plan.max_plies) ". The seed
            is " (plan.seed) "."
        }
        p {
            "Players can bid for the favoured side: the one who promises to win in the fewest plies plays it, and
            loses if the promise is not kept. The fair bid is the promise that half of these games would have
            kept."
        }
    }
}

/// The game of a trial, and its change.
fn game_name(trial: &Trial) -> String {
    if trial.change.is_none() {
        trial.ruleset.name.clone()
    } else {
        format!("{} ({})", trial.ruleset.name, trial.change)
    }
}

fn results_table(results: &[(&Trial, &Tally)]) -> Markup {
    let heading = titles(&[
        "Game",
        "Strength",
        "Games",
        "Attackers\u{2019} score",
        "95 % interval",
        "Won, drawn, lost",
        "Plies",
        "Fair bid",
        "Commonest ending",
    ]);
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let interval =
        |(_, low, high): (f64, f64, f64)| format!("{:.0} to {:.0} %", 100.0 * low, 100.0 * high);
    let commonest = |tally: &Tally| {
        let (ending, games) = tally.endings.iter().max_by_key(|(_, games)| **games)?;
        Some(format!("{ending} ({games})"))
    };
    table(
        &heading,
        html! {
            @for (trial, tally) in results {
                tr {
                    th { (game_name(trial)) }
                    td { (trial.strength.to_string()) }
                    td { (tally.attackers.games()) }
                    td { (or_nothing(tally.score().map(|score| percent(score.0)))) }
                    td { (or_nothing(tally.score().map(interval))) }
                    td { (tally.attackers.to_string()) }
                    td { (or_nothing(tally.mean_plies().map(|plies| format!("{plies:.0}")))) }
                    td { (or_nothing(tally.fair_bid().map(|bid| bid.to_string()))) }
                    td { (or_nothing(commonest(tally))) }
                }
            }
        },
    )
}

/// The attackers' score of each trial. `None` without a game.
fn scores_plot(results: &[(&Trial, &Tally)]) -> Result<Option<Plot>, ChartError> {
    let row = |(trial, tally): &(&Trial, &Tally)| {
        let (value, low, high) = tally.score()?;
        let game = if trial.change.is_none() {
            trial.ruleset.name.clone()
        } else {
            trial.change.to_string()
        };
        let name = format!("{}: {game}", trial.strength);
        Some(Interval { name, value: 100.0 * value, low: 100.0 * low, high: 100.0 * high })
    };
    let rows: Vec<Interval> = results.iter().filter_map(row).take(MAX_ROWS).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let svg = intervals("attackers' score in percent", &rows, 50.0)?;
    let caption = "The 95 % intervals. Right of the middle line the attackers are favoured.";
    Ok(Some(Plot::new("Scores", svg, caption.to_owned())))
}

/// How the score of the first games changes with the strength. `None` for one strength, and for levels
/// beside numbers of nodes, which have no common axis.
fn strengths_plot(results: &[(&Trial, &Tally)]) -> Result<Option<Plot>, ChartError> {
    let mut lines: Vec<PlotLine> = Vec::new();
    for (trial, tally) in results {
        let (Some(x), Some((score, ..))) = (place(trial, results), tally.score()) else {
            continue;
        };
        let (name, point) = (game_name(trial), (x, 100.0 * score));
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => lines.push(PlotLine { name, points: vec![point], band: Vec::new() }),
        }
    }
    lines.retain(|line| line.points.len() > 1);
    for line in &mut lines {
        line.points.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    }
    lines.truncate(line_colors().count());
    if lines.is_empty() {
        return Ok(None);
    }
    let levels = matches!(results[0].0.strength, Strength::Level(_));
    let axes = Axes {
        x: if levels { "level" } else { "nodes for a move, as a power of ten" },
        y: "attackers' score in percent",
    };
    let caption = "An advantage that shrinks as play improves is one that can be learned. One that grows \
                   is in the game.";
    Plot::of_lines("Score by strength", axes, &lines, &[50.0], caption.to_owned()).map(Some)
}

/// The place of a trial's strength on the axis. `None` if the strengths are of two kinds.
fn place(trial: &Trial, results: &[(&Trial, &Tally)]) -> Option<f64> {
    let is_level = |trial: &Trial| matches!(trial.strength, Strength::Level(_));
    let alike = results.iter().all(|(other, _)| is_level(other) == is_level(trial));
    alike.then_some(match trial.strength {
        Strength::Level(number) => number as f64,
        Strength::Nodes(nodes) => (nodes as f64).log10(),
    })
}
