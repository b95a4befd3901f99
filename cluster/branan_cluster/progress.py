"""The progress of long work: on one line of a terminal, and as lines now and then elsewhere."""

import asyncio
import sys
import time
from collections.abc import Callable

# Seconds between two lines.
INTERVAL = 60


def tell(text: str) -> None:
    """Shows the progress. An empty text clears the line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
    elif text:
        print(f"branan-cluster: {text}", file=sys.stderr, flush=True)


async def keep_telling(text: Callable[[], str]) -> None:
    """Shows the progress at intervals until it is cancelled."""
    while True:
        await asyncio.sleep(INTERVAL)
        tell(text())


def since(begin: float) -> str:
    """The time since `begin` on the monotonic clock, such as `after 12 min`."""
    return f"after {(time.monotonic() - begin) / 60:.0f} min"
