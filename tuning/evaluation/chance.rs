//! The expected score at a value of the evaluation.

/// The value, in centipawns, at which the expected score is `1 / (1 + 1/e)`. Roughly that of the
/// engine's games at short time controls.
pub const SCALE: f64 = 220.0;

/// The expected score at a value, from 0 to 1.
pub fn chance(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SCALE).exp())
}
