"""Puzzles: positions with one right answer, proven by the solver."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from branan import _native
from branan._native import Game, Move


@dataclass(frozen=True)
class Puzzle:
    """A position with one right answer."""

    id: str
    """A checksum of the ruleset and the position."""
    ruleset: str
    """The name of a built-in ruleset."""
    fen: str
    """The position."""
    goal: str
    """What the side to move has to do: `win`, `hold` (not lose) or `only-move`."""
    solution: list[Move]
    """The solver's only moves, with the other side's main defence between them."""
    rest: list[Move]
    """A way from there to the end of the game, where several moves win."""
    defences: list[list[Move]]
    """Lines from the position in which the other side defends otherwise."""
    plies: int | None
    """The plies within which the win is proven."""
    themes: list[str]
    """What it is about."""
    rating: int | None
    """How hard it is, on the Elo scale of the engine's levels."""
    source: str
    """The game that it comes from."""

    def game(self) -> Game:
        """A game from the puzzle's position."""
        return Game(self.ruleset, fen=self.fen)


def shipped() -> list[Puzzle]:
    """The puzzles that come with the program."""
    return [Puzzle(**fields) for fields in _native.read_puzzles()]


def read(lines: str | Iterable[str]) -> list[Puzzle]:
    """Reads puzzles from a text or file with one puzzle in JSON on each line.

    Raises `RecordError` with the line's number if one is malformed.
    """
    if isinstance(lines, (bytes, bytearray)):
        raise TypeError("puzzles are read from a text or an iterable of lines, not bytes")
    text = lines if isinstance(lines, str) else "\n".join(str(line).rstrip("\n") for line in lines)
    return [Puzzle(**fields) for fields in _native.read_puzzles(text)]
