"""The connection to a cluster."""

import contextlib
import logging
import sys
from collections.abc import Iterator

import ray

from .failure import Failure


@contextlib.contextmanager
def connect(address: str | None) -> Iterator[None]:
    """A connection to the cluster at an address, or to one of this machine that ends with it."""
    # Tasks carry the code of this package along: the nodes need not have it installed.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__package__])
    options = {} if address else {"include_dashboard": False}
    try:
        # The table of the match is all that belongs on the screen.
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
    except (ConnectionError, RuntimeError, ValueError) as failed:
        raise Failure(f"no connection to the cluster at {address}: {failed}") from failed
    try:
        # What Ray says of nodes that are lost does not belong among the results.
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        ray.shutdown()
