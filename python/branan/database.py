"""Databases of games, which `branan db import` makes: their games, and what was played in a position.

    from branan.database import Database, Filter

    games = Database("games.db")
    for record in games.records(Filter(player="Ann", result="draw")):
        print(record.date, record.moves)
    for move in games.explore(branan.Game("brandubh")).moves:
        print(move.move, move.results.games, move.results.score)

They are opened for reading only; any number of programs may read while one writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any, Literal

from branan._native import Game, Move, NativeDatabase, Ruleset
from branan.records import Record


@dataclass(frozen=True)
class Filter:
    """Which games are meant: those that fulfil every condition. A part of a name is enough.

    A date or an ending that no game can have raises `RecordError` where the filter is used.
    """

    player: str | None = None
    """A player on either side."""
    attackers: str | None = None
    """The attackers' player."""
    defenders: str | None = None
    """The defenders' player."""
    event: str | None = None
    """The match."""
    since: str | None = None
    """The first date, such as `2026` or `2026.11.21`."""
    until: str | None = None
    """The last date, itself included."""
    ruleset: Ruleset | str | None = None
    """The ruleset, by any of its names."""
    result: Literal["attackers", "defenders", "draw", "unfinished"] | None = None
    """The result."""
    ending: str | None = None
    """The word for the ending, such as `king-escaped`."""
    min_plies: int | None = None
    """The least number of moves of both sides."""
    max_plies: int | None = None
    """The greatest number of moves of both sides."""
    min_rating: int | None = None
    """The least rating of both players."""


@dataclass(frozen=True)
class GameLine:
    """A game on one line."""

    id: int
    """Its number in the database."""
    event: str
    """The match."""
    date: str
    """The date, `?` if unknown."""
    ruleset: str
    """The ruleset."""
    rules: str
    """The alternate rules, such as `KingMove=step`; empty without any."""
    attackers: str
    """The attackers' player."""
    defenders: str
    """The defenders' player."""
    ratings: tuple[int | None, int | None]
    """Their ratings."""
    result: str
    """`attackers`, `defenders`, `draw`, or `*` for an unfinished game."""
    termination: str
    """How it ended."""
    plies: int
    """The number of moves of both sides."""


@dataclass(frozen=True)
class Results:
    """The results of a number of games."""

    games: int
    attackers: int
    """Wins of the attackers."""
    draws: int
    defenders: int
    """Wins of the defenders."""
    unfinished: int
    """Games without a result."""
    score: float | None
    """The attackers' share of the points, from 0 to 1. `None` without results."""
    interval: tuple[float, float] | None
    """Its 95 % interval."""
    length: float | None
    """The mean number of plies."""
    last_played: str | None
    """The date of the latest game, if any game has one."""


@dataclass(frozen=True)
class ExploredMove:
    """A move that was played in a position."""

    move: Move
    images: list[Move]
    """Other moves whose games are counted here too: its images, if the position is symmetric."""
    results: Results
    best: tuple[str, int] | None
    """The best rated player who made it, and the rating."""


@dataclass(frozen=True)
class Occurrence:
    """A game in which a position occurs."""

    game: GameLine
    ply: int
    """The number of moves before the position occurs first."""
    move: str | None
    """The move played there, such as `d2-e2xd3`. `None` if the game ends."""


@dataclass(frozen=True)
class Exploration:
    """What was played in a position."""

    fen: str
    results: Results
    """Those of all games with the position."""
    ended: int
    """Games that ended in it."""
    moves: list[ExploredMove]
    """The moves played in it, the most frequent first."""
    games: list[Occurrence]
    """Some of the games, those added last first."""
    unreadable: dict[int, str]
    """The numbers of those that cannot be read, with the reasons."""


class Database:
    """A database of games, open for reading. One thread uses it at a time."""

    def __init__(self, path: str | PathLike[str], *, rulesets: str | None = None) -> None:
        """Opens a file; `rulesets` is the TOML of rulesets that are not built in.

        Raises `RecordError` if there is no such file or it is not a database of games.
        """
        self._native = NativeDatabase(path, rulesets)

    def count(self, filter: Filter | None = None) -> int:
        """The number of games that the filter selects."""
        return self._native.count(_conditions(filter))

    def games(self, filter: Filter | None = None, limit: int = 100) -> list[GameLine]:
        """The games that the filter selects, at most `limit`, those added last first."""
        return [_line(fields) for fields in json.loads(self._native.games(_conditions(filter), limit))]

    def game(self, id: int) -> Record:
        """The game with a number. Raises `RecordError` if there is none."""
        return Record(**self._native.game(id))

    def records(self, filter: Filter | None = None) -> Iterator[Record]:
        """The games that the filter selects, one after the other, the first added first."""
        for number in self._native.numbers(_conditions(filter)):
            yield self.game(number)

    def explore(self, game: Game, filter: Filter | None = None, limit: int = 10) -> Exploration:
        """What was played in the current position of a game, over transpositions and mirror images.

        Only games under the same rules count. It lists at most `limit` games.
        """
        found = json.loads(self._native.explore(game, _conditions(filter), limit))
        return Exploration(
            fen=found["fen"],
            results=_results(found),
            ended=found["ended"],
            moves=[_explored(fields) for fields in found["moves"]],
            games=[Occurrence(_line(fields), fields["ply"], fields["move"]) for fields in found["list"]],
            unreadable={fields["id"]: fields["reason"] for fields in found.get("unreadable", [])},
        )

    def __len__(self) -> int:
        return self.count()


def _conditions(filter: Filter | None) -> dict[str, Any]:
    fields = asdict(filter or Filter())
    ruleset = fields["ruleset"]
    if isinstance(ruleset, str):
        ruleset = Ruleset(ruleset)
    if ruleset is not None and not isinstance(ruleset, Ruleset):
        raise TypeError(f"ruleset is a Ruleset, the name of one or None, not {type(ruleset).__name__}")
    return fields | {"ruleset": ruleset and ruleset.name}


def _line(fields: dict[str, Any]) -> GameLine:
    names = ("id", "event", "date", "rules", "attackers", "defenders", "result", "termination", "plies")
    chosen = {name: fields[name] for name in names}
    return GameLine(ruleset=fields["variant"], ratings=tuple(fields["ratings"]), **chosen)


def _results(fields: dict[str, Any]) -> Results:
    share = fields["score"]
    names = ("games", "attackers", "draws", "defenders", "unfinished", "length", "last_played")
    return Results(
        score=share and share["value"],
        interval=share and (share["low"], share["high"]),
        **{name: fields[name] for name in names},
    )


def _explored(fields: dict[str, Any]) -> ExploredMove:
    best = fields["best"]
    return ExploredMove(
        Move(fields["move"]),
        [Move(image) for image in fields["images"]],
        _results(fields),
        best and (best["name"], best["rating"]),
    )
