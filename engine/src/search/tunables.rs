//! The search's parameters, one line each: constants, unless the program is built to tune them.
//!
//! With the feature `tune` each is a protocol option too, so that a match can try other values
//! without another build.

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident: $least:literal..=$most:literal = $default:literal;)*) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                #[cfg(not(feature = "tune"))]
                return $default;
                #[cfg(feature = "tune")]
                return values::$name.get();
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod values {
            use super::Tunable;

            $(pub static $name: Tunable = Tunable::new(stringify!($name), $least, $most, $default);)*
        }

        /// All parameters.
        #[cfg(feature = "tune")]
        pub static ALL: &[&Tunable] = &[$(&values::$name),*];

        #[cfg(test)]
        const DEFAULTS: &[(&str, i32, i32, i32)] = &[$((stringify!($name), $least, $default, $most)),*];
    };
}

tunables! {
    /// Reverse futility pruning: up to this depth.
    rfp_depth: 0..=12 = 3;
    /// Reverse futility pruning: hundredths ahead of beta per ply left.
    rfp_margin: 10..=300 = 45;
    /// Reverse futility pruning: hundredths that do where the evaluation is improving.
    rfp_improving: 0..=200 = 30;
    /// Null move pruning: from this depth on.
    null_depth: 1..=128 = 3;
    /// Null move pruning: plies taken off at least.
    null_reduction: 1..=8 = 3;
    /// Null move pruning: one more ply taken off for each multiple of this in the plies left.
    null_depth_divisor: 2..=16 = 6;
    /// Internal iterative reduction: from this depth on.
    iir_depth: 2..=128 = 4;
    /// Late move pruning: up to this depth.
    lmp_depth: 0..=12 = 4;
    /// Late move pruning: moves tried at least.
    lmp_base: 1..=40 = 9;
    /// Late move pruning: hundredths of the depth's square tried besides.
    lmp_factor: 20..=600 = 245;
    /// Late move pruning: the same where the evaluation is not improving.
    lmp_factor_worse: 20..=600 = 145;
    /// Futility pruning: up to this depth.
    futility_depth: 0..=12 = 5;
    /// Futility pruning: hundredths behind alpha at least.
    futility_base: 0..=600 = 79;
    /// Futility pruning: hundredths more per ply left.
    futility_margin: 10..=300 = 50;
    /// Late move reductions: from this depth on.
    lmr_depth: 2..=10 = 3;
    /// Late move reductions: moves searched in full first.
    lmr_moves: 1..=10 = 3;
    /// Late move reductions: hundredths of a ply taken off at least.
    lmr_base: 0..=300 = 109;
    /// Late move reductions: hundredths of a ply per product of the logarithms.
    lmr_factor: 5..=150 = 38;
    /// Late move reductions: hundredths of a ply less on the principal variation.
    lmr_pv: 0..=300 = 102;
    /// Late move reductions: hundredths of a ply less for a move that threatens to win.
    lmr_threat: 0..=400 = 200;
    /// Late move reductions: the history that is worth a ply.
    lmr_history: 512..=65536 = 3902;
    /// Order of moves: the first bonus of a move that fails high, for each square of the depth.
    history_bonus: 1..=64 = 14;
    /// Order of moves: hundredths of what a quiet move gains by the evaluation that go into its history.
    eval_history: 0..=400 = 100;
    /// Order of moves: hundredths of the history after the other side's last move.
    reply_history: 0..=400 = 87;
    /// Order of moves: hundredths of the history after the side's own last move.
    follow_up_history: 0..=400 = 66;
    /// Order of moves: what is added to the history of a quiet move with which the king threatens to
    /// escape.
    escape_threat: 0..=32768 = 12598;
    /// Several threads: from this depth on, moves that another thread is searching are put off.
    share_depth: 1..=128 = 4;
    /// Time: moves that what is left on the clock is divided by.
    time_moves: 2..=100 = 15;
    /// Time: hundredths of a move's share after which another iteration is not begun.
    time_patience: 5..=400 = 60;
    /// Aspiration windows: hundredths to each side at first.
    aspiration: 4..=300 = 22;
}

/// A parameter that can be changed while the program runs.
#[cfg(feature = "tune")]
#[derive(Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// Its lowest value.
    pub least: i32,
    /// Its highest value.
    pub most: i32,
    /// The value of normal builds.
    pub default: i32,
    value: std::sync::atomic::AtomicI32,
}

#[cfg(feature = "tune")]
impl Tunable {
    const fn new(name: &'static str, least: i32, most: i32, default: i32) -> Self {
        let value = std::sync::atomic::AtomicI32::new(default);
        Self { name, least, most, default, value }
    }

    fn get(&self) -> i32 {
        self.value.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Gives it another value for all searches to come, within its range.
    pub fn set(&self, value: i32) {
        let value = value.clamp(self.least, self.most);
        self.value.store(value, std::sync::atomic::Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::DEFAULTS;

    #[test]
    fn every_default_is_in_range() {
        for (name, least, default, most) in DEFAULTS {
            assert!(least <= default && default <= most, "{name}");
        }
    }
}
