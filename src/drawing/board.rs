//! The board without its pieces.

use maud::{Markup, html};

use crate::rules::{Coordinate, Ruleset};

/// The side of a square, in units of the picture.
pub const SQUARE: usize = 40;

/// The width of the frame that holds the names of ranks and files.
const FRAME: usize = 24;

const WOOD: &str = "#6b4a2f";
const NAMES: &str = "#f0e2c8";
const LIGHT: &str = "#ecd9b4";
const DARK: &str = "#e2cb9f";
const LINES: &str = "#b8955f";
/// Throne, corners, attackers' forts, defenders' forts.
const AREAS: [&str; 4] = ["#c9a05c", "#c9a05c", "#b9997a", "#d3b98a"];

/// The width and height of a board with its frame, in units of the picture.
#[must_use]
pub fn board_width(ruleset: &Ruleset) -> usize {
    ruleset.side_length() * SQUARE + 2 * FRAME
}

/// The upper left corner of a square.
pub(super) fn corner(ruleset: &Ruleset, at: Coordinate) -> (usize, usize) {
    let row = ruleset.side_length().saturating_sub(1 + usize::from(at.rank));
    (FRAME + usize::from(at.file) * SQUARE, FRAME + row * SQUARE)
}

/// Frame, squares and the names of ranks and files, for the inside of an SVG element.
#[must_use]
pub fn board_markup(ruleset: &Ruleset) -> Markup {
    let side = ruleset.side_length();
    let width = board_width(ruleset);
    let ranks = (0..side).rev();
    html! {
        rect width=(width) height=(width) rx="6" fill=(WOOD) {}
        @for rank in ranks {
            @for file in 0..side {
                (square(ruleset, Coordinate { file: file as u8, rank: rank as u8 }))
            }
        }
        g fill=(NAMES) font-family="sans-serif" font-size="13" text-anchor="middle" {
            @for place in 0..side {
                @let middle = FRAME + place * SQUARE + SQUARE / 2;
                @let name = char::from(b'a' + place as u8);
                text x=(middle) y=(width - 7) { (name) }
                text x=(FRAME / 2) y=(width - middle + 5) { (place + 1) }
            }
        }
    }
}

fn square(ruleset: &Ruleset, at: Coordinate) -> Markup {
    let (x, y) = corner(ruleset, at);
    let areas = ruleset.area_squares();
    // A square of an area without rules of its own is like any other.
    let special = (0..areas.len())
        .find(|&area| areas[area].contains(&at) && !ruleset.areas()[area].is_plain());
    let plain = if (at.file + at.rank).is_multiple_of(2) { DARK } else { LIGHT };
    let fill = special.map_or(plain, |area| AREAS[area]);
    let (right, bottom) = (x + SQUARE, y + SQUARE);
    html! {
        rect x=(x) y=(y) width=(SQUARE) height=(SQUARE) fill=(fill) stroke=(LINES) {}
        @if special.is_some_and(|area| area < 2) {
            path d={ "M" (x + 8) " " (y + 8) "L" (right - 8) " " (bottom - 8)
                "M" (right - 8) " " (y + 8) "L" (x + 8) " " (bottom - 8) }
                stroke=(WOOD) stroke-width="2" stroke-linecap="round" {}
        }
    }
}
