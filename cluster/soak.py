"""Plays a long match on a cluster of several node processes on this machine, kills one of them again and
again, and checks that every game was recorded exactly once.

    python cluster/soak.py --branan target/release/branan --games 20000 --nodes 4 --every 30

Needs the packages of `pip install -e './cluster[test]'`. Exits with 1 if a game is
missing, double or damaged.
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from ray.cluster_utils import Cluster

# How often a node is started before the soak fails.
START_TRIES = 5


def main() -> int:
    """Runs the match and prints a line after each kill."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--branan", default="target/release/branan", help="the program")
    parser.add_argument("--engine", help="the engine that plays itself (default: the program)")
    parser.add_argument(
        "--moves", type=int, default=30, help="moves of each player after which a game is drawn"
    )
    parser.add_argument("--search", type=int, default=300, help="nodes for each move of the weaker player")
    parser.add_argument("--games", type=int, default=1000, help="games to play, an even number")
    parser.add_argument("--nodes", type=int, default=4, help="node processes")
    parser.add_argument("--every", type=float, default=30, help="seconds between kills")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice of nodes")
    args = parser.parse_args()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        with tempfile.TemporaryDirectory() as folder:
            return soak(args, cluster, Path(folder, "games.txt"))
    finally:
        cluster.shutdown()


def soak(args: argparse.Namespace, cluster: Cluster, record: Path) -> int:
    """Plays the match with kills. Returns the exit code."""
    choice = random.Random(args.seed)
    nodes = [new_node(cluster) for _ in range(args.nodes)]
    begin, kills = time.monotonic(), 0
    driver = subprocess.Popen(words(args, cluster.address, record), stdout=subprocess.DEVNULL)
    while not ended_within(driver, args.every):
        place = choice.randrange(len(nodes))
        cluster.remove_node(nodes[place], allow_graceful=False)
        nodes[place] = new_node(cluster)
        kills += 1
        print(
            f"{time.monotonic() - begin:.0f} s: kill {kills}, {sum(counted(record).values())} games",
            flush=True,
        )
    seconds = time.monotonic() - begin
    count = counted(record)
    double = [number for number, times in count.items() if times > 1]
    missing = args.games - len(count)
    checked = subprocess.run([args.branan, "check", record], stdout=subprocess.DEVNULL).returncode == 0
    print(
        f"{len(count)} games in {seconds:.0f} s with {kills} kills: {missing} missing, {len(double)} double, "
        f"record {'whole' if checked else 'damaged'}, exit code {driver.returncode}"
    )
    return int(bool(missing or double or not checked or driver.returncode))


def new_node(cluster: Cluster) -> object:
    """Starts a node. Ray gives up on one that starts slowly, which happens on a busy machine."""
    for _ in range(START_TRIES - 1):
        try:
            return cluster.add_node(num_cpus=1)
        except Exception as failed:
            print(f"a node did not start: {failed}", flush=True)
    return cluster.add_node(num_cpus=1)


def words(args: argparse.Namespace, address: str, record: Path) -> list[str]:
    """The command line of the match: the program against itself in short games."""
    engine = f"cmd={Path(args.engine or args.branan).absolute()}"
    return [
        *(sys.executable, "-m", "branan_cluster.command_line", "match"),
        *("--address", address, "--branan", args.branan, "--"),
        *("--engine", engine, "name=some", f"nodes={args.search}"),
        *("--engine", engine, "name=more", f"nodes={2 * args.search}"),
        *("--variant", "brandub-walker", "--rounds", str(args.games // 2), "--max-moves", str(args.moves)),
        *("--startup", "200", "--quiet", "--record", str(record)),
    ]


def ended_within(process: subprocess.Popen, seconds: float) -> bool:
    """Whether the process ends within this time."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def counted(record: Path) -> Counter:
    """How often each game is on file."""
    text = record.read_text() if record.exists() else ""
    return Counter(re.findall(r'^\[Game "(\d+)"\]$', text, re.MULTILINE))


if __name__ == "__main__":
    sys.exit(main())
