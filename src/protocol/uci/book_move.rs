//! Answering `go` from the book.

use std::fmt::Write as _;

use super::command::Go;
use super::options::{Options, random_seed};
use super::print;
use crate::book::Book;
use crate::engine::Update;
use crate::game::Game;
use crate::rules::Side;
use crate::types::{Coordinate, Move};

/// The answer to `go` from the book: the known moves, then the chosen one. `None` if the engine has
/// to think.
pub(super) fn answer(options: &Options, go: &Go, game: &dyn Game) -> Option<String> {
    if !options.own_book {
        return None;
    }
    let book = options.book.as_deref().unwrap_or_else(|| Book::built_in());
    // Analysis and questions about certain moves are for the search.
    let asks_for_move =
        !(go.ponder || go.mate.is_some() || options.analyse_mode) && go.search_moves.is_empty();
    if !asks_for_move || game.line().len() >= options.book_depth {
        return None;
    }
    let best = book.choose(game, options.book_variety, random_seed())?;
    let mut text = known(book, game, best);
    let announced = announced(game, best);
    let answer = Update::Best { best: Some(best), ponder: None, announced, nodes: 0 };
    let _ = write!(text, "\n{}", print::update(&answer, false));
    Some(text)
}

/// The moves of the book with their weights. Of the images that a move has in a symmetric position
/// one stands for all: the move that is played, if it is among them.
fn known(book: &Book, game: &dyn Game, played: Move) -> String {
    let mut text = "info string book".to_owned();
    for known in book.moves(game) {
        let image = known.images.iter().find(|image| **image == played);
        if let Some(mv) = image.or(known.images.first()) {
            let _ = write!(text, " {mv} {}", known.weight);
        }
    }
    text
}

/// The escape squares that a move announces.
fn announced(game: &dyn Game, mv: Move) -> Vec<Coordinate> {
    let mut after = game.boxed_clone();
    match game.to_move() {
        Side::Defenders if after.play(mv).is_ok() => after.announced(),
        _ => Vec::new(),
    }
}

/// Says which rulesets a book is for.
pub(super) fn describe(options: &Options) -> String {
    let Some(book) = &options.book else {
        let count = Book::built_in().sections().len();
        return format!("info string the built-in book, for {count} rulesets");
    };
    let sections: Vec<String> = book
        .sections()
        .iter()
        .map(|section| format!("{} {}", section.ruleset().name, section.len()))
        .collect();
    format!("info string positions of the book: {}", sections.join(", "))
}
