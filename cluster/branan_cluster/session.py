"""The connection to a cluster."""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path

import ray


@contextlib.contextmanager
def connect(address: str | None, package: Path) -> Iterator[None]:
    """A connection whose tasks find the package as their working directory on every node."""
    options = {} if address else {"include_dashboard": False}
    ray.init(
        address=address,
        runtime_env={"working_dir": str(package)},
        # The table of the match is all that belongs on the screen.
        log_to_driver=False,
        logging_level=logging.ERROR,
        **options,
    )
    try:
        yield
    finally:
        ray.shutdown()
