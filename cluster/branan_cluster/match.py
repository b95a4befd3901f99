"""`branan-cluster match`: the driver of a match, and the task that runs on the nodes.

`branan match --dry-run` lists the games to play, `branan match --share` plays a part of it on a
node, and `branan match --collect` counts the games that come back: it keeps the record, shows the
table and knows when the match is over.
"""

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import ray

from .failure import Failure
from .nodes import Nodes, reporting
from .package import PROGRAM, Package, local_settings, unpacked
from .process import Program
from .session import connect

# The number of shares submitted to Ray at a time. More than the number of cores only costs memory.
IN_FLIGHT = 4096

# The length limit of a line of the collector, in bytes. A standing has a few kilobytes.
MAX_LINE = 1 << 24


@ray.remote(max_retries=-1)
@reporting
def play_share(package: dict, settings: dict, share: str, patience: list[str]) -> Iterator[bytes]:
    """Plays a share of a match. Yields each game as soon as it is over.

    If Ray repeats the share on another node, it resumes after the games already returned.
    """
    here = unpacked(package)
    local = local_settings({**settings, "share": share}, here)
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "games.txt")
        record.write_text(f"% branan match\n% settings {json.dumps(local, ensure_ascii=False)}\n\n")
        # The collector decides whether a broken engine ends the match.
        words = [str(here / PROGRAM), "match", "--resume", "--record", str(record), "--json", "--recover"]
        with Program([*words, *patience], subprocess.PIPE) as program:
            end = 0
            for line in program.process.stdout:
                if json.loads(line)["event"] == "game":
                    games, end = games_after(record, end)
                    if games:
                        yield games
            program.check_end()


def games_after(record: Path, end: int) -> tuple[bytes, int]:
    """The games added to a record after byte `end`, and the record's new length.

    When a game is announced, the record may already contain more.
    """
    with record.open("rb") as file:
        file.seek(end)
        added = file.read()
    first = re.search(rb"^\[", added, re.MULTILINE)
    # The text before the first tag is the settings.
    return added[first.start() :] if first else b"", end + len(added)


def run_match(args: argparse.Namespace) -> int:
    """Plays a match on a cluster."""
    plan = dry_run(args.branan, args.words)
    refuse_rounds(plan["settings"])
    shares = shares_left(plan, args.pairs)
    with tempfile.TemporaryDirectory() as folder:
        package = Package(Path(folder), args.branan)
        settings = package.add_settings(plan["settings"])
        patience = [f"--startup={plan['startup']}", f"--patience={plan['patience']}"]
        nodes = Nodes(args.cores or cores_of(settings))
        with connect(args.address):
            words = [str(args.branan), "match", *args.words, "--collect"]
            sent = package.send()
            code = asyncio.run(play(words, [(sent, settings, share, patience) for share in shares], nodes))
    for line in nodes.summary():
        print(f"branan-cluster: {line}", file=sys.stderr)
    return code


def dry_run(branan: Path, words: list[str]) -> dict:
    """Asks `branan` for the games to play."""
    command = [str(branan), "match", *words, "--dry-run"]
    if "--json" not in words:
        command.append("--json")
    answer = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    if answer.returncode != 0:
        # It has printed the error itself.
        raise SystemExit(answer.returncode)
    return json.loads(answer.stdout)


def refuse_rounds(settings: dict) -> None:
    """Refuses formats in which results decide who meets next: they cannot be divided beforehand."""
    if (format_ := settings["format"]) in ("swiss", "knockout"):
        why = "who meets in a round depends on the rounds before it"
        raise Failure(f"--format {format_} cannot be played on a cluster: {why}; use 'branan match'")


def shares_left(plan: dict, pairs: int) -> list[str]:
    """The shares with unplayed games."""
    of = max(1, plan["games"] // 2 // pairs)
    numbers = sorted({(game - 1) // 2 % of + 1 for game in plan["left"]})
    return [f"{number}/{of}" for number in numbers]


def cores_of(settings: dict) -> int:
    """The cores that a game needs, for the thinking engine and for a pondering one."""

    def threads(engine: dict) -> int:
        values = [value for name, value in engine["options"] if name.lower() == "threads"]
        return int(values[-1]) if values and str(values[-1]).isdigit() else 1

    engines = settings["engines"]
    most = max(threads(engine) for engine in engines)
    ponders = [threads(engine) for engine in engines if engine.get("ponder")]
    return most + max(ponders, default=0)


async def play(
    words: list[str],
    shares: list[tuple],
    nodes: Nodes,
    show: Callable[[bytes], None] | None = None,
    finished: Callable[[dict, bytes], None] | None = None,
    errors: BinaryIO | None = None,
) -> int:
    """Runs the shares and passes their games to the collector. Returns the collector's exit code.

    `show` takes each line of the collector, which otherwise prints them, and `finished` the report and the
    games of each share. The collector's messages go to `errors`.
    """
    collector = await asyncio.create_subprocess_exec(
        *words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if show else None,
        stderr=errors,
        limit=MAX_LINE,
    )
    room = asyncio.Semaphore(IN_FLIGHT)

    async def follow(share: tuple) -> None:
        games = bytearray()

        async def collect(game: bytes) -> None:
            games.extend(game)
            collector.stdin.write(game)
            await collector.stdin.drain()

        try:
            report = await nodes.run(play_share, share, collect)
        finally:
            room.release()
        if finished:
            finished(report, bytes(games))

    async def follow_all() -> None:
        async with asyncio.TaskGroup() as followers:
            for share in shares:
                await room.acquire()
                followers.create_task(follow(share))

    async def end() -> int:
        if show:
            async for line in collector.stdout:
                show(line)
        return await collector.wait()

    everything = asyncio.create_task(follow_all())
    ended = asyncio.create_task(end())
    try:
        # The collector ends first if the SPRT has decided, or if it fails and prints why.
        await asyncio.wait([everything, ended], return_when=asyncio.FIRST_COMPLETED)
    finally:
        everything.cancel()
        nodes.cancel()
        await asyncio.gather(everything, return_exceptions=True)
        collector.stdin.close()
        code = await ended
    if not everything.cancelled() and (failed := everything.exception()):
        raise_first(failed)
    return code


def raise_first(failed: BaseException) -> None:
    """Raises the first failure of a share."""
    while isinstance(failed, BaseExceptionGroup):
        failed = failed.exceptions[0]
    # These errors only mean that games arrived after the collector had ended.
    if not isinstance(failed, (BrokenPipeError, ConnectionResetError)):
        raise failed
