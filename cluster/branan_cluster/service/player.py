"""Plays the tests of the queue: the one with the highest priority first, and versions built beforehand.

Ray distributes the shares of the test over the nodes, and `branan match --collect` counts its games and
decides when it ends.
"""

import asyncio
import contextlib
import fcntl
import json
import re
import shutil
import tempfile
from pathlib import Path

from ..failure import Failure
from ..match import cores_of, manner_of, play, shares_left, usual_pairs
from ..nodes import Nodes
from ..package import Package
from .spec import Spec, match_words
from .store import Store, Test
from .versions import Versions

# The states in which the SPRT's decisions end a test.
VERDICTS = {"H1": "passed", "H0": "failed"}


# What a version that is not built yet is checked without: the program stands in for it.
STAND_IN = {"options": {}, "protocol": "uci", "args": ""}


class Player:
    """Plays one test at a time."""

    def __init__(
        self,
        store: Store,
        versions: Versions,
        branan: Path,
        folder: Path,
        pairs: int | None,
        scaled_to: int | None = None,
    ):
        self.store = store
        self.versions = versions
        self.branan = branan
        self.folder = folder
        self.pairs = pairs
        # The speed of nodes for which time controls are meant, if they are scaled.
        self.scaled_to = scaled_to
        # Set when the queue or a version has changed.
        self.changed = asyncio.Event()
        self.builds_changed = asyncio.Event()
        self.current: tuple[int, asyncio.Task] | None = None

    def wake(self) -> None:
        """Looks at the queue again."""
        self.changed.set()
        self.builds_changed.set()

    def test_folder(self, number: int) -> Path:
        """The folder with the record and the openings of a test."""
        return self.folder / "tests" / str(number)

    def record(self, number: int) -> Path:
        """The record of a test's games."""
        return self.test_folder(number) / "games.txt"

    async def submit(self, spec: Spec) -> int:
        """Pins the versions and openings of a test, checks it, and queues it. Returns its number."""
        versions = [await self.versions.pin(version) for version in spec.versions]
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            openings = await asyncio.to_thread(copy_openings, spec, Path(folder))
            await self._check(spec, versions, openings)
            number = self.store.add(spec, versions)
            target = self.test_folder(number)
            target.mkdir(parents=True)
            if openings:
                shutil.move(openings.parent, target / "openings")
        self.wake()
        return number

    async def _check(self, spec: Spec, versions: list[dict], openings: Path | None) -> None:
        """Fails if `branan match` would refuse the test. The program stands in for versions to be built."""
        built = [self.versions.program(pinned) for pinned in versions]
        shown = [
            version if program.exists() else version.model_copy(update=STAND_IN)
            for version, program in zip(spec.versions, built, strict=True)
        ]
        programs = [program if program.exists() else self.branan for program in built]
        checked = spec.model_copy(update={"candidate": shown[0], "base": shown[1]})
        await self._plan(match_words(checked, "check", programs, openings))

    async def _plan(self, words: list[str]) -> dict:
        """The games to play, from `branan match --dry-run`."""
        process = await asyncio.create_subprocess_exec(
            *(str(self.branan), "match", *words, "--dry-run", "--json"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            output, errors = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        if process.returncode != 0:
            raise Failure(last_error(errors.decode(errors="replace")))
        return json.loads(output)

    def stop(self, number: int) -> bool:
        """Ends an open test. Returns false if it has ended before."""
        stopped = self.store.end(number, "stopped")
        # Now: if it is resumed at once, it begins anew.
        if self.current is not None and self.current[0] == number:
            cancel_once(self.current[1])
        self.wake()
        return stopped

    def resume(self, number: int) -> bool:
        """Queues a test that was stopped or that failed. Returns false for others."""
        resumed = self.store.resume(number)
        self.wake()
        return resumed

    async def run(self) -> None:
        """Plays and builds until cancelled."""
        # A service that was killed has left them running.
        self.store.pause()
        async with asyncio.TaskGroup() as loops:
            loops.create_task(self._play_all())
            loops.create_task(self._build_all())

    async def _play_all(self) -> None:
        """Plays the first test of the queue that is ready. One with a higher priority interrupts it."""
        try:
            while True:
                self.changed.clear()
                ready = (test for test in self.store.queue() if not self._unbuilt(test))
                first = next(ready, None)
                if self.current is None and first is not None:
                    task = asyncio.create_task(self._play(first))
                    task.add_done_callback(self._played)
                    self.current = first.id, task
                elif self.current is not None and (first is None or first.id != self.current[0]):
                    cancel_once(self.current[1])
                await self.changed.wait()
        finally:
            if self.current is not None:
                task = self.current[1]
                cancel_once(task)
                await asyncio.wait([task])

    def _played(self, _: asyncio.Task) -> None:
        self.current = None
        self.changed.set()

    async def _build_all(self) -> None:
        """Builds the versions of queued tests, one at a time."""
        while True:
            self.builds_changed.clear()
            missing = ((test, self._unbuilt(test)) for test in self.store.queue())
            test, unbuilt = next((pair for pair in missing if pair[1]), (None, []))
            if test is None:
                await self.builds_changed.wait()
                continue
            try:
                await self.versions.build(unbuilt[0])
            except Exception as failed:
                self.store.end(test.id, "error", str(failed))
            self.changed.set()

    def _unbuilt(self, test: Test) -> list[dict]:
        """The versions of a test that have not been built."""
        return [pinned for pinned in test.versions if not self.versions.program(pinned).exists()]

    async def _play(self, test: Test) -> None:
        """Plays a test until it is decided, ended by an error, or cancelled."""
        if not self.store.begin(test.id):
            return
        try:
            state, error = await self._play_match(test)
        except asyncio.CancelledError:
            self.store.pause(test.id)
            raise
        except Exception as failed:
            state, error = "error", str(failed) or type(failed).__name__
        self.store.end(test.id, state, error)

    async def _play_match(self, test: Test) -> tuple[str, str]:
        """Plays the games that the record lacks. Returns the state in which the test ends, and the error."""
        record = self.record(test.id)
        record.parent.mkdir(parents=True, exist_ok=True)
        record.touch()
        # The collector of a service that was killed may still be writing its last games.
        await asyncio.to_thread(wait_until_unlocked, record)
        programs = [self.versions.program(pinned) for pinned in test.versions]
        openings = openings_in(test.spec, self.test_folder(test.id) / "openings")
        words = match_words(test.spec, f"Test {test.id}", programs, openings)
        words += ["--resume", "--record", str(record)]
        plan = await self._plan(words)
        shares, nodes = await asyncio.to_thread(self._package, plan)
        ends: list[dict] = []

        def show(line: bytes) -> None:
            event = json.loads(line)
            if event["event"] in ("standing", "end"):
                self.store.add_standing(test.id, event)
            if event["event"] == "end":
                ends.append(event)

        def finished(report: dict, games: bytes) -> None:
            numbers = set(re.findall(rb'^\[Game "(\d+)"\]', games, re.MULTILINE))
            self.store.add_share(report["node"], test.id, len(numbers))

        log = record.with_name("log.txt")
        with log.open("ab") as errors:
            begin = errors.tell()
            collect = [str(self.branan), "match", *words, "--collect", "--json"]
            code = await play(collect, shares, nodes, show, finished, errors)
        if not ends or code != 0:
            return "error", last_error(log.read_bytes()[begin:].decode(errors="replace"))
        if (ending := ends[-1]["ending"]) == "complete":
            return "finished", ""
        if ending == "decided":
            return VERDICTS[ends[-1]["sprt"]["verdict"]], ""
        return "error", f"the match ended early: {ending}"

    def _package(self, plan: dict) -> tuple[list[tuple], Nodes]:
        """Sends the programs to the cluster. Returns the shares left and the nodes to play them."""
        with tempfile.TemporaryDirectory() as folder:
            package = Package(Path(folder), self.branan)
            settings = package.add_settings(plan["settings"])
            sent = package.send()
        nodes = Nodes(cores_of(settings))
        pairs = self.pairs or usual_pairs(plan, nodes.room())
        shares = [
            (sent, settings, share, manner_of(plan, self.scaled_to)) for share in shares_left(plan, pairs)
        ]
        return shares, nodes


def cancel_once(task: asyncio.Task) -> None:
    """Cancels a task. A second cancellation would interrupt the end of the first."""
    if not task.cancelling():
        task.cancel()


def copy_openings(spec: Spec, folder: Path) -> Path | None:
    """Copies the openings of a test, so that later changes do not alter it. Returns the copy's path."""
    if spec.openings is None:
        return None
    target = folder / "openings"
    target.mkdir()
    variants = spec.variants if "{variant}" in spec.openings else [""]
    for variant in variants:
        source = Path(spec.openings.replace("{variant}", variant))
        if not source.is_absolute() or not source.is_file():
            raise Failure(f"openings: {source} is no file on the service's machine with an absolute path")
        shutil.copyfile(source, target / f"{variant or 'openings'}.txt")
    return openings_in(spec, target)


def openings_in(spec: Spec, folder: Path) -> Path | None:
    """The path of a test's openings in a folder with their copies."""
    if spec.openings is None:
        return None
    return folder / ("{variant}.txt" if "{variant}" in spec.openings else "openings.txt")


def wait_until_unlocked(record: Path) -> None:
    """Waits until no collector holds the lock of a record."""
    with record.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)


def last_error(text: str) -> str:
    """The error among the lines of a program, without its warnings and hints."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("branan: ", "error: "))] or lines[-1:]
    with contextlib.suppress(IndexError):
        return re.sub(r"^(branan|error): ", "", errors[-1])
    return "the match ended without a message"
