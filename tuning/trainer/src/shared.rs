//! Inputs that only training has: the soldiers' squares without the king's ring.
//!
//! Each ring learns only the difference to their weights, so that rings which occur rarely learn from
//! the others. A finished network contains the sums. The technique is known from chess engines'
//! trainers as factorisation of the king's squares.

use branan::eval::network::InputSet;

/// The number of such inputs on a board with `squares` squares.
#[must_use]
pub fn count(inputs: InputSet, squares: usize) -> usize {
    if has_rings(inputs) { SOLDIERS * squares } else { 0 }
}

/// The kinds of soldiers.
const SOLDIERS: usize = 2;

fn has_rings(inputs: InputSet) -> bool {
    inputs.king_plane() > SOLDIERS
}

/// The shared input of an input, if it is a soldier on a square.
fn shared(inputs: InputSet, squares: usize, input: usize) -> Option<usize> {
    let soldier = has_rings(inputs) && input < inputs.king_plane() * squares;
    soldier.then(|| inputs.count(squares) + input % (SOLDIERS * squares))
}

/// Appends the shared inputs of those from index `from` on.
pub fn append(inputs: InputSet, squares: usize, from: usize, active: &mut Vec<u16>) {
    for at in from..active.len() {
        if let Some(input) = shared(inputs, squares, usize::from(active[at])) {
            active.push(input as u16);
        }
    }
}

/// The first layer of a finished network: without the shared inputs, whose weights are added to those
/// of each ring.
#[must_use]
pub fn fold(inputs: InputSet, squares: usize, hidden: usize, first: &[f32]) -> Vec<f32> {
    let own = inputs.count(squares);
    let mut folded = first[..own * hidden].to_vec();
    for (input, row) in folded.chunks_exact_mut(hidden).enumerate() {
        if let Some(from) = shared(inputs, squares, input) {
            for (weight, more) in row.iter_mut().zip(&first[from * hidden..]) {
                *weight += more;
            }
        }
    }
    folded
}

/// The first layer for training with these inputs, from that of a network with the inputs `from`: the
/// same function, as far as that set sees the board. `None` if the sets have too little in common.
#[must_use]
pub fn unfold(
    from: InputSet,
    to: InputSet,
    squares: usize,
    hidden: usize,
    first: &[f32],
) -> Option<Vec<f32>> {
    let shared_count = count(to, squares);
    let mut unfolded = vec![0.0; (to.count(squares) + shared_count) * hidden];
    let rest = |set: InputSet| set.king_plane() * squares * hidden;
    if from == to {
        unfolded[..first.len()].copy_from_slice(first);
    } else if has_rings(to)
        && !has_rings(from)
        && first.len() - rest(from) == to.count(squares) * hidden - rest(to)
    {
        let (soldiers, others) = first.split_at(rest(from));
        unfolded[rest(to)..][..others.len()].copy_from_slice(others);
        let end = unfolded.len();
        unfolded[end - soldiers.len()..].copy_from_slice(soldiers);
    } else {
        return None;
    }
    Some(unfolded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soldier_of_any_ring_has_the_same_shared_input() {
        let end = InputSet::Rings.count(49) as u16;
        let ring = 2 * 49;
        let mut active = vec![9, 5, ring + 5, 3 * ring + 49 + 5, 4 * ring];
        append(InputSet::Rings, 49, 1, &mut active);
        assert_eq!(active[5..], [end + 5, end + 5, end + 49 + 5]);
        let mut active = vec![5];
        append(InputSet::Counts, 49, 0, &mut active);
        assert_eq!(active, [5]);
    }

    #[test]
    fn shared_weights_are_added_to_those_of_each_ring() {
        let (squares, hidden) = (25, 2);
        let own = InputSet::Rings.count(squares);
        let total = own + count(InputSet::Rings, squares);
        let first: Vec<f32> = (0..total * hidden).map(|at| at as f32).collect();
        let folded = fold(InputSet::Rings, squares, hidden, &first);
        assert_eq!(folded.len(), own * hidden);
        // The defender on square 3 in the third ring, and the king on square 3.
        let (soldier, king) = (5 * squares + 3, 8 * squares + 3);
        let shared = own + squares + 3;
        assert_eq!(
            folded[soldier * hidden + 1],
            first[soldier * hidden + 1] + first[shared * hidden + 1]
        );
        assert_eq!(folded[king * hidden], first[king * hidden]);
    }

    #[test]
    fn a_network_without_rings_is_the_same_in_every_ring() {
        let (squares, hidden) = (25, 2);
        let counts = InputSet::Counts.count(squares);
        let first: Vec<f32> = (0..counts * hidden).map(|at| at as f32).collect();
        let [from, to] = [InputSet::Counts, InputSet::Rings];
        let unfolded = unfold(from, to, squares, hidden, &first).unwrap();
        let folded = fold(to, squares, hidden, &unfolded);
        for ring in 0..4 {
            let soldiers = 2 * squares * hidden;
            assert_eq!(folded[ring * soldiers..][..soldiers], first[..soldiers]);
        }
        assert_eq!(folded[8 * squares * hidden..], first[2 * squares * hidden..]);
        assert_eq!(
            unfold(InputSet::Places, to, squares, hidden, &first[..3 * squares * hidden]),
            None
        );
    }
}
