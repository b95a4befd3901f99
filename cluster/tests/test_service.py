"""The testing service on a cluster: kills, builds, priorities and pages."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import TIME_LIMIT, games, processes, wait_for
from ray.cluster_utils import Cluster


class Service:
    """A service and its client, each in its own process."""

    def __init__(self, cluster: Cluster, branan: Path, folder: Path):
        self.folder = folder
        self.words = [sys.executable, "-m", "branan_cluster.command_line"]
        self.serve = ["serve", "--address", cluster.address, "--branan", str(branan), "--db", "tests.sqlite"]
        self.url = ""
        self.process: subprocess.Popen | None = None

    def start(self, *options: str):
        """Starts the service and waits until it listens."""
        command = [*self.words, *self.serve, "--listen", "127.0.0.1:0", *options]
        log = self.folder / "log.txt"
        with log.open("w") as errors:
            self.process = subprocess.Popen(command, stderr=errors, cwd=self.folder)

        def address() -> re.Match | None:
            assert self.process.poll() is None, log.read_text()
            return re.search(r"serving (http://\S+),", log.read_text())

        self.url = wait_for(address, "the service")[1]

    def end(self, number: int = signal.SIGKILL) -> int:
        """Ends the service. Returns its exit code."""
        self.process.send_signal(number)
        return self.process.wait(TIME_LIMIT)

    def run(self, command: str, *words: str) -> str:
        """The output of a command of the client, or its error."""
        known = ["--server", self.url, "--token-file", "tests.sqlite.token"]
        command = [*self.words, command, *known, *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=TIME_LIMIT)
        assert "Traceback" not in done.stderr
        return done.stdout or done.stderr

    def submit(self, *words: str) -> int:
        """Submits a test of short games. Returns its number."""
        short = (
            "--variant",
            "brandub-walker",
            "--max-moves",
            "30",
            "--openings",
            str(self.folder / "openings.txt"),
        )
        answer = self.run("submit", *words, *short)
        found = re.match(r"test (\d+): http", answer)
        assert found, answer
        return int(found[1])

    def test(self, number: int) -> dict:
        """A test as the API shows it."""
        return json.loads(self.run("tests", str(number)))

    def get(self, path: str) -> str:
        """A page of a public site."""
        with urllib.request.urlopen(self.url + path, timeout=TIME_LIMIT) as answer:
            return answer.read().decode()

    def record(self, number: int) -> Path:
        """The record of a test."""
        return self.folder / f"tests.files/tests/{number}/games.txt"


@pytest.fixture
def service(cluster: Cluster, branan: Path, tmp_path: Path) -> Iterator[Service]:
    """A service that has not been started."""
    (tmp_path / "openings.txt").write_text("d2e2\nd1c1\nd2c2\nd6e6\nstartpos\n")
    service = Service(cluster, branan, tmp_path)
    yield service
    if service.process and service.process.poll() is None:
        service.end()


def test_every_game_counts_once_whatever_is_killed(service: Service, branan: Path):
    service.start("--public", "--pairs", "2")
    engine = f"path={branan}"
    number = service.submit("--candidate", engine, "--base", engine, "--each", "nodes=1000", "--games", "32")
    record = service.record(number)
    wait_for(lambda: len(games(record)) >= 3, "three games")
    _, worker = wait_for(lambda: processes("match --resume", "--recover"), "a share that is played")[0]
    os.kill(worker, signal.SIGKILL)
    before = len(games(record))
    wait_for(lambda: len(games(record)) > min(before, 31), "a game after the kill of a worker")
    # A test of a higher priority. Its SPRT has wide bounds and soon decides.
    sprt = ("--sprt", "elo0=-200", "elo1=100", "alpha=0.3", "beta=0.3", "--priority", "5")
    weak = "option.Skill Level=0"
    urgent = service.submit("--candidate", engine, "--base", engine, weak, "--each", "nodes=100", *sprt)
    wait_for(lambda: service.test(urgent)["state"] == "passed", "a decision")
    service.end()
    kept = games(record)
    service.start("--public")
    wait_for(lambda: service.test(number)["state"] == "finished", "the end")
    after = games(record)
    assert sorted(after) == list(range(1, 33)) and kept.items() <= after.items()
    assert service.test(number)["games"] == 32
    assert subprocess.run([branan, "check", record], stdout=subprocess.DEVNULL).returncode == 0
    status = json.loads(service.get(f"/api/tests/{urgent}/status"))
    assert status["state"] == "success" and "LLR" in status["description"]
    assert "<polyline" in service.get(f"/tests/{urgent}") and "Test" in service.get(f"/tests/{urgent}/report")
    assert service.get(f"/tests/{number}/record") == record.read_text()
    machines = json.loads(service.get("/api/machines"))
    assert sum(machine["games"] for machine in machines) > 0
    table = service.run("tests")
    assert "passed" in table and "finished" in table and table.startswith("ID  STATE")
    assert service.end(signal.SIGTERM) == 0
    wait_for(lambda: not processes("match --resume", "--recover"), "the end of all programs")


def test_a_revision_is_built_once_and_a_broken_one_is_told(service: Service, branan: Path, tmp_path: Path):
    source = tmp_path / "source"
    source.mkdir()

    def git(*words: str):
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", str(source), *identity, *words], check=True, stdout=subprocess.DEVNULL)

    git("init", "--quiet", "--initial-branch", "main")
    builds = tmp_path / "builds"
    (source / "make.sh").write_text(f"echo built >> {builds}\nmkdir out\ncp {branan} out/engine\n")
    git("add", "make.sh")
    git("commit", "--quiet", "--message", "works")
    git("switch", "--quiet", "--create", "broken")
    (source / "make.sh").write_text("echo it does not compile >&2\nexit 3\n")
    git("commit", "--quiet", "--all", "--message", "breaks")
    service.start("--repository", str(source), "--build", "sh make.sh", "--product", "out/engine")
    works, broken = "revision=main", "revision=broken"
    few = ("--each", "nodes=50", "--games", "4")
    first = service.submit("--candidate", broken, "--base", works, *few)
    second = service.submit("--candidate", works, "option.Hash=2", "--base", works, *few)
    wait_for(lambda: service.test(second)["state"] == "finished", "the end")
    assert sorted(games(service.record(second))) == [1, 2, 3, 4]
    test = wait_for(lambda: (test := service.test(first))["state"] == "error" and test, "the error")
    assert "was not built: it does not compile" in test["error"]
    assert builds.read_text() == "built\n"
    assert "has no revision other" in service.run(
        *("submit", "--candidate", "revision=other", "--base", works, "--variant", "tablut", *few)
    )
    # Another service on the same database is refused.
    other = subprocess.run(
        [*service.words, *service.serve], capture_output=True, text=True, cwd=tmp_path, timeout=TIME_LIMIT
    )
    assert other.returncode == 2 and "another service uses" in other.stderr
