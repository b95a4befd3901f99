//! Compares with burn's automatic gradients on dense inputs.

use std::time::Instant;

use burn_autodiff::Autodiff;
use burn_flex::Flex;
use burn_tensor::{Tensor, TensorData, activation};

use super::Task;
use crate::adamw::AdamW;
use crate::gradient::BatchGradient;
use crate::layout::Layout;
use crate::training::random_parameters;

type Matrix = Tensor<Autodiff<Flex>, 2>;

fn matrix(values: Vec<f32>, shape: [usize; 2]) -> Matrix {
    Tensor::from_data(TensorData::new(values, shape), &Default::default())
}

/// The positions of a task as matrices, one row each.
struct Dense {
    inputs: Matrix,
    rulesets: Matrix,
    heads: Matrix,
    targets: Matrix,
}

impl Dense {
    fn new(task: &Task) -> Self {
        let (count, layout) = (task.positions.len(), &task.layout);
        let one_hot = |width: usize, ones: &dyn Fn(usize) -> Vec<usize>| {
            let mut values = vec![0.0; count * width];
            for row in 0..count {
                ones(row).into_iter().for_each(|at| values[row * width + at] = 1.0);
            }
            matrix(values, [count, width])
        };
        let active = |row: usize| task.positions[row].0.iter().copied().map(usize::from).collect();
        let example = |row: usize| task.positions[row].1;
        Self {
            inputs: one_hot(layout.inputs, &active),
            rulesets: one_hot(layout.rulesets, &|row| vec![example(row).ruleset]),
            heads: one_hot(2 * layout.rulesets, &|row| {
                vec![2 * example(row).ruleset + example(row).head]
            }),
            targets: matrix((0..count).map(|row| example(row).target).collect(), [count, 1]),
        }
    }
}

/// The loss and its gradient, in the order of the layout.
fn gradient(layout: &Layout, parameters: &[f32], dense: &Dense) -> (f32, Vec<f32>) {
    let Layout { inputs, hidden, rulesets } = *layout;
    let part = |range: std::ops::Range<usize>, shape| {
        matrix(parameters[range].to_vec(), shape).require_grad()
    };
    let first = part(layout.first(), [inputs, hidden]);
    let each = || 0..rulesets;
    let biases: Vec<_> = each().map(|r| part(layout.biases(r), [1, hidden])).collect();
    let both = || each().flat_map(|ruleset| [0, 1].map(|head| (ruleset, head)));
    let heads: Vec<_> = both().map(|(r, h)| part(layout.head(r, h), [1, hidden])).collect();
    let head_bias = |(r, h)| part(layout.head_bias(r, h)..layout.head_bias(r, h) + 1, [1, 1]);
    let head_biases: Vec<_> = both().map(head_bias).collect();

    let sums = dense.inputs.clone().matmul(first.clone())
        + dense.rulesets.clone().matmul(Tensor::cat(biases.clone(), 0));
    let active = sums.clamp(0.0, 1.0).square();
    let outputs = active.matmul(Tensor::cat(heads.clone(), 0).transpose())
        + Tensor::cat(head_biases.clone(), 1);
    let output = (outputs * dense.heads.clone()).sum_dim(1);
    let loss = (activation::sigmoid(output) - dense.targets.clone()).square().sum();
    let gradients = loss.backward();

    let values = |tensor: &Matrix| -> Vec<f32> {
        tensor.grad(&gradients).unwrap().into_data().to_vec().unwrap()
    };
    let mut flat = values(&first);
    for ruleset in each() {
        flat.extend(values(&biases[ruleset]));
        for of in [&heads, &head_biases] {
            of[2 * ruleset..2 * ruleset + 2].iter().for_each(|tensor| flat.extend(values(tensor)));
        }
    }
    (loss.into_scalar(), flat)
}

#[test]
fn gradients_are_those_of_burn() {
    let task = Task::new(Layout { inputs: 147, hidden: 64, rulesets: 3 }, 13, 2000);
    let parameters = random_parameters(&task.layout, 13.0, 5);
    let (loss, expected) = gradient(&task.layout, &parameters, &Dense::new(&task));
    let mut ours = BatchGradient::new(task.layout);
    let found = ours.compute(&parameters, &task, &task.entries());
    assert!((found / f64::from(loss) - 1.0).abs() < 1e-4, "{found}, not {loss}");
    let mut slopes = vec![0.0; task.layout.len()];
    ours.sum_into(0, &mut slopes);
    assert_eq!(slopes.len(), expected.len());
    let steepest = expected.iter().fold(0.0f32, |most, slope| most.max(slope.abs()));
    assert!(steepest > 1.0);
    for (at, (slope, expected)) in slopes.into_iter().zip(expected).enumerate() {
        let error = (slope - expected).abs();
        assert!(error < 1e-3 + 1e-3 * expected.abs(), "{at}: {slope}, not {expected}");
    }
}

#[test]
#[ignore = "a measurement: run it alone, in release, with --nocapture"]
fn speed() {
    let layout = Layout { inputs: 147, hidden: 128, rulesets: 1 };
    let task = Task::new(layout, 13, 16_384);
    let entries = task.entries();
    let mut parameters = random_parameters(&layout, 13.0, 5);
    let mut optimiser = AdamW::new(layout.len());
    let mut ours = BatchGradient::new(layout);
    let dense = Dense::new(&task);
    let print = |name: &str, start: Instant, rounds: usize| {
        let rate = (rounds * task.positions.len()) as f64 / start.elapsed().as_secs_f64();
        println!("{name}: {rate:.0} positions a second");
    };
    for _ in 0..3 {
        let start = Instant::now();
        for _ in 0..50 {
            ours.compute(&parameters, &task, &entries);
            optimiser.step(&mut parameters, &ours, entries.len(), 1e-4);
        }
        print("by hand, with the step", start, 50);
        let start = Instant::now();
        for _ in 0..5 {
            gradient(&layout, &parameters, &dense);
        }
        print("burn, without it", start, 5);
    }
}
