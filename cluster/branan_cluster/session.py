"""The connection to a cluster."""

import contextlib
import logging
import sys
from collections.abc import Iterator

import ray

from .failure import Failure


@contextlib.contextmanager
def connect(address: str | None) -> Iterator[None]:
    """Connects to the cluster at an address, or starts one on this machine that ends with the session."""
    # Tasks carry the code of this package, so that the nodes need not have it installed.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__package__])
    # Without "local", Ray would join any cluster that runs on this machine.
    where = {"address": address} if address else {"address": "local", "include_dashboard": False}
    try:
        # Only the table of the match belongs on the screen.
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **where)
    except (ConnectionError, RuntimeError, ValueError) as failed:
        what = f"connection to the cluster at {address}" if address else "cluster could be started here"
        raise Failure(f"no {what}: {failed}") from failed
    try:
        # Ray's messages about lost nodes do not belong among the results.
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        ray.shutdown()
