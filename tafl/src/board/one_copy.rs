//! Less machine code for the wide boards.

use super::size::Board;

/// Evaluates `f`: in place on boards of one word, by a call on wider ones.
///
/// A function that uses this and is inlined everywhere runs without calls where sets of squares fit
/// in a register. On wide boards, where a call costs nothing that can be measured, it is compiled
/// once and not in each caller, which halves the time that such a board takes to compile.
#[inline(always)]
pub fn one_copy<B: Board, T>(f: impl FnOnce() -> T) -> T {
    if size_of::<B::Bits>() > size_of::<u64>() { out_of_line(f) } else { f() }
}

#[inline(never)]
fn out_of_line<T>(f: impl FnOnce() -> T) -> T {
    f()
}
