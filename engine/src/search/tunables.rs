//! The search parameters, one per line. They are constants unless the program is built for tuning.
//!
//! With the feature `tune` each is also a protocol option, so that a match can try other values
//! without a rebuild.

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
    /// Reverse futility pruning: maximum depth.
    rfp_depth: 0..=12 = 3;
    /// Reverse futility pruning: margin above beta per ply, in centipawns.
    rfp_margin: 10..=300 = 42;
    /// Reverse futility pruning: reduction of the margin when improving, in centipawns.
    rfp_improving: 0..=200 = 24;
    /// Null move pruning: minimum depth.
    null_depth: 1..=128 = 3;
    /// Null move pruning: base reduction, in plies.
    null_reduction: 1..=8 = 3;
    /// Null move pruning: one more ply of reduction per this many plies of depth.
    null_depth_divisor: 2..=16 = 6;
    /// Internal iterative reduction: minimum depth.
    iir_depth: 2..=128 = 4;
    /// Late move pruning: maximum depth.
    lmp_depth: 0..=12 = 4;
    /// Late move pruning: base number of moves tried.
    lmp_base: 1..=40 = 9;
    /// Late move pruning: further moves tried, in hundredths of the squared depth.
    lmp_factor: 20..=600 = 280;
    /// Late move pruning: the same factor when not improving.
    lmp_factor_worse: 20..=600 = 177;
    /// Futility pruning: maximum depth.
    futility_depth: 0..=12 = 5;
    /// Futility pruning: base margin below alpha, in centipawns.
    futility_base: 0..=600 = 70;
    /// Futility pruning: further margin per ply, in centipawns.
    futility_margin: 10..=300 = 54;
    /// Late move reductions: minimum depth.
    lmr_depth: 2..=10 = 3;
    /// Late move reductions: number of moves searched at full depth first.
    lmr_moves: 1..=10 = 3;
    /// Late move reductions: base reduction, in hundredths of a ply.
    lmr_base: 0..=300 = 81;
    /// Late move reductions: hundredths of a ply per product of the logarithms.
    lmr_factor: 5..=150 = 43;
    /// Late move reductions: hundredths of a ply less on the principal variation.
    lmr_pv: 0..=300 = 90;
    /// Late move reductions: hundredths of a ply less for a move that threatens to win.
    lmr_threat: 0..=400 = 281;
    /// Late move reductions: history score worth one ply.
    lmr_history: 512..=65536 = 3879;
    /// Move ordering: base bonus of a move that fails high, per square of the depth.
    history_bonus: 1..=64 = 19;
    /// Move ordering: percentage of a quiet move's gain in evaluation that is added to its history.
    eval_history: 0..=400 = 104;
    /// Move ordering: percentage of the history after the other side's last move that counts.
    reply_history: 0..=400 = 131;
    /// Move ordering: percentage of the history after the side's own last move that counts.
    follow_up_history: 0..=400 = 65;
    /// Move ordering: bonus of a quiet move with which the king threatens to escape.
    escape_threat: 0..=32768 = 12598;
    /// Proofs: nodes for each move that is looked at for a proof. Both take about as long.
    prover_interval: 4..=100000 = 20;
    /// Proofs: score from which a win is looked for, in centipawns.
    prover_score: -1000..=1000 = 50;
    /// Threads: minimum depth at which moves that another thread is searching are deferred.
    share_depth: 1..=128 = 4;
    /// Time: the number of moves by which the remaining time is divided.
    time_moves: 2..=100 = 15;
    /// Time: percentage of a move's time after which no new iteration starts.
    time_patience: 5..=400 = 60;
    /// Aspiration windows: initial half-width, in centipawns.
    aspiration: 4..=300 = 25;
}

/// A parameter that can be changed at run time.
#[cfg(feature = "tune")]
#[derive(Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// Its minimum.
    pub least: i32,
    /// Its maximum.
    pub most: i32,
    /// Its default.
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

    /// Sets the value for all later searches, clamped to its range.
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
