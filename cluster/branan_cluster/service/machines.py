"""The machines of the cluster: when each was seen, what it runs, and how fast it is."""

import asyncio
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import ray

from ..nodes import NODE_LABEL, processor
from ..package import PROGRAM, Package, unpacked
from ..speed import speed_here
from .store import Store

# Seconds between two looks at the cluster.
INTERVAL = 5


@ray.remote(max_retries=-1, num_cpus=1)
def examine(package: dict) -> dict:
    """The processor of a node, its versions, and the speed of `branan bench` on one core."""
    program = unpacked(package) / PROGRAM
    output = subprocess.run(
        [program, "--version"], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    version = output.splitlines()[0]
    return {
        "processor": processor(),
        "version": f"{version}, Ray {ray.__version__}, Python {platform.python_version()}",
        "speed": speed_here(program),
    }


class Machines:
    """Watches the nodes of the cluster."""

    def __init__(self, store: Store, branan: Path):
        self.store = store
        self.branan = branan
        self.examined: set[str] = set()

    async def run(self) -> None:
        """Watches until cancelled."""
        sent = await asyncio.to_thread(self._package)
        async with asyncio.TaskGroup() as examinations:
            while True:
                for node in await asyncio.to_thread(ray.nodes):
                    cores = int(node["Resources"].get("CPU", 0))
                    if not node["Alive"] or cores == 0:
                        continue
                    self.store.see(node["NodeID"], node["NodeManagerHostname"], cores)
                    if node["NodeID"] not in self.examined:
                        self.examined.add(node["NodeID"])
                        examinations.create_task(self._examine(node["NodeID"], sent))
                await asyncio.sleep(INTERVAL)

    def _package(self) -> dict:
        with tempfile.TemporaryDirectory() as folder:
            return Package(Path(folder), self.branan).send()

    async def _examine(self, node: str, package: dict) -> None:
        """Keeps what a node reports about itself."""
        try:
            found = await examine.options(label_selector={NODE_LABEL: f"in({node})"}).remote(package)
        except ray.exceptions.RayError as failed:
            reason = str(failed).strip().splitlines()[-1]
            print(f"branan-cluster: node {node[:8]} was not examined: {reason}", file=sys.stderr)
        else:
            self.store.describe_machine(node, **found)
