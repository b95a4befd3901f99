"""The engine's side of the protocol, for players written in Python."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol, TextIO

import branan


class Player(Protocol):
    """Who chooses the moves."""

    def choose(self, game: branan.Game, nodes: int | None) -> tuple[branan.Move, int, float]:
        """A move of a game that is not over, the nodes searched, and the value from -1 to 1."""
        ...


def serve(
    name: str,
    rulesets: list[str],
    make: Callable[[str], Player],
    lines: TextIO = sys.stdin,
    answers: TextIO = sys.stdout,
) -> None:
    """Answers commands until the end. `make` makes the player of a ruleset, when it is first needed."""
    session = Session(rulesets, make)
    for line in lines:
        words = line.split()
        if words[:1] == ["quit"]:
            return
        try:
            answer = [f"id name {name}", *session.greeting()] if words == ["uci"] else session.answer(words)
        except (ValueError, branan.EngineError) as error:
            answer = [f"info string error: {error}"]
        for text in answer:
            print(text, file=answers, flush=True)


class Session:
    """A conversation with one host."""

    def __init__(self, rulesets: list[str], make: Callable[[str], Player]) -> None:
        self._rulesets, self._make = rulesets, make
        self._players: dict[str, Player] = {}
        self._game = branan.Game(rulesets[0])

    def greeting(self) -> list[str]:
        """The options."""
        choices = " ".join(f"var {ruleset}" for ruleset in self._rulesets)
        return [f"option name UCI_Variant type combo default {self._rulesets[0]} {choices}", "uciok"]

    def answer(self, words: list[str]) -> list[str]:
        """The answer to a command."""
        match words:
            case ["isready"]:
                self._player()
                return ["readyok"]
            case ["setoption", "name", "UCI_Variant", "value", ruleset]:
                self._set_ruleset(ruleset)
            case ["position", *rest]:
                self._position(rest)
            case ["go", *limits]:
                return self._go(limits)
            case [] | ["ucinewgame"] | ["stop"] | ["debug", _]:
                pass
            case _:
                raise ValueError(f"this engine does not know the command {' '.join(words)!r}")
        return []

    def _set_ruleset(self, ruleset: str) -> None:
        if ruleset not in self._rulesets:
            raise ValueError(f"{ruleset!r} is not one of {', '.join(self._rulesets)}")
        self._game = branan.Game(ruleset)

    def _player(self) -> Player:
        ruleset = self._game.ruleset.name
        if ruleset not in self._players:
            self._players[ruleset] = self._make(ruleset)
        return self._players[ruleset]

    def _position(self, words: list[str]) -> None:
        until = words.index("moves") if "moves" in words else len(words)
        first, moves = words[:until], words[until + 1 :]
        match first:
            case ["startpos"]:
                game = branan.Game(self._game.ruleset)
            case ["fen", *fen]:
                game = branan.Game(self._game.ruleset, fen=" ".join(fen))
            case _:
                raise ValueError("'position' needs 'startpos' or 'fen'")
        for move in moves:
            game.play(move)
        self._game = game

    def _go(self, limits: list[str]) -> list[str]:
        if self._game.outcome is not None:
            return ["bestmove (none)"]
        after = limits.index("nodes") + 1 if "nodes" in limits else len(limits)
        nodes = int(limits[after]) if after < len(limits) else None
        try:
            move, searched, value = self._player().choose(self._game, nodes)
        except (ValueError, branan.EngineError) as error:
            # Unlike a wrong command, it must end the program: the host would wait for a move for ever.
            raise RuntimeError(f"the player found no move: {error}") from error
        points = round(100 * max(-0.999, min(0.999, value)))
        return [f"info depth 1 nodes {searched} score cp {points} pv {move}", f"bestmove {move}"]
