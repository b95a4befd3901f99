"""Nodes that are faulty, that join late, and that cannot be reached."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
import ray
from conftest import TIME_LIMIT, Driver, games, wait_for
from ray.cluster_utils import Cluster

from branan_cluster.address import PATIENCE, check_answers
from branan_cluster.failure import Failure
from branan_cluster.nodes import MAX_FAILURES, Nodes, processor


def words(branan: Path, record: Path, rounds: int, nodes: int = 300) -> list[str]:
    """A match of the program against itself."""
    return [
        *("--engine", f"cmd={branan}", "name=some", f"nodes={nodes}"),
        *("--engine", f"cmd={branan}", "name=more", f"nodes={2 * nodes}"),
        *("--variant", "brandub-walker", "--rounds", str(rounds), "--max-moves", "30"),
        *("--startup", "200", "--record", str(record), "--quiet"),
    ]


@pytest.fixture
def sick(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """A node that cannot write packages."""
    folder = tmp_path / "sick"
    folder.mkdir()
    (folder / f"branan-cluster-{os.getuid()}").write_text("not a folder")
    monkeypatch.setenv("TMPDIR", str(folder))
    node = cluster.add_node(num_cpus=2)
    monkeypatch.undo()
    yield node
    cluster.remove_node(node, allow_graceful=False)


def test_a_sick_node_is_left_out(driver: Driver, sick: object, branan: Path, tmp_path: Path):
    record = tmp_path / "games.txt"
    code, _, errors = driver.run("match", *words(branan, record, rounds=6))
    assert code == 0, errors
    assert sorted(games(record)) == list(range(1, 13))
    assert f"{socket.gethostname()} (node {sick.node_id[:8]}) is left out" in errors
    assert "File exists" in errors and errors.count("left out") == 1 and "Traceback" not in errors


def test_positions_come_from_the_other_nodes(driver: Driver, sick: object, tmp_path: Path):
    # Shares of a few seconds: the other node would finish shorter ones before the sick one has begun.
    made = ["--variant", "ard-ri", "--nodes", "3000", "--longest", "40", "--linear", "--positions", "1200"]
    code, output, errors = driver.run("datagen", *made, "--output", "made", options=("--shares", "4"))
    assert code == 0 and "left out" in errors, errors
    assert sorted(path.parent.name for path in tmp_path.glob("made/*/*.positions")) == ["1", "2", "3", "4"]
    # Progress appears only on a terminal, and Ray's messages are not among the results.
    assert output.startswith("4 shares with 300 positions") and output.count("\n") == 1


def test_a_node_may_join_on_the_same_machine(driver: Driver, cluster: Cluster, branan: Path, tmp_path: Path):
    record = tmp_path / "games.txt"
    process = driver.start("match", *words(branan, record, rounds=8, nodes=1500))
    wait_for(lambda: len(games(record)) >= 2 or process.poll() is not None, "two games")
    node = cluster.add_node(num_cpus=1)
    try:
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 0 and "left out" not in errors and "Traceback" not in errors, errors
        assert sorted(games(record)) == list(range(1, 17))
    finally:
        cluster.remove_node(node, allow_graceful=False)


def test_a_share_goes_elsewhere_and_ends_the_work_only_without_a_node(monkeypatch: pytest.MonkeyPatch):
    nodes = Nodes(2)
    known = [{"NodeID": name, "Alive": name != "d", "Resources": {"CPU": 2.0}} for name in "abd"]
    known.append({"NodeID": "c", "Alive": True, "Resources": {"CPU": 1.0}})
    monkeypatch.setattr("ray.nodes", lambda: known)

    def failed(node: str) -> dict:
        return {"node": node, "host": f"host-{node}", "error": "the disk is full"}

    def avoided(tried) -> dict:
        return nodes._options(tried)["label_selector"]

    share, other = nodes.new_share(), nodes.new_share()
    assert avoided(share) == {}
    nodes._failed(failed("a"), share)
    assert avoided(share) == {"ray.io/node-id": "!in(a)"} and avoided(other) == {}
    nodes._failed(failed("a"), other)
    assert nodes.left_out == {"a"} and avoided(nodes.new_share()) == {"ray.io/node-id": "!in(a)"}
    # The last node gets a second try.
    nodes._failed(failed("b"), share)
    assert avoided(share) == {"ray.io/node-id": "!in(a)"}
    with pytest.raises(Failure, match="no node is left.* host-b: the disk is full"):
        nodes._failed(failed("b"), share)


def test_a_share_that_no_node_can_take_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
):
    known = [
        {"NodeID": name, "Alive": name != "b", "Resources": {"CPU": 2.0 * (name != "a")}} for name in "abc"
    ]
    monkeypatch.setattr("ray.nodes", lambda: known)
    assert Nodes(2).shortage() is None
    nodes = Nodes(64)
    assert nodes.shortage() == "a share needs 64 cores, and the largest node has 2"
    for _ in range(2):
        nodes._options(nodes.new_share())
    told = "branan-cluster: a share needs 64 cores, and the largest node has 2; waiting for a larger one\n"
    assert capsys.readouterr().err == told
    # Another wait is told again.
    known.append({"NodeID": "d", "Alive": True, "Resources": {"CPU": 64.0}})
    nodes._options(nodes.new_share())
    known.pop()
    nodes._options(nodes.new_share())
    assert capsys.readouterr().err == told


def test_lost_nodes_and_workers_are_told_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    monkeypatch.setattr("branan_cluster.nodes.LOSS_PAUSE", 0)
    known = [
        {
            "NodeID": name,
            "NodeManagerHostname": f"host-{name}",
            "Alive": name != "a",
            "Resources": {"CPU": 1.0},
        }
        for name in "abc"
    ]
    monkeypatch.setattr("ray.nodes", lambda: known)
    nodes = Nodes()

    def told() -> str:
        asyncio.run(nodes._tell_losses())
        return capsys.readouterr().err

    # Node `a` was lost before.
    nodes._options(nodes.new_share())
    again = "was lost; what it had not sent back is done again elsewhere\n"
    assert told() == f"branan-cluster: a worker {again}"
    known[1]["Alive"] = False
    assert told() == f"branan-cluster: host-b (node b) {again}"
    assert told() == f"branan-cluster: a worker {again}"

    # Ray notices the loss of a node after that of its workers.
    looks = 0

    def later() -> list[dict]:
        nonlocal looks
        looks += 1
        known[2]["Alive"] = looks < 3
        return known

    monkeypatch.setattr("ray.nodes", later)
    assert told() == f"branan-cluster: a worker {again}branan-cluster: host-c (node c) {again}"


def test_a_match_without_an_address_needs_the_cores_here(branan: Path, tmp_path: Path):
    driver = Driver(None, branan, tmp_path)
    code, _, errors = driver.run(
        "match", *words(branan, tmp_path / "games.txt", 1), options=("--cores", "999")
    )
    assert code == 2 and "branan-cluster: a share needs 999 cores, and the largest node has" in errors


def test_a_share_that_is_often_out_of_memory_fails(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ray.nodes", lambda: [{"NodeID": "a", "Alive": True, "Resources": {"CPU": 1.0}}])
    monkeypatch.setattr("branan_cluster.nodes.STOPPED_PAUSE", 0)
    tries = 0

    class Task:
        def options(self, **_):
            return self

        async def remote(self):
            nonlocal tries
            tries += 1
            raise ray.exceptions.OutOfMemoryError("The node was low on memory.\nRead on elsewhere.")
            yield

    with pytest.raises(Failure, match="no node is left.*: The node was low on memory.$"):
        asyncio.run(Nodes().run(Task(), tuple, None))
    assert tries == MAX_FAILURES + 1


def test_a_lost_share_asks_only_for_what_is_missing():
    class Results:
        def __init__(self, values: list, end: Exception | dict):
            self.values, self.end = values, end

        async def __aiter__(self):
            async def done(value):
                return value

            for value in self.values:
                yield done(("result", value))
            if isinstance(self.end, Exception):
                raise self.end
            yield done(("end", self.end))

    report = {"node": "a", "host": "h", "processor": "Abacus", "seconds": 1.0, "speed": None, "error": None}
    lost = ray.exceptions.WorkerCrashedError()
    tries = iter([Results([1, 2], lost), Results([], lost), Results([3, 4], report)])
    asked, left = [], {1, 2, 3, 4}

    class Task:
        def options(self, **_):
            return self

        def remote(self, numbers: list):
            asked.append(numbers)
            return next(tries)

    async def take(number: int):
        left.remove(number)

    nodes = Nodes()
    nodes._options = lambda tried: {}
    assert asyncio.run(nodes.run(Task(), lambda: (sorted(left),), take)) == report
    # A loss is nobody's failure.
    assert asked == [[1, 2, 3, 4], [3, 4], [3, 4]] and not left and not nodes.failures["a"]


@pytest.mark.parametrize("fails", (True, False))
def test_a_share_that_nobody_waits_for_is_stopped(fails: bool, monkeypatch: pytest.MonkeyPatch):
    # A game that comes after the SPRT's decision finds the collector's input closed.
    stopped = []
    monkeypatch.setattr("ray.cancel", lambda results, force: stopped.append((results, force)))

    class Results:
        async def __aiter__(self):
            async def done(value):
                return value

            yield done(("result", 1))
            await asyncio.sleep(TIME_LIMIT)

    class Task:
        results = Results()

        def options(self, **_):
            return self

        def remote(self):
            return self.results

    async def take(_: int):
        if fails:
            raise BrokenPipeError

    nodes = Nodes()
    nodes._options = lambda tried: {}

    async def run():
        async with asyncio.timeout(0.2):
            await nodes.run(Task(), tuple, take)

    with pytest.raises(BrokenPipeError if fails else TimeoutError):
        asyncio.run(run())
    assert stopped == [(Task.results, True)]


def test_nodes_are_named_with_their_processors_and_speeds():
    nodes = Nodes()

    def finished(node: str, seconds: float, speed: int | None = None):
        report = {"node": node, "host": f"host-{node}", "processor": "Abacus", "speed": speed}
        nodes._finished({**report, "seconds": seconds})

    finished("a", 2.0)
    assert nodes.summary() == [] and nodes.unevenness() == 1.0
    finished("b", 3.0)
    finished("a", 4.0)
    finished("c", 1.0, 600_000)
    finished("d", 1.0, 900_000)
    assert nodes.summary() == [
        "host-a (node a, Abacus): 2 shares, 3.0 s each",
        "host-b (node b, Abacus): 1 share, 3.0 s each",
        "host-c (node c, Abacus, 600 thousand nodes a second): 1 share, 1.0 s each",
        "host-d (node d, Abacus, 900 thousand nodes a second): 1 share, 1.0 s each",
    ]
    assert nodes.unevenness() == 1.5
    assert processor() and "\n" not in processor()


# In a process of its own: a cluster that Ray starts changes the environment of the process.
JOINED = """
import sys
import ray
from branan_cluster.session import connect

with connect(sys.argv[1] or None):
    print(ray.get_runtime_context().gcs_address, file=sys.__stdout__)
"""


def test_without_an_address_no_cluster_of_this_machine_is_joined(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("RAY_ADDRESS", cluster.address)

    def joined(address: str) -> str:
        words = [sys.executable, "-c", JOINED, address]
        return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    assert joined("auto") == cluster.address != joined("")


def test_a_token_that_is_refused_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def answer(_, context):
        if ("authorization", "Bearer right") not in context.invocation_metadata():
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "no")
        return b""

    server = grpc.server(ThreadPoolExecutor(1))
    handlers = {"GetClusterId": grpc.unary_unary_rpc_method_handler(answer)}
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler("ray.rpc.NodeInfoGcsService", handlers)]
    )
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    monkeypatch.delenv("RAY_AUTH_TOKEN", raising=False)
    file = tmp_path / "token"
    monkeypatch.setenv("RAY_AUTH_TOKEN_PATH", str(file))
    for token in (None, "wrong"):
        if token:
            file.write_text(token)
        with pytest.raises(Failure, match=f"{address} refuses this machine: its token"):
            check_answers(address)
    file.write_text("right\n")
    check_answers(address)
    server.stop(None)


def test_an_address_without_a_cluster_is_told_soon():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        begin = time.monotonic()
        with pytest.raises(Failure, match="no cluster answers at 127.0.0.1"):
            check_answers(f"127.0.0.1:{silent.getsockname()[1]}")
        assert PATIENCE - 1 < time.monotonic() - begin < 10
    with pytest.raises(Failure, match="no cluster answers at 127.0.0.1:1 .*refused"):
        check_answers("127.0.0.1:1")
    with pytest.raises(Failure, match="no address of a cluster"):
        check_answers("head:port")
    for anywhere in (None, "auto", "ray://head:10001"):
        check_answers(anywhere)
