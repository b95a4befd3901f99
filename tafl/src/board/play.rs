//! Making a move: captures, escapes, rings, forts.

use super::bits::Bits;
use super::one_copy::one_copy;
use super::position::{BoardMove, Ending, Position};
use super::rules::BoardRules;
use super::size::Board;
use crate::rules::Side;

impl<B: Board> BoardRules<B> {
    /// The position after a legal move, without checking it.
    ///
    /// An illegal move gives a meaningless position, or a panic if a square is not one of board
    /// `B`. [`Self::try_play`] checks.
    #[must_use]
    #[inline(always)]
    pub fn play_unchecked(&self, before: &Position<B>, mv: BoardMove) -> Position<B> {
        if self.rare_play {
            self.play_rarely(before, mv)
        } else {
            one_copy::<B, _>(|| self.play_as::<false>(before, mv))
        }
    }

    /// [`Self::play_unchecked`] for rulesets with rare rules.
    #[inline(never)]
    fn play_rarely(&self, before: &Position<B>, mv: BoardMove) -> Position<B> {
        self.play_as::<true>(before, mv)
    }

    /// [`Self::play_unchecked`], given whether some of the rules are rare.
    #[inline(always)]
    pub(super) fn play_as<const RARE: bool>(
        &self,
        before: &Position<B>,
        mv: BoardMove,
    ) -> Position<B> {
        let mut after = *before;
        after.to_move = before.to_move.other();
        after.key ^= self.zobrist.defenders_to_move;
        match before.to_move {
            Side::Attackers => self.play_attacker::<RARE>(&mut after, mv),
            Side::Defenders => self.play_defender::<RARE>(&mut after, mv),
        }
        if self.ending.announce {
            self.announce(&mut after);
        }
        after
    }

    /// The Zobrist key of the pieces alone.
    #[must_use]
    pub fn board_key(&self, position: &Position<B>) -> u64 {
        self.zobrist.board_key_of(position)
    }

    /// The same key after a move, before any piece is captured.
    #[must_use]
    pub fn board_key_before_captures(&self, before: &Position<B>, mv: BoardMove) -> u64 {
        self.board_key(before)
            ^ before.key
            ^ self.key_if_quiet(before, mv)
            ^ self.zobrist.defenders_to_move
    }

    /// The key of the position after a move that captures and announces nothing.
    #[inline(always)]
    pub fn key_if_quiet(&self, before: &Position<B>, mv: BoardMove) -> u64 {
        let pieces = if before.attackers.has(mv.from()) {
            &self.zobrist.attacker
        } else if before.king.has(mv.from()) {
            &self.zobrist.king
        } else {
            &self.zobrist.defender
        };
        before.key ^ self.zobrist.defenders_to_move ^ pieces[mv.from()] ^ pieces[mv.to()]
    }

    /// The position with the other side to move: a pass, which no rules allow but searches use.
    #[must_use]
    #[inline(always)]
    pub fn pass(&self, before: &Position<B>) -> Position<B> {
        Position {
            to_move: before.to_move.other(),
            key: before.key ^ self.zobrist.defenders_to_move,
            ..*before
        }
    }

    #[inline(always)]
    fn play_attacker<const RARE: bool>(&self, after: &mut Position<B>, mv: BoardMove) {
        let to = B::Bits::bit(mv.to());
        after.attackers ^= B::Bits::bit(mv.from()) | to;
        after.key ^= self.zobrist.attacker[mv.from()] ^ self.zobrist.attacker[mv.to()];

        // All captures happen at once, but only under rare rules does the king's capture depend on
        // soldiers.
        let king_taken_first = RARE && self.capture.takes_king(&self.geometry, after, to);
        let taken = self.capture.taken_by_attacker::<RARE>(&self.geometry, after, to);
        if !taken.is_empty() {
            after.defenders ^= taken;
            for square in taken.iter() {
                after.key ^= self.zobrist.defender[square];
            }
        }
        let king_taken = match RARE {
            true => king_taken_first,
            false => self.capture.takes_king(&self.geometry, after, to),
        };
        if king_taken {
            after.key ^= self.zobrist.king[after.king.first()];
            after.king = B::Bits::EMPTY;
            after.ending = Some(Ending::KingCaptured);
        } else if RARE && self.ending.is_edge_fort(&self.geometry, &self.movement, after) {
            after.ending = Some(Ending::EdgeFort);
        } else if self.ending.is_encircled(&self.geometry, after) {
            after.ending = Some(Ending::Encircled);
        } else if RARE && self.ending.is_hemmed_in(&self.geometry, after) {
            after.ending = Some(Ending::HemmedIn);
        } else if RARE {
            after.ending = self.ending.early_win(&self.geometry, after);
        }
    }

    #[inline(always)]
    fn play_defender<const RARE: bool>(&self, after: &mut Position<B>, mv: BoardMove) {
        let to = B::Bits::bit(mv.to());
        let moved = B::Bits::bit(mv.from()) | to;
        if after.king.has(mv.from()) {
            after.king ^= moved;
            after.key ^= self.zobrist.king[mv.from()] ^ self.zobrist.king[mv.to()];
            if self.ending.escape.meets(to) {
                after.ending = Some(Ending::KingEscaped);
            }
        } else {
            after.defenders ^= moved;
            after.key ^= self.zobrist.defender[mv.from()] ^ self.zobrist.defender[mv.to()];
        }
        let taken = self.capture.taken_by_defender::<RARE>(&self.geometry, after, to);
        if !taken.is_empty() {
            after.attackers ^= taken;
            for square in taken.iter() {
                after.key ^= self.zobrist.attacker[square];
            }
        }
        if RARE && after.ending.is_none() {
            after.ending = match self.ending.is_edge_fort(&self.geometry, &self.movement, after) {
                true => Some(Ending::EdgeFort),
                false => self.ending.early_win(&self.geometry, after),
            };
        }
    }

    /// Updates the announced squares after a move: a defender move announces all escape squares
    /// then open to the king, an attacker move keeps those still open.
    fn announce(&self, after: &mut Position<B>) {
        let open = match after.ending {
            Some(_) => B::Bits::EMPTY,
            None => self.king_reach(after) & self.ending.escape,
        };
        let announced = match after.to_move {
            Side::Attackers => open,
            Side::Defenders => open & after.announced,
        };
        for square in (announced ^ after.announced).iter() {
            after.key ^= self.zobrist.announced[square];
        }
        after.announced = announced;
    }
}
