"""`branan-cluster serve`: the process with the queue, the pages and the driver of the tests."""

import argparse
import asyncio
import contextlib
import logging
import os
import secrets
import signal
import sys
from pathlib import Path

from aiohttp import web

from ..failure import Failure
from ..session import connect
from ..speed import bench
from .machines import Machines
from .player import Player
from .store import Store
from .versions import Versions
from .web import Site

# A shorter token could be guessed.
MIN_TOKEN = 16


def run_serve(args: argparse.Namespace) -> int:
    """Serves until SIGINT or SIGTERM."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    database = Path(args.db).absolute()
    folder = database.with_name(database.stem + ".files")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        token_file = Path(args.token_file or database.with_name(database.name + ".token"))
        token = read_token(token_file)
        store = Store(database)
    except OSError as failed:
        raise Failure(str(failed)) from failed
    try:
        with connect(args.address):
            asyncio.run(serve(args, store, folder, token, token_file))
    finally:
        store.close()
    return 0


def read_token(path: Path) -> str:
    """The token in a file. Writes a new one if there is none."""
    if not path.exists():
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
    token = path.read_text().strip()
    if len(token) < MIN_TOKEN or not token.isascii() or not token.isprintable():
        raise Failure(
            f"{path}: a token has at least {MIN_TOKEN} ASCII characters; delete the file for a new one"
        )
    if path.stat().st_mode & 0o077:
        raise Failure(f"others can read {path}; run: chmod 600 {path}")
    return token


async def serve(args: argparse.Namespace, store: Store, folder: Path, token: str, token_file: Path) -> None:
    """Serves pages and plays tests until a signal comes."""
    versions = Versions(folder, args.repository, args.build, args.product)
    scaled_to = bench(args.branan) if args.scale_clocks == 0 else args.scale_clocks
    player = Player(store, versions, args.branan, folder, args.pairs, scaled_to)
    site = Site(store, player, token, args.public, (args.url or "").rstrip("/"))
    runner = web.AppRunner(site.application(), access_log=None)
    await runner.setup()
    host, port = args.listen
    listener = web.TCPSite(runner, host, port, shutdown_timeout=2)
    try:
        await listener.start()
    except OSError as failed:
        await runner.cleanup()
        raise Failure(f"cannot listen on {host}:{port}: {failed.strerror}") from failed
    host, port = runner.addresses[0][:2]
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    site.url = site.url or address
    print(f"branan-cluster: serving {address}, token in {token_file}", file=sys.stderr, flush=True)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    try:
        await until(ended, player.run(), Machines(store, args.branan).run())
    finally:
        await runner.cleanup()


async def until(ended: asyncio.Event, *loops) -> None:
    """Runs loops until the event is set. Raises the failure of a loop."""
    tasks = [asyncio.create_task(loop) for loop in loops]
    waiter = asyncio.create_task(ended.wait())
    await asyncio.wait([waiter, *tasks], return_when=asyncio.FIRST_COMPLETED)
    for task in (waiter, *tasks):
        task.cancel()
    for task in (waiter, *tasks):
        with contextlib.suppress(asyncio.CancelledError):
            await task
