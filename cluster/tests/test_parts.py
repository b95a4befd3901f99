"""Parts of a match that need no cluster."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import processes, wait_for

from branan_cluster.failure import Failure
from branan_cluster.match import MAX_PAIRS, list_of, manner_of, shares_left, usual_pairs
from branan_cluster.nodes import each
from branan_cluster.process import Program
from branan_cluster.speed import speed_here


def plan(left: list[int], **limits: object) -> dict:
    """A plan with these games left."""
    engine = {"limits": {"clock": None, "move_time": None, "nodes": None, "depth": None, **limits}}
    return {"left": left, "settings": {"engines": [engine]}, "startup": 5, "ping": 7, "patience": 6}


def test_every_game_left_is_in_one_share():
    left = [*range(1, 9), 11, 14, *range(17, 21)]
    shares = shares_left(plan(left), 3)
    assert shares == [[1, 2, 3, 4, 5, 6], [7, 8, 11, 14], [17, 18, 19, 20]]
    assert list_of(shares[1]) == "games:7,8,11,14"
    assert shares_left(plan([]), 3) == []


@pytest.mark.parametrize(
    ("games", "room", "pairs"), [(2, 4, 1), (64, 4, 1), (640, 4, 10), (20000, 4, MAX_PAIRS), (96, 0, 6)]
)
def test_shares_are_small_enough_for_all_cores(games: int, room: int, pairs: int):
    assert usual_pairs(plan(list(range(1, games + 1))), room) == pairs


def test_the_speed_of_a_node_matters_only_with_clocks():
    assert not manner_of(plan([1], nodes=100), 1000).timed
    assert manner_of(plan([1], nodes=100), 1000).scaled_to is None
    assert manner_of(plan([1], clock="10+0.1")).timed
    timed = manner_of(plan([1], move_time={"secs": 1, "nanos": 0}), 1000)
    assert timed.timed and timed.scaled_to == 1000
    assert timed.patience == ("--startup=5", "--ping=7", "--patience=6")


def test_a_speed_is_measured_once(tmp_path: Path):
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\necho x >> {tmp_path}/runs\necho '100 nodes 4321 nps'\n")
    program.chmod(0o755)
    assert [speed_here(program), speed_here(program)] == [4321, 4321]
    assert (tmp_path / "runs").read_text() == "x\n"
    (tmp_path / "speed.txt").unlink()
    program.write_text("#!/bin/sh\necho nothing\n")
    with pytest.raises(RuntimeError, match="did not tell its speed"):
        speed_here(program)


def test_a_program_is_talked_to_until_it_is_silent():
    with Program(["/bin/cat"], subprocess.PIPE, listens=True) as program:
        program.say(["one", "two"])
        lines = program.lines(0.5)
        assert [next(lines), next(lines)] == ["one", "two"]
        with pytest.raises(RuntimeError, match="cat said nothing for 0 s"):
            next(lines)


def test_a_program_ends_with_all_that_it_started(tmp_path: Path):
    script = tmp_path / "builds"
    script.write_text("sleep 300")
    with Program(["sh", "-c", f"sh {script} & echo begun; wait"], subprocess.PIPE) as program:
        assert next(program.lines(60)) == "begun"
        wait_for(lambda: processes(f"sh {script}"), "the second program")
    wait_for(lambda: not processes(f"sh {script}"), "the end of both programs")


WORKER = """
import sys
from branan_cluster.process import Program, scratch

with scratch() as folder, Program(["sh", "-c", "sh $0 & wait", sys.argv[1]]) as program:
    (folder / "games.txt").touch()
    print(folder, flush=True)
    program.check_end()
"""


def test_a_worker_that_is_killed_leaves_neither_programs_nor_folders(tmp_path: Path):
    script = tmp_path / "builds"
    script.write_text("sleep 300")
    worker = subprocess.Popen([sys.executable, "-c", WORKER, script], stdout=subprocess.PIPE, text=True)
    folder = Path(worker.stdout.readline().strip())
    # Nothing is killed or removed while the worker lives.
    time.sleep(3)
    assert len(processes(f"sh {script}")) == 1 and (folder / "games.txt").exists()
    worker.kill()
    worker.communicate()
    wait_for(lambda: not processes(f"sh {script}"), "the end of the programs")
    wait_for(lambda: not folder.exists(), "the end of the folder")


def test_shares_run_a_few_at_a_time_and_stop_with_the_first_failure():
    running, most, done = 0, 0, []

    async def follow(share: int) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1
        if share == 11:
            raise Failure("share 11")
        done.append(share)

    asyncio.run(each(range(10), follow, in_flight=3))
    assert sorted(done) == list(range(10)) and most == 3
    with pytest.raises(ExceptionGroup) as failed:
        asyncio.run(asyncio.wait_for(each(range(10, 1000), follow, in_flight=3), 60))
    assert str(failed.value.exceptions[0]) == "share 11"
    assert max(done) < 20
