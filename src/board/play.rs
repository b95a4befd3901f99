//! Making a move: captures, escapes, rings, forts.

use super::bits::Bits;
use super::position::{Ending, Move, Position};
use super::rules::{BoardRules, KingSite};
use super::size::Board;
use crate::rules::Side;

impl<B: Board> BoardRules<B> {
    /// The position after a move.
    ///
    /// The move must be legal; of any other the result is some position, of no meaning.
    #[must_use]
    #[inline(always)]
    pub fn play(&self, before: &Position<B>, mv: Move) -> Position<B> {
        if self.rare_play {
            self.play_rarely(before, mv)
        } else {
            self.play_as::<false>(before, mv)
        }
    }

    /// [`Self::play`] by rules of which some are rare.
    #[inline(never)]
    fn play_rarely(&self, before: &Position<B>, mv: Move) -> Position<B> {
        self.play_as::<true>(before, mv)
    }

    /// [`Self::play`], where it is known whether some of the rules are rare.
    #[inline(always)]
    pub(super) fn play_as<const RARE: bool>(&self, before: &Position<B>, mv: Move) -> Position<B> {
        let mut after = *before;
        after.to_move = before.to_move.other();
        after.key ^= self.zobrist.defenders_to_move;
        match before.to_move {
            Side::Attackers => self.play_attacker::<RARE>(&mut after, mv),
            Side::Defenders => self.play_defender::<RARE>(&mut after, mv),
        }
        if self.announce {
            self.announce(&mut after);
        }
        after
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
    fn play_attacker<const RARE: bool>(&self, after: &mut Position<B>, mv: Move) {
        let to = B::Bits::bit(mv.to());
        after.attackers ^= B::Bits::bit(mv.from()) | to;
        after.key ^= self.zobrist.attacker[mv.from()] ^ self.zobrist.attacker[mv.to()];

        let mut anvils = after.attackers | self.hostile_to(Side::Defenders, after);
        if RARE && self.linnaean && self.is_beset_on_throne(after) {
            anvils |= after.king;
        }
        let king = after.king.first();
        // What is taken goes at once; but only by rare rules does the king's fate hang on soldiers.
        let king_taken_first = RARE && self.takes_king(after, king, to);
        let mut taken = self.sandwiched(to, anvils) & after.defenders;
        if RARE && let Some(walls) = &self.walls {
            taken |= self.taken_in_rows(walls, after, Side::Attackers, to);
        }
        if !taken.is_empty() {
            after.defenders ^= taken;
            for square in taken.iter() {
                after.key ^= self.zobrist.defender[square];
            }
        }
        let king_taken = if RARE { king_taken_first } else { self.takes_king(after, king, to) };
        if king_taken {
            after.king = B::Bits::EMPTY;
            after.key ^= self.zobrist.king[king];
            after.ending = Some(Ending::KingCaptured);
        } else if self.encirclement && self.is_encircled(after) {
            after.ending = Some(Ending::Encircled);
        }
    }

    #[inline(always)]
    fn play_defender<const RARE: bool>(&self, after: &mut Position<B>, mv: Move) {
        let to = B::Bits::bit(mv.to());
        let moved = B::Bits::bit(mv.from()) | to;
        let mut hammer = to;
        if after.king.has(mv.from()) {
            after.king ^= moved;
            after.key ^= self.zobrist.king[mv.from()] ^ self.zobrist.king[mv.to()];
            if self.escape.meets(to) {
                after.ending = Some(Ending::KingEscaped);
            }
            if RARE {
                hammer &= self.king_hammer;
            }
        } else {
            after.defenders ^= moved;
            after.key ^= self.zobrist.defender[mv.from()] ^ self.zobrist.defender[mv.to()];
        }
        let own =
            if RARE { self.anvils(after, Side::Defenders) } else { after.defenders | after.king };
        let anvils = own | self.hostile_to(Side::Attackers, after);
        let mut taken = self.sandwiched(hammer, anvils) & after.attackers;
        if RARE && let Some(walls) = &self.walls {
            taken |= self.taken_in_rows(walls, after, Side::Defenders, hammer);
        }
        if !taken.is_empty() {
            after.attackers ^= taken;
            for square in taken.iter() {
                after.key ^= self.zobrist.attacker[square];
            }
        }
        if RARE && self.edge_fort && after.ending.is_none() && self.is_in_fort(after) {
            after.ending = Some(Ending::EdgeFort);
        }
    }

    /// Whether the king sits on the throne with attackers on three sides and a soldier of his on the
    /// fourth, who then can be taken against the throne: Linnaean capture.
    fn is_beset_on_throne(&self, position: &Position<B>) -> bool {
        let around = self.geometry.neighbours[position.king.first()];
        position.king.meets(self.throne)
            && around.meets(position.defenders)
            && (around & position.attackers).count() == 3
    }

    /// The squares between the hammer and an anvil two squares away.
    #[inline(always)]
    fn sandwiched(&self, hammer: B::Bits, anvils: B::Bits) -> B::Bits {
        // Beside the hammer on one side and beside an anvil on the other. What lies on the first or
        // last file is never between two squares of a rank, which also stops shifts at the edge.
        let along_rank = ((hammer << 1) & (anvils >> 1)) | ((hammer >> 1) & (anvils << 1));
        let along_file = ((hammer << B::SIDE) & (anvils >> B::SIDE))
            | ((hammer >> B::SIDE) & (anvils << B::SIDE));
        (along_rank & self.geometry.inner_files) | along_file
    }

    /// Whether an attacker that has just moved to `hammer` takes the king.
    #[inline(always)]
    fn takes_king(&self, position: &Position<B>, king: usize, hammer: B::Bits) -> bool {
        if !self.geometry.neighbours[king].meets(hammer) {
            return false;
        }
        let KingSite { takers, help } = self.king_sites[king];
        let hostile = self.hostile_to_king(position);
        if takers.is_empty() {
            self.sandwiched(hammer, position.attackers | hostile).meets(position.king)
        } else {
            takers.is_within(position.attackers | (hostile & help))
        }
    }

    /// Whether no defender can reach the edge over squares that no attacker holds.
    #[inline(always)]
    pub(super) fn is_encircled(&self, position: &Position<B>) -> bool {
        let inside = position.defenders | position.king;
        // Most positions are told by a defender on the edge or an open line from the king to it.
        if inside.meets(self.geometry.edge) {
            return false;
        }
        let walled = |ray: &B::Bits| ray.meets(position.attackers);
        self.geometry.rays[position.king.first()].iter().all(walled)
            && self.is_ring_closed(inside, position.attackers)
    }

    /// Floods from `inside` over all squares but the attackers' until the edge is met, or not.
    #[inline(always)]
    fn is_ring_closed(&self, inside: B::Bits, attackers: B::Bits) -> bool {
        let mut flooded = inside;
        loop {
            let grown = self.geometry.grown(flooded) & !attackers;
            if grown.meets(self.geometry.edge) {
                return false;
            }
            if grown == flooded {
                return true;
            }
            flooded = grown;
        }
    }

    /// Brings the announced squares up to date after a move: a defender move announces all escape
    /// squares that are open to the king then, an attacker move keeps those still open.
    fn announce(&self, after: &mut Position<B>) {
        let open = match after.ending {
            Some(_) => B::Bits::EMPTY,
            None => self.king_reach(after) & self.escape,
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

    /// The Zobrist key of a position, computed from nothing.
    #[must_use]
    pub fn key_of(&self, position: &Position<B>) -> u64 {
        let mut key = match position.to_move {
            Side::Attackers => 0,
            Side::Defenders => self.zobrist.defenders_to_move,
        };
        for (set, numbers) in [
            (position.attackers, &self.zobrist.attacker),
            (position.defenders, &self.zobrist.defender),
            (position.king, &self.zobrist.king),
            (position.announced, &self.zobrist.announced),
        ] {
            for square in set.iter() {
                key ^= numbers[square];
            }
        }
        key
    }
}
