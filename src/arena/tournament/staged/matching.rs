//! Whether engines can be paired without meeting again too often.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

/// How often each two engines have met.
#[derive(Clone, Debug)]
pub(super) struct Meetings(Vec<Vec<u32>>);

impl Meetings {
    /// None yet.
    pub fn none(engines: usize) -> Self {
        Self(vec![vec![0; engines]; engines])
    }

    /// Counts a meeting.
    pub fn add(&mut self, [one, other]: [usize; 2]) {
        self.0[one][other] += 1;
        self.0[other][one] += 1;
    }

    /// How often two engines have met.
    pub fn of(&self, one: usize, other: usize) -> u32 {
        self.0[one][other]
    }

    /// Whether these engines, an even number, can all be paired so that nobody meets an opponent it
    /// has met more than `most` times.
    pub fn can_pair(&self, engines: &[usize], most: u32) -> bool {
        let mut graph = UnGraph::<(), ()>::default();
        let nodes: Vec<_> = engines.iter().map(|_| graph.add_node(())).collect();
        for (place, &one) in engines.iter().enumerate() {
            for (later, &other) in engines.iter().enumerate().skip(place + 1) {
                if self.of(one, other) <= most {
                    graph.add_edge(nodes[place], nodes[later], ());
                }
            }
        }
        maximum_matching(&graph).is_perfect()
    }

    /// The least number for which [`Self::can_pair`] holds.
    pub fn least_repeats(&self, engines: &[usize]) -> u32 {
        let all = self.0.iter().flatten().copied().max().unwrap_or(0);
        (0..all).find(|&most| self.can_pair(engines, most)).unwrap_or(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// [`Meetings::can_pair`] by trying everything.
    fn tried(meetings: &Meetings, engines: &[usize]) -> bool {
        let Some((&first, rest)) = engines.split_first() else { return true };
        (0..rest.len()).any(|place| {
            let mut others = rest.to_vec();
            let opponent = others.remove(place);
            meetings.of(first, opponent) == 0 && tried(meetings, &others)
        })
    }

    proptest! {
        #[test]
        fn it_is_known_whether_engines_can_be_paired(half in 1usize..5, met in prop::collection::vec((0usize..8, 0usize..8), 0..28)) {
            let mut meetings = Meetings::none(8);
            met.into_iter().filter(|(one, other)| one != other).for_each(|(one, other)| meetings.add([one, other]));
            let engines: Vec<usize> = (0..2 * half).collect();
            prop_assert_eq!(meetings.can_pair(&engines, 0), tried(&meetings, &engines));
        }
    }
}
