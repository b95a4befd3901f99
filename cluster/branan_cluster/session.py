"""The connection to a cluster."""

import contextlib
import logging
import os
import signal
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
        ray.init(log_to_driver=is_ray_shown(), logging_level=logging.ERROR, **where)
    except (ConnectionError, RuntimeError, ValueError) as failed:
        what = f"connection to the cluster at {address}" if address else "cluster could be started here"
        raise Failure(f"no {what}: {failed}") from failed
    # Ray has set a handler that ends the process at once, with a trace.
    before = signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        # Ray prints pages of its log when it loses a node.
        with (
            open(os.devnull, "w") as nowhere,
            contextlib.redirect_stdout(sys.stderr if is_ray_shown() else nowhere),
        ):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)
        ray.shutdown()


def is_ray_shown() -> bool:
    """Whether Ray's own messages are asked for, by the variable that Ray has for them."""
    return os.environ.get("RAY_LOG_TO_DRIVER") == "1"
