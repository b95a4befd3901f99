"""Other engines, as child processes that speak UCI or OpenTafl's protocol."""

from __future__ import annotations

import contextlib
import math
import os
import queue
import reprlib
import shlex
import subprocess
import threading
import time as clock
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Literal

from branan._native import EngineError, Game, IllegalMoveError, Move
from branan.engine.info import Analysis, Info, PlayResult
from branan.engine.uci_info import read_best, read_info

QUIT_GRACE = 2.0
"""Seconds to exit after `quit` before the engine is killed."""

GRACE = 5.0
"""Seconds that an answer may be late before the engine counts as hung."""


class EngineProcess(ABC):
    """A running engine. Make one with `popen`, and end it with `quit` or a `with` block."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.command = list(command)
        """The program and its arguments."""
        self.name = os.path.basename(command[0])
        """The engine's name."""
        self._timeout = timeout
        self._lines: queue.Queue[str | None] = queue.Queue()
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
                errors="replace",
            )
        except OSError as error:
            raise EngineError(f"cannot start {command[0]}: {error.strerror or error}") from error
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())
        self._lines.put(None)

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        if "\n" in line or "\r" in line:
            raise ValueError(f"a line for an engine has no line break: {line!r}")
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError(f"{self.name} has exited") from error

    def _look(self, timeout: float) -> bool:
        """Whether a line comes within `timeout` seconds."""
        end = clock.monotonic() + timeout
        while self._lines.empty() and clock.monotonic() < end:
            clock.sleep(min(0.01, timeout))
        return not self._lines.empty()

    def _receive(self, deadline: float | None) -> str:
        """The next line, at the latest at `deadline` on the monotonic clock."""
        try:
            left = None if deadline is None else max(0.0, deadline - clock.monotonic())
            line = self._lines.get(timeout=left)
        except queue.Empty:
            self.kill()
            raise EngineError(f"{self.name} did not answer in time") from None
        if line is None:
            # Every later call finds the end as well.
            self._lines.put(None)
            raise EngineError(f"{self.name} has exited")
        return line

    def _await(self, wanted: Callable[[str], bool]) -> list[str]:
        """The lines until one is wanted, which comes last."""
        deadline = clock.monotonic() + self._timeout
        lines: list[str] = []
        while not lines or not wanted(lines[-1]):
            lines.append(self._receive(deadline))
        return lines

    @abstractmethod
    def play(
        self, game: Game, *, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> PlayResult:
        """Asks for a move of the side to move; without a limit, within one second.

        Raises `EngineError` if the engine fails or its move is illegal. The game is not changed.
        """

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
        """Ends the engine at once."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def __enter__(self) -> EngineProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.quit()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {shlex.join(self.command)}>"


class UciAnalysis(Analysis):
    """A running search of a `UciEngine`."""

    def __init__(self, engine: UciEngine, limit: float | None) -> None:
        super().__init__()
        self._engine = engine
        self._deadline = None if limit is None else clock.monotonic() + limit + GRACE

    def _next(self, timeout: float | None) -> Info | PlayResult | None:
        while True:
            late = self._deadline is not None and clock.monotonic() > self._deadline
            if timeout is not None and not late and not self._engine._look(timeout):
                return None
            line = self._engine._receive(self._deadline)
            word, _, rest = line.partition(" ")
            if word == "info":
                info = read_info(rest)
                if info is not None:
                    return info
            elif word == "bestmove":
                self._engine._search = None
                return read_best(line, self._engine.name)

    def _stop(self) -> None:
        self._engine._send("stop")
        self._deadline = clock.monotonic() + GRACE


class UciEngine(EngineProcess):
    """An engine that speaks the UCI-style protocol."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        super().__init__(command, timeout)
        self.options: list[str] = []
        """The names of its options."""
        self._search: weakref.ref[Analysis] | None = None
        self._rules: dict[str, str] = {}
        self._send("uci")
        for line in self._await(lambda line: line == "uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
            elif line.startswith("option name "):
                self.options.append(line.removeprefix("option name ").partition(" type ")[0])

    def configure(self, options: Mapping[str, str | int | bool]) -> None:
        """Sets options. Raises `EngineError` if the engine does not have one, or rejects a value."""
        self._check_idle()
        known = {name.lower() for name in self.options}
        for name, value in options.items():
            if name.lower() not in known:
                raise EngineError(f"{self.name} has no option {reprlib.repr(name)}")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._send(f"setoption name {name} value {text}")
            self._synchronise()

    def _synchronise(self) -> None:
        self._send("isready")
        for line in self._await(lambda line: line == "readyok"):
            if line.lower().startswith("info string error"):
                raise EngineError(f"{self.name}: {line.removeprefix('info string ')}")

    def _check_idle(self) -> None:
        if self._search is None:
            return
        search = self._search()
        if search is not None:
            if search._is_running():
                raise EngineError(f"{self.name} is searching; stop that search first")
            return
        # Its analysis was left behind.
        self._send("stop")
        self._await(lambda line: line.startswith("bestmove"))
        self._search = None

    def _set_up(self, game: Game) -> None:
        rules = {"UCI_Variant": game.ruleset.name}
        rules |= {f"Rule {name}": value for name, value in game.ruleset.rules.items()}
        if rules != self._rules:
            # A rule that the last game replaced goes back to the ruleset's own.
            stale = dict.fromkeys(self._rules.keys() - rules.keys(), "variant")
            if not any(name.lower() == "uci_variant" for name in self.options):
                # An engine without the option has one ruleset.
                del rules["UCI_Variant"]
            self.configure(stale | rules)
            self._rules = rules
        moves = "".join(f" {played.move}" for played in game.moves)
        self._send(f"position fen {game.start}" + (f" moves{moves}" if moves else ""))

    def analyse(
        self,
        game: Game,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        multi_pv: int = 1,
    ) -> Analysis:
        """Starts to analyse the game's position; the arguments are those of `Engine.analyse`."""
        if any(name.lower() == "multipv" for name in self.options):
            self.configure({"MultiPV": multi_pv})
        elif multi_pv != 1:
            raise EngineError(f"{self.name} finds one line only: it has no option MultiPV")
        return self._go(game, time, nodes, depth)

    def _go(self, game: Game, time: float | None, nodes: int | None, depth: int | None) -> UciAnalysis:
        self._check_idle()
        self._set_up(game)
        self._synchronise()
        limits = {"movetime": None if time is None else round(1000 * time), "nodes": nodes, "depth": depth}
        words = [f"{name} {value}" for name, value in limits.items() if value is not None]
        self._send(" ".join(["go", *(words or ["infinite"])]))
        search = UciAnalysis(self, time)
        self._search = weakref.ref(search)
        return search

    def play(
        self, game: Game, *, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> PlayResult:
        if time is nodes is depth is None:
            time = 1.0
        result = self._go(game, time, nodes, depth).wait()
        check_move(game, result.move, self.name)
        return result

    def _say_goodbye(self) -> None:
        self._send("quit")


class OpenTaflEngine(EngineProcess):
    """An engine that speaks OpenTafl's protocol, which has neither `nodes`, `depth` nor analysis."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        super().__init__(command, timeout)
        self._greeted = False

    def play(
        self, game: Game, *, time: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> PlayResult:
        if nodes is not None or depth is not None:
            raise EngineError("OpenTafl's protocol limits a search by time alone")
        time = 1.0 if time is None else time
        milliseconds = round(1000 * time)
        facts = {
            # The game begins with the current position: the protocol has no moves before the first.
            "rules": game.ruleset.otn(game.fen),
            "position": game.otn,
            "side": game.to_move,
            "clock": f"{milliseconds}* {milliseconds}* {max(1, math.ceil(time))} 1 1",
        }
        self._send(f"rules {facts['rules']}")
        if not self._greeted:
            self._converse("hello", facts, self._timeout)
            self._greeted = True
        self._send(f"clock {facts['clock']}")
        self._send(f"play {facts['side']}")
        text = self._converse("move", facts, time + GRACE)
        try:
            move = Move(text.split("x")[0])
        except IllegalMoveError as error:
            raise EngineError(f"{self.name} answered with {text!r}, which is not a move") from error
        check_move(game, move, self.name)
        return PlayResult(move)

    def _converse(self, wanted: str, facts: Mapping[str, str], patience: float) -> str:
        """Answers the engine's questions until it sends a wanted word, and returns the rest of that line."""
        deadline = clock.monotonic() + patience
        while True:
            line = self._receive(deadline)
            word, _, rest = line.partition(" ")
            if word == wanted:
                return rest.strip()
            if word in facts and not rest:
                self._send(f"{word} {facts[word]}")
            elif word == "error" and rest.startswith("-1"):
                raise EngineError(f"{self.name} gave up: {line}")

    def _say_goodbye(self) -> None:
        self._send("goodbye")


def check_move(game: Game, move: Move | None, name: str) -> None:
    """Raises `EngineError` if an engine's move is not legal."""
    if move is None and game.outcome is None:
        raise EngineError(f"{name} has no move for {game.fen}")
    if move is not None and move not in game.legal_moves:
        raise EngineError(f"{name} wants to play {move}, which is not legal in {game.fen}")


def popen(
    command: str | Sequence[str],
    *,
    protocol: Literal["uci", "opentafl"] = "uci",
    options: Mapping[str, str | int | bool] | None = None,
    timeout: float = 10.0,
) -> UciEngine | OpenTaflEngine:
    """Starts an engine program, such as `popen("branan")` or `popen(["java", "-jar", "engine.jar"])`.

    A command in one string is split as in a shell. `options` are set at once; OpenTafl's protocol has
    none. `timeout` is the time in seconds for the engine's greeting and for each acknowledgement. Raises
    `EngineError` if the program cannot be started or does not greet.
    """
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if not words:
        raise ValueError("the command is empty; it is a program and its arguments")
    if protocol not in ("uci", "opentafl"):
        raise ValueError(f'protocol is "uci" or "opentafl", not {reprlib.repr(protocol)}')
    if protocol == "opentafl":
        if options:
            raise EngineError("OpenTafl's protocol has no options; give the program arguments instead")
        return OpenTaflEngine(words, timeout)
    engine = UciEngine(words, timeout)
    try:
        engine.configure(options or {})
    except BaseException:
        engine.kill()
        raise
    return engine
