"""Proofs and tuning on a cluster, with failures."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, Driver, processes, wait_for

PROOF = ["--variant", "ard-ri", "--job-nodes", "100", "--hash", "1"]


def test_a_proof_on_a_cluster_is_checked(driver: Driver, branan: Path, tmp_path: Path):
    proof = tmp_path / "proof"
    code, output, errors = driver.run("solve", *PROOF, "--certificate", str(proof), "--resume", "jobs")
    assert code == 0 and output.startswith("win: the attackers force a win within "), output + errors
    checked = subprocess.run([str(branan), "verify", str(proof)], capture_output=True, text=True)
    assert checked.stdout.startswith("verified: ard-ri: the attackers win within "), checked.stderr
    # The file of jobs is that of a proof on one machine.
    again = subprocess.run(
        [str(branan), "solve", *PROOF, "--jobs", "1", "--resume", "jobs"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert again.returncode == 0 and "0 in 0 of this run" in again.stdout, again.stdout + again.stderr


def test_a_proof_outlives_its_workers_and_its_driver(driver: Driver, branan: Path, tmp_path: Path):
    # Too large to be proven here.
    words = ["--variant", "brandubh-macwhite", "--hash", "4", "--job-nodes", "20000", "--resume", "jobs"]
    jobs = tmp_path / "jobs"

    def done() -> int:
        return jobs.read_text().count("\n") if jobs.exists() else 0

    process = driver.start("solve", *words)
    wait_for(lambda: done() >= 3 or process.poll() is not None, "two jobs")
    assert process.poll() is None, process.communicate()
    _, worker = wait_for(lambda: processes("branan-cluster-", "/branan"), "a search")[0]
    before = done()
    os.kill(worker, signal.SIGKILL)
    wait_for(lambda: done() >= before + 2 or process.poll() is not None, "more jobs")
    # As Ctrl-C would.
    process.send_signal(signal.SIGTERM)
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 130 and "unknown: " in output, output + errors
    assert "Traceback" not in errors and "SIGTERM" not in errors, errors
    before = done()
    code, output, errors = driver.run("solve", *words, "--nodes", "40000")
    assert code == 0 and "of this run" in output and done() > before, output + errors
    wait_for(lambda: not processes("branan-cluster-", "/branan"), "the end of all searches")


def test_mistakes_in_a_proof_are_told(driver: Driver):
    code, _, errors = driver.run("solve", "--variant", "ard-ri", "--jobs", "2")
    assert code == 2 and "--jobs has no meaning on a cluster" in errors, errors
    code, _, errors = driver.run("solve", "--variant", "no-game")
    assert code == 2 and "no-game" in errors and "Traceback" not in errors, errors


@pytest.fixture
def spsa() -> Path:
    """The tuner."""
    path = Path(os.environ.get("SPSA", ROOT / "target/debug/examples/spsa")).absolute()
    if not path.exists():
        pytest.skip("build it first: cargo build --features tune --example spsa")
    return path


def tuning(branan: Path, iterations: int, parameter: str = "Skill Level=10,1,20,1") -> list[str]:
    """The arguments of a run that tunes an option which every build has."""
    return [
        *(str(branan), "--parameter", parameter, "--iterations", str(iterations), "--nodes", "50"),
        *("--hash", "1", "--variant", "brandub-walker", "--books", str(ROOT / "books")),
    ]


def test_parameters_are_tuned_on_a_cluster(driver: Driver, branan: Path, spsa: Path, tmp_path: Path):
    options = ("--spsa", str(spsa))
    code, output, errors = driver.run("spsa", *tuning(branan, 4), options=options)
    assert code == 0 and "after 4 iterations" in output, output + errors
    # The state is complete, so there is nothing left to play.
    code, output, errors = driver.run("spsa", *tuning(branan, 4), options=options)
    assert code == 0 and "after 4 iterations" in output, output + errors
    # An option that the engine lacks is a failure of every node, with the program's last words.
    (tmp_path / "spsa.json").unlink()
    code, output, errors = driver.run("spsa", *tuning(branan, 4, "Nonsense=1,0,2,1"), options=options)
    assert code == 1 and "no node is left" in errors and "Nonsense" in errors, output + errors
    assert "Traceback" not in errors, errors
