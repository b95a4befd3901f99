"""Results of searches."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal

from branan._native import EngineError, Move

POLL = 0.05
"""Seconds after which a waiting thread looks whether it is still wanted."""


def as_moves(moves: Iterable[Move | str]) -> list[Move]:
    """The moves, of which some may be texts."""
    return [Move(move) if isinstance(move, str) else move for move in moves]


@dataclass(frozen=True)
class Score:
    """The value of a position for the side to move: either centipawns or a distance to the end."""

    cp: int | None = None
    """Centipawns, where a soldier is the pawn. At 100 a side scores three points in four games."""
    mate: int | None = None
    """The side to move wins in this many of its moves, or if negative loses."""

    def __str__(self) -> str:
        return f"{self.cp:+d} cp" if self.cp is not None else f"mate {self.mate}"


@dataclass(frozen=True)
class Info:
    """A line of moves and its score, with the state of the search that found it."""

    score: Score = field(default_factory=Score)
    """The score for the side to move. Both parts are `None` if the engine did not report one."""
    moves: list[Move] = field(default_factory=list)
    """The line."""
    depth: int = 0
    """The depth searched, in plies."""
    seldepth: int = 0
    """The longest line searched, in plies."""
    rank: int = 1
    """The place among the requested lines, from 1."""
    bound: Literal["exact", "lower", "upper"] = "exact"
    """Whether the score is exact or a bound."""
    win_draw_loss: tuple[int, int, int] | None = None
    """The chances of the side to move, in per mille."""
    nodes: int = 0
    """The nodes searched so far, over all threads."""
    hashfull: int = 0
    """How full the table is, in per mille."""
    time: float = 0.0
    """The time since the start of the search, in seconds."""


@dataclass(frozen=True)
class PlayResult:
    """The engine's choice."""

    move: Move | None
    """The move; `None` if the game is over."""
    ponder: Move | None = None
    """The expected reply."""
    info: Info | None = None
    """The last report on the best line. A level may choose a move that is not the line's first."""


class Analysis(ABC):
    """A running analysis: an iterator over `Info` that ends with the search.

    It is also a context manager, which stops the search, and an asynchronous iterator and context
    manager. Cancelling a task that waits for a report stops the search.
    """

    def __init__(self) -> None:
        self.lines: dict[int, Info] = {}
        """The last exact report on each line, by its rank."""
        self.result: PlayResult | None = None
        """The best move, once the search has ended."""
        self._stopping = False

    @abstractmethod
    def _next(self, timeout: float | None) -> Info | PlayResult | None:
        """Waits for the next report. `None` if there is none within `timeout` seconds.

        The result comes last, and again for every later call.
        """

    @abstractmethod
    def _stop(self) -> None:
        """Asks the search to end."""

    def _leave(self) -> None:
        """Asks the search to end without waiting: an engine that hangs would hold up Ctrl-C."""
        self._stopping = True
        with contextlib.suppress(EngineError):
            self._stop()

    def _is_running(self) -> bool:
        """Whether the search goes on. One that was cancelled ends here."""
        if self._stopping and self.result is None:
            self.wait()
        return self.result is None

    @property
    def best(self) -> Info | None:
        """The last exact report on the best line."""
        return self.lines.get(1)

    def __iter__(self) -> Iterator[Info]:
        return self

    def _advance(self, timeout: float | None = None) -> Info | None:
        """The next report. `None` if the search has ended, or sent none within `timeout` seconds."""
        if self.result is not None:
            return None
        try:
            report = self._next(timeout)
        except EngineError:
            raise
        except BaseException:
            # Ctrl-C, or another exception of a signal handler.
            self._leave()
            raise
        if isinstance(report, PlayResult):
            self.result = PlayResult(report.move, report.ponder, self.best)
            return None
        if report is not None and report.bound == "exact":
            self.lines[report.rank] = report
        return report

    def __next__(self) -> Info:
        report = self._advance()
        if report is None:
            raise StopIteration
        return report

    def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        for _ in self:
            pass
        assert self.result is not None
        return self.result

    def stop(self) -> PlayResult:
        """Ends the search and returns its result."""
        if self.result is None:
            self._stop()
        return self.wait()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None or issubclass(kind, Exception):
            self.stop()
        elif self.result is None:
            self._leave()

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        cancelled = threading.Event()

        def wait() -> Info | None:
            # A thread that waited on would keep asyncio from ending.
            while self.result is None and not cancelled.is_set():
                info = self._advance(POLL)
                if info is not None:
                    return info
            return None

        try:
            info = await asyncio.to_thread(wait)
        except asyncio.CancelledError:
            cancelled.set()
            self._leave()
            raise
        if info is None:
            raise StopAsyncIteration
        return info

    async def __aenter__(self) -> Analysis:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.stop)
