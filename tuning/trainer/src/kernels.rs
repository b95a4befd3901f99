//! The loops over hidden units, which take nearly all the time. They are plain code that compilers
//! vectorise, once for any processor and once for processors with AVX2.

use multiversion::multiversion;

use crate::layout::BLOCK;

/// The parameters used by one position.
#[derive(Clone, Copy)]
pub struct Meets<'a> {
    /// The first layer's weights, a row for each input.
    pub first: &'a [f32],
    /// The hidden biases.
    pub biases: &'a [f32],
    /// The weights of the head.
    pub head: &'a [f32],
    /// The bias of the head.
    pub head_bias: f32,
}

/// Computes the output for some active inputs, and leaves the sums of the hidden units in `sums`.
#[multiversion(targets("x86_64+avx2+fma"))]
pub fn forward(meets: Meets<'_>, inputs: &[u16], sums: &mut [f32]) -> f32 {
    let hidden = meets.biases.len();
    let mut lanes = [0.0f32; BLOCK];
    for start in (0..hidden).step_by(BLOCK) {
        let mut block = load(meets.biases, start);
        for &input in inputs {
            let row = load(meets.first, usize::from(input) * hidden + start);
            for (sum, weight) in block.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        sums[start..start + BLOCK].copy_from_slice(&block);
        let weights = load(meets.head, start);
        for lane in 0..BLOCK {
            let active = block[lane].clamp(0.0, 1.0);
            lanes[lane] += active * active * weights[lane];
        }
    }
    lanes.iter().sum::<f32>() + meets.head_bias
}

/// The gradients to which one position contributes.
pub struct Gradients<'a> {
    /// For the first layer's weights.
    pub first: &'a mut [f32],
    /// For the hidden biases.
    pub biases: &'a mut [f32],
    /// For the head's weights.
    pub head: &'a mut [f32],
}

/// The backward pass: adds to the gradients, given the derivative of the loss by the output. `sums`
/// comes from the forward pass.
#[multiversion(targets("x86_64+avx2+fma"))]
pub fn backward(
    weights: &[f32],
    inputs: &[u16],
    sums: &[f32],
    slope: f32,
    gradients: &mut Gradients<'_>,
) {
    let hidden = weights.len();
    for start in (0..hidden).step_by(BLOCK) {
        let block = load(sums, start);
        let weights = load(weights, start);
        let mut slopes = [0.0f32; BLOCK];
        let head = &mut gradients.head[start..start + BLOCK];
        let biases = &mut gradients.biases[start..start + BLOCK];
        for lane in 0..BLOCK {
            let active = block[lane].clamp(0.0, 1.0);
            head[lane] += slope * active * active;
            // The clamp has slope zero at and beyond its ends.
            let inside = active == block[lane] && active < 1.0;
            slopes[lane] = if inside { 2.0 * slope * weights[lane] * active } else { 0.0 };
            biases[lane] += slopes[lane];
        }
        for &input in inputs {
            let from = usize::from(input) * hidden + start;
            for (sum, slope) in gradients.first[from..from + BLOCK].iter_mut().zip(slopes) {
                *sum += slope;
            }
        }
    }
}

/// The block of a slice that starts at an index.
#[inline(always)]
fn load(values: &[f32], start: usize) -> [f32; BLOCK] {
    let mut block = [0.0; BLOCK];
    block.copy_from_slice(&values[start..start + BLOCK]);
    block
}
