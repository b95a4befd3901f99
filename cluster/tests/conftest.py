"""Fixtures: the program, a cluster on this machine, and runs of the driver."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

# Ray gives up on a node after 30 s, which a busy machine may need. It reads this when it is imported.
os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")

import pytest
from ray.cluster_utils import Cluster

# Tests that run in a shell's background ignore Ctrl-C, and so would the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parents[2]

# The time limit of any wait, in seconds. Generous, for busy machines.
TIME_LIMIT = 300


@pytest.fixture(scope="session")
def branan() -> Path:
    """The program."""
    path = Path(os.environ.get("BRANAN", ROOT / "target/debug/branan")).absolute()
    assert path.exists(), "build it first: cargo build"
    return path


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A head without cores, and a node with one core."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    cluster.add_node(num_cpus=1)
    yield cluster
    cluster.shutdown()


class Driver:
    """Starts `branan-cluster` for a cluster, or for none."""

    def __init__(self, cluster: Cluster | None, branan: Path, folder: Path):
        self.folder = folder
        self.started: list[subprocess.Popen] = []
        self.before = [sys.executable, "-m", "branan_cluster.command_line"]
        self.options = ["--branan", str(branan)]
        if cluster:
            self.options += ["--address", cluster.address]

    def start(self, command: str, *words: str, options: tuple[str, ...] = ()) -> subprocess.Popen:
        words = (*self.before, command, *self.options, *options, "--", *words)
        process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder
        )
        self.started.append(process)
        return process

    def end(self):
        """Ends all running processes, so that a failed test does not disturb the next one."""
        for process in self.started:
            process.kill()
            process.communicate()

    def run(self, command: str, *words: str, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
        """The exit code and the output of a run."""
        process = self.start(command, *words, options=options)
        output, errors = process.communicate(timeout=TIME_LIMIT)
        return process.returncode, output, errors


@pytest.fixture
def driver(cluster: Cluster, branan: Path, tmp_path: Path) -> Iterator[Driver]:
    """Starts `branan-cluster` in a separate folder."""
    driver = Driver(cluster, branan, tmp_path)
    yield driver
    driver.end()


def games_in(branan: Path, database: Path) -> int:
    """The number of games in a database."""
    command = [branan, "db", "info", database, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["games"]


def wait_for(condition: Callable[[], object], what: str):
    """Waits until a condition holds. Returns its value."""
    end = time.monotonic() + TIME_LIMIT
    while not (result := condition()):
        assert time.monotonic() < end, f"never came: {what}"
        time.sleep(0.05)
    return result


def processes(*words: str) -> list[tuple[int, int]]:
    """The ids of the processes with these words in their command line, and of their parents."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if folder.name.isdigit() and all(word in line for word in words):
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                found.append((int(folder.name), int(parent)))
        except OSError:
            # It has ended in the meantime.
            continue
    return found


def games(record: Path) -> dict[int, str]:
    """The games of a record by number, without the parts that differ between runs. Fails on duplicates."""
    found = {}
    text = record.read_text() if record.exists() else ""
    for game in text.split("[Event ")[1:]:
        number = re.search(r'^\[Game "(\d+)"\]$', game, re.MULTILINE)
        if number is None or not re.search(r"(attackers|defenders|draw)\n\n", game):
            # It is being written.
            continue
        assert int(number[1]) not in found, f"game {number[1]} is there twice"
        game = re.sub(r'^\[(Date|Checksum|Machine) ".*"\]$', "", game, flags=re.MULTILINE)
        # Lines wrap at different places because the widths of the times vary.
        words = " ".join(game.split("\n%")[0].split())
        words = re.sub(r"\b\d+\.\d+s\b|\bnps \d+|\b(?:left|lag) \d+\.\d+", "", words)
        found[int(number[1])] = " ".join(words.split())
    return found
