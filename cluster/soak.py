"""Plays a long match on a cluster of several node processes on this machine, kills one of them again and
again, and checks that every game was recorded exactly once.

    python cluster/soak.py --branan target/release/branan --games 20000 --nodes 4 --every 30

Needs the packages of `pip install -e './cluster[test]'`. Exits with 1 if a game is
missing, double or damaged, or if the standings do not count every game.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

# For a busy machine: workers of normal priority, and patience with nodes. Ray reads these at its import.
os.environ.setdefault("RAY_worker_niceness", "0")
os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")

from ray.cluster_utils import Cluster

# How often a node is started before the soak fails.
START_TRIES = 5

# The soak fails after this many kills without a new game.
MAX_IDLE_KILLS = 10

# The number of lines of the driver's messages to show after a failure.
LAST_LINES = 20


def main() -> int:
    """Reads the arguments and starts the cluster. Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--branan", default="target/release/branan", help="the program")
    parser.add_argument("--engine", help="the engine that plays itself (default: the program)")
    parser.add_argument(
        "--moves", type=int, default=12, help="moves of each player after which a game is drawn"
    )
    parser.add_argument("--search", type=int, default=50, help="nodes for each move of the weaker player")
    parser.add_argument("--games", type=int, default=1000, help="games to play, an even number")
    parser.add_argument("--nodes", type=int, default=4, help="node processes")
    parser.add_argument("--every", type=float, default=30, help="seconds between kills")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice of nodes")
    args = parser.parse_args()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        with tempfile.TemporaryDirectory() as folder:
            return soak(args, cluster, Path(folder, "games.txt"))
    finally:
        cluster.shutdown()


def soak(args: argparse.Namespace, cluster: Cluster, record: Path) -> int:
    """Plays the match with kills and judges its record. Returns the exit code."""
    nodes = [new_node(cluster) for _ in range(args.nodes)]
    messages = record.with_name("messages.txt")
    with messages.open("wb") as errors:
        driver = subprocess.Popen(
            words(args, cluster.address, record), stdout=subprocess.DEVNULL, stderr=errors
        )
        try:
            play(args, cluster, nodes, record, driver)
        finally:
            driver.kill()
            driver.wait()
    faults = faults_of(args.branan, record, args.games)
    if driver.returncode != 0:
        faults.append(f"the match ended with code {driver.returncode}")
        print(*messages.read_text(errors="replace").splitlines()[-LAST_LINES:], sep="\n")
    print("; ".join(faults) or f"{args.games} games, each once and whole")
    return int(bool(faults))


def play(
    args: argparse.Namespace, cluster: Cluster, nodes: list, record: Path, driver: subprocess.Popen
) -> None:
    """Kills nodes until the match ends, or until no games come any more. Prints the progress."""
    choice, begin, kills, idle, before = random.Random(args.seed), time.monotonic(), 0, 0, 0
    while not ended_within(driver, args.every) and idle < MAX_IDLE_KILLS:
        place = choice.randrange(len(nodes))
        cluster.remove_node(nodes[place], allow_graceful=False)
        nodes[place] = new_node(cluster)
        kills += 1
        seconds, games = time.monotonic() - begin, sum(counted(record).values())
        idle, before = (0 if games > before else idle + 1), games
        left = f"{(args.games - games) * seconds / games:.0f} s left" if games else "no game yet"
        print(f"{seconds:.0f} s: {kills} kills, {games} games of {args.games}, {left}", flush=True)
    print(f"{time.monotonic() - begin:.0f} s, {kills} kills", flush=True)


def faults_of(branan: str, record: Path, games: int) -> list[str]:
    """What is wrong with the record of a match of `games` games."""
    count, faults = counted(record), []
    if missing := set(range(1, games + 1)) - {int(number) for number in count}:
        faults.append(f"{len(missing)} games missing")
    if double := [number for number, times in count.items() if times > 1]:
        faults.append(f"{len(double)} games double")
    # `check` accepts games without a checksum.
    whole = len(re.findall(r'^\[Checksum "', text_of(record), re.MULTILINE))
    if whole != sum(count.values()):
        faults.append(f"{whole} checksums for {sum(count.values())} games")
    checked = subprocess.run([branan, "check", record], capture_output=True, text=True)
    if checked.returncode != 0:
        faults.append((checked.stdout + checked.stderr).strip())
    standings = subprocess.run([branan, "standings", "--json", record], capture_output=True, text=True)
    if standings.returncode != 0:
        faults.append(standings.stderr.strip())
    elif (number := json.loads(standings.stdout)["games"]) != games:
        faults.append(f"the standings count {number} games")
    return faults


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
    return Counter(re.findall(r'^\[Game "(\d+)"\]$', text_of(record), re.MULTILINE))


def text_of(record: Path) -> str:
    """The text of a record, empty before the first game."""
    return record.read_text() if record.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
