//! Describes rulesets, rules and moves line by line, for programs that draw a board and leave the
//! rules to the engine.

use std::fmt::{Display, Write as _};

use crate::game::{Game, Played};
use crate::rules::{Catalog, Language, Ruleset, Side, otn};

/// The available rulesets, one per line.
pub(super) fn variants(catalog: &Catalog) -> String {
    let line = |ruleset: &Ruleset| {
        format!("Ruleset: {} {} {}", ruleset.name, ruleset.side_length(), ruleset.title)
    };
    catalog.all().map(line).collect::<Vec<String>>().join("\n")
}

/// A ruleset: its board, special squares and rules in sentences of a language.
pub(super) fn rules(ruleset: &Ruleset, language: Language) -> String {
    let side = ruleset.side_length();
    let mut text = format!(
        "Variant: {}\nTitle: {}\nSource: {}\nSide: {side}\nStart: {}\nOtn: {}\n",
        ruleset.name,
        ruleset.title,
        ruleset.source,
        ruleset.start,
        otn::write(ruleset).unwrap_or_default(),
    );
    let names = ["Throne", "Corners", "AttackerForts", "DefenderForts"];
    for (name, squares) in names.into_iter().zip(ruleset.special_squares()) {
        list(&mut text, name, squares);
    }
    list(&mut text, "Goals", ruleset.goals());
    for (heading, sentences) in ruleset.sentences(language) {
        for sentence in sentences {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "Told: {heading}: {sentence}");
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// Adds a line with a list.
fn list(text: &mut String, name: &str, items: impl IntoIterator<Item: Display>) {
    text.push_str(name);
    text.push(':');
    for item in items {
        // Writing to a string cannot fail.
        let _ = write!(text, " {item}");
    }
    text.push('\n');
}

/// The moves so far, the legal moves with their captures, and each side's threats.
pub(super) fn moves(game: &dyn Game) -> String {
    let mut text = format!("Side: {}\n", game.to_move());
    list(&mut text, "Played", game.line());
    list(&mut text, "Announced", game.announced());
    let legal = game.legal_moves().into_iter().filter_map(|mv| game.look_at(mv).ok());
    list(&mut text, "Legal", by_name(legal.collect()));
    for side in Side::BOTH {
        list(&mut text, &format!("Threats {side}"), by_name(game.winning_moves(side)));
    }
    list(&mut text, "King", by_name(game.king_moves()));
    text.truncate(text.trim_end().len());
    text
}

/// Moves in alphabetical order.
fn by_name(mut moves: Vec<Played>) -> Vec<Played> {
    moves.sort_by_cached_key(Played::name);
    moves
}
