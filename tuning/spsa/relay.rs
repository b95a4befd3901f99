//! `spsa --relay`: the pairs are played by another program, a scheduler of many machines.
//!
//! Each pair is printed as a line of JSON, and its points are read from standard input. The scheduler
//! decides how many pairs it wants at a time, and what becomes of one that fails.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use serde::Deserialize;
use serde_json::json;

use crate::optimiser::Trial;
use crate::order::PairOrder;

/// A line from the scheduler.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Heard {
    /// The points of a pair.
    Points { id: u64, answer: f64 },
    /// The number of pairs to give out at a time, from now on.
    Room { room: usize },
}

/// Gives out pairs until `next` has none and all have been played, and passes on their points.
///
/// `next` returns the trial with this number and its pair, or `None` after the last one.
pub fn give_out<S>(
    state: &mut S,
    heard: impl BufRead,
    mut told: impl Write,
    mut next: impl FnMut(&mut S) -> Option<(Trial, PairOrder)>,
    mut learn: impl FnMut(&mut S, &Trial, f64) -> io::Result<()>,
) -> io::Result<()> {
    let (mut room, mut id, mut given, mut more) = (0, 0, HashMap::new(), true);
    let mut lines = heard.lines();
    loop {
        while more && given.len() < room {
            let Some((trial, pair)) = next(state) else {
                more = false;
                break;
            };
            id += 1;
            writeln!(told, "{}", json!({ "event": "job", "id": id, "pair": pair }))?;
            told.flush()?;
            given.insert(id, trial);
        }
        if !more && given.is_empty() {
            return Ok(());
        }
        let line = lines.next().ok_or_else(|| io::Error::other("the scheduler has ended"))??;
        match serde_json::from_str(&line).map_err(io::Error::other)? {
            Heard::Room { room: wanted } => room = wanted,
            Heard::Points { id, answer } if (-2.0..=2.0).contains(&answer) => {
                // A pair that was played twice counts once.
                if let Some(trial) = given.remove(&id) {
                    learn(state, &trial, answer)?;
                }
            }
            Heard::Points { answer, .. } => {
                return Err(io::Error::other(format!("a pair cannot have {answer} points")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimiser::Run;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;

    /// Gives out three pairs, and returns the result, what was printed, and the points learnt.
    fn given(heard: &str) -> (io::Result<()>, Vec<serde_json::Value>, Vec<f64>) {
        let run = Run::new(vec!["a=20,0,100,5".parse().unwrap()], 3, 0.1);
        let (mut told, mut state) = (Vec::new(), (0, Vec::new()));
        let next = |state: &mut (u64, Vec<f64>)| {
            state.0 += 1;
            let trial = run.trial(state.0, &mut ChaCha8Rng::seed_from_u64(state.0));
            let pair = PairOrder {
                sides: trial.sides.clone(),
                variant: "tablut".to_owned(),
                opening: "startpos".to_owned(),
            };
            (state.0 <= 3).then_some((trial, pair))
        };
        let learn = |state: &mut (u64, Vec<f64>), _: &Trial, points| {
            state.1.push(points);
            Ok(())
        };
        let result = give_out(&mut state, heard.as_bytes(), &mut told, next, learn);
        let told = String::from_utf8(told).unwrap();
        (result, told.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), state.1)
    }

    #[test]
    fn as_many_pairs_are_given_out_as_the_scheduler_wants() {
        let (result, told, learnt) = given(
            "{\"room\": 2}\n{\"id\": 2, \"answer\": 1.0}\n{\"id\": 2, \"answer\": 1.0}\n\
             {\"id\": 1, \"answer\": -2.0}\n{\"id\": 3, \"answer\": 0}\n",
        );
        result.unwrap();
        assert_eq!(
            told.iter().map(|job| job["id"].as_u64().unwrap()).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert_eq!(told[0]["pair"]["variant"], "tablut");
        assert_eq!(learnt, [1.0, -2.0, 0.0]);
    }

    #[test]
    fn a_scheduler_that_ends_early_or_talks_nonsense_ends_the_run() {
        for (heard, error) in [
            ("{\"room\": 2}\n{\"id\": 2, \"answer\": 1.0}\n", "the scheduler has ended"),
            ("{\"room\": 1}\n{\"id\": 1, \"answer\": 3.0}\n", "a pair cannot have 3 points"),
            ("{\"room\": -1}\n", "did not match"),
        ] {
            let (result, ..) = given(heard);
            assert!(result.unwrap_err().to_string().contains(error), "{heard}");
        }
    }
}
