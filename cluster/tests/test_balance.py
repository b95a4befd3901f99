"""The balance of games, measured on a cluster."""

import json
import signal
import subprocess
from pathlib import Path

from conftest import TIME_LIMIT, Driver, games_in, wait_for

TRIALS = ["--variant", "brandubh,ard-ri", "--level", "0,2", "--games", "7", "--max-plies", "60"]


def test_a_cluster_finds_what_one_machine_finds(driver: Driver, branan: Path, tmp_path: Path):
    alone = subprocess.run([branan, "balance", *TRIALS, "--json"], check=True, capture_output=True).stdout
    words = [*TRIALS, "--json", "--page", "balance.html", "--db", "games.db"]
    code, output, errors = driver.run("balance", *words, options=("--shares", "3"))
    assert code == 0, errors
    assert json.loads(output) == json.loads(alone)
    assert "attackers" in (tmp_path / "balance.html").read_text()
    assert games_in(branan, tmp_path / "games.db") == 4 * 7
    # The databases of the shares are gone.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["balance.html", "games.db"]


def test_what_cannot_be_measured_is_refused_by_the_program(driver: Driver, tmp_path: Path):
    code, output, errors = driver.run("balance", "--variant", "brandub", "--change", "KingMove=leap")
    assert code == 2 and not output and "KingMove is one of rook, step" in errors
    code, output, errors = driver.run("balance", "--db", "no/such/games.db")
    assert code == 2 and not output and "no/such/games.db" in errors
    assert not list(tmp_path.iterdir())
    (tmp_path / "other.db").write_text("not a database")
    code, output, errors = driver.run("balance", "--db", "other.db")
    assert code == 2 and not output and "other.db" in errors
    code, output, errors = driver.run("balance", "--share", "1/2")
    assert code == 2 and not output and "--share has no meaning on a cluster" in errors


def test_an_interrupted_measurement_tells_what_it_has(driver: Driver, branan: Path, tmp_path: Path):
    words = ["--games", "100000", "--level", "0", "--db", "games.db"]
    process = driver.start("balance", *words, options=("--shares", "10000"))
    # In any order.
    wait_for(lambda: len(list(tmp_path.glob("games.db-*/*/games.db"))) >= 3, "results of three shares")
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == 130, errors
    assert "of 100000 games are missing" in errors and "brandubh-macwhite" in output
    kept = games_in(branan, tmp_path / "games.db")
    assert kept >= 30 and f"{100000 - kept} of 100000 games" in errors
