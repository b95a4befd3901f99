"""`branan-cluster datagen`: positions to learn from, a part of them on each node.

A share is a run of `branan datagen` with a seed of its own. Its files go to a folder of its own, which
appears whole or not at all, so that a run that was stopped knows what is left.
"""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path

import ray

from .failure import Failure
from .package import PROGRAM, Package, make_executable
from .process import check_end, start
from .session import connect

# Shares that Ray knows of at a time.
IN_FLIGHT = 1024


@ray.remote(max_retries=-1, num_cpus=1)
def generate_share(words: list[str], variants: str | None) -> dict[str, bytes]:
    """Generates the positions of a share; returns its files by name."""
    program = Path.cwd() / PROGRAM
    make_executable(program)
    with tempfile.TemporaryDirectory() as folder:
        output, errors = Path(folder, "positions"), Path(folder, "errors.txt")
        more = ["--variants", str(Path.cwd() / variants)] if variants else []
        words = [str(program), "datagen", *words, *more, "--threads", "1", "--output", str(output)]
        process = start(words, errors)
        try:
            check_end(process, errors)
        finally:
            process.kill()
        return {path.name: path.read_bytes() for path in output.iterdir()}


def run_datagen(args: argparse.Namespace) -> int:
    """Generates positions on a cluster."""
    own, words = split_words(args.words)
    folder = Path(own.output)
    begin(folder, {"arguments": words, "positions": own.positions, "seed": own.seed, "shares": args.shares})
    left = [number for number in range(1, args.shares + 1) if not share_folder(folder, number).exists()]
    each = -(-own.positions // args.shares)
    with tempfile.TemporaryDirectory() as temporary:
        package = Package(Path(temporary), args.branan)
        variants = package.add(Path(own.variants)) if own.variants else None
        with connect(args.address, package.folder):
            asyncio.run(generate(folder, left, args.shares, words, own.seed, each, variants))
    return 0


def split_words(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The arguments of `branan datagen` that differ from share to share, and the others."""
    parser = argparse.ArgumentParser(prog="branan datagen", add_help=False, allow_abbrev=False)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", "-o", default="positions")
    parser.add_argument("--threads", help="has no meaning here: a share has one")
    parser.add_argument("--variants")
    return parser.parse_known_args(words)


def begin(folder: Path, work: dict) -> None:
    """Notes in the folder what is generated there; refuses to mix other positions in."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "cluster.json"
    if not note.exists():
        write_whole(note, json.dumps(work, indent=1).encode())
    elif json.loads(note.read_text()) != work:
        raise Failure(f"{folder} was begun with other arguments; give the same, or name another folder")


def share_folder(folder: Path, number: int) -> Path:
    """Where the files of a share go."""
    return folder / str(number)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file that is there whole or not at all."""
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(content)
    partial.rename(path)


def keep(folder: Path, number: int, files: dict[str, bytes]) -> None:
    """Writes the files of a share."""
    partial = folder / f"{number}.partial"
    partial.mkdir(exist_ok=True)
    for name, content in files.items():
        (partial / name).write_bytes(content)
    partial.rename(share_folder(folder, number))


async def generate(
    folder: Path, left: list[int], shares: int, words: list[str], seed: int, each: int, variants: str | None
) -> None:
    """Has the shares generated and keeps them as they come."""
    room = asyncio.Semaphore(IN_FLIGHT)
    done = shares - len(left)

    async def follow(number: int) -> None:
        nonlocal done
        own = ["--seed", str(seed + number), "--positions", str(each)]
        try:
            files = await generate_share.remote([*words, *own], variants)
        finally:
            room.release()
        keep(folder, number, files)
        done += 1
        print(f"\r{done}/{shares} shares", end="", flush=True)

    try:
        async with asyncio.TaskGroup() as followers:
            for number in left:
                await room.acquire()
                followers.create_task(follow(number))
    except ExceptionGroup as failed:
        raise Failure(f"a share could not be generated: {failed.exceptions[0]}", code=1) from failed
    print(f"\r{shares} shares with {each} positions or a few more of each ruleset, in {folder}")
