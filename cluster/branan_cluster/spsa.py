"""`branan-cluster spsa`: tunes parameters with games that are played on the nodes.

The program `spsa` of Branán's source keeps the values and prints the pairs of games to play.
"""

import argparse
import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import ray

from .nodes import Nodes, reporting
from .package import Package, unpacked
from .process import Program
from .relay import Arguments, run_relay
from .session import connect


@ray.remote(max_retries=0)
@reporting
def play_pair(package: dict, tuner: str, begin: dict, job: dict) -> Iterator[float]:
    """Plays a pair of games. Yields the points of the first side minus those of the second."""
    here = unpacked(package)
    words = [str(here / tuner), str(here / begin["engine"]), "--pair", json.dumps(job["pair"])]
    words += ["--nodes", str(begin["nodes"]), "--hash", str(begin["hash"])]
    with Program(words, subprocess.PIPE) as playing:
        output = playing.process.stdout.read()
        playing.check_end()
    yield float(output)


def run_spsa(args: argparse.Namespace) -> int:
    """Tunes on a cluster."""
    with tempfile.TemporaryDirectory() as folder, connect(args.address):
        package = Package(Path(folder), args.branan)

        def begin(event: dict) -> Arguments:
            place = package.add(args.spsa)
            event["engine"] = package.add(Path(event["engine"]))
            sent = package.send()
            return lambda job: (sent, place, event, job)

        words = [str(args.spsa), *args.words, "--relay"]
        return run_relay(words, Nodes(), play_pair, begin)
