//! The page itself.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::ChartError;
use super::games::{GameList, title_of};
use super::plots::{self, Plot};
use super::script::script;
use super::tables::{
    cross_table, endings_table, places_table, rounds_table, rulesets_table, searches_table,
    standings_table,
};
use super::tally::moments;
use crate::arena::tournament::{MergedRecords, Standings};
use crate::record::GameRecord;
use crate::rules::Catalog;

const STYLE: &str = include_str!("../../web/report/report.css");

/// Blocks all external resources, whatever a record contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The page of a match.
pub fn page(
    records: &MergedRecords,
    catalog: &Catalog,
    most_games: usize,
) -> Result<String, ChartError> {
    let standings = records.standings();
    let list = GameList::new(&records.games, catalog, most_games);
    let plots = all_plots(records, &standings)?;
    let main = html! {
        section {
            h2 { "Standings" }
            @if !standings.places.is_empty() { (places_table(&standings)) h3 { "Games" } }
            (standings_table(&standings))
            @if let Some(note) = standings.pairs_note() { p.note { (note) } }
            (searches_table(&standings))
        }
        @if !standings.rounds.is_empty() {
            section {
                h2 { "Rounds" }
                (rounds_table(&standings))
                @if let Some(name) = standings.champion() { p { b { (name) } " wins the knockout." } }
            }
        }
        @if standings.players.len() > 2 {
            section {
                h2 { "Against each other" }
                (cross_table(&standings))
            }
        }
        section {
            h2 { "Rulesets and roles" }
            (rulesets_table(&standings, &records.games))
            h3 { "Endings" }
            (endings_table(&standings))
        }
        section { h2 { "Plots" } div.plots { @for plot in &plots { (figure(plot)) } } }
        (viewer(&list, records.games.len()))
    };
    Ok(document(&title(records), &summary(records, &standings), &main))
}

/// A page with only the games.
pub fn games_page(games: &[GameRecord], catalog: &Catalog, most_games: usize) -> String {
    let list = GameList::new(games, catalog, most_games).with_titles(catalog);
    let title = match games {
        [game] if is_known(&game.attackers.name) || is_known(&game.defenders.name) => {
            format!("{} – {}", game.attackers.name, game.defenders.name)
        }
        [game] => title_of(&game.variant, catalog),
        _ => "Games".to_owned(),
    };
    document(&title, &html! {}, &viewer(&list, games.len()))
}

/// Whether a player has a name. Records write a question mark for an unknown one.
fn is_known(player: &str) -> bool {
    !matches!(player, "" | "?")
}

/// What tells the program's pages from others, near their beginning.
pub const GENERATOR: &str = r#"<meta name="generator" content="branan">"#;

/// A page of this title, with what is in it.
pub fn document(title: &str, summary: &Markup, main: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                (PreEscaped(GENERATOR))
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    p { (summary) }
                }
                main { (main) }
                footer { "Made by Branán " (env!("CARGO_PKG_VERSION")) "." }
                script { (PreEscaped(script())) }
            }
        }
    };
    page.into_string()
}

fn title(records: &MergedRecords) -> String {
    let event = records.games.iter().map(|game| game.event.as_str()).find(|event| *event != "?");
    let event = records.settings.as_ref().map(|settings| settings.event.as_str()).or(event);
    event.unwrap_or("Match").to_owned()
}

/// The size of the match and its result.
fn summary(records: &MergedRecords, standings: &Standings) -> Markup {
    let dates = || records.games.iter().map(|game| game.date.get(..10).unwrap_or(&game.date));
    let dates = (dates().min().unwrap_or("?"), dates().max().unwrap_or("?"));
    let limits = |name: &str| {
        let mut games = records.games.iter();
        games.find_map(|game| {
            let mut players = [&game.attackers, &game.defenders].into_iter();
            players.find(|player| player.name == name).map(|player| player.limits.clone())
        })
    };
    html! {
        (standings.games()) " of " (records.total()) " games, " (dates.0)
        @if dates.0 != dates.1 { " to " (dates.1) }
        ": "
        @for (place, player) in standings.players.iter().enumerate() {
            @if place > 0 { ", " }
            b { (player.name) } " (" (limits(&player.name).as_deref().unwrap_or("-")) ")"
        }
        "." (verdict(records, standings))
    }
}

/// The state of the test, if the match has one.
fn verdict(records: &MergedRecords, standings: &Standings) -> Markup {
    let sprt = records.settings.as_ref().and_then(|settings| settings.sprt.as_ref());
    let Some((sprt, llr)) = sprt.zip(records.llr(standings)) else { return html! {} };
    html! { " " (sprt.state(llr)) "." }
}

fn all_plots(records: &MergedRecords, standings: &Standings) -> Result<Vec<Plot>, ChartError> {
    let moments = moments(records);
    let games = &records.games;
    let mut list: Vec<Plot> = plots::ratings(standings)?.into_iter().collect();
    list.push(plots::role_scores(standings)?);
    list.extend(plots::elo_over_games(standings, &moments)?);
    if let Some(sprt) = records.settings.as_ref().and_then(|settings| settings.sprt.as_ref()) {
        list.push(plots::llr_over_games(sprt, &moments)?);
    }
    list.push(plots::lengths(games)?);
    list.extend(plots::time_use(standings, games)?);
    list.extend(plots::judgement(standings, games)?);
    Ok(list)
}

/// A plot with its heading and caption.
pub fn figure(plot: &Plot) -> Markup {
    html! {
        figure {
            h3 { (plot.title) }
            @if !plot.legend.is_empty() {
                p.legend {
                    @for (name, color) in &plot.legend {
                        span { i style={ "background:" (color) } {} (name) }
                    }
                }
            }
            (PreEscaped(&plot.svg))
            figcaption { (plot.caption) }
        }
    }
}

/// The game viewer: a list of games and a board, which the script fills in.
fn viewer(list: &GameList, all: usize) -> Markup {
    html! {
        section #viewer hidden {
            h2 { "Games" }
            @if list.len() < all { p { "The first " (list.len()) " of " (all) " games." } }
            div.viewer {
                div.show {
                    h3 #title {}
                    div #shown-board {}
                    div.keys {
                        button type="button" data-go="first" title="Home" { "«" }
                        button type="button" data-go="back" title="←" { "‹" }
                        button type="button" data-go="forward" title="→" { "›" }
                        button type="button" data-go="last" title="End" { "»" }
                        button type="button" data-go="previous" title="p" { "Previous game" }
                        button type="button" data-go="next" title="n" { "Next game" }
                    }
                    p #said {}
                }
                div.tell {
                    svg #curve viewBox="0 0 600 160" preserveAspectRatio="none" role="img" {
                        title { "Evaluation over the game" }
                    }
                    p.note {
                        span #up { "Up favours the defenders. " }
                        "Keys: ← → step, Home and End, n and p change the game."
                    }
                    ol #moves {}
                }
                div.list { label { "Games with " input #filter type="search" placeholder="name, ruleset or result"; }
                    ul #games {} }
            }
            script #data type="application/json" { (PreEscaped(list.to_script())) }
        }
    }
}
