"""Jobs of a coordinating program, done on the nodes.

The coordinator prints each job as a line of JSON and reads its answer from standard input. It keeps what has
been done, so that it can continue after a kill. This side takes as many jobs at a time as the nodes have room
for, and repeats those that fail on other nodes.
"""

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine

from .nodes import Nodes
from .progress import keep_telling, since

# The length limit of a line of the coordinator, in bytes.
MAX_LINE = 1 << 24

# Seconds that an interrupted coordinator gets to end by itself.
PATIENCE = 30

# Seconds between two looks at the size of the cluster.
INTERVAL = 2

# Makes the arguments of a task from a job.
Arguments = Callable[[dict], tuple]


def run_relay(
    words: list[str], nodes: Nodes, task, begin: Callable[[dict], Arguments], tells: bool = False
) -> int:
    """Runs a coordinator and has its jobs done by `task`. Returns its exit code.

    `begin` takes the coordinator's first line. Where there is no terminal, a line every minute `tells` the
    number of jobs. Fails if no node is left for a job.
    """
    try:
        return asyncio.run(Relay(nodes, task, begin, tells).run(words))
    finally:
        for line in nodes.summary():
            print(f"branan-cluster: {line}", file=sys.stderr)


class Relay:
    """A coordinator and its jobs."""

    def __init__(self, nodes: Nodes, task, begin: Callable[[dict], Arguments], tells: bool):
        self.nodes = nodes
        # On a terminal, the coordinator shows its own progress.
        self.tells = tells and not sys.stderr.isatty()
        self.beginning = time.monotonic()
        # Jobs that are done, and those that the nodes have.
        self.done, self.given = 0, 0
        self.task = task
        self.begin = begin
        self.arguments: Arguments | None = None
        self.program: asyncio.subprocess.Process | None = None
        self.running: set[asyncio.Task] = set()
        self.over = False

    async def run(self, words: list[str]) -> int:
        """Runs the coordinator to its end. Returns its exit code."""
        self.failed = asyncio.get_running_loop().create_future()
        self.program = await asyncio.create_subprocess_exec(
            *words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            limit=MAX_LINE,
            # Ctrl-C reaches it once, through this process.
            start_new_session=True,
        )
        following = asyncio.create_task(self._follow())
        try:
            await asyncio.wait([following, self.failed], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            # It says what it has found out.
            with contextlib.suppress(ProcessLookupError):
                self.program.send_signal(signal.SIGINT)
            await asyncio.wait([following], timeout=PATIENCE)
            raise
        finally:
            self.over = True
            running = list(self.running)
            for job in running:
                job.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            # Without answers it ends, and says what it has found out.
            self.program.stdin.close()
            await following
            code = await self.program.wait()
        if self.failed.done():
            raise self.failed.exception()
        return code

    async def _follow(self) -> None:
        """Starts the coordinator's jobs, and prints whatever else it says."""
        async for line in self.program.stdout:
            if not line.startswith(b'{"'):
                print(line.decode(errors="replace"), end="", file=sys.__stdout__, flush=True)
            elif not self.over:
                event = json.loads(line)
                if event["event"] == "begin":
                    self.arguments = self.begin(event)
                    self._start(self._tell_room())
                    if self.tells:
                        self._start(keep_telling(self._progress))
                else:
                    self._start(self._do(event))

    def _start(self, work: Coroutine) -> None:
        """Starts work that ends everything if it fails."""
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task) -> None:
        self.running.discard(task)
        if not task.cancelled() and task.exception() and not self.failed.done():
            self.failed.set_exception(task.exception())

    async def _do(self, job: dict) -> None:
        """Does a job and passes on its answer. A repeated job may have two; the coordinator takes one."""

        async def take(answer: object) -> None:
            await self._tell({"id": job["id"], "answer": answer})

        self.given += 1
        try:
            await self.nodes.run(self.task, lambda: self.arguments(job), take)
            self.done += 1
        finally:
            self.given -= 1

    def _progress(self) -> str:
        return f"{self.done} jobs done, {self.given} more given out, {since(self.beginning)}"

    async def _tell_room(self) -> None:
        """Tells the coordinator how many jobs the nodes can do, whenever that changes."""
        told = None
        while True:
            if (room := await asyncio.to_thread(self.nodes.room)) != told:
                await self._tell({"room": room})
                told = room
            await asyncio.sleep(INTERVAL)

    async def _tell(self, message: dict) -> None:
        # The coordinator may have ended because it needs no more answers.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.program.stdin.write(json.dumps(message).encode() + b"\n")
            await self.program.stdin.drain()
