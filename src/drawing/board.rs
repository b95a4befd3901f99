//! The empty board.

use maud::{Markup, html};

use super::art::{ART, shapes};
use crate::rules::{Coordinate, Ruleset};

/// The layout of a board. The origin is the upper left corner of its squares.
pub(super) struct BoardPlan {
    /// Number of squares per row.
    side: usize,
}

impl BoardPlan {
    pub fn new(ruleset: &Ruleset) -> Self {
        Self { side: ruleset.side_length() }
    }

    /// The width of all squares together.
    fn squares(&self) -> f64 {
        self.side as f64 * ART.unit
    }

    /// The width of the frame.
    pub fn margin(&self) -> f64 {
        self.side as f64 * ART.frame
    }

    /// The width of the board including its frame.
    pub fn width(&self) -> f64 {
        self.squares() + 2.0 * self.margin()
    }

    /// The upper left corner of a square.
    pub fn corner(&self, at: Coordinate) -> (f64, f64) {
        let row = self.side.saturating_sub(1 + usize::from(at.rank));
        (f64::from(at.file) * ART.unit, row as f64 * ART.unit)
    }

    /// The middle of a square.
    pub fn middle(&self, at: Coordinate) -> (f64, f64) {
        let (x, y) = self.corner(at);
        (x + ART.unit / 2.0, y + ART.unit / 2.0)
    }
}

/// Draws the frame, the squares and the names of ranks and files.
pub(super) fn board_markup(ruleset: &Ruleset) -> Markup {
    let plan = BoardPlan::new(ruleset);
    let (margin, width, inner) = (plan.margin(), plan.width(), plan.squares());
    let special = ruleset.special_squares();
    let goals = ruleset.goals().len();
    html! {
        rect x=(-margin) y=(-margin) width=(width) height=(width) rx=(margin / 2.0)
            fill=(ART.colours.frame) {}
        @for rank in (0..plan.side).rev() {
            @for file in 0..plan.side {
                (square(&plan, &special, Coordinate { file: file as u8, rank: rank as u8 }))
            }
        }
        // Boards on which the king may escape at any edge square get a dashed outline.
        @if goals > special[1].len() && goals > 4 {
            rect x="5" y="5" width=(inner - 10.0) height=(inner - 10.0) fill="none"
                stroke=(ART.colours.goal) stroke-opacity="0.55" stroke-width="5"
                stroke-dasharray="18 12" {}
        }
        (names(&plan))
    }
}

fn square(plan: &BoardPlan, special: &[Vec<Coordinate>; 4], at: Coordinate) -> Markup {
    let (x, y) = plan.corner(at);
    let colours = &ART.colours;
    let area = special.iter().position(|squares| squares.contains(&at));
    let look = area.map(|area| ART.squares.by_area()[area]);
    let plain = if (at.file + at.rank).is_multiple_of(2) { &colours.even } else { &colours.odd };
    let fill = look.map_or(plain, |look| &look.fill);
    html! {
        rect x=(x) y=(y) width=(ART.unit) height=(ART.unit) fill=(fill) stroke=(colours.line)
            stroke-width="2" {}
        @if let Some(look) = look {
            g transform={ "translate(" (x) " " (y) ")" } { (shapes(&look.signs)) }
        }
    }
}

/// Draws the names of ranks and files.
fn names(plan: &BoardPlan) -> Markup {
    let margin = plan.margin();
    html! {
        g fill=(ART.colours.name) font-family="system-ui, sans-serif"
            font-size=(format!("{:.1}", 0.74 * margin)) text-anchor="middle"
            dominant-baseline="central" {
            @for place in 0..plan.side {
                @let middle = (place as f64 + 0.5) * ART.unit;
                @let name = char::from(b'a' + place as u8);
                text x=(middle) y=(plan.squares() + margin / 2.0) { (name) }
                text x=(-margin / 2.0) y=(plan.squares() - middle) { (place + 1) }
            }
        }
    }
}
