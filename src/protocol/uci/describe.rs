//! The rulesets, the rules in force and the moves of a position, as lines for programs that draw a
//! board and leave the rules to the engine.

use std::fmt::Write as _;

use crate::board::{Game, SetupError, new_game};
use crate::rules::{Catalog, Coordinate, Escape, Ruleset, Side, otn};

/// The rulesets that can be chosen, one a line.
pub(super) fn variants(catalog: &Catalog) -> String {
    let line = |ruleset: &Ruleset| {
        format!("Ruleset: {} {} {}", ruleset.name, ruleset.side_length(), ruleset.title)
    };
    catalog.all().map(line).collect::<Vec<String>>().join("\n")
}

/// A ruleset: its board, its special squares, and its rules in sentences.
pub(super) fn rules(ruleset: &Ruleset) -> String {
    let side = ruleset.side_length();
    let mut text = format!(
        "Variant: {}\nTitle: {}\nSource: {}\nSide: {side}\nStart: {}\nOtn: {}\n",
        ruleset.name,
        ruleset.title,
        ruleset.source,
        ruleset.start,
        otn::write(ruleset).unwrap_or_default(),
    );
    let areas = ruleset.areas().into_iter().zip(ruleset.area_squares());
    let names = ["Throne", "Corners", "AttackerForts", "DefenderForts"];
    for (name, (area, squares)) in names.into_iter().zip(areas) {
        let special = if area.is_plain() { Vec::new() } else { squares };
        list(&mut text, name, special.iter().map(ToString::to_string));
    }
    list(&mut text, "Goals", goals(ruleset).iter().map(ToString::to_string));
    for (heading, sentences) in ruleset.sentences() {
        for sentence in sentences {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "Told: {heading}: {sentence}");
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// The squares on which the king wins.
fn goals(ruleset: &Ruleset) -> Vec<Coordinate> {
    let last = ruleset.side_length().saturating_sub(1) as u8;
    match ruleset.escape {
        Escape::Corners => {
            let [_, corners, ..] = ruleset.area_squares();
            corners
        }
        Escape::Edge => (0..=last)
            .flat_map(|rank| (0..=last).map(move |file| Coordinate { file, rank }))
            .filter(|square| [square.file, square.rank].iter().any(|at| [0, last].contains(at)))
            .collect(),
    }
}

/// Adds a line with a list.
fn list(text: &mut String, name: &str, words: impl Iterator<Item = String>) {
    text.push_str(name);
    text.push(':');
    for word in words {
        text.push(' ');
        text.push_str(&word);
    }
    text.push('\n');
}

/// The moves so far, the legal moves with what they capture, and what each side threatens.
///
/// # Errors
/// When the game's ruleset has no board, which it has.
pub(super) fn moves(game: &dyn Game) -> Result<String, SetupError> {
    let mut text = format!("Side: {}\n", game.to_move());
    list(&mut text, "Played", game.line().into_iter());
    list(&mut text, "Announced", game.announced().into_iter());
    let legal = game.legal_moves();
    // A position without its past: a repetition forbids none of these moves here.
    let here =
        if legal.is_empty() { None } else { Some(new_game(game.ruleset(), Some(&game.fen()))?) };
    let legal = here.map_or_else(Vec::new, |mut here| tried(here.as_mut(), &legal));
    list(&mut text, "Legal", legal.iter().map(|tried| tried.name.clone()));
    for side in [Side::Attackers, Side::Defenders] {
        let threats = if legal.is_empty() { Vec::new() } else { threats(game, side) };
        list(&mut text, &format!("Threats {side}"), threats.into_iter());
    }
    list(
        &mut text,
        "King",
        if legal.is_empty() { Vec::new() } else { king_moves(game) }.into_iter(),
    );
    text.truncate(text.trim_end().len());
    Ok(text)
}

/// A move that was played to see what it does.
struct Tried {
    /// With its captures, `d2-e2xd3/e4`.
    name: String,
    winner: Option<Side>,
}

/// What moves do; those that cannot be played are left out.
fn tried(game: &mut dyn Game, moves: &[String]) -> Vec<Tried> {
    let mut play = |mv: &String| {
        let name = game.play_text(mv).ok()?.long_name;
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        game.take_back();
        Some(Tried { name, winner })
    };
    moves.iter().filter_map(&mut play).collect()
}

/// The game's position, without its past and with that side to move; none if it cannot be so.
fn with_to_move(game: &dyn Game, side: Side) -> Option<Box<dyn Game>> {
    let fen = game.fen();
    let mut words = fen.split(' ');
    let (rows, _, announced) = (words.next()?, words.next()?, words.next());
    let letter = match side {
        Side::Attackers => 'a',
        Side::Defenders => 'd',
    };
    let announced = announced.map_or_else(String::new, |squares| format!(" {squares}"));
    new_game(game.ruleset(), Some(&format!("{rows} {letter}{announced}"))).ok()
}

/// The moves by which a side would win at once if it were to move.
fn threats(game: &dyn Game, side: Side) -> Vec<String> {
    let Some(mut game) = with_to_move(game, side) else { return Vec::new() };
    let moves = game.legal_moves();
    let tried = tried(game.as_mut(), &moves);
    tried.into_iter().filter(|tried| tried.winner == Some(side)).map(|tried| tried.name).collect()
}

/// The king's moves if the defenders were to move.
fn king_moves(game: &dyn Game) -> Vec<String> {
    let Some(mut game) = with_to_move(game, Side::Defenders) else { return Vec::new() };
    let fen = game.fen();
    let Some(king) = king_square(&fen) else { return Vec::new() };
    let is_his = |name: &String| {
        name.strip_prefix(&king)
            .is_some_and(|to| to.starts_with(|letter: char| letter.is_ascii_lowercase()))
    };
    let moves: Vec<String> = game.legal_moves().into_iter().filter(is_his).collect();
    tried(game.as_mut(), &moves).into_iter().map(|tried| tried.name).collect()
}

/// The square of the king in a FEN.
fn king_square(fen: &str) -> Option<String> {
    let rows: Vec<&str> = fen.split(' ').next()?.split('/').collect();
    let ranks = (0..rows.len()).rev();
    ranks.zip(&rows).find_map(|(rank, row)| {
        let file = crate::board::row_squares(row).find('K')?;
        Some(Coordinate { file: file as u8, rank: rank as u8 }.to_string())
    })
}
