//! Proofs and their certificates.

use std::sync::atomic::AtomicBool;

use branan::engine::Prover;
use branan::solve::{Answer, Budget, Heading, Obstacle, Solution};
use branan::types::{Move, Side};
use branan_plain::certificate;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::seconds;
use crate::errors::{EngineError, raise};
use crate::game::PyGame;
use crate::interrupt;
use crate::limits::{check_threads, resources};
use crate::moves::PyMove;
use crate::whole::Whole;

/// The question to a prover.
struct Question {
    only: Option<Side>,
    budget: Budget,
    /// The header of the certificate, if one is wanted.
    heading: Option<Heading>,
}

type Proven = (Solution<Move>, Option<Vec<u8>>);

/// Solves the game's current position. Returns the fields of `branan.engine.Solution`.
#[pyfunction]
#[pyo3(signature = (
    game, *, side=None, time=None, nodes=None, hash=Whole(64), threads=Whole(1), certificate=false
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn solve<'py>(
    py: Python<'py>,
    game: &Bound<'_, PyGame>,
    side: Option<&str>,
    time: Option<f64>,
    nodes: Option<Whole<u64>>,
    hash: Whole<usize>,
    threads: Whole<usize>,
    certificate: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let resources = resources(hash.0, threads.0)?;
    let game = game.get();
    let only = side.map(read_side).transpose()?;
    let nodes = nodes.map(|whole| whole.0);
    let budget = Budget { nodes, time: time.map(seconds).transpose()? };
    let heading = certificate.then(|| heading(game)).transpose()?;
    let mover = game.lock().to_move();
    let mut prover = game.engine(1)?.prover(resources).map_err(raise::<EngineError>)?;
    let question = Question { only, budget, heading };
    let proven = interrupt::run(py, |stop| prove(prover.as_mut(), &question, mover, stop))?;
    let (solution, certificate) = proven.map_err(raise::<EngineError>)?;
    fields(py, solution, certificate)
}

/// Proves an answer and, if wanted, writes its certificate.
fn prove(
    prover: &mut dyn Prover,
    question: &Question,
    mover: Side,
    stop: &AtomicBool,
) -> Result<Proven, String> {
    if let Some(side) = question.only {
        prover.ask_only(side);
    }
    let solution = prover.prove(&question.budget, stop, &mut |_| {});
    let Some(heading) = &question.heading else { return Ok((solution, None)) };
    let certificate = prover
        .certify(&solution, question.only.unwrap_or(mover), stop, &mut |_| {})
        .map_err(|error| error.to_string().replace("--hash", "hash"))?;
    let mut bytes = Vec::new();
    match certificate {
        Some(certificate) => {
            certificate.write(heading, &mut bytes).map_err(|error| error.to_string())?;
            Ok((solution, Some(bytes)))
        }
        None => Ok((solution, None)),
    }
}

/// A side as an argument.
pub fn read_side(text: &str) -> PyResult<Side> {
    text.parse().map_err(|_| {
        raise::<PyValueError>(format!("a side is \"attackers\" or \"defenders\", not {text:?}"))
    })
}

/// The header of a certificate, whose checker knows only the built-in rulesets.
fn heading(game: &PyGame) -> PyResult<Heading> {
    let rules = game.rules();
    if !rules.is_built_in() {
        return Err(raise::<EngineError>(
            "certificates are for built-in rulesets, because their checker knows no others",
        ));
    }
    let alternates = rules.alternates.iter().map(|(rule, value)| format!("{rule}={value}"));
    Ok(Heading {
        ruleset: rules.ruleset.name.clone(),
        alternates: alternates.collect(),
        start: game.lock().fen(),
    })
}

fn fields<'py>(
    py: Python<'py>,
    solution: Solution<Move>,
    certificate: Option<Vec<u8>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (answer, obstacle) = match solution.answer {
        Answer::Win => ("win", None),
        Answer::Loss => ("loss", None),
        Answer::Neither => ("neither", None),
        Answer::CannotWin(_) => ("cannot-win", None),
        Answer::Unknown(obstacle) => ("unknown", Some(obstacle)),
    };
    let obstacle = obstacle.map(|obstacle| match obstacle {
        Obstacle::Limit => "limit",
        Obstacle::Repetition => "repetition",
        Obstacle::Length => "length",
        Obstacle::Recurrence(_) => "recurrence",
        Obstacle::TurnLimit(_) => "turn-limit",
    });
    let fields = PyDict::new(py);
    let moves: Vec<PyMove> = solution.line.into_iter().map(PyMove).collect();
    fields.set_item("answer", answer)?;
    fields.set_item("obstacle", obstacle)?;
    fields.set_item("moves", moves)?;
    fields.set_item("complete", solution.complete)?;
    fields.set_item("plies", solution.plies)?;
    fields.set_item("nodes", solution.nodes)?;
    fields.set_item("time", solution.elapsed.as_secs_f64())?;
    fields.set_item("certificate", certificate.map(|bytes| PyBytes::new(py, &bytes)))?;
    Ok(fields)
}

/// Checks a certificate with a board that shares no code with the solver, and returns what it proves
/// in words. `threads` is the number of threads, 0 for all cores.
///
/// Raises `EngineError` if it proves nothing.
#[pyfunction]
#[pyo3(signature = (certificate, threads=Whole(0)), text_signature = "(certificate, threads=0)")]
pub fn verify(py: Python<'_>, certificate: &[u8], threads: Whole<usize>) -> PyResult<String> {
    let threads = threads.0;
    check_threads(threads)?;
    // A pool of its own: the shared one does not survive a fork.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(raise::<EngineError>)?;
    let verified =
        interrupt::run(py, |_| pool.install(|| certificate::verify(certificate, &|_| {})))?;
    verified.map(|claim| claim.to_string()).map_err(raise::<EngineError>)
}
