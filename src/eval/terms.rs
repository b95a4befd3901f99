//! An evaluation by hand-made terms, the same for all boards and rules.

use multiversion::multiversion;

use super::{Evaluation, MAX_EVAL, Term};
use crate::board::{Bits, Board, Move, Position, Rules};
use crate::rules::Side;

/// An evaluation that sums what is known to matter in tafl games: soldiers, the king's ways to the
/// goal, the ring around him, mobility, and soldiers that can be taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms;

/// What each thing counted is worth to the defenders, in hundredths of a soldier.
mod weight {
    pub const ATTACKER: i32 = -100;
    pub const DEFENDER: i32 = 170;
    /// For each square of the king's next move from which he would see a goal.
    pub const NEXT_SIGHT: [i32; 5] = [0, 55, 90, 115, 130];
    /// For a goal three king moves away.
    pub const FAR_SIGHT: i32 = 15;
    pub const SIGHT: i32 = 3;
    pub const KING_FREEDOM: i32 = 5;
    pub const ATTACKER_BESIDE_KING: i32 = -14;
    pub const ATTACKER_NEAR_KING: i32 = -5;
    pub const MOBILITY: i32 = 2;
    pub const ATTACKER_AT_RISK: i32 = 22;
    pub const DEFENDER_AT_RISK: i32 = -40;
    pub const TO_MOVE: i32 = 12;
}

/// What is counted in a position.
#[derive(Clone, Copy, Debug)]
struct Counts {
    attackers: i32,
    defenders: i32,
    next_sight: usize,
    far_sight: bool,
    sight: i32,
    king_freedom: i32,
    beside_king: i32,
    near_king: i32,
    attacker_moves: i32,
    defender_moves: i32,
    attackers_at_risk: i32,
    defenders_at_risk: i32,
}

impl Counts {
    #[inline(always)]
    fn of<B: Board, const GAITS: bool>(rules: &Rules<B>, position: &Position<B>) -> Self {
        let count = |squares: B::Bits| squares.count() as i32;
        let start = rules.start();
        let king_reach = rules.king_reach(position);
        let sight = rules.escape_sight::<GAITS>(position);
        let next_sight = king_reach & sight;
        let far_sight =
            next_sight.is_empty() && rules.king_slides::<GAITS>(position, king_reach).meets(sight);
        let (attacker_reach, attacker_moves) =
            rules.soldier_reach::<GAITS>(position, Side::Attackers);
        let (defender_reach, defender_moves) =
            rules.soldier_reach::<GAITS>(position, Side::Defenders);
        let beside = rules.grown(position.king);
        let near = rules.grown(rules.grown(beside));
        Self {
            attackers: count(position.attackers) - count(start.attackers),
            defenders: count(position.defenders) - count(start.defenders),
            next_sight: next_sight.count().min(4) as usize,
            far_sight,
            sight: count(sight),
            king_freedom: count(king_reach),
            beside_king: count(beside & position.attackers),
            near_king: count(near & position.attackers),
            attacker_moves: attacker_moves as i32,
            defender_moves: defender_moves as i32 + count(king_reach),
            attackers_at_risk: count(rules.exposed(
                position,
                Side::Attackers,
                defender_reach | king_reach,
            )),
            defenders_at_risk: count(rules.exposed(position, Side::Defenders, attacker_reach)),
        }
    }

    /// What all counts are worth to the defenders.
    #[inline(always)]
    fn total(&self) -> i32 {
        self.values().into_iter().map(|(_, _, value)| value).sum()
    }

    /// Each count with its worth to the defenders.
    #[inline(always)]
    fn values(&self) -> [(&'static str, i32, i32); 11] {
        [
            ("attackers lost", -self.attackers, self.attackers * weight::ATTACKER),
            ("defenders lost", -self.defenders, self.defenders * weight::DEFENDER),
            (
                "king moves that threaten to escape",
                self.next_sight as i32,
                weight::NEXT_SIGHT[self.next_sight],
            ),
            (
                "goal three king moves away",
                i32::from(self.far_sight),
                i32::from(self.far_sight) * weight::FAR_SIGHT,
            ),
            ("squares that see a goal", self.sight, self.sight * weight::SIGHT),
            ("king's freedom", self.king_freedom, self.king_freedom * weight::KING_FREEDOM),
            (
                "attackers beside the king",
                self.beside_king,
                self.beside_king * weight::ATTACKER_BESIDE_KING,
            ),
            (
                "attackers near the king",
                self.near_king,
                self.near_king * weight::ATTACKER_NEAR_KING,
            ),
            (
                "mobility, defenders over attackers",
                self.defender_moves - self.attacker_moves,
                (self.defender_moves - self.attacker_moves) * weight::MOBILITY,
            ),
            (
                "attackers at risk",
                self.attackers_at_risk,
                self.attackers_at_risk * weight::ATTACKER_AT_RISK,
            ),
            (
                "defenders at risk",
                self.defenders_at_risk,
                self.defenders_at_risk * weight::DEFENDER_AT_RISK,
            ),
        ]
    }
}

/// The value for the defenders, in a second version for processors that count bits in one
/// instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn total<B: Board>(rules: &Rules<B>, position: &Position<B>) -> i32 {
    if rules.has_gaits() {
        total_with_gaits(rules, position)
    } else {
        Counts::of::<B, false>(rules, position).total()
    }
}

/// The same where pieces do not all move like rooks, as in few games.
#[inline(never)]
fn total_with_gaits<B: Board>(rules: &Rules<B>, position: &Position<B>) -> i32 {
    Counts::of::<B, true>(rules, position).total()
}

impl<B: Board> Evaluation<B> for Terms {
    type State = ();

    fn begin(&self, _: &Rules<B>, _: &Position<B>) {}

    #[inline(always)]
    fn advance(&self, _: &Rules<B>, (): &(), _: &Position<B>, _: Move, _: &Position<B>) {}

    #[inline]
    fn evaluate(&self, rules: &Rules<B>, (): &(), position: &Position<B>) -> i32 {
        let total = total(rules, position);
        let own = match position.to_move {
            Side::Attackers => -total,
            Side::Defenders => total,
        };
        (own + weight::TO_MOVE).clamp(-MAX_EVAL, MAX_EVAL)
    }

    fn explain(&self, rules: &Rules<B>, position: &Position<B>) -> Vec<Term> {
        let to_move = match position.to_move {
            Side::Attackers => -weight::TO_MOVE,
            Side::Defenders => weight::TO_MOVE,
        };
        let values = Counts::of::<B, true>(rules, position).values();
        values
            .into_iter()
            .map(|(name, count, value)| Term { name, detail: count.to_string(), value })
            .chain([Term { name: "to move", detail: position.to_move.to_string(), value: to_move }])
            .collect()
    }
}
