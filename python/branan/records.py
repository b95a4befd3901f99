"""Records of games: this project's own, OpenTafl's, hnefatafl.org's, and plain moves.

Every move is checked while a game is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from branan import _native
from branan._native import Game, RecordError, Ruleset

FORMATS = ("record", "otg", "json", "archive", "moves")
"""The formats: this project's, OpenTafl's saved games, two of hnefatafl.org, and moves alone."""


@dataclass(frozen=True)
class Record:
    """A recorded game."""

    event: str
    """The match it belongs to."""
    date: str
    """When it ended, in UTC."""
    ruleset: str
    """The name of its ruleset, or the whole ruleset as a rules string or a JSON object."""
    rules: list[tuple[str, str]]
    """The alternate rules, as name and value."""
    attackers: str
    """The attackers' player."""
    defenders: str
    """The defenders' player."""
    start: str
    """The first position, as a FEN."""
    moves: list[str]
    """The moves with their captures, such as `d2-e2xd3`."""
    comments: list[str]
    """A comment on each move, mostly empty."""
    result: str
    """`attackers`, `defenders`, `draw`, or `*` for an unfinished game."""
    termination: str
    """How it ended, such as `king-escaped`."""
    tags: list[tuple[str, str]]
    """Other tags and their values."""
    text: str
    """The game in this project's format."""

    def __iter__(self) -> Iterator[str]:
        return iter(self.moves)

    @classmethod
    def of(
        cls,
        game: Game,
        *,
        attackers: str = "?",
        defenders: str = "?",
        event: str = "?",
        date: str = "?",
        result: str | None = None,
        termination: str | None = None,
    ) -> Record:
        """The record of a game: its rules, start and moves, and its result if it is over.

        `result` and `termination` are for an end that the board does not show, such as `"attackers"` and
        `"resign"`. Raises `RecordError` if they contradict each other or the board.
        """
        fields = _native.record_of(
            game,
            attackers=attackers,
            defenders=defenders,
            event=event,
            date=date,
            result=result,
            termination=termination,
        )
        return cls(**fields)

    def game(self, rulesets: str | None = None) -> Game:
        """The game, played to its end. `rulesets` is the TOML of rulesets that are not built in."""
        rules = dict(self.rules)
        if ":" in self.ruleset:
            ruleset = Ruleset.from_rules(self.ruleset, rules=rules)
        elif rulesets is not None:
            ruleset = Ruleset.from_rules(rulesets, self.ruleset, rules)
        else:
            ruleset = Ruleset(self.ruleset, rules)
        game = Game(ruleset, fen=self.start)
        for move in self.moves:
            game.play(move)
        return game


def read(
    text: str | bytes,
    *,
    format: str | None = None,
    ruleset: str | None = None,
    rulesets: str | None = None,
) -> list[Record]:
    """Reads games. The format is one of `FORMATS`, by default guessed from the text.

    `ruleset` names the ruleset of games whose format does not; `rulesets` is the TOML of rulesets that
    are not built in. Raises `RecordError` if a game is malformed or a move illegal.
    """
    return [Record(**fields) for fields in _native.read_records(text, format, ruleset, rulesets)]


def read_file(
    path: str | PathLike[str],
    *,
    format: str | None = None,
    ruleset: str | None = None,
    rulesets: str | None = None,
) -> list[Record]:
    """Reads the games of a file; see `read`."""
    return read(
        Path(path).read_bytes(), format=format or _format_of(path), ruleset=ruleset, rulesets=rulesets
    )


def convert(
    text: str | bytes,
    to: str,
    *,
    format: str | None = None,
    ruleset: str | None = None,
    rulesets: str | None = None,
) -> str:
    """Converts games to another format. The other arguments are those of `read`.

    Raises `RecordError` if a game cannot be read, or cannot be expressed in the other format.
    """
    return _native.convert(text, to, format=format, variant=ruleset, rulesets=rulesets)


def table(records: Iterable[Record]) -> dict[str, list[Any]]:
    """The games as the columns of a table, for pandas or PyArrow: a row for each game.

    `moves` is a list of moves for each game, and `rules` one of alternate rules such as `KingMove=step`.
    """
    records = list(records)
    columns: dict[str, list[Any]] = {
        name: [getattr(record, name) for record in records]
        for name in ("event", "date", "ruleset", "attackers", "defenders", "start", "result", "termination")
    }
    columns["rules"] = [[f"{name}={value}" for name, value in record.rules] for record in records]
    columns["plies"] = [len(record.moves) for record in records]
    columns["moves"] = [record.moves for record in records]
    return columns


def to_parquet(records: Iterable[Record], path: str | PathLike[str]) -> None:
    """Writes the games as a Parquet file with the columns of `table`.

    Raises `ImportError` if PyArrow is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("to_parquet needs PyArrow: pip install pyarrow") from error
    columns = table(records)
    texts = pyarrow.list_(pyarrow.string())
    kinds = {"rules": texts, "moves": texts, "plies": pyarrow.int32()}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in columns])
    pyarrow.parquet.write_table(pyarrow.table(columns, schema=schema), path)


def _format_of(path: str | PathLike[str]) -> str | None:
    endings = {".otg": "otg", ".json": "json", ".postcard": "archive", ".moves": "moves"}
    endings |= {".txt": "record", ".games": "record"}
    return endings.get(Path(path).suffix)


__all__ = ["FORMATS", "Record", "RecordError", "convert", "read", "read_file", "table", "to_parquet"]
