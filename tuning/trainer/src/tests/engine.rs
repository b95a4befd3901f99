use branan::board::{Board, BoardRules, BoardVisitor, with_board};
use branan::datagen::Record;
use branan::eval::Evaluation;
use branan::eval::network::{HEAD_ONE, HIDDEN_ONE, InputSet, Network, NetworkEvaluation};
use branan::rules::{Ruleset, Side, find};

use crate::data::head_of;
use crate::extractor::Extractor;
use crate::gradient::{self, Example, meets};
use crate::kernels::forward;
use crate::layout::Layout;
use crate::quantise::{Label, fit_integers, quantise};
use crate::training::random_parameters;

const POSITIONS: [&str; 3] =
    ["3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3", "2t4/1t5/3T2t/K1T3t/5T1/3t3/4t2", "7/7/3t3/2TK3/7/7/5t1"];

/// The record of a position given rank by rank from the top, with single digits.
fn record(text: &str, to_move: Side) -> Record {
    let (mut attackers, mut defenders, mut king) = ([0; 6], [0; 6], 0);
    for (rank, row) in text.split('/').rev().enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            let square = rank * 7 + file;
            match letter {
                't' => attackers[0] |= 1 << square,
                'T' => defenders[0] |= 1 << square,
                'K' => king = square as u16,
                digit => file += digit.to_digit(10).unwrap() as usize - 1,
            }
            file += 1;
        }
    }
    let (score, result, off_board) = (0, 0, false);
    Record { game: 0, ply: 0, score, king, to_move, result, off_board, attackers, defenders }
}

/// The engine's value for the defenders, with either side to move.
struct Values<'a>(&'a Network, &'a Ruleset);

impl BoardVisitor for Values<'_> {
    type Output = Vec<[i32; 2]>;

    fn visit<B: Board>(self) -> Self::Output {
        let rules = BoardRules::<B>::new(self.1).unwrap();
        let evaluation = NetworkEvaluation::new(self.0, &rules).unwrap();
        let mut memory = evaluation.memory(1);
        let mut value = |text, side| {
            let position = rules.read_fen(&format!("{text} {side}")).unwrap();
            let own = evaluation.evaluate(&rules, &mut memory, 0, &position);
            if side == "d" { own } else { -own }
        };
        POSITIONS.map(|text| [value(text, "a"), value(text, "d")]).to_vec()
    }
}

/// The parameters that a network's integers stand for.
fn unrounded(network: &Network) -> Vec<f32> {
    let first = network.first.iter().chain(&network.biases);
    let heads = network.heads.iter().flat_map(|head| &head.weights);
    let biases = network.heads.iter().map(|head| head.bias as f32 / (HIDDEN_ONE * HEAD_ONE) as f32);
    first
        .map(|weight| f32::from(*weight) / HIDDEN_ONE as f32)
        .chain(heads.map(|weight| f32::from(*weight) / HEAD_ONE as f32))
        .chain(biases)
        .collect()
}

#[test]
fn the_engine_computes_what_was_trained() {
    let ruleset = find("brandubh-macwhite").unwrap();
    for inputs in InputSet::ALL {
        let extractor = Extractor::new(ruleset, inputs).unwrap();
        let layout = Layout { inputs: extractor.count(), hidden: 64, rulesets: 2 };
        let parameters = random_parameters(&layout, 20.0, 11);
        let name = ruleset.name.clone();
        let label = Label { ruleset: name, side: 7, inputs, scale: 1000.0 };
        let network = quantise(&layout, &parameters, 1, label);
        let network = Network::decode(&network.encode()).unwrap();
        let values = with_board(7, Values(&network, ruleset)).unwrap();
        let own = Layout { inputs: network.input_count(), hidden: 64, rulesets: 1 };
        let rounded = unrounded(&network);
        // With rings, a soldier's random weights are sums of two.
        let rounding = if inputs == InputSet::Rings { 60.0 } else { 25.0 };
        let mut distinct = std::collections::BTreeSet::new();
        for (text, values) in POSITIONS.iter().zip(values) {
            for (side, value) in [Side::Attackers, Side::Defenders].into_iter().zip(values) {
                let record = record(text, side);
                let mut active = Vec::new();
                extractor.inputs(&record, &mut active);
                let example = Example { ruleset: 1, head: head_of(&record), target: 0.0 };
                let meets = meets(&layout, &parameters, &example);
                let output = 1000.0 * forward(meets, &active, &mut [0.0; 64]);
                let error = (output - value as f32).abs();
                assert!(error < rounding, "{inputs}, {text}: {output}, and rounded {value}");
                // Of the rounded weights, the engine computes the exact value.
                active.retain(|input| usize::from(*input) < network.input_count());
                let meets = gradient::meets(&own, &rounded, &Example { ruleset: 0, ..example });
                let exact = 1000.0 * forward(meets, &active, &mut [0.0; 64]);
                assert!((exact - value as f32).abs() < 2.0, "{inputs}, {text}: {exact} {value}");
                distinct.insert(value);
            }
        }
        assert_eq!(distinct.len(), 6);
    }
}

#[test]
fn weights_that_could_overflow_are_made_smaller() {
    let count = InputSet::Places.count(49);
    let layout = Layout { inputs: count, hidden: 32, rulesets: 2 };
    let mut parameters = random_parameters(&layout, 1.0, 2);
    for input in 0..count {
        parameters[input * 32 + 5] = 3.9;
    }
    let untouched = parameters[6];
    let label = Label { ruleset: "a".to_owned(), side: 7, inputs: InputSet::Places, scale: 1.0 };
    assert!(quantise(&layout, &parameters, 0, label.clone()).check().is_err());
    assert_eq!(fit_integers(&layout, &mut parameters, &label), 1);
    assert!(quantise(&layout, &parameters, 1, label.clone()).check().is_ok());
    assert_eq!(parameters[6], untouched);
    assert_eq!(fit_integers(&layout, &mut parameters, &label), 0);
}
