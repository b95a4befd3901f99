//! Which goals decide what can be forced, and what follows from them.

use super::answer::{Answer, Obstacle};
use super::found::Found;
use super::goal::Goal;
use super::numbers::Numbers;
use crate::board::Bits;
use crate::rules::{NoMoves, Repetition, Ruleset, Side};

/// Who gains from a game that goes on forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Endless {
    /// Nobody: it is drawn.
    Drawn,
    /// The attackers: they win it.
    AttackersWin,
    /// It depends on who comes first to repeat what, which is not searched.
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

/// What a win may fail by that the search for it does not look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubts {
    ruleset: RulesetDoubts,
    /// How many moves have been played.
    played: usize,
}

#[derive(Clone, Copy, Debug)]
struct RulesetDoubts {
    /// The move at which the game is drawn.
    turn_limit: Option<usize>,
    /// Whether moves of the defenders may be illegal because of boards that have been there.
    compares_boards: bool,
    /// Whether the attackers win when that leaves the defenders no move.
    no_moves_lose: bool,
}

/// The most plies of a win in which no board can come back with the other side to move: both sides have to
/// undo what they have done, in an odd number of moves.
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

    /// What makes a win of a side within some plies doubtful, if anything does.
    pub fn about(self, winner: Side, plies: u32) -> Option<Obstacle> {
        let RulesetDoubts { turn_limit, compares_boards, no_moves_lose } = self.ruleset;
        let sure = match winner {
            Side::Attackers => no_moves_lose,
            Side::Defenders => self.played == 0 && plies <= TOO_SHORT_TO_REPEAT,
        };
        if compares_boards && !sure {
            return Some(Obstacle::Repetition);
        }
        // A win at the limit itself is none if the last move only leaves the other side without a move.
        let too_late = turn_limit.is_some_and(|limit| self.played + plies as usize >= limit);
        too_late.then_some(Obstacle::TurnLimit)
    }
}

/// A goal and what is known about it.
#[derive(Debug)]
struct Question {
    goal: Goal,
    numbers: Numbers,
    /// If it is proven: the plies to the goal, at most.
    plies: u32,
    /// Whether more search cannot decide it.
    stuck: bool,
}

/// All that has to be known to answer what can be forced.
#[derive(Debug)]
pub(super) struct Questions {
    mover: Side,
    /// The side whose win is in question, if only one is.
    only: Option<Side>,
    endless: Endless,
    doubts: Doubts,
    /// What keeps the attackers from a game that goes on forever.
    held: Goal,
    questions: Vec<Question>,
}

fn win_of(prover: Side) -> Goal {
    Goal { prover, draw_suffices: false }
}

/// That the defenders do not lose, by winning or by coming to a draw.
const DEFENDERS_HOLD: Goal = Goal { prover: Side::Defenders, draw_suffices: true };

/// The goal that keeps the attackers from a game that goes on forever, where they win that: the
/// defenders must end it, by a win or, if a side without moves may draw, by that.
pub(super) fn held(ruleset: &Ruleset) -> Goal {
    match ruleset.no_moves {
        NoMoves::Loses => win_of(Side::Defenders),
        NoMoves::Draw | NoMoves::DrawUnlessHemmedIn | NoMoves::LosesUnlessBoth => DEFENDERS_HOLD,
    }
}

impl Questions {
    /// What to ask under a ruleset after `played` moves, the mover's win first; or what tells whether one
    /// side wins.
    pub fn about(ruleset: &Ruleset, mover: Side, only: Option<Side>, played: usize) -> Self {
        let endless = Endless::under(ruleset.repetition);
        let held = held(ruleset);
        let mut goals = match only {
            None => vec![win_of(mover), win_of(mover.other())],
            Some(side) => vec![win_of(side)],
        };
        // What nobody ends is won by the attackers: their win is also that the defenders do not hold.
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

    /// The open goal that looks nearest to be proven, by the share of its numbers; the first at first.
    pub fn likeliest(&self) -> usize {
        let share = |numbers: Numbers| f64::from(numbers.proof) / f64::from(numbers.disproof);
        let open = (0..self.len()).filter_map(|index| Some((index, share(self.open(index)?.1))));
        open.min_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(0, |(index, _)| index)
    }

    /// A goal that is still to be decided, with its numbers so far.
    pub fn open(&self, index: usize) -> Option<(Goal, Numbers)> {
        let question = &self.questions[index];
        question.is_open().then_some((question.goal, question.numbers))
    }

    /// How far the win of the only side that is asked about looks, if it is still to be decided.
    pub fn only_open(&self) -> Option<Numbers> {
        let (_, numbers) = self.only.and_then(|_| self.open(0))?;
        self.answer().is_none().then_some(numbers)
    }

    /// Takes in what a search of the root has found.
    pub fn learn(&mut self, index: usize, found: Found) {
        let question = &mut self.questions[index];
        if found.is_disproven() && !found.leans_on.is_empty() {
            // It was cut off, and would be so again.
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

    /// The goal that wins, with the plies it takes at most.
    pub fn decisive(&self) -> Option<(Goal, u32)> {
        let wins = self.questions.iter().filter(|question| !question.goal.draw_suffices);
        let mut proven = wins.filter(|question| question.numbers.proof == 0);
        proven.next().map(|question| (question.goal, question.plies))
    }

    /// The answer, once it follows from what is known.
    pub fn answer(&self) -> Option<Answer> {
        if let Some((goal, plies)) = self.decisive() {
            let won = won_by(goal.prover, self.mover);
            return Some(self.doubts.about(goal.prover, plies).map_or(won, Answer::Unknown));
        }
        let stuck = !self.questions.iter().any(Question::is_open);
        self.without_a_win().or(stuck.then_some(Answer::Unknown(Obstacle::Length)))
    }

    /// The answer that follows from who cannot reach a goal.
    fn without_a_win(&self) -> Option<Answer> {
        let held = self.held;
        match (self.endless, self.only) {
            (Endless::AttackersWin, None | Some(Side::Attackers)) if self.disproven(held) => {
                return Some(won_by(Side::Attackers, self.mover));
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
            // Whoever cannot be made to lose can play on forever.
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

/// What a side's win is to the side to move.
pub(super) fn won_by(winner: Side, mover: Side) -> Answer {
    if winner == mover { Answer::Win } else { Answer::Loss }
}
