//! The page of ratings.

use maud::{Markup, html};
use statistics::Estimate;

use super::chart::{Axes, ChartError, Interval, PlotLine, intervals, line_colors};
use super::page::{document, figure};
use super::plots::Plot;
use super::tables::{estimate, or_nothing, table, titles};
use crate::ratings::{Anchor, HistoryPoint, RatedEngine, RatedGame, RatedGroup, history};

/// The page; `groups` are the ratings of these games.
pub fn page(
    games: &[RatedGame],
    groups: &[RatedGroup],
    anchor: Option<&Anchor>,
) -> Result<String, ChartError> {
    let moments = history(games, anchor);
    let mut sections = Vec::new();
    for (place, group) in groups.iter().enumerate() {
        let mut plots = vec![ratings_plot(group)?, advantages_plot(group)?];
        // The history is that of the largest group.
        plots.extend((place == 0).then(|| history_plot(group, &moments)).transpose()?);
        sections.push(section(group, &plots));
    }
    let main = html! { @for section in &sections { (section) } };
    Ok(document("Ratings", &summary(games, groups), &main))
}

fn summary(games: &[RatedGame], groups: &[RatedGroup]) -> Markup {
    let dates = || games.iter().map(|game| game.date.get(..10).unwrap_or(&game.date));
    let engines: usize = groups.iter().map(|group| group.engines.len()).sum();
    html! {
        (games.len()) " games of " (engines) " engines, "
        (dates().min().unwrap_or("?")) " to " (dates().max().unwrap_or("?")) "."
        @if groups.len() > 1 {
            " The engines fall into " (groups.len()) " groups that never met; ratings compare engines of one
            group only."
        }
    }
}

fn section(group: &RatedGroup, plots: &[Plot]) -> Markup {
    html! {
        section {
            h2 { "Ratings" }
            (engines_table(group))
            @if let Some(note) = group.roles_note() { p.note { (note) } }
        }
        section {
            h2 { "Rulesets" }
            (rulesets_table(group))
            h3 { "Elo by ruleset" }
            (by_ruleset_table(group))
            @if let Some(note) = group.rulesets_note() { p.note { (note) } }
        }
        section { h2 { "Plots" } div.plots { @for plot in plots { (figure(plot)) } } }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn engines_table(group: &RatedGroup) -> Markup {
    let mut heading = vec!["Engine", "Elo", "LOS", "Games", "Score", "Results", "Opponents"];
    if group.has_roles() {
        heading.extend(["As attackers", "As defenders"]);
    }
    table(
        &titles(&heading),
        html! {
            @for (place, engine) in group.engines.iter().enumerate() {
                tr {
                    th { (engine.name) }
                    td { (estimate(engine.elo)) }
                    td { (or_nothing(engine.superiority.get(place + 1).copied().map(percent))) }
                    td { (engine.results.games()) }
                    td { (or_nothing(engine.results.score().map(percent))) }
                    td { (engine.results.to_string()) }
                    td { (format!("{:.1}", engine.opponents)) }
                    @if group.has_roles() {
                        td { (or_nothing(engine.as_attackers.map(estimate))) }
                        td { (or_nothing(engine.as_defenders.map(estimate))) }
                    }
                }
            }
        },
    )
}

fn rulesets_table(group: &RatedGroup) -> Markup {
    let heading = titles(&[
        "Ruleset",
        "Games",
        "Attackers' score",
        "Worth of attacking",
        "Attackers' score between equals",
        "Draws between equals",
    ]);
    table(
        &heading,
        html! {
            @for ruleset in &group.rulesets {
                tr {
                    th { (ruleset.name) }
                    td { (ruleset.attackers.games()) }
                    td { (or_nothing(ruleset.attackers.score().map(percent))) }
                    td { (estimate(ruleset.advantage)) }
                    td { (percent(ruleset.expected_score)) }
                    td { (percent(ruleset.expected_draws)) }
                }
            }
        },
    )
}

/// Elo of each engine from the games of each ruleset alone.
fn by_ruleset_table(group: &RatedGroup) -> Markup {
    let names = group.rulesets.iter().map(|ruleset| ruleset.name.clone());
    let heading: Vec<String> = std::iter::once("Engine".to_owned()).chain(names).collect();
    table(
        &heading,
        html! {
            @for (place, engine) in group.engines.iter().enumerate() {
                tr {
                    th { (engine.name) }
                    @for ruleset in &group.rulesets {
                        td { (or_nothing(ruleset.elo[place].map(estimate))) }
                    }
                }
            }
        },
    )
}

fn interval(name: &str, Estimate { value, error }: Estimate) -> Interval {
    Interval::around(name.to_owned(), value, error)
}

fn ratings_plot(group: &RatedGroup) -> Result<Plot, ChartError> {
    let row = |engine: &RatedEngine| interval(&engine.name, engine.elo);
    let rows: Vec<Interval> = group.engines.iter().map(row).collect();
    let mean = rows.iter().map(|row| row.value).sum::<f64>() / rows.len().max(1) as f64;
    let svg = intervals("Elo", &rows, mean)?;
    Ok(Plot::new("Elo", svg, "With 95 % intervals, around the mean of all engines.".to_owned()))
}

fn advantages_plot(group: &RatedGroup) -> Result<Plot, ChartError> {
    let rows = group.rulesets.iter().map(|ruleset| interval(&ruleset.name, ruleset.advantage));
    let svg = intervals("Elo that attacking is worth", &rows.collect::<Vec<_>>(), 0.0)?;
    let caption = "With 95 % intervals. Right of the middle line the attackers are favoured.";
    Ok(Plot::new("Roles", svg, caption.to_owned()))
}

/// The best engines' ratings after more and more games.
fn history_plot(group: &RatedGroup, moments: &[HistoryPoint]) -> Result<Plot, ChartError> {
    let points = |name: &str| {
        let rating = |moment: &HistoryPoint| {
            let (_, elo) = moment.ratings.iter().find(|(engine, _)| engine == name)?;
            Some((moment.games as f64, elo.value))
        };
        moments.iter().filter_map(rating).collect()
    };
    let line = |engine: &RatedEngine| PlotLine {
        name: engine.name.clone(),
        points: points(&engine.name),
        band: Vec::new(),
    };
    let drawn: Vec<PlotLine> = group.engines.iter().take(line_colors().count()).map(line).collect();
    let last = moments.last().map_or("?", |moment| moment.date.get(..10).unwrap_or(&moment.date));
    let first = moments.first().map_or("?", |moment| moment.date.get(..10).unwrap_or(&moment.date));
    let (shown, all) = (drawn.len(), group.engines.len());
    let whose = if shown < all {
        format!("the best {shown} of {all} engines")
    } else {
        "the engines".to_owned()
    };
    let caption = format!(
        "Of {whose}, from the games until then, in the order of their dates: {first} to {last}."
    );
    Plot::of_lines("Elo over time", Axes { x: "games", y: "Elo" }, &drawn, &[], caption)
}
