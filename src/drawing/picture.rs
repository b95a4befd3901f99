//! A position as a picture of its own.

use maud::{Markup, html};

use super::board::{SQUARE, board_markup, board_width, corner};
use super::pieces::piece_markup;
use crate::rules::Ruleset;
use crate::types::{Move, Placement};

/// A position to be drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The ruleset it is under.
    pub ruleset: &'a Ruleset,
    /// The position.
    pub placement: &'a Placement,
    /// The move that led to it, if one did.
    pub last_move: Option<Move>,
    /// Arrows to draw over it.
    pub arrows: &'a [Move],
}

impl Picture<'_> {
    /// The picture as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let width = board_width(self.ruleset);
        let picture = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (width) }
                width=(width) height=(width) role="img" {
                title { (self.ruleset.title) }
                (board_markup(self.ruleset))
                (self.last_move_markup())
                (self.pieces())
                @for arrow in self.arrows { (self.arrow(*arrow)) }
            }
        };
        picture.into_string() + "\n"
    }

    fn last_move_markup(&self) -> Markup {
        html! {
            @for at in self.last_move.iter().flat_map(|mv| [mv.from, mv.to]) {
                @let (x, y) = corner(self.ruleset, at);
                rect x=(x) y=(y) width=(SQUARE) height=(SQUARE) fill="#f2a900" fill-opacity="0.55" {}
            }
        }
    }

    fn pieces(&self) -> Markup {
        html! {
            @for (at, piece) in self.placement.pieces() {
                @let (x, y) = corner(self.ruleset, at);
                g transform={ "translate(" (x) " " (y) ")" } { (piece_markup(piece)) }
            }
        }
    }

    /// An arrow from the middle of a square to that of another.
    fn arrow(&self, Move { from, to }: Move) -> Markup {
        /// From the tip to where the shaft ends, and half the width of the head.
        const HEAD: (f64, f64) = (16.0, 9.0);
        /// From the middle of the first square, whose piece stays visible, to where the shaft begins.
        const TAIL: f64 = 14.0;
        let middle = |at| {
            let (x, y) = corner(self.ruleset, at);
            ((x + SQUARE / 2) as f64, (y + SQUARE / 2) as f64)
        };
        let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
        let length = (x2 - x1).hypot(y2 - y1).max(1.0);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        let point = |along: f64, aside: f64| {
            format!("{:.1} {:.1}", x2 - along * dx - aside * dy, y2 - along * dy + aside * dx)
        };
        html! {
            g fill="#1f6feb" stroke="#1f6feb" opacity="0.85" {
                path d={ "M" (point(length - TAIL, 0.0)) "L" (point(HEAD.0, 0.0)) } stroke-width="6"
                    stroke-linecap="round" {}
                path d={ "M" (point(0.0, 0.0)) "L" (point(HEAD.0, HEAD.1)) "L"
                    (point(HEAD.0, -HEAD.1)) "z" } stroke-linejoin="round" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn every_piece_stands_on_its_square() {
        let ruleset = find("brandubh").unwrap();
        let picture = Picture {
            ruleset,
            placement: &ruleset.read_fen("t6/7/7/2K4/7/7/5T1 a").unwrap(),
            last_move: Some(mv("c1c4")),
            arrows: &[mv("a7a2"), mv("f1g1")],
        };
        let text = picture.to_svg();
        for (x, y) in [(24, 24), (104, 144), (224, 264)] {
            assert_eq!(text.matches(&format!("translate({x} {y})")).count(), 1, "{text}");
        }
        assert_eq!(text.matches("<g transform").count(), 3);
        // The move began on c1 and ended on c4; the arrows are shafts with heads.
        assert_eq!(text.matches("fill-opacity").count(), 2);
        assert!(text.contains(r##"<rect x="104" y="264" width="40" height="40" fill="#f2a900""##));
        assert_eq!(text.matches(r#"opacity="0.85""#).count(), 2);
        assert!(text.contains(r#"d="M44.0 58.0L44.0 228.0""#), "{text}");
        // Throne and corners are marked.
        assert_eq!(text.matches(r#"stroke-linecap="round""#).count(), 5 + 2);
    }

    #[test]
    fn pictures_are_well_formed_and_differ_with_the_board() {
        for name in ["brandubh", "tablut", "alea-evangelii", "sea-battle-9"] {
            let ruleset = find(name).unwrap();
            let game = crate::game::new_game(ruleset, None).unwrap();
            let (placement, arrows) = (&game.placement(), &[]);
            let text = Picture { ruleset, placement, last_move: None, arrows }.to_svg();
            let count = placement.pieces().count();
            assert_eq!(text.matches("<g transform").count(), count, "{name}");
            for tag in ["svg", "g", "rect", "path", "text", "circle"] {
                let open = text.matches(&format!("<{tag} ")).count();
                assert_eq!(open, text.matches(&format!("</{tag}>")).count(), "{name}: {tag}");
            }
        }
    }
}
