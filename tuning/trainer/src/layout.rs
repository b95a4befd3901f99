//! The layout of a family's parameters in one flat array.

use std::ops::Range;

/// The number of hidden units in a block. A block fits in the processor's registers.
pub const BLOCK: usize = 32;

/// The shape of a family: the weights from the inputs to the hidden units, which all its rulesets
/// share, and then for each ruleset its hidden biases and its two heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of hidden units, a multiple of [`BLOCK`].
    pub hidden: usize,
    /// The number of rulesets.
    pub rulesets: usize,
}

impl Layout {
    /// The total number of parameters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first().end + self.rulesets * self.own_len()
    }

    /// The weights of the first layer, `hidden` for each input.
    #[must_use]
    pub fn first(&self) -> Range<usize> {
        0..self.inputs * self.hidden
    }

    /// A ruleset's own parameters: the hidden biases, then the heads' weights and biases.
    #[must_use]
    pub fn own(&self, ruleset: usize) -> Range<usize> {
        let start = self.first().end + ruleset * self.own_len();
        start..start + self.own_len()
    }

    fn own_len(&self) -> usize {
        3 * self.hidden + 2
    }

    /// A ruleset's hidden biases.
    #[must_use]
    pub fn biases(&self, ruleset: usize) -> Range<usize> {
        let start = self.own(ruleset).start;
        start..start + self.hidden
    }

    /// The weights of a ruleset's head: 0 with the attackers to move, 1 with the defenders.
    #[must_use]
    pub fn head(&self, ruleset: usize, head: usize) -> Range<usize> {
        let start = self.own(ruleset).start + (1 + head) * self.hidden;
        start..start + self.hidden
    }

    /// The bias of a head.
    #[must_use]
    pub fn head_bias(&self, ruleset: usize, head: usize) -> usize {
        self.own(ruleset).start + 3 * self.hidden + head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fill_the_array_without_overlap() {
        let layout = Layout { inputs: 5, hidden: 32, rulesets: 3 };
        let mut parts = vec![layout.first()];
        for ruleset in 0..3 {
            parts.push(layout.biases(ruleset));
            parts.extend([0, 1].map(|head| layout.head(ruleset, head)));
            parts.extend([0, 1].map(|head| {
                let at = layout.head_bias(ruleset, head);
                at..at + 1
            }));
        }
        let mut at = 0;
        for part in parts {
            assert_eq!(part.start, at);
            at = part.end;
        }
        assert_eq!(at, layout.len());
    }
}
