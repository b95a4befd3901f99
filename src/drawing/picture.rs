//! A picture of a position.

use maud::{Markup, html};

use super::art::{ART, Shape, shapes};
use super::board::{BoardPlan, board_markup};
use crate::rules::{Coordinate, Ruleset};
use crate::types::{Move, Placement};

/// Default scale of a picture, in pixels per unit.
const SCALE: f64 = 0.4;

/// A position to draw.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The ruleset.
    pub ruleset: &'a Ruleset,
    /// The position.
    pub placement: &'a Placement,
    /// The last move, to mark.
    pub last_move: Option<Move>,
    /// Arrows drawn on top.
    pub arrows: &'a [Move],
    /// Squares to frame.
    pub squares: &'a [Coordinate],
    /// The length of a side in pixels. `None` for one that fits the board.
    pub pixels: Option<u32>,
}

impl Picture<'_> {
    /// The picture as an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let plan = BoardPlan::new(self.ruleset);
        let (margin, width) = (plan.margin(), plan.width());
        let pixels = self.pixels.map_or_else(|| (width * SCALE).round(), f64::from);
        let corner = format!("{:.1}", -margin);
        let picture = html! {
            svg xmlns="http://www.w3.org/2000/svg"
                viewBox={ (corner) " " (corner) " " (width) " " (width) }
                width=(pixels) height=(pixels) role="img" {
                title { (self.ruleset.title) }
                (board_markup(self.ruleset))
                @if let Some(Move { from, to }) = self.last_move {
                    (on(&plan, "last-move", from, &ART.last_move.from))
                    (on(&plan, "last-move", to, &ART.last_move.to))
                }
                @for square in self.squares { (frame(&plan, *square)) }
                (self.pieces(&plan))
                @for arrow in self.arrows { (arrow_markup(&plan, *arrow)) }
            }
        };
        picture.into_string() + "\n"
    }

    fn pieces(&self, plan: &BoardPlan) -> Markup {
        html! {
            @for (at, piece) in self.placement.pieces() {
                @let (x, y) = plan.middle(at);
                g.piece transform={ "translate(" (x) " " (y) ") scale(" (ART.piece_scale) ")" } {
                    (shapes([&ART.shadow]))
                    (shapes(&ART.pieces[&piece.letter()]))
                }
            }
        }
    }
}

/// Draws shapes centred on a square.
fn on(plan: &BoardPlan, class: &str, at: Coordinate, list: &[Shape]) -> Markup {
    let (x, y) = plan.middle(at);
    html! { g class=(class) transform={ "translate(" (x) " " (y) ")" } { (shapes(list)) } }
}

/// Frames a square.
fn frame(plan: &BoardPlan, at: Coordinate) -> Markup {
    /// The width of the line.
    const LINE: f64 = 8.0;
    let (x, y) = plan.middle(at);
    let side = ART.unit - LINE;
    html! {
        rect.frame x=(x - side / 2.0) y=(y - side / 2.0) width=(side) height=(side) fill="none"
            stroke=(ART.colours.arrow) stroke-width=(LINE) opacity="0.8" {}
    }
}

/// Draws an arrow from the centre of one square to that of another.
fn arrow_markup(plan: &BoardPlan, Move { from, to }: Move) -> Markup {
    /// Half the width of the shaft, half the width of the head, and the length of the head.
    const SHAFT: f64 = 9.0;
    const HEAD: (f64, f64) = (27.0, 40.0);
    /// Distance from the centre of the first square to the shaft, so that the piece stays visible.
    const TAIL: f64 = 20.0;
    let ((x1, y1), (x2, y2)) = (plan.middle(from), plan.middle(to));
    let (length, angle) = ((x2 - x1).hypot(y2 - y1), (y2 - y1).atan2(x2 - x1).to_degrees());
    let (end, neck) = (length - 12.0, length - 12.0 - HEAD.1);
    let (half, head) = (SHAFT, HEAD.0);
    html! {
        g.arrow transform={ "translate(" (x1) " " (y1) ") rotate(" (format!("{angle:.2}")) ")" } opacity="0.8" {
            path d=(format!(
                "M{TAIL} {}H{neck:.1}V{}L{end:.1} 0 {neck:.1} {head}V{half}H{TAIL}z", -half, -head
            )) fill=(ART.colours.arrow) stroke="#fff" stroke-width="3" stroke-linejoin="round" {}
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
            squares: &["b7".parse().unwrap()],
            pixels: Some(500),
        };
        let text = picture.to_svg();
        for (x, y) in [(50, 50), (250, 350), (550, 650)] {
            let piece = format!(r#"<g class="piece" transform="translate({x} {y}) scale"#);
            assert_eq!(text.matches(&piece).count(), 1, "{text}");
        }
        assert_eq!(text.matches(r#"<g class="piece""#).count(), 3);
        // The move goes from c1 to c4; arrows consist of shafts and heads.
        for (x, y) in [(250, 650), (250, 350)] {
            let mark = format!(r#"<g class="last-move" transform="translate({x} {y})">"#);
            assert_eq!(text.matches(&mark).count(), 1, "{text}");
        }
        assert_eq!(text.matches(r#"<g class="arrow""#).count(), 2);
        assert!(text.contains("translate(50 50) rotate(90.00)"), "{text}");
        assert!(text.contains("M20 -9H448.0V-27L488.0 0 448.0 27V9H20z"), "{text}");
        assert_eq!(
            text.matches(r#"<rect class="frame" x="104" y="4" width="92""#).count(),
            1,
            "{text}"
        );
        assert!(text.contains(r#"width="500" height="500""#), "{text}");
        // The throne and the corners are marked.
        assert_eq!(text.matches("M16 16h68v68H16z").count(), 4);
        assert_eq!(text.matches("M18 18h64v64H18z").count(), 1);
    }

    #[test]
    fn pictures_are_well_formed_and_differ_with_the_board() {
        for name in ["brandubh", "tablut", "alea-evangelii", "sea-battle-9"] {
            let ruleset = find(name).unwrap();
            let game = crate::game::new_game(ruleset, None).unwrap();
            let (placement, arrows, squares) = (&game.placement(), &[], &[]);
            let picture =
                Picture { ruleset, placement, last_move: None, arrows, squares, pixels: None };
            let text = picture.to_svg();
            let count = placement.pieces().count();
            assert_eq!(text.matches(r#"<g class="piece""#).count(), count, "{name}");
            for tag in ["svg", "g", "text"] {
                let open = text.matches(&format!("<{tag} ")).count();
                assert_eq!(open, text.matches(&format!("</{tag}>")).count(), "{name}: {tag}");
            }
        }
    }
}
