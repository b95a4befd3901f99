"""Other engines, as child processes that speak UCI or OpenTafl's protocol."""

from __future__ import annotations

import math
import reprlib
import shlex
import threading
import time as clock
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Literal

from branan._native import EngineError, Game, IllegalMoveError, Move, check_limits
from branan.engine.info import POLL, Analysis, Info, PlayResult, as_moves
from branan.engine.program import EngineProcess
from branan.engine.uci_info import read_best, read_info

GRACE = 5.0
"""Seconds that an answer may be late before the engine counts as hung."""

VARIANT = "uci_variant"
"""The option for the ruleset, in small letters."""

MULTI_PV = "multipv"
"""The option for the number of lines, in small letters."""

OWN = "variant"
"""The value of a `Rule` option that leaves the rule to the ruleset."""


def is_error(line: str) -> bool:
    """Whether an engine refuses a command."""
    return line.lower().startswith("info string error")


class UciAnalysis(Analysis):
    """A running search of a `UciEngine`."""

    def __init__(self, engine: UciEngine, limit: float | None) -> None:
        super().__init__()
        self._engine = engine
        self._deadline = None if limit is None else clock.monotonic() + limit + GRACE
        self._end: PlayResult | None = None
        """The result, once the engine has sent it."""

    def _next(self, timeout: float | None) -> Info | PlayResult | None:
        end = math.inf if timeout is None else clock.monotonic() + timeout
        while True:
            left = POLL if self._deadline is None else max(0.0, self._deadline - clock.monotonic())
            with self._engine._conversation:
                # Another thread may have received it, and the lines after it belong to the next search.
                if self._end is not None:
                    return self._end
                line = self._engine._poll(min(POLL, left))
                report = None if line is None else self._read(line)
            if report is not None:
                return report
            if line is None and left == 0:
                self._engine._give_up()
            if clock.monotonic() >= end:
                return None

    def _read(self, line: str) -> Info | PlayResult | None:
        """What a line reports, if anything."""
        word, _, rest = line.partition(" ")
        if word == "info":
            if is_error(line):
                # The engine has refused to search.
                self._finish()
                self.result = PlayResult(None)
                raise EngineError(f"{self._engine.name}: {rest.removeprefix('string ')}")
            return read_info(rest)
        if word == "bestmove":
            self._finish()
            self._end = read_best(line, self._engine.name)
            return self._end
        return None

    def _finish(self) -> None:
        """Notes that the engine has ended the search."""
        with self._engine._stopping:
            self._engine._search = None
            self._end = PlayResult(None)

    def _stop(self) -> None:
        with self._engine._stopping:
            # A later `stop` would end the next search.
            if self._end is None:
                self._engine._send("stop")
                self._deadline = clock.monotonic() + GRACE


class UciEngine(EngineProcess):
    """An engine that speaks the UCI-style protocol."""

    def __init__(self, command: Sequence[str], timeout: float, stderr: IO[str] | None = None) -> None:
        super().__init__(command, timeout, stderr)
        self.options: list[str] = []
        """The names of its options."""
        self._search: weakref.ref[Analysis] | None = None
        self._stopping = threading.RLock()
        """Held while a search is stopped or ends."""
        self._multi_pv: str | None = None
        """The number of lines that has been set."""
        self._rules: dict[str, str] = {}
        """The options about rules that have been set, in small letters, with their values."""
        self._send("uci")
        for line in self._await(lambda line: line == "uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
            elif line.startswith("option name "):
                self.options.append(line.removeprefix("option name ").partition(" type ")[0])

    def configure(self, options: Mapping[str, str | int | bool]) -> None:
        """Sets options. Raises `EngineError` if the engine does not have one, rejects a value or is busy."""
        with self._alone():
            self._check_idle()
            for name, value in options.items():
                self._set(name, str(value).lower() if isinstance(value, bool) else str(value))

    def _set(self, name: str, value: str) -> None:
        """Sets an option."""
        known = {option.lower(): option for option in self.options}
        small = name.lower()
        if small not in known:
            raise EngineError(f"{self.name} has no option {reprlib.repr(name)}")
        self._send(f"setoption name {known[small]} value {value}")
        self._synchronise()
        if small == MULTI_PV:
            self._multi_pv = value
        if small == VARIANT or small.startswith("rule "):
            self._rules[small] = value

    def _set_multi_pv(self, lines: int) -> None:
        """Sets the number of lines to find."""
        if any(name.lower() == MULTI_PV for name in self.options):
            if self._multi_pv != str(lines):
                self.configure({"MultiPV": lines})
        elif lines != 1:
            raise EngineError(f"{self.name} finds one line only: it has no option MultiPV")

    def _synchronise(self) -> None:
        self._send("isready")
        for line in self._await(lambda line: line == "readyok"):
            if is_error(line):
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
        self._await(lambda line: line.startswith("bestmove") or is_error(line))
        self._search = None

    def _set_up(self, game: Game) -> None:
        variant, alternates = game.ruleset._written()
        rules = {f"Rule {name}": value for name, value in alternates.items()}
        # An engine without the option has one ruleset.
        if any(name.lower() == VARIANT for name in self.options):
            rules = {"UCI_Variant": variant} | rules
        in_force = {name: value for name, value in self._rules.items() if value != OWN}
        if {name.lower(): value for name, value in rules.items()} != in_force:
            # First all rules go back to the ruleset's own, because some do not go with another ruleset.
            self.configure({name: OWN for name in in_force if name != VARIANT})
            self.configure(rules)
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
        moves: Iterable[Move | str] = (),
    ) -> Analysis:
        """Starts to analyse the game's position; the arguments are those of `Engine.analyse`."""
        with self._alone():
            self._set_multi_pv(multi_pv)
            return self._go(game, time, nodes, depth, None, moves)

    def _go(
        self,
        game: Game,
        time: float | None,
        nodes: int | None,
        depth: int | None,
        mate: int | None,
        moves: Iterable[Move | str],
    ) -> UciAnalysis:
        check_limits(time=time, nodes=nodes, depth=depth, mate=mate)
        chosen = [str(move) for move in as_moves(moves)]
        self._check_idle()
        self._set_up(game)
        self._synchronise()
        milliseconds = None if time is None else round(1000 * time)
        limits = {"movetime": milliseconds, "nodes": nodes, "depth": depth, "mate": mate}
        words = [f"{name} {value}" for name, value in limits.items() if value is not None] or ["infinite"]
        words += ["searchmoves", *chosen] if chosen else []
        self._send(" ".join(["go", *words]))
        search = UciAnalysis(self, time)
        self._search = weakref.ref(search)
        return search

    def _choose(
        self,
        game: Game,
        time: float | None,
        nodes: int | None,
        depth: int | None,
        mate: int | None,
        moves: Iterable[Move | str],
    ) -> PlayResult:
        # An earlier analysis may have asked for more lines.
        self._set_multi_pv(1)
        return self._go(game, time, nodes, depth, mate, moves).wait()

    def _say_goodbye(self) -> None:
        self._send("quit")


class OpenTaflEngine(EngineProcess):
    """An engine that speaks OpenTafl's protocol, which has no analysis and no limit but the time."""

    def __init__(self, command: Sequence[str], timeout: float, stderr: IO[str] | None = None) -> None:
        super().__init__(command, timeout, stderr)
        self._greeted = False

    def _choose(
        self,
        game: Game,
        time: float | None,
        nodes: int | None,
        depth: int | None,
        mate: int | None,
        moves: Iterable[Move | str],
    ) -> PlayResult:
        if time is None or not (nodes is depth is mate is None) or tuple(moves):
            raise EngineError("OpenTafl's protocol limits a search by time alone")
        check_limits(time=time)
        milliseconds = round(1000 * time)
        facts = {
            # The game begins with the current position: the protocol has no moves before the first.
            "rules": game.ruleset.otn(game.fen),
            "position": game.otn.split()[0],
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
            return PlayResult(Move(text.lower().split("x")[0]))
        except IllegalMoveError as error:
            raise EngineError(f"{self.name} answered with {text!r}, which is not a move") from error

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


def popen(
    command: str | Sequence[str],
    *,
    protocol: Literal["uci", "opentafl"] = "uci",
    options: Mapping[str, str | int | bool] | None = None,
    timeout: float = 10.0,
    stderr: IO[str] | None = None,
) -> UciEngine | OpenTaflEngine:
    """Starts an engine program, such as `popen("branan")` or `popen(["java", "-jar", "engine.jar"])`.

    A command in one string is split as in a shell. `options` are set at once; OpenTafl's protocol has
    none. `timeout` is the time in seconds for the engine's greeting and for each acknowledgement. The
    engine's error stream is copied to `stderr`, an open text file such as `sys.stderr`; by default only its
    last line is kept, for errors. Raises `EngineError` if the program cannot be started or does not greet.
    """
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if not words:
        raise ValueError("the command is empty; it is a program and its arguments")
    if protocol not in ("uci", "opentafl"):
        raise ValueError(f'protocol is "uci" or "opentafl", not {reprlib.repr(protocol)}')
    if stderr is not None and not hasattr(stderr, "write"):
        raise TypeError(f"stderr is an open text file or None, not {type(stderr).__name__}")
    if protocol == "opentafl":
        if options:
            raise EngineError("OpenTafl's protocol has no options; give the program arguments instead")
        return OpenTaflEngine(words, timeout, stderr)
    engine = UciEngine(words, timeout, stderr)
    try:
        engine.configure(options or {})
    except BaseException:
        engine.kill()
        raise
    return engine
