use super::Task;
use crate::gradient::BatchGradient;
use crate::layout::Layout;
use crate::training::random_parameters;

/// The total loss, computed naively in double precision.
fn loss(task: &Task, parameters: &[f64]) -> f64 {
    let layout = &task.layout;
    let of_position = |(inputs, example): &(Vec<u16>, crate::gradient::Example)| {
        let mut output = parameters[layout.head_bias(example.ruleset, example.head)];
        for unit in 0..layout.hidden {
            let mut sum = parameters[layout.biases(example.ruleset).start + unit];
            for &input in inputs {
                sum += parameters[usize::from(input) * layout.hidden + unit];
            }
            let weight = parameters[layout.head(example.ruleset, example.head).start + unit];
            output += sum.clamp(0.0, 1.0).powi(2) * weight;
        }
        (1.0 / (1.0 + (-output).exp()) - f64::from(example.target)).powi(2)
    };
    task.positions.iter().map(of_position).sum()
}

#[test]
fn gradients_are_those_of_finite_differences() {
    let task = Task::new(Layout { inputs: 20, hidden: 64, rulesets: 2 }, 6, 50);
    let parameters = random_parameters(&task.layout, 3.0, 5);
    let mut gradient = BatchGradient::new(task.layout);
    let found = gradient.compute(&parameters, &task, &task.entries());
    let mut slopes = vec![0.0; task.layout.len()];
    gradient.sum_into(0, &mut slopes);

    let mut exact: Vec<f64> = parameters.iter().copied().map(f64::from).collect();
    assert!((found - loss(&task, &exact)).abs() < 1e-4);
    let step = 1e-6;
    let mut steep = 0;
    for (at, slope) in slopes.into_iter().enumerate() {
        let before = exact[at];
        let mut probe = |by: f64| {
            exact[at] = before + by;
            let loss = loss(&task, &exact);
            exact[at] = before;
            loss
        };
        let difference = (probe(step) - probe(-step)) / (2.0 * step);
        assert!((difference - f64::from(slope)).abs() < 2e-5, "{at}: {slope}, not {difference}");
        steep += u32::from(difference.abs() > 1e-3);
    }
    assert!(steep > 1000, "only {steep} slopes are worth a comparison");
}
