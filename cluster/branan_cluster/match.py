"""`branan-cluster match`: the driver of a match, and the task that runs on the nodes.

`branan match --dry-run` lists the games to play, `branan match --share` plays a part of it on a
node, and `branan match --collect` counts the games that come back: it keeps the record, shows the
table and knows when the match is over.
"""

import argparse
import asyncio
import itertools
import json
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import ray

from .failure import Failure
from .nodes import Nodes, each, processor, reporting
from .package import PROGRAM, Package, local_settings, unpacked
from .process import Program, scratch
from .session import connect
from .speed import bench, speed_here

# The number of a game in its record.
GAME = re.compile(rb'^\[Game "(\d+)"\]', re.MULTILINE)

# A game in a record: its tags, an empty line, its moves, and another one.
WHOLE_GAME = re.compile(rb"(?:^\[[^\n]*\n)+\n(?:[^\n]+\n)+\n", re.MULTILINE)

# The length limit of a line of the collector, in bytes. A standing has a few kilobytes.
MAX_LINE = 1 << 24

# Shares that the games left are divided into for each core, at least, so that all cores end at about the
# same time.
SHARES_PER_CORE = 8

# Pairs in a share, at most, unless `--pairs` says more. More would hardly cost less.
MAX_PAIRS = 10

# What a line of news begins with for `branan match --collect`.
NEWS = b"% live "

# The shortest time between two messages with news of a share, in seconds.
NEWS_INTERVAL = 0.5

# Bounds of the factor of the clocks of a node.
FACTORS = (0.1, 10.0)

# Nodes whose speeds differ by this factor are worth a word.
UNEVEN = 1.1


@dataclass(frozen=True)
class Manner:
    """How shares are played, the same for all of them."""

    # The arguments of `branan match` about patience.
    patience: tuple[str, ...]
    # Whether the engines have clocks, so that the speed of a node matters.
    timed: bool = False
    # The speed for which the clocks are meant, if they are scaled.
    scaled_to: int | None = None
    # Whether the moves of running games are wanted too.
    live: bool = False


@ray.remote(max_retries=0)
@reporting
def play_share(
    package: dict, settings: dict, games: list[int], manner: Manner
) -> Generator[bytes, None, int | None]:
    """Plays games of a match. Yields each as soon as it is over, and returns the node's speed."""
    here = unpacked(package)
    speed = speed_here(here / PROGRAM) if manner.timed else None
    own = [*manner.patience, f"--machine={socket.gethostname()}, {processor()}"]
    if manner.scaled_to:
        least, most = FACTORS
        own.append(f"--clock-factor={min(max(manner.scaled_to / speed, least), most):.3f}")
    local = local_settings({**settings, "share": list_of(games)}, here)
    with scratch() as folder:
        record = folder / "games.txt"
        record.write_text(f"% branan match\n% settings {json.dumps(local, ensure_ascii=False)}\n\n")
        # The collector decides whether a broken engine ends the match.
        words = [str(here / PROGRAM), "match", "--resume", "--record", str(record), "--json", "--recover"]
        if manner.live:
            own.append("--moves")
        with Program([*words, *own], subprocess.PIPE) as program:
            yield from follow_program(program, record)
    return speed


def follow_program(program: Program, record: Path) -> Iterator[bytes]:
    """The games of a running share as they end, and its news of running ones, not too often."""
    end, news, told = 0, b"", time.monotonic()
    for line in program.process.stdout:
        event = json.loads(line)["event"]
        if event in ("started", "move"):
            news += NEWS + line
            if time.monotonic() - told >= NEWS_INTERVAL:
                yield news
                news, told = b"", time.monotonic()
        elif event == "game":
            games, end = games_after(record, end)
            if games:
                yield news + games
                news = b""
    program.check_end()


def games_after(record: Path, end: int) -> tuple[bytes, int]:
    """The whole games in a record after byte `end`, and where the last of them ends.

    When a game is announced, the next one may already be on file in part: the program does not wait for us.
    """
    with record.open("rb") as file:
        file.seek(end)
        added = file.read()
    games = list(WHOLE_GAME.finditer(added))
    if not games:
        return b"", end
    return b"".join(game.group() for game in games), end + games[-1].end()


def run_match(args: argparse.Namespace) -> int:
    """Plays a match on a cluster."""
    plan = dry_run(args.branan, args.words)
    with tempfile.TemporaryDirectory() as folder:
        package = Package(Path(folder), args.branan)
        settings = package.add_settings(plan["settings"])
        scaled_to = args.scale_clocks if args.scale_clocks != 0 else bench(args.branan)
        manner = replace(manner_of(plan, scaled_to), live=plan["live"])
        nodes = Nodes(args.cores or cores_of(settings))
        with connect(args.address):
            # No other node will join a cluster of this command.
            if not args.address and (reason := nodes.shortage()):
                raise Failure(f"{reason}; --cores sets another number")
            words = [str(args.branan), "match", *args.words, "--collect"]
            words.append(f"--continue-with={own_words(sys.argv, args.words)}")
            sent = package.send()
            pairs = args.pairs or usual_pairs(plan, nodes.room())
            shares = [(sent, settings, share, manner) for share in shares_left(plan, pairs)]
            code = asyncio.run(play(words, shares, nodes))
    for line in nodes.summary():
        print(f"branan-cluster: {line}", file=sys.stderr)
    if scaled_to is None and nodes.unevenness() > UNEVEN:
        text = f"the fastest node is {nodes.unevenness():.2f} times as fast as the slowest"
        print(f"branan-cluster: {text}; --scale-clocks evens that out", file=sys.stderr)
    return code


def own_words(line: list[str], words: list[str]) -> str:
    """The part of this command line before the arguments of `branan match`, for a command like it."""
    own = ["branan-cluster", *line[1 : len(line) - len(words)]]
    return shlex.join(own if own[-1] == "--" else [*own, "--"])


def manner_of(plan: dict, scaled_to: int | None = None) -> Manner:
    """How the shares of a match are played."""
    limits = (engine["limits"] for engine in plan["settings"]["engines"])
    timed = any(limit["clock"] or limit["move_time"] for limit in limits)
    patience = tuple(f"--{word}={plan[word]}" for word in ("startup", "ping", "patience"))
    return Manner(patience, timed, scaled_to if timed else None)


def usual_pairs(plan: dict, room: int) -> int:
    """The pairs in a share. Starting a share costs time, but cores should not wait for the last ones."""
    return min(max(len(plan["left"]) // 2 // (SHARES_PER_CORE * max(room, 1)), 1), MAX_PAIRS)


def dry_run(branan: Path, words: list[str]) -> dict:
    """Asks `branan` for the games to play. It refuses what cannot be divided beforehand."""
    command = [str(branan), "match", *words, "--collect", "--dry-run"]
    if "--json" not in words:
        command.append("--json")
    answer = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    if answer.returncode != 0:
        # It has printed the error itself.
        raise SystemExit(answer.returncode)
    return json.loads(answer.stdout)


def shares_left(plan: dict, pairs: int) -> list[list[int]]:
    """The numbers of the unplayed games, in shares of whole pairs as far as they are unplayed."""
    by_pair = [list(games) for _, games in itertools.groupby(plan["left"], lambda game: (game - 1) // 2)]
    return [sum(by_pair[at : at + pairs], []) for at in range(0, len(by_pair), pairs)]


def list_of(games: list[int]) -> str:
    """A list of games for `branan match --share`."""
    return "games:" + ",".join(str(game) for game in games)


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

    async def follow(share: tuple) -> None:
        package, settings, wanted, manner = share
        games, left = bytearray(), set(wanted)

        async def collect(game: bytes) -> None:
            if numbers := {int(number) for number in GAME.findall(game)}:
                games.extend(game)
            left.difference_update(numbers)
            collector.stdin.write(game)
            await collector.stdin.drain()

        # If a node is lost, the next one plays only what has not come back.
        report = await nodes.run(
            play_share, lambda: (package, settings, sorted(left) or wanted[-1:], manner), collect
        )
        if finished:
            finished(report, bytes(games))

    async def end() -> int:
        if show:
            async for line in collector.stdout:
                show(line)
        return await collector.wait()

    everything = asyncio.create_task(each(shares, follow))
    ended = asyncio.create_task(end())
    try:
        # The collector ends first if the SPRT has decided, or if it fails and prints why.
        await asyncio.wait([everything, ended], return_when=asyncio.FIRST_COMPLETED)
    finally:
        everything.cancel()
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
