//! The built-in book.

use std::sync::LazyLock;

use super::Book;
use crate::rules::Catalog;

/// The lines of the book. `docs/database.md` says how they were made.
const TEXT: &str = include_str!("built-in.book");

static BUILT_IN: LazyLock<Book> =
    LazyLock::new(|| Book::read(TEXT, &Catalog::default()).unwrap_or_default());

impl Book {
    /// The book that the engine carries, for all built-in rulesets. It is read when first asked for.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;
    use crate::rules::builtin;

    #[test]
    fn every_ruleset_has_a_book_from_its_start() {
        let book = Book::read(TEXT, &Catalog::default()).unwrap();
        for ruleset in builtin() {
            let game = new_game(ruleset, None).unwrap();
            assert!(!book.moves(&*game).is_empty(), "{}", ruleset.name);
        }
        assert_eq!(book.sections().len(), builtin().len());
    }
}
