"""Whole matches on a cluster, with failures of every kind."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

from conftest import TIME_LIMIT, Driver, games, processes, wait_for
from ray.cluster_utils import Cluster


def match_words(branan: Path, folder: Path, nodes: int, rounds: int) -> list[str]:
    """The program against itself in two rulesets, from openings in random order."""
    openings = folder / "brandub-walker.txt"
    openings.write_text("d2e2\nd1c1\nd2c2\nd6e6\nstartpos\n")
    (folder / "brandubh-fosdick.txt").write_text("d2e2\nd6e6\n")
    return [
        *("--engine", f"cmd={branan}", "name=some", f"nodes={nodes}"),
        *("--engine", f"cmd={branan}", "name=more", f"nodes={2 * nodes}"),
        *("--variant", "brandub-walker,brandubh-fosdick", "--rounds", str(rounds), "--max-moves", "30"),
        *("--openings", "{variant}.txt", "--order", "random", "--seed", "3"),
        # Generous, for busy machines.
        *("--startup", "200"),
    ]


def play_whole(branan: Path, words: list[str], folder: Path) -> dict[int, str]:
    """The games of the same match without a cluster."""
    record = folder / "whole.txt"
    command = [str(branan), "match", *words, "--record", str(record), "--quiet"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    return games(record)


def test_a_match_on_a_cluster_is_the_match_of_one_machine(driver: Driver, branan: Path, tmp_path: Path):
    words = match_words(branan, tmp_path, nodes=100, rounds=5)
    record = tmp_path / "games.txt"
    code, output, errors = driver.run(
        "match", *words, "--record", str(record), "--json", options=("--pairs", "3")
    )
    assert code == 0, errors
    played = games(record)
    assert sorted(played) == list(range(1, 21))
    assert played == play_whole(branan, words, tmp_path)
    events = [json.loads(line) for line in output.splitlines()]
    assert events[-1]["ending"] == "complete" and events[-1]["games"] == 20
    # With no games left, it shows the standings and plays nothing.
    code, output, errors = driver.run("match", "--resume", "--record", str(record))
    assert code == 0 and output.endswith("Match complete: 20 games of 20\n"), errors


def test_the_games_go_into_a_database_as_well(driver: Driver, branan: Path, tmp_path: Path):
    words = [*match_words(branan, tmp_path, nodes=100, rounds=1), "--quiet", "--record", "games.txt"]
    words += ["--db", "games.db"]

    def in_database() -> int:
        command = [str(branan), "db", "info", str(tmp_path / "games.db"), "--json"]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["games"]

    code, _, errors = driver.run("match", *words)
    assert code == 0, errors
    assert in_database() == len(games(tmp_path / "games.txt")) == 4
    # A resumed match adds what it plays, and no game twice.
    record = tmp_path / "games.txt"
    text = record.read_text()
    record.write_text(text[: text.rindex("[Event ")])
    code, _, errors = driver.run("match", *words, "--resume")
    assert code == 0, errors
    assert len(games(record)) == 4 and in_database() == 5
    (tmp_path / "games.db").unlink()
    code, _, errors = driver.run("match", *words, "--resume", "--dry-run")
    assert not (tmp_path / "games.db").exists()


def test_rounds_that_depend_on_results_are_refused(driver: Driver, branan: Path, tmp_path: Path):
    words = match_words(branan, tmp_path, nodes=100, rounds=1)
    code, _, errors = driver.run("match", *words, "--format", "swiss")
    assert code == 2 and "--format swiss cannot be played in shares or on a cluster" in errors, errors


def test_every_game_is_counted_once_whatever_is_lost(
    driver: Driver, cluster: Cluster, branan: Path, tmp_path: Path
):
    words = match_words(branan, tmp_path, nodes=1500, rounds=8)
    record = tmp_path / "games.txt"
    recorded = [*words, "--record", str(record), "--quiet"]
    process = driver.start("match", *recorded)

    def wait_for_games(number: int):
        wait_for(lambda: len(games(record)) >= number or process.poll() is not None, f"{number} games")
        assert process.poll() is None, process.communicate()

    # A worker is killed in the middle of a share.
    wait_for_games(3)
    program, worker = wait_for(lambda: processes("match --resume", "--recover"), "a share that is played")[0]
    os.kill(worker, signal.SIGKILL)
    wait_for(lambda: (program, worker) not in processes("match --resume"), "the end of its program")
    wait_for_games(len(games(record)) + 1)

    # A node leaves and another one joins.
    node = next(iter(cluster.worker_nodes))
    cluster.remove_node(node, allow_graceful=False)
    cluster.add_node(num_cpus=1)
    wait_for_games(len(games(record)) + 3)

    # The driver is killed. Its processes end by themselves, and another driver continues.
    process.kill()
    _, errors = process.communicate()
    # Lines tell of it, in place of pages of Ray's log.
    assert "was lost; what it had" in errors and "raylet" not in errors, errors
    wait_for(lambda: not processes(str(record), "--collect"), "the end of the collector")
    before = games(record)
    code, output, errors = driver.run("match", *recorded, "--resume")
    assert code == 0, output + errors
    after = games(record)
    assert before.items() <= after.items() and len(before) < 32
    assert sorted(after) == list(range(1, 33))
    assert after == play_whole(branan, words, tmp_path)
    wait_for(lambda: not processes("match --resume", "--recover"), "the end of all programs")


def test_a_match_that_is_asked_to_end_says_how_to_continue(driver: Driver, branan: Path, tmp_path: Path):
    words = [*match_words(branan, tmp_path, nodes=1500, rounds=50), "--record", "k.txt", "--recover"]
    process = driver.start("match", *words, options=("--pairs", "2"))
    wait_for(lambda: games(tmp_path / "k.txt") or process.poll() is not None, "a game")
    process.terminate()
    output, errors = process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == 130 and "Traceback" not in errors and "SIGTERM" not in errors, errors
    options = " ".join([*driver.options, "--pairs", "2"])
    command = f"branan-cluster match {options} -- --resume --record k.txt --startup 200 --recover"
    assert output.endswith(f"Continue it with: {command}\n"), output


def test_a_decided_test_stops_all_shares(driver: Driver, branan: Path, tmp_path: Path):
    words = match_words(branan, tmp_path, nodes=100, rounds=1000)
    words += ["--sprt", "elo0=-200", "elo1=200", "alpha=0.3", "beta=0.3"]
    code, output, errors = driver.run("match", *words, "--quiet")
    assert code == 0, errors
    number = re.search(r"Match decided by the test: (\d+) games of 4000", output)
    assert number and int(number[1]) < 400, output
    wait_for(lambda: not processes("match --resume", "--recover"), "the end of all programs")


def test_mistakes_end_it_with_one_message(driver: Driver, branan: Path, tmp_path: Path):
    words = match_words(branan, tmp_path, nodes=100, rounds=1)
    code, output, errors = driver.run("match", *words, "--ronuds", "3")
    assert (code, output) == (2, "") and "--ronuds" in errors and "Traceback" not in errors
    # This engine works here, but not on a node.
    program = tmp_path / "only-here"
    program.write_text(f'#!/bin/sh\ncd {tmp_path} && [ "$PWD/only-here" = "$0" ] && exec {branan}\n')
    program.chmod(0o755)
    words[1] = f"cmd={program}"
    code, _, errors = driver.run("match", *words, "--quiet")
    # The error ends with the program's last lines on that node.
    assert code == 1 and "Traceback" not in errors
    assert "no node is left that can run a share" in errors.splitlines()[-1]
    assert errors.rstrip().endswith("engine some: the program ended (exit status: 1)"), errors
