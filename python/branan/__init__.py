"""Tafl games: rules, an engine, and environments for learning.

- `Game` is a game of any ruleset, with typed moves.
- `Engine` plays, analyses and solves in this process; `branan.engine.popen` drives other programs.
- `BatchedGame` steps thousands of games in one call.
- `branan.env` has environments for PettingZoo, OpenSpiel and Gymnasium.
- `branan.records`, `branan.database` and `branan.puzzles` read games and puzzles, `branan.datagen` training
  positions.
"""

from collections.abc import Sequence

from branan import database, datagen, engine, puzzles, records
from branan._native import (
    LEVELS,
    BatchedGame,
    EngineError,
    FenError,
    Game,
    IllegalMoveError,
    LegalMoves,
    Move,
    Outcome,
    Played,
    Position,
    RecordError,
    Ruleset,
    RulesetError,
    __version__,
    rulesets,
)
from branan.engine import Engine, solve, verify

Sequence.register(LegalMoves)  # pyright: ignore[reportAttributeAccessIssue]

__all__ = [
    "LEVELS",
    "BatchedGame",
    "Engine",
    "EngineError",
    "FenError",
    "Game",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Played",
    "Position",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "__version__",
    "database",
    "datagen",
    "engine",
    "puzzles",
    "records",
    "rulesets",
    "solve",
    "verify",
]
