"""What the environments expect of their arguments."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Collection
from operator import index
from typing import Any


def read_max_moves(value: Any) -> int:
    """The number of moves after which a game is truncated."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"max_moves is a whole number from 1, not {reprlib.repr(value)}")
    if index(value) < 1:
        raise ValueError(f"max_moves is a whole number from 1, not {value}")
    return index(value)


def read_action(value: Any) -> int:
    """The number of an action."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"an action is a whole number, not {reprlib.repr(value)}")
    return index(value)


def read_time(value: Any) -> float | None:
    """A time in seconds."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"time is a number of seconds or None, not {reprlib.repr(value)}") from None
    if not (seconds >= 0 and math.isfinite(seconds)):
        raise ValueError(f"time is a number of seconds from 0, not {value}")
    return seconds


def check_render_mode(value: Any, modes: Collection[str]) -> None:
    """Refuses a mode that is not among these."""
    if value is not None and value not in modes:
        raise ValueError(f"render_mode is {', '.join(modes)} or None, not {reprlib.repr(value)}")
