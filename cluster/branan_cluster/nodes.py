"""The nodes of a cluster. Repeats shares that were lost, retries failed ones on other nodes, and excludes
faulty nodes.
"""

import asyncio
import collections
import functools
import platform
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import ray

from .failure import Failure

# A node is excluded after this many failures in a row.
MAX_FAILURES = 2

# The longest pause before a share that was lost is run again, in seconds.
MAX_PAUSE = 30

# The pause before a share that Ray has stopped is run again, in seconds. If memory was short, other programs
# may need less by then.
STOPPED_PAUSE = 15

# Seconds before a loss is told, as others may come of the same cause, and then between looks for a lost node.
LOSS_PAUSE = 3

# How often to look for it.
LOSS_LOOKS = 20

# What Ray raises when a worker or node was lost.
LOSSES = (
    ray.exceptions.WorkerCrashedError,
    ray.exceptions.NodeDiedError,
    ray.exceptions.ObjectLostError,
)

# The number of shares submitted to Ray at a time. More than the number of cores only costs memory.
IN_FLIGHT = 4096

Share = TypeVar("Share")

NODE_LABEL = "ray.io/node-id"


def reporting(work: Callable[..., Iterator]) -> Callable[..., Iterator]:
    """Makes a task that yields `("result", value)` for each value of `work`, then `("end", report)`.

    The report names the node, its host and processor, the time, what `work` returns, and the error if there
    was one. An exception would reach the driver as a traceback that does not name the node.
    """

    @functools.wraps(work)
    def task(*arguments):
        error, begin, returned = None, time.monotonic(), None

        def values():
            nonlocal returned
            returned = yield from work(*arguments)

        try:
            for value in values():
                yield "result", value
        except Exception as failed:
            error = str(failed) or type(failed).__name__
        node = ray.get_runtime_context().get_node_id()
        yield (
            "end",
            {
                "node": node,
                "host": socket.gethostname(),
                "processor": processor(),
                "seconds": time.monotonic() - begin,
                "speed": returned,
                "error": error,
            },
        )

    return task


def processor() -> str:
    """The name of this machine's processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


@dataclass
class Work:
    """The finished shares of a node."""

    host: str
    processor: str
    # Nodes a second of `branan bench`, if it was measured.
    speed: int | None = None
    shares: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        speed = f", {self.speed / 1000:.0f} thousand nodes a second" if self.speed else ""
        each = f"{self.shares} share{'s' * (self.shares != 1)}, {self.seconds / self.shares:.1f} s each"
        return f"{self.processor}{speed}): {each}"


async def each(
    shares: Iterable[Share], follow: Callable[[Share], Awaitable[None]], in_flight: int = IN_FLIGHT
) -> None:
    """Awaits `follow` for every share, at most `in_flight` at a time. A failure stops the others."""
    room = asyncio.Semaphore(in_flight)

    async def follow_in_room(share: Share) -> None:
        try:
            await follow(share)
        finally:
            room.release()

    async with asyncio.TaskGroup() as followers:
        for share in shares:
            await room.acquire()
            followers.create_task(follow_in_room(share))


class Nodes:
    """The nodes that can run shares of `cores` cores each."""

    def __init__(self, cores: int = 1):
        self.cores = cores
        # The failures of each node since its last finished share.
        self.failures = collections.Counter()
        self.left_out = set()
        # The work of each node.
        self.work: dict[str, Work] = {}
        # Whether shares wait for a node that is large enough.
        self.waiting = False
        # The nodes that were alive when last seen.
        self.alive = set()
        # Tells of losses.
        self.telling: asyncio.Task | None = None

    async def run(
        self, task, arguments: Callable[[], tuple], take: Callable[[object], Awaitable[None]]
    ) -> dict:
        """Runs a share until a node has finished it, with new `arguments` for each try.

        Passes each result to `take`. Returns the report of the node that finished it. The task on the node
        is stopped if this is cancelled or `take` fails.
        """
        tried, losses = self.new_share(), 0
        while True:
            results = task.options(**self._options(tried)).remote(*arguments())
            try:
                report = await self._follow(results, take)
            except BaseException:
                # Nobody would read its results, and it would keep its cores until it ends by itself.
                ray.cancel(results, force=True)
                raise
            if report is None:
                losses += 1
                if self.telling is None or self.telling.done():
                    self.telling = asyncio.create_task(self._tell_losses())
                # Nobody's fault, unless it is that of the share: a pause protects the cluster.
                await asyncio.sleep(min(losses - 1, MAX_PAUSE))
            elif report["error"] is None:
                self._finished(report)
                return report
            else:
                self._failed(report, tried)
                if report["node"] is None:
                    await asyncio.sleep(STOPPED_PAUSE)

    @staticmethod
    def new_share() -> collections.Counter:
        """An empty count of a share's failures by node."""
        return collections.Counter()

    def summary(self) -> list[str]:
        """A line on each node and its speed, so that slow ones can be told. Empty for a single node."""
        if len(self.work) < 2:
            return []
        return [f"{work.host} (node {node[:8]}, {work}" for node, work in sorted(self.work.items())]

    def unevenness(self) -> float:
        """How many times as fast as the slowest node the fastest one is."""
        speeds = [work.speed for work in self.work.values() if work.speed]
        return max(speeds) / min(speeds) if speeds else 1.0

    def _finished(self, report: dict) -> None:
        """Counts a finished share."""
        node = report["node"]
        self.failures[node] = 0
        self.alive.add(node)
        work = self.work.setdefault(node, Work(report["host"], report["processor"], report["speed"]))
        work.shares += 1
        work.seconds += report["seconds"]

    async def _follow(self, results, take: Callable[[object], Awaitable[None]]) -> dict | None:
        """Passes on the results of a task. Returns its report, or `None` if its worker or node was lost."""
        error = "a task ended without a report"
        try:
            async for item in results:
                kind, value = await item
                if kind == "end":
                    return value
                await take(value)
        except LOSSES:
            return None
        except ray.exceptions.OutOfMemoryError as failed:
            # It may be the share's own fault, so it is not repeated for ever.
            error = str(failed).strip().splitlines()[0]
        except ray.exceptions.RayError as failed:
            error = str(failed).strip().splitlines()[-1]
        return {"node": None, "host": "unknown", "error": error}

    async def _tell_losses(self) -> None:
        """Says which nodes were lost, or that a worker was. Ray is slow to notice the loss of a node."""
        again = "was lost; what it had not sent back is done again elsewhere"
        for look in range(LOSS_LOOKS):
            await asyncio.sleep(LOSS_PAUSE)
            lost = [node for node in ray.nodes() if not node["Alive"] and node["NodeID"] in self.alive]
            for node in lost:
                self.alive.discard(node["NodeID"])
                name = f"{node['NodeManagerHostname']} (node {node['NodeID'][:8]})"
                print(f"branan-cluster: {name} {again}", file=sys.stderr)
            if lost:
                return
            if look == 0:
                print(f"branan-cluster: a worker {again}", file=sys.stderr)

    def _usable(self) -> set[str]:
        """The nodes with enough cores for a share that are not excluded."""
        nodes = [node for node in ray.nodes() if node["Alive"]]
        self.alive |= {node["NodeID"] for node in nodes}
        large = {node["NodeID"] for node in nodes if node["Resources"].get("CPU", 0) >= self.cores}
        return large - self.left_out

    def shortage(self) -> str | None:
        """The reason why no node of the cluster can run a share. `None` if one can."""
        if self._usable():
            return None
        cores = [
            int(node["Resources"].get("CPU", 0))
            for node in ray.nodes()
            if node["Alive"] and node["NodeID"] not in self.left_out
        ]
        needed = f"{self.cores} core{'s' * (self.cores != 1)}"
        return f"a share needs {needed}, and the largest node has {max(cores, default=0)}"

    def room(self) -> int:
        """How many shares the cluster can run at a time."""
        return sum(
            int(node["Resources"].get("CPU", 0)) // self.cores
            for node in ray.nodes()
            if node["Alive"] and node["NodeID"] not in self.left_out
        )

    def _options(self, tried: collections.Counter) -> dict:
        """The scheduling options of a share that has failed on these nodes. Prefers other nodes."""
        usable = self._usable()
        self._tell_shortage(usable)
        avoided = set(self.left_out)
        if usable - tried.keys():
            avoided |= tried.keys()
        avoided.discard(None)
        selector = {NODE_LABEL: f"!in({','.join(sorted(avoided))})"} if avoided else {}
        return {"num_cpus": self.cores, "num_returns": "streaming", "label_selector": selector}

    def _tell_shortage(self, usable: set[str]) -> None:
        """Says once that shares wait for a node that is large enough."""
        if not usable and not self.waiting:
            print(f"branan-cluster: {self.shortage()}; waiting for a larger one", file=sys.stderr)
        self.waiting = not usable

    def _failed(self, report: dict, tried: collections.Counter) -> None:
        """Counts a failure. Raises it if no node is left for the share."""
        node, host, error = report["node"], report["host"], report["error"]
        tried[node] += 1
        self.failures[node] += 1
        if node and self.failures[node] >= MAX_FAILURES and node not in self.left_out:
            self.left_out.add(node)
            text = f"{host} (node {node[:8]}) is left out, where shares failed twice: {error}"
            print(f"branan-cluster: {text}", file=sys.stderr)
        if not any(tried[node] < MAX_FAILURES for node in self._usable()) or tried[None] > MAX_FAILURES:
            raise Failure(f"no node is left that can run a share; on {host}: {error}", code=1)
