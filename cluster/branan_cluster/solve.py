"""`branan-cluster solve`: a proof whose jobs are done on the nodes.

`branan solve --relay` keeps the top of the proof tree and gives out the positions at its leaves.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import ray

from .failure import Failure
from .nodes import Nodes, reporting
from .package import PROGRAM, Package, unpacked
from .process import Program
from .relay import Arguments, run_relay
from .session import connect

# How long a search may be silent, in seconds. It reports every second, but not while it looks for an
# enclosure in a large table.
SILENCE = 600

# Arguments of `branan solve` that start workers.
OWN_WORKERS = ("--jobs", "--worker", "--threads")


@ray.remote(max_retries=0)
@reporting
def do_job(package: dict, settings: list, variants: str | None, job: dict) -> Iterator[str]:
    """Searches the position of a job. Yields the line with the answer."""
    here = unpacked(package)
    if variants:
        settings = [["VariantPath", str(here / variants)], *settings]
    lines = [f"setoption name {name} value {value}" for name, value in settings]
    lines += [f"position fen {job['position']}", f"solve only {job['side']} nodes {job['nodes']}"]
    with Program([str(here / PROGRAM)], subprocess.PIPE, listens=True) as program:
        program.say(lines)
        yield answer(program)
        program.say(["quit"])
        program.check_end()


def answer(program: Program) -> str:
    """The line with which a search ends. Raises what went wrong."""
    said = ""
    for said in program.lines(SILENCE):
        if said.startswith("solved "):
            return said
        if said.startswith("info string error"):
            raise RuntimeError(said.removeprefix("info string "))
    program.check_end()
    raise RuntimeError(f"the search ended without an answer; it last said: {said}")


def run_solve(args: argparse.Namespace) -> int:
    """Proves on a cluster."""
    for word in args.words:
        if word.split("=")[0] in OWN_WORKERS:
            raise Failure(f"{word.split('=')[0]} has no meaning on a cluster; its nodes are the workers")
    with tempfile.TemporaryDirectory() as folder, connect(args.address):
        package = Package(Path(folder), args.branan)

        def begin(event: dict) -> Arguments:
            file = event["variants_file"]
            variants = package.add(Path(file)) if file else None
            sent = package.send()
            return lambda job: (sent, event["settings"], variants, job)

        words = [str(args.branan), "solve", *args.words, "--relay"]
        return run_relay(words, Nodes(), do_job, begin, tells=True)
