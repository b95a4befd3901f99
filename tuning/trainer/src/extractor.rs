//! Converts scored positions to network inputs.

use std::sync::Arc;

use branan::board::{
    Bits, Board, BoardRules, BoardVisitor, Position, SetupError, Square, with_board,
};
use branan::datagen::Record;
use branan::eval::network::{InputSet, KingViews, fresh_inputs, place_inputs};
use branan::eval::{Evaluation, LinearEvaluation};
use branan::rules::{Ruleset, Side};

use crate::shared;

/// Converts the records of a ruleset to network inputs.
#[derive(Clone)]
pub struct Extractor {
    board: Arc<dyn Extract>,
    inputs: InputSet,
    side: usize,
}

impl Extractor {
    /// The extractor for a ruleset.
    ///
    /// # Errors
    /// When the ruleset does not fit its board.
    pub fn new(ruleset: &Ruleset, inputs: InputSet) -> Result<Self, SetupError> {
        struct Setup<'a>(&'a Ruleset, InputSet);

        impl BoardVisitor for Setup<'_> {
            type Output = Result<Arc<dyn Extract>, SetupError>;

            fn visit<B: Board>(self) -> Self::Output {
                let rules = BoardRules::<B>::new(self.0)?;
                let linear = LinearEvaluation::new(&rules);
                let views = self.1.views(self.0.side_length());
                Ok(Arc::new(OnBoard { rules, linear, inputs: self.1, views }))
            }
        }

        let side = ruleset.side_length();
        let board =
            with_board(side, Setup(ruleset, inputs)).unwrap_or(Err(SetupError::Size(side)))?;
        Ok(Self { board, inputs, side })
    }

    /// The number of inputs, with those that only training has.
    #[must_use]
    pub fn count(&self) -> usize {
        let squares = self.side * self.side;
        self.inputs.count(squares) + shared::count(self.inputs, squares)
    }

    /// Appends the active inputs of a record.
    pub fn inputs(&self, record: &Record, out: &mut Vec<u16>) {
        let from = out.len();
        self.board.inputs(record, out);
        shared::append(self.inputs, self.side * self.side, from, out);
    }

    /// The linear evaluation of a record for the defenders, in centipawns.
    #[must_use]
    pub fn linear(&self, record: &Record) -> i32 {
        self.board.linear(record)
    }
}

trait Extract: Send + Sync {
    fn inputs(&self, record: &Record, out: &mut Vec<u16>);
    fn linear(&self, record: &Record) -> i32;
}

struct OnBoard<B: Board> {
    rules: BoardRules<B>,
    linear: LinearEvaluation,
    inputs: InputSet,
    views: KingViews<B>,
}

impl<B: Board> OnBoard<B> {
    fn position(&self, record: &Record) -> Position<B> {
        let side = self.rules.ruleset().side_length();
        let at = |square: usize| Square::new(square / side * B::SIDE + square % side);
        let set = |words: &[u64; 6]| {
            let mut bits = B::Bits::EMPTY;
            for (word, mut left) in words.iter().copied().enumerate() {
                while left != 0 {
                    bits |= B::Bits::bit(at(word * 64 + left.trailing_zeros() as usize));
                    left &= left - 1;
                }
            }
            bits
        };
        let king = B::Bits::bit(at(usize::from(record.king)));
        let (attackers, defenders) = (set(&record.attackers), set(&record.defenders));
        self.rules.position_of(attackers, defenders, king, record.to_move)
    }
}

impl<B: Board> Extract for OnBoard<B> {
    fn inputs(&self, record: &Record, out: &mut Vec<u16>) {
        let position = self.position(record);
        let side = self.rules.ruleset().side_length();
        let (set, views) = (self.inputs, &self.views);
        let planes = set.planes();
        let mut push = |plane: usize, at: usize| {
            let at = if plane < planes { at / B::SIDE * side + at % B::SIDE } else { at };
            out.push((plane * side * side + at) as u16);
        };
        place_inputs(set, views, &position, &mut push);
        fresh_inputs(set, views, &self.rules, &position, &mut push);
    }

    fn linear(&self, record: &Record) -> i32 {
        let position = self.position(record);
        let mut memory = self.linear.memory(0);
        let own = self.linear.evaluate(&self.rules, &mut memory, 0, &position);
        if record.to_move == Side::Defenders { own } else { -own }
    }
}
