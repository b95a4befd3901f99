//! Which goals must be decided to answer a question, and the answer that follows.

use super::answer::{Answer, Obstacle};
use super::found::Found;
use super::goal::Goal;
use super::numbers::Numbers;
use crate::board::Bits;
use crate::rules::{NoMoves, Repetition, Ruleset, Side};

/// The result of an endless game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Endless {
    /// A draw.
    Drawn,
    /// A win for the attackers.
    AttackersWin,
    /// It depends on which side first repeats a position, which is not searched.
    Open,
}

impl Endless {
    fn under(repetition: Repetition) -> Self {
        match repetition {
            Repetition::Draw2 | Repetition::Draw3 => Self::Drawn,
            Repetition::DefendersLose3 => Self::AttackersWin,
            Repetition::MoverLoses3
            | Repetition::MoverWins3
            | Repetition::Illegal3
            | Repetition::DefendersIllegal2
            | Repetition::DefendersNewBoard
            | Repetition::DefendersNewBoardOrStart => Self::Open,
        }
    }
}

/// Reasons why a win may fail that the search for it ignores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubts {
    ruleset: RulesetDoubts,
    /// The number of moves played.
    played: usize,
}

#[derive(Clone, Copy, Debug)]
struct RulesetDoubts {
    /// The move at which the game is drawn.
    turn_limit: Option<usize>,
    /// Whether moves of the defenders may be illegal because of earlier boards.
    compares_boards: bool,
    /// Whether the attackers win when that leaves the defenders without a move.
    no_moves_lose: bool,
}

/// The maximum length in plies of a win in which no board can recur with the other side to move:
/// both sides would have to undo their moves, in an odd number of plies in total.
const TOO_SHORT_TO_REPEAT: u32 = 4;

impl Doubts {
    pub fn under(ruleset: &Ruleset, played: usize) -> Self {
        let ruleset = RulesetDoubts {
            turn_limit: ruleset.turn_limit.map(|limit| limit.get().into()),
            compares_boards: ruleset.repetition.compares_boards(),
            no_moves_lose: ruleset.no_moves == NoMoves::Loses,
        };
        Self { ruleset, played }
    }

    /// The obstacle that makes a win of a side within some plies doubtful, if any.
    pub fn about(self, winner: Side, plies: u32) -> Option<Obstacle> {
        let RulesetDoubts { turn_limit, compares_boards, no_moves_lose } = self.ruleset;
        let sure = match winner {
            Side::Attackers => no_moves_lose,
            Side::Defenders => self.played == 0 && plies <= TOO_SHORT_TO_REPEAT,
        };
        if compares_boards && !sure {
            return Some(Obstacle::Recurrence(winner));
        }
        // A win at the limit itself fails if the last move only leaves the other side without a
        // move.
        let too_late =
            turn_limit.is_some_and(|limit| self.played.saturating_add(plies as usize) >= limit);
        too_late.then_some(Obstacle::TurnLimit(winner))
    }
}

/// A goal and its result so far.
#[derive(Debug)]
struct Question {
    goal: Goal,
    numbers: Numbers,
    /// If proven: the maximum number of plies to the goal.
    plies: u32,
    /// Whether further search cannot decide it.
    stuck: bool,
}

/// Everything needed to answer what can be forced.
#[derive(Debug)]
pub(super) struct Questions {
    mover: Side,
    /// The side whose win is in question, if only one is.
    only: Option<Side>,
    endless: Endless,
    doubts: Doubts,
    /// The goal that stops the attackers from winning an endless game.
    held: Goal,
    questions: Vec<Question>,
}

fn win_of(prover: Side) -> Goal {
    Goal { prover, draw_suffices: false }
}

/// The defenders do not lose: they win or draw.
const DEFENDERS_HOLD: Goal = Goal { prover: Side::Defenders, draw_suffices: true };

/// The goal that stops the attackers from winning an endless game, where the rules give them such a
/// win: the defenders must end the game by a win or, where a side without moves draws, by that.
pub(super) fn held(ruleset: &Ruleset) -> Goal {
    match ruleset.no_moves {
        NoMoves::Loses => win_of(Side::Defenders),
        NoMoves::Draw | NoMoves::DrawUnlessHemmedIn | NoMoves::LosesUnlessBoth => DEFENDERS_HOLD,
    }
}

impl Questions {
    /// The goals under a ruleset after `played` moves: the mover's win first, or only those that
    /// decide whether one side wins.
    pub fn about(ruleset: &Ruleset, mover: Side, only: Option<Side>, played: usize) -> Self {
        let endless = Endless::under(ruleset.repetition);
        let held = held(ruleset);
        let mut goals = match only {
            None => vec![win_of(mover), win_of(mover.other())],
            Some(side) => vec![win_of(side)],
        };
        // The attackers win endless games, so their win also means that the defenders do not hold.
        let asks_whether_held = endless == Endless::AttackersWin && only != Some(Side::Defenders);
        if asks_whether_held && !goals.contains(&held) {
            goals.push(held);
        }
        let open = |goal| Question {
            goal,
            numbers: Numbers { proof: 1, disproof: 1 },
            plies: 0,
            stuck: false,
        };
        let doubts = Doubts::under(ruleset, played);
        Self {
            mover,
            only,
            endless,
            doubts,
            held,
            questions: goals.into_iter().map(open).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.questions.len()
    }

    /// The open goal that looks nearest to proof, by the ratio of its numbers. Ties go to the
    /// first.
    pub fn likeliest(&self) -> usize {
        let share = |numbers: Numbers| f64::from(numbers.proof) / f64::from(numbers.disproof);
        let open = (0..self.len()).filter_map(|index| Some((index, share(self.open(index)?.1))));
        open.min_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(0, |(index, _)| index)
    }

    /// A goal still to be decided, with its numbers.
    pub fn open(&self, index: usize) -> Option<(Goal, Numbers)> {
        let question = &self.questions[index];
        question.is_open().then_some((question.goal, question.numbers))
    }

    /// The numbers of the win in question, if only one side is asked about and it is undecided.
    pub fn only_open(&self) -> Option<Numbers> {
        let (_, numbers) = self.only.and_then(|_| self.open(0))?;
        self.answer().is_none().then_some(numbers)
    }

    /// Records the result of searching the root.
    pub fn learn(&mut self, index: usize, found: Found) {
        let question = &mut self.questions[index];
        if found.is_disproven() && !found.leans_on.is_empty() {
            // The search was cut off by the maximum length, and would be again.
            question.stuck = true;
        } else {
            question.numbers = found.numbers;
            question.plies = found.plies.into();
        }
    }

    fn proven(&self, goal: Goal) -> bool {
        self.questions.iter().any(|question| question.goal == goal && question.numbers.proof == 0)
    }

    fn disproven(&self, goal: Goal) -> bool {
        self.questions
            .iter()
            .any(|question| question.goal == goal && question.numbers.disproof == 0)
    }

    /// The goal that wins, with its maximum number of plies.
    pub fn decisive(&self) -> Option<(Goal, u32)> {
        let wins = self.questions.iter().filter(|question| !question.goal.draw_suffices);
        let mut proven = wins.filter(|question| question.numbers.proof == 0);
        proven.next().map(|question| (question.goal, question.plies))
    }

    /// The answer, once the results decide it.
    pub fn answer(&self) -> Option<Answer> {
        if let Some((goal, plies)) = self.decisive() {
            let won = won_by(goal.prover, self.mover);
            return Some(self.doubts.about(goal.prover, plies).map_or(won, Answer::Unknown));
        }
        let stuck = !self.questions.iter().any(Question::is_open);
        self.without_a_win().or(stuck.then_some(Answer::Unknown(Obstacle::Length)))
    }

    /// The answer if no win is proven: it follows from the goals that cannot be reached.
    fn without_a_win(&self) -> Option<Answer> {
        let held = self.held;
        match (self.endless, self.only) {
            (Endless::AttackersWin, None | Some(Side::Attackers)) if self.disproven(held) => {
                let won = won_by(Side::Attackers, self.mover);
                // Nothing limits the length of such a game.
                let doubt = self.doubts.about(Side::Attackers, u32::MAX);
                return Some(doubt.map_or(won, Answer::Unknown));
            }
            (Endless::AttackersWin, Some(Side::Attackers)) => {
                return self.proven(held).then_some(Answer::CannotWin(Side::Attackers));
            }
            (Endless::Open, Some(side)) if self.disproven(win_of(side)) => {
                return Some(Answer::Unknown(Obstacle::Repetition));
            }
            (_, Some(side)) => {
                return self.disproven(win_of(side)).then_some(Answer::CannotWin(side));
            }
            (_, None) => {}
        }
        let nobody = Side::BOTH.into_iter().all(|side| self.disproven(win_of(side)));
        match self.endless {
            // A side that cannot be made to lose can play on forever.
            Endless::Drawn => nobody.then_some(Answer::Neither),
            Endless::Open => nobody.then_some(Answer::Unknown(Obstacle::Repetition)),
            Endless::AttackersWin => {
                let drawn = self.proven(DEFENDERS_HOLD) && self.disproven(win_of(Side::Defenders));
                drawn.then_some(Answer::Neither)
            }
        }
    }
}

impl Question {
    fn is_open(&self) -> bool {
        !self.numbers.decided() && !self.stuck
    }
}

/// The answer for the side to move when `winner` wins.
pub(super) fn won_by(winner: Side, mover: Side) -> Answer {
    if winner == mover { Answer::Win } else { Answer::Loss }
}
