"""`branan-cluster balance`: measures which side games favour, in shares on many nodes.

`branan balance --share` plays the games of a share on a node, and `branan balance --collect` adds the results
up and prints them. With `--db`, the games of all shares are merged into one database at the end.
"""

import argparse
import asyncio
import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import ray

from .databases import DATABASE, merge, variants_words
from .failure import Failure
from .match import SHARES_PER_CORE, raise_first
from .nodes import Nodes, each, reporting
from .package import PROGRAM, Package, unpacked
from .process import Program, scratch
from .session import connect

# The exit code of the program for arguments that it refuses.
USAGE = 2


@ray.remote(max_retries=0)
@reporting
def play_rounds(
    package: dict, words: list[str], variants: str | None, share: str, with_games: bool
) -> Iterator[tuple[bytes, bytes]]:
    """Plays the games of a share. Yields the results for `--collect`, and the database of the games."""
    here = unpacked(package)
    with scratch() as folder:
        database = folder / DATABASE
        more = ["--variants", str(here / variants)] if variants else []
        if with_games:
            more += ["--db", str(database)]
        words = [*words, *more, "--threads", "1", "--share", share]
        with Program([str(here / PROGRAM), "balance", *words], subprocess.PIPE) as program:
            results = program.process.stdout.read()
            program.check_end()
        yield results, database.read_bytes() if with_games else b""


def run_balance(args: argparse.Namespace) -> int:
    """Measures on a cluster."""
    own, words = split_words(args.words)
    refuse(args.branan, own)
    both = [*words, "--games", str(own.games)]
    known = variants_words(own.variants)
    shown = [*(["--json"] if own.json else []), *(["--page", own.page] if own.page else [])]
    with tempfile.TemporaryDirectory() as folder:
        package = Package(Path(folder), args.branan)
        variants = package.add(Path(own.variants)) if own.variants else None
        with connect(args.address):
            sent, nodes = package.send(), Nodes()
            count = max(1, min(own.games, args.shares or SHARES_PER_CORE * max(nodes.room(), 1)))
            shares = [
                (sent, both, variants, f"{number}/{count}", bool(own.db)) for number in range(1, count + 1)
            ]
            collector = [str(args.branan), "balance", *both, *known, *shown, "--collect", "-"]
            with merged_into(args.branan, own) as games:
                return asyncio.run(measure(collector, shares, nodes, games))


def refuse(branan: Path, own: argparse.Namespace) -> None:
    """Refuses, before anything is played, what could not be done after it."""
    for option in ("share", "collect"):
        if getattr(own, option):
            raise Failure(f"--{option} has no meaning on a cluster, which divides the games by itself")
    if own.db and Path(own.db).exists():
        command = [branan, "db", "info", own.db, *variants_words(own.variants)]
        info = subprocess.run(command, stdout=subprocess.DEVNULL)
        if info.returncode != 0:
            # It has printed the error itself.
            raise SystemExit(info.returncode)


@contextlib.contextmanager
def merged_into(branan: Path, own: argparse.Namespace) -> Iterator[Path | None]:
    """A folder for the databases of shares, which become one at the end, also after Ctrl-C.

    It is beside that database, and stays if they cannot be merged.
    """
    if not own.db:
        yield None
        return
    database = Path(own.db).absolute()
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"{database.name}-", dir=database.parent))
    except OSError as failed:
        raise Failure(f"{own.db}: {failed.strerror}") from failed
    try:
        yield folder
    finally:
        if parts := sorted(folder.glob(f"*/{DATABASE}")):
            merge(branan, own.db, parts, own.variants)
        shutil.rmtree(folder)


def split_words(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Splits the arguments of `branan balance` into those that differ between shares and the others."""
    parser = argparse.ArgumentParser(prog="branan balance", add_help=False, allow_abbrev=False)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--threads", help="has no meaning here: a share has one")
    parser.add_argument("--variants")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--page")
    parser.add_argument("--db")
    parser.add_argument("--share")
    parser.add_argument("--collect", nargs="+")
    return parser.parse_known_args(words)


async def measure(words: list[str], shares: list[tuple], nodes: Nodes, games: Path | None) -> int:
    """Runs the shares and passes their results to the collector. Returns its exit code.

    When it is interrupted, the collector prints what has come. The databases of shares go into the folder
    `games`.
    """
    collector = await asyncio.create_subprocess_exec(
        *words,
        stdin=subprocess.PIPE,
        # Ctrl-C ends the shares, and then the collector prints their sum.
        start_new_session=True,
    )

    async def follow(number: int) -> None:
        came = False

        async def take(played: tuple[bytes, bytes]) -> None:
            nonlocal came
            # A node that is lost after its results leads to the same ones from another.
            if came:
                return
            came, (results, database) = True, played
            if games:
                place = games / str(number + 1)
                place.mkdir()
                (place / DATABASE).write_bytes(database)
            collector.stdin.write(results)
            await collector.stdin.drain()

        await nodes.run(play_rounds, lambda: shares[number], take)

    everything = asyncio.create_task(each(range(len(shares)), follow))
    ended = asyncio.create_task(collector.wait())
    try:
        # The collector ends first only if it has refused the arguments, and says why.
        await asyncio.wait([everything, ended], return_when=asyncio.FIRST_COMPLETED)
    finally:
        everything.cancel()
        await asyncio.gather(everything, return_exceptions=True)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            collector.stdin.close()
        code = await ended
    if code != USAGE and not everything.cancelled() and (failed := everything.exception()):
        raise_first(failed)
    return code
