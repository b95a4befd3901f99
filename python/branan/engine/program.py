"""Engine programs as child processes, whatever they speak."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time as clock
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import IO, NoReturn

from branan._native import EngineError, Game, Move
from branan.engine.info import POLL, PlayResult

QUIT_GRACE = 2.0
"""Seconds to exit after `quit` before the engine is killed."""

LAST_WORDS = 0.5
"""Seconds to wait for the rest of the error stream of an engine that has exited."""

LONGEST_COMPLAINT = 500
"""Characters after which a line of the error stream is broken."""


def kill_process(process: subprocess.Popen[str], owner: int) -> None:
    """Kills an engine and its children, in the process `owner` only: a forked child inherits the handle."""
    if os.getpid() != owner:
        return
    if process.returncode is None:
        if os.name == "posix":
            # Not waited for, it still has its number, even if it has ended.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()


def read_lines(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Passes on the lines of a stream, and `None` at its end."""
    for line in stream:
        lines.put(line.strip())
    lines.put(None)


class Complaints:
    """The error stream of an engine, which is copied to `target` if there is one."""

    def __init__(self, stream: IO[str], target: IO[str] | None) -> None:
        self._last = ""
        self._reader = threading.Thread(target=self._read, args=(stream, target), daemon=True)
        self._reader.start()

    def _read(self, stream: IO[str], target: IO[str] | None) -> None:
        while line := stream.readline(LONGEST_COMPLAINT):
            self._last = line.strip() or self._last
            # An engine must not hang because its caller has closed the target.
            with contextlib.suppress(OSError, ValueError):
                if target is not None:
                    target.write(line)
                    target.flush()

    def last(self, patience: float) -> str:
        """The last line, for the end of a message, after the stream has ended or `patience` seconds."""
        self._reader.join(patience)
        return f": {self._last}" if self._last else ""


class EngineProcess(ABC):
    """A running engine. Make one with `popen`, and end it with `quit` or a `with` block.

    One that is left behind is killed, at the latest when Python exits.
    """

    def __init__(self, command: Sequence[str], timeout: float, stderr: IO[str] | None = None) -> None:
        self.command = list(command)
        """The program and its arguments."""
        self.name = os.path.basename(command[0])
        """The engine's name."""
        self._timeout = timeout
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._conversation = threading.RLock()
        """Held by the thread that talks with the engine."""
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                bufsize=1,
                errors="replace",
                # A group of its own, so that it can be killed with its children.
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"cannot start {command[0]}: {error.strerror or error}") from error
        weakref.finalize(self, kill_process, self._process, os.getpid())
        assert self._process.stdout is not None and self._process.stderr is not None
        self._complaints = Complaints(self._process.stderr, stderr)
        # It does not refer to `self`, which is left behind otherwise only when Python exits.
        arguments = (self._process.stdout, self._lines)
        threading.Thread(target=read_lines, args=arguments, daemon=True).start()

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        if "\n" in line or "\r" in line:
            raise ValueError(f"a line for an engine has no line break: {line!r}")
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._exited() from error

    def _exited(self) -> EngineError:
        """The error of an engine that has exited, with the last line of its error stream."""
        return EngineError(f"{self.name} has exited{self._complaints.last(LAST_WORDS)}")

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps other threads from talking with the engine. Raises `EngineError` if one does."""
        # A thread that only waits for a report lets go every `POLL` seconds.
        if not self._conversation.acquire(timeout=2 * POLL):
            raise EngineError(f"{self.name} is busy with another thread's call")
        try:
            yield
        finally:
            self._conversation.release()

    def _poll(self, timeout: float) -> str | None:
        """The next line. `None` if there is none within `timeout` seconds."""
        try:
            line = self._lines.get(timeout=min(timeout, threading.TIMEOUT_MAX))
        except queue.Empty:
            return None
        if line is None:
            # Every later call finds the end as well.
            self._lines.put(None)
            raise self._exited()
        return line

    def _receive(self, deadline: float) -> str:
        """The next line, at the latest at `deadline` on the monotonic clock."""
        line = self._poll(max(0.0, deadline - clock.monotonic()))
        return self._give_up() if line is None else line

    def _give_up(self) -> NoReturn:
        """Kills an engine that hangs."""
        self.kill()
        raise EngineError(f"{self.name} did not answer in time{self._complaints.last(0)}")

    def _await(self, wanted: Callable[[str], bool]) -> list[str]:
        """The lines until one is wanted, which comes last."""
        deadline = clock.monotonic() + self._timeout
        lines: list[str] = []
        while not lines or not wanted(lines[-1]):
            lines.append(self._receive(deadline))
        return lines

    def play(
        self,
        game: Game,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        moves: Iterable[Move | str] = (),
    ) -> PlayResult:
        """Asks for a move of the side to move; without a limit, within one second.

        The arguments are those of `Engine.play`, whose `level` and `seed` other engines have as options, if
        at all. Raises `EngineError` if the engine fails, its move is illegal, or it is busy with another
        thread's call. The game is not changed.
        """
        if time is nodes is depth is mate is None:
            time = 1.0
        with self._alone():
            result = self._choose(game, time, nodes, depth, mate, moves)
        if result.move is None and game.outcome is None:
            raise EngineError(f"{self.name} claims to have no move, but has in {game.fen}")
        if result.move is not None and result.move not in game.legal_moves:
            raise EngineError(f"{self.name} wants to play {result.move}, which is not legal in {game.fen}")
        return result

    @abstractmethod
    def _choose(
        self,
        game: Game,
        time: float | None,
        nodes: int | None,
        depth: int | None,
        mate: int | None,
        moves: Iterable[Move | str],
    ) -> PlayResult:
        """The engine's move, which need not be legal, within one of the limits."""

    @abstractmethod
    def _say_goodbye(self) -> None:
        """Asks the engine to exit."""

    def quit(self) -> None:
        """Asks the engine to exit, and kills it if it does not."""
        with contextlib.suppress(EngineError, subprocess.TimeoutExpired):
            self._say_goodbye()
            self._process.wait(QUIT_GRACE)
        self.kill()

    def kill(self) -> None:
        """Ends the engine and its children at once."""
        kill_process(self._process, os.getpid())

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Ctrl-C must not wait for an engine that hangs.
        if kind is None or issubclass(kind, Exception):
            self.quit()
        else:
            self.kill()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {shlex.join(self.command)}>"
