"""Branán's engine in this process."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal

from branan import _native
from branan._native import LEVELS, EngineError, Game, Move
from branan.engine.info import Analysis, Info, PlayResult, Score, as_moves


class NativeAnalysis(Analysis):
    """A running search of `Engine`."""

    def __init__(self, search: _native.NativeSearch) -> None:
        super().__init__()
        self._search = search

    def _next(self, timeout: float | None) -> Info | PlayResult | None:
        report = self._search.next(timeout)
        if isinstance(report, dict):
            fields: dict[str, Any] = dict(report)
            return Info(score=Score(fields.pop("cp"), fields.pop("mate")), **fields)
        return None if report is None else PlayResult(*report)

    def _stop(self) -> None:
        self._search.stop()


def default_time(level: int | None) -> float | None:
    """The time of a search without a limit, in seconds. Levels below full strength need none."""
    return 1.0 if level is None or level >= LEVELS else None


class Engine:
    """Branán's engine, which searches without the interpreter's lock.

    It has a table of `hash` MiB and `threads` threads. One search runs at a time: a second call while one
    runs, also of another thread, raises `EngineError`.
    """

    def __init__(self, hash: int = 64, threads: int = 1) -> None:
        self._native = _native.NativeEngine(hash, threads)
        self._lock = threading.Lock()
        self._running: weakref.ref[Analysis] | None = None
        self.hash = hash
        """The size of the table, in MiB."""
        self.threads = threads
        """The number of threads."""

    def play(
        self,
        game: Game,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        level: int | None = None,
        seed: int = 0,
        moves: Iterable[Move | str] = (),
    ) -> PlayResult:
        """Chooses a move for the side to move. The game is not changed.

        `time` is in seconds, `depth` in plies; without a limit it thinks for one second, on levels below
        full strength as long as these do. `mate` looks for a win in that many moves only, and `moves`
        restricts the choice.

        `level` is a playing strength from 0 to `branan.LEVELS`, which is full strength; `seed` varies its
        choices. A level below full strength may choose another move than the best one it found, with which
        `info.moves` begins and whose score `info.score` is.
        """
        return self._choose(game, time, nodes, depth, mate, level, seed, moves).wait()

    async def play_async(
        self,
        game: Game,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        level: int | None = None,
        seed: int = 0,
        moves: Iterable[Move | str] = (),
    ) -> PlayResult:
        """`play` for asyncio. Cancelling it stops the search."""
        search = self._choose(game, time, nodes, depth, mate, level, seed, moves)
        try:
            return await asyncio.to_thread(search.wait)
        finally:
            search._stopping = True
            search._stop()

    def analyse(
        self,
        game: Game,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multi_pv: int = 1,
        moves: Iterable[Move | str] = (),
    ) -> Analysis:
        """Starts to analyse the game's position with `multi_pv` lines.

        Returns an iterator over reports. Without a limit it runs until it is stopped:

            with engine.analyse(game) as analysis:
                for info in analysis:
                    if info.depth >= 12:
                        break
        """
        return self._start(game, time, nodes, depth, multi_pv=multi_pv, moves=moves, play=False)

    def clear(self) -> None:
        """Discards the results of earlier searches."""
        self._native.clear()

    def close(self) -> None:
        """Stops a running search and frees the table."""
        self._native.check_process()
        running = self._current()
        if running is not None:
            running.stop()
        self._native.clear()

    def _current(self) -> Analysis | None:
        """The running search."""
        search = None if self._running is None else self._running()
        return None if search is None or not search._is_running() else search

    def _choose(
        self,
        game: Game,
        time: float | None,
        nodes: int | None,
        depth: int | None,
        mate: int | None,
        level: int | None,
        seed: int,
        moves: Iterable[Move | str],
    ) -> NativeAnalysis:
        """Starts a search for a move to play."""
        if time is nodes is depth is mate is None:
            time = default_time(level)
        return self._start(
            game, time, nodes, depth, mate=mate, level=level, seed=seed, moves=moves, play=True
        )

    def _start(
        self,
        game: Game,
        time: float | None,
        nodes: int | None,
        depth: int | None,
        *,
        mate: int | None = None,
        multi_pv: int = 1,
        level: int | None = None,
        seed: int = 0,
        moves: Iterable[Move | str] = (),
        play: bool,
    ) -> NativeAnalysis:
        # A forked child may find the lock held by a thread that it does not have.
        self._native.check_process()
        with self._lock:
            if self._current() is not None:
                raise EngineError("this engine is searching; stop that search first, or make another engine")
            search = self._native.search(
                game,
                time=time,
                nodes=nodes,
                depth=depth,
                mate=mate,
                multi_pv=multi_pv,
                level=level,
                seed=seed,
                moves=as_moves(moves),
                play=play,
            )
            analysis = NativeAnalysis(search)
            self._running = weakref.ref(analysis)
            return analysis

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Engine(hash={self.hash}, threads={self.threads})"


@dataclass(frozen=True)
class Solution:
    """What can be forced from a position, from the point of view of the side to move."""

    answer: Literal["win", "loss", "neither", "cannot-win", "unknown"]
    """The forced result. `cannot-win` answers a question about one side."""
    obstacle: Literal["limit", "repetition", "length", "recurrence", "turn-limit"] | None
    """Why the answer is unknown. With the last two a win was found that a board that recurs, or the turn
    limit, may spoil."""
    moves: list[Move]
    """A line in which the winner wins against a long defence, also of a win that is not certain. Empty if no
    win was found or it comes by repetition."""
    complete: bool
    """Whether the line reaches the end of the game. It does unless the table has lost its last part; also
    `True` where there is no line."""
    plies: int | None
    """The most plies to the win."""
    nodes: int
    """The positions searched."""
    time: float
    """The time it took, in seconds."""
    certificate: bytes | None
    """The written proof, if it was asked for and something was proven; `verify` checks it."""


def solve(
    game: Game,
    *,
    side: Literal["attackers", "defenders"] | None = None,
    time: float | None = None,
    nodes: int | None = None,
    hash: int = 64,
    threads: int = 1,
    certificate: bool = False,
) -> Solution:
    """Proves whether the side to move can force a win, or whether `side` can.

    `time` is in seconds, `hash` in MiB. It runs without the interpreter's lock, and Ctrl-C ends it.
    """
    fields = _native.solve(
        game, side=side, time=time, nodes=nodes, hash=hash, threads=threads, certificate=certificate
    )
    return Solution(**fields)


def verify(certificate: bytes, *, threads: int = 0) -> str:
    """Checks a certificate and returns in words what it proves. `threads` 0 means all cores.

    The checker has a board of its own, which shares no code with the solver. Raises `EngineError` if the
    certificate proves nothing.
    """
    return _native.verify(certificate, threads)
