use super::Task;
use crate::adamw::AdamW;
use crate::checkpoint::{Checkpoint, Settings};
use crate::layout::Layout;
use crate::training::{Plan, Training, random_parameters};

const PLAN: Plan =
    Plan { positions: 4000, epochs: 12, batch: 128, rate: 5e-3, clip: 1.98, seed: 3 };

fn task() -> Task {
    Task::new(Layout { inputs: 40, hidden: 32, rulesets: 2 }, 8, PLAN.positions as usize)
}

fn begin(task: &Task) -> Training {
    let parameters = random_parameters(&task.layout, 8.0, PLAN.seed);
    Training::new(task.layout, parameters, AdamW::new(task.layout.len()))
}

fn train(training: &mut Training, task: &Task, epochs: std::ops::Range<u32>) -> Vec<f64> {
    epochs.map(|epoch| training.epoch(&PLAN, task, epoch, &|_| ())).collect()
}

#[test]
fn a_rule_is_learnt() {
    let task = task();
    let mut training = begin(&task);
    let losses = train(&mut training, &task, 0..PLAN.epochs);
    let (first, last) = (losses[0], losses[PLAN.epochs as usize - 1]);
    assert!(last < 0.002 && last < first / 20.0, "{losses:?}");
}

#[test]
fn a_run_taken_up_again_ends_as_one_that_was_not_stopped() {
    let task = task();
    let mut whole = begin(&task);
    train(&mut whole, &task, 0..4);

    let mut before = begin(&task);
    train(&mut before, &task, 0..2);
    let Layout { inputs, hidden, rulesets } = task.layout;
    let settings = Settings {
        rulesets: vec!["a".to_owned(); rulesets],
        inputs: "places".to_owned(),
        input_count: inputs,
        hidden,
        positions: PLAN.positions,
        epochs: PLAN.epochs,
        batch: PLAN.batch,
        rate: PLAN.rate,
        result_share: 0.4,
        clip: PLAN.clip,
        seed: PLAN.seed,
        from: None,
    };
    let Training { parameters, optimiser, .. } = before;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    Checkpoint { settings, history: Vec::new(), parameters, optimiser }.save(&path).unwrap();
    let Checkpoint { parameters, optimiser, .. } = Checkpoint::load(&path).unwrap();
    let mut after = Training::new(task.layout, parameters, optimiser);
    // The number of threads must not matter either.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    alone.install(|| train(&mut after, &task, 2..4));

    let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&after.parameters), bits(&whole.parameters));
    assert_eq!(after.optimiser, whole.optimiser);
}
