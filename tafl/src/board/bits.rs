//! Sets of squares, as wide as the board requires.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::square::Square;

/// A set of squares, one bit each: bit `i` is square index `i`.
///
/// Shifts discard bits that leave the word, as on the primitive integers. A shift by the whole
/// width or more is a caller error.
pub trait Bits:
    Copy
    + Default
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The empty set.
    const EMPTY: Self;

    /// The set of one square.
    fn bit(square: Square) -> Self;

    /// The number of squares in the set.
    fn count(self) -> u32;

    /// The lowest square in the set. The empty set has none: what it gives is off the board.
    fn first(self) -> Square;

    /// The set without its lowest square; the empty set stays empty.
    fn without_first(self) -> Self;

    /// All squares up to and including the lowest in the set. All squares if the set is empty.
    fn up_to_first(self) -> Self;

    /// All squares from the highest in the set on. All squares if the set is empty.
    fn last_onward(self) -> Self;

    /// The sum of the sets as numbers, without what does not fit in the word.
    fn plus(self, other: Self) -> Self;

    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the sets intersect.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the square is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        self.meets(Self::bit(square))
    }

    /// Whether this set is a subset of the other.
    #[inline(always)]
    fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// The squares in the set, lowest first.
    #[inline(always)]
    fn iter(self) -> Squares<Self> {
        Squares(self)
    }
}

/// The squares in a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<T>(T);

impl<T: Bits> Iterator for Squares<T> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }
}

macro_rules! bits_of_integer {
    ($int:ty) => {
        impl Bits for $int {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit(square: Square) -> Self {
                1 << square.index()
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Square {
                Square::new(self.trailing_zeros() as usize)
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn up_to_first(self) -> Self {
                self ^ self.wrapping_sub(1)
            }

            #[inline(always)]
            fn last_onward(self) -> Self {
                // Setting bit 0 keeps the count of leading zeros defined, and an empty set then
                // gives all squares.
                <$int>::MAX << (<$int>::BITS - 1 - (self | 1).leading_zeros())
            }
        }
    };
}

bits_of_integer!(u64);
bits_of_integer!(u128);

/// A set of up to `64 * N` squares in `N` words, lowest first, for boards too large for an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! wide_operator {
    ($op:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl<const N: usize> $op for Wide<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for i in 0..N {
                    self.0[i].$assign_method(other.0[i]);
                }
                self
            }
        }

        impl<const N: usize> $assign for Wide<N> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    };
}

wide_operator!(BitAnd, bitand, BitAndAssign, bitand_assign);
wide_operator!(BitOr, bitor, BitOrAssign, bitor_assign);
wide_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign);

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn not(mut self) -> Self {
        for i in 0..N {
            self.0[i] = !self.0[i];
        }
        self
    }
}

impl<const N: usize> Shl<usize> for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let mut shifted = [0; N];
        for (i, word) in shifted.iter_mut().enumerate() {
            let at = |j: usize| if i >= j { self.0[i - j] } else { 0 };
            *word = match bits {
                0 => at(words),
                _ => at(words) << bits | at(words + 1) >> (64 - bits),
            };
        }
        Self(shifted)
    }
}

impl<const N: usize> Shr<usize> for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let mut shifted = [0; N];
        for (i, word) in shifted.iter_mut().enumerate() {
            let at = |j: usize| if i + j < N { self.0[i + j] } else { 0 };
            *word = match bits {
                0 => at(words),
                _ => at(words) >> bits | at(words + 1) << (64 - bits),
            };
        }
        Self(shifted)
    }
}

impl<const N: usize> Bits for Wide<N> {
    const EMPTY: Self = Self([0; N]);

    #[inline(always)]
    fn bit(square: Square) -> Self {
        let (index, mut words) = (square.index(), [0; N]);
        for (i, word) in words.iter_mut().enumerate() {
            *word = u64::from(index / 64 == i) << (index % 64);
        }
        Self(words)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn first(self) -> Square {
        for (i, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Square::new(i * 64 + word.trailing_zeros() as usize);
            }
        }
        Square::new(N * 64)
    }

    #[inline(always)]
    fn without_first(mut self) -> Self {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }

    #[inline(always)]
    fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(other.0) {
            let (sum, over) = word.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over | again);
        }
        self
    }

    #[inline(always)]
    fn up_to_first(self) -> Self {
        let (mut found, mut words) = (false, self.0);
        for word in &mut words {
            let below = if found { 0 } else { *word ^ word.wrapping_sub(1) };
            found |= *word != 0;
            *word = below;
        }
        Self(words)
    }

    #[inline(always)]
    fn last_onward(self) -> Self {
        let mut words = [u64::MAX; N];
        for i in (0..N).rev() {
            if self.0[i] != 0 {
                words[i] = u64::MAX << self.0[i].ilog2();
                words[..i].fill(0);
                break;
            }
        }
        Self(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const WIDTH: usize = 192;

    /// A plain set of indices, for comparison with the bit operations.
    fn sample(seed: u64) -> BTreeSet<usize> {
        let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        (0..WIDTH)
            .filter(|_| {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                x.is_multiple_of(2 + seed % 60)
            })
            .collect()
    }

    fn wide(set: &BTreeSet<usize>) -> Wide<3> {
        set.iter().fold(Wide::EMPTY, |bits, i| bits | Wide::bit(Square::new(*i)))
    }

    fn set(bits: Wide<3>) -> BTreeSet<usize> {
        (0..WIDTH).filter(|i| bits.has(Square::new(*i))).collect()
    }

    /// The set that is the next number.
    fn plus_one(set: &BTreeSet<usize>) -> BTreeSet<usize> {
        let zero = (0..WIDTH).find(|i| !set.contains(i));
        let above = set.iter().copied().filter(|i| zero.is_some_and(|zero| *i > zero));
        above.chain(zero).collect()
    }

    #[test]
    fn wide_set_agrees_with_a_plain_set() {
        for seed in 0..400 {
            let (a, b) = (sample(seed), sample(seed + 1000));
            let (x, y) = (wide(&a), wide(&b));
            assert_eq!(set(x & y), &a & &b);
            assert_eq!(set(x | y), &a | &b);
            assert_eq!(set(x ^ y), &a ^ &b);
            assert_eq!(set(!x), (0..WIDTH).filter(|i| !a.contains(i)).collect());
            assert_eq!(x.count() as usize, a.len());
            assert_eq!(
                x.iter().map(Square::index).collect::<Vec<_>>(),
                a.iter().copied().collect::<Vec<_>>()
            );
            // As numbers, x + y = (x ^ y) + 2 (x & y).
            let halves = (x ^ y).plus((x & y) << 1);
            assert_eq!(x.plus(y), halves);
            assert_eq!(set(x.plus(Wide::bit(Square::new(0)))), plus_one(&a));
            let low = a.first().copied().unwrap_or(WIDTH);
            let high = a.last().copied().unwrap_or(0);
            assert_eq!(set(x.up_to_first()), (0..WIDTH).filter(|i| *i <= low).collect());
            assert_eq!(set(x.last_onward()), (high..WIDTH).collect());
            for by in [0, 1, 2, 8, 13, 63, 64, 65, 104, 127, 128, 130] {
                let left = a.iter().map(|i| i + by).filter(|i| *i < WIDTH).collect();
                assert_eq!(set(x << by), left, "<< {by}");
                let right = a.iter().filter_map(|i| i.checked_sub(by)).collect();
                assert_eq!(set(x >> by), right, ">> {by}");
            }
        }
    }

    #[test]
    fn integers_agree_with_the_wide_set() {
        for seed in 0..400 {
            let a: BTreeSet<usize> = sample(seed).into_iter().filter(|i| *i < 64).collect();
            let x = a.iter().fold(0u64, |bits, i| bits | u64::bit(Square::new(*i)));
            let y = wide(&a);
            let members = |f: &dyn Fn(Square) -> bool| {
                (0..64).map(Square::new).filter(|square| f(*square)).collect::<Vec<_>>()
            };
            assert_eq!(members(&|i| x.up_to_first().has(i)), members(&|i| y.up_to_first().has(i)));
            assert_eq!(members(&|i| x.last_onward().has(i)), members(&|i| y.last_onward().has(i)));
            assert_eq!(x.iter().collect::<Vec<_>>(), y.iter().collect::<Vec<_>>());
            let (next, same) = (x.plus(x >> 1), y.plus(y >> 1));
            assert_eq!(members(&|i| next.has(i)), members(&|i| same.has(i)));
        }
    }
}
