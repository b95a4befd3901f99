"""`branan-cluster datagen`: generates training positions in shares on many nodes.

A share is a run of `branan datagen` with its own seed. Its folder appears only when it is complete, so
that a resumed run knows which shares are left. With `--db`, the folder also holds a database of the share's
games. All of them are merged at the end, which adds no game twice.
"""

import argparse
import asyncio
import hashlib
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import ray

from .databases import DATABASE, merge
from .failure import Failure
from .nodes import Nodes, each, reporting
from .package import PROGRAM, Package, unpacked
from .process import Program, scratch
from .progress import keep_telling, since, tell
from .session import connect

# The options that name a file, which is sent to the nodes.
FILES = ("variants", "network")


@ray.remote(max_retries=0)
@reporting
def generate_share(
    package: dict, words: list[str], files: dict[str, str], with_games: bool
) -> Iterator[dict[str, bytes]]:
    """Generates the positions of a share. Yields its files by name.

    `files` has the places in the package of the files that options name.
    """
    here = unpacked(package)
    with scratch() as folder:
        output, database = folder / "positions", folder / DATABASE
        more = [word for option, place in files.items() for word in (f"--{option}", str(here / place))]
        if with_games:
            more += ["--db", str(database)]
        words = [*words, *more, "--threads", "1", "--output", str(output)]
        with Program([str(here / PROGRAM), "datagen", *words]) as program:
            program.check_end()
        made = [*output.iterdir(), *([database] if with_games else [])]
        yield {path.name: path.read_bytes() for path in made}


def run_datagen(args: argparse.Namespace) -> int:
    """Generates positions on a cluster."""
    own, words = split_words(args.words)
    folder = Path(own.output)
    files = {option: Path(name) for option in FILES if (name := getattr(own, option))}
    work = {"arguments": words, "positions": own.positions, "seed": own.seed, "shares": args.shares}
    work |= {option: digest(file) for option, file in files.items()}
    # Shares generated without a database have no games to merge.
    begin(folder, {**work, "games": True} if own.db else work)
    left = [number for number in range(1, args.shares + 1) if not share_folder(folder, number).exists()]
    each = -(-own.positions // args.shares)
    with tempfile.TemporaryDirectory() as temporary:
        package = Package(Path(temporary), args.branan)
        places = {option: package.add(file) for option, file in files.items()}
        with connect(args.address):
            sent = package.send()
            task_words = {
                number: [*words, "--seed", str(own.seed + number), "--positions", str(each)]
                for number in left
            }
            asyncio.run(generate(folder, args.shares, task_words, (sent, places, bool(own.db))))
    if own.db:
        parts = [share_folder(folder, number) / DATABASE for number in range(1, args.shares + 1)]
        merge(args.branan, own.db, parts, own.variants)
    print(f"{args.shares} shares with {each} positions or a few more of each ruleset, in {folder}")
    return 0


def split_words(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Splits the arguments of `branan datagen` into those that differ between shares and the others."""
    parser = argparse.ArgumentParser(prog="branan datagen", add_help=False, allow_abbrev=False)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", "-o", default="positions")
    parser.add_argument("--threads", help="has no meaning here: a share has one")
    for option in FILES:
        parser.add_argument(f"--{option}")
    parser.add_argument("--db")
    return parser.parse_known_args(words)


def digest(file: Path) -> str:
    """A hash of a file, whose content decides what is generated."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as failed:
        raise Failure(f"{file}: {failed.strerror}") from failed


def begin(folder: Path, work: dict) -> None:
    """Notes the arguments in the folder. Refuses a folder with positions from other arguments."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "cluster.json"
    if not note.exists():
        write_whole(note, json.dumps(work, indent=1).encode())
    elif json.loads(note.read_text()) != work:
        text = f"{folder} was started with other arguments or files"
        raise Failure(f"{text}; give the same, or name another folder")


def share_folder(folder: Path, number: int) -> Path:
    """The folder of a share."""
    return folder / str(number)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file atomically."""
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(content)
    partial.rename(path)


def keep(folder: Path, number: int, files: dict[str, bytes]) -> None:
    """Writes the files of a share unless they exist."""
    if share_folder(folder, number).exists():
        return
    partial = folder / f"{number}.partial"
    partial.mkdir(exist_ok=True)
    for name, content in files.items():
        (partial / name).write_bytes(content)
    partial.rename(share_folder(folder, number))


async def generate(folder: Path, shares: int, left: dict[int, list[str]], common: tuple) -> None:
    """Runs the remaining shares and writes their files as they arrive. `common` is what all shares need."""
    package, files, with_games = common
    nodes, beginning = Nodes(), time.monotonic()
    done = shares - len(left)

    def progress() -> str:
        return f"{done}/{shares} shares {since(beginning)}"

    async def follow(number: int) -> None:
        nonlocal done

        async def take(made: dict[str, bytes]) -> None:
            keep(folder, number, made)

        await nodes.run(generate_share, lambda: (package, left[number], files, with_games), take)
        done += 1
        tell(progress())

    telling = asyncio.create_task(keep_telling(progress))
    try:
        await each(left, follow)
    except* Failure as failed:
        raise failed.exceptions[0] from None
    finally:
        telling.cancel()
        tell("")
