//! What a value of the evaluation promises.

/// The value at which a side's chance is `1 / (1 + 1/e)`, in hundredths of a soldier: about what it
/// is in games of the engine at short times.
pub const SCALE: f64 = 220.0;

/// The share of the point that a value promises.
pub fn chance(value: f64) -> f64 {
    1.0 / (1.0 + (-value / SCALE).exp())
}
