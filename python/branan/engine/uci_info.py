"""Reads the answers of engines of the UCI-style protocol."""

from __future__ import annotations

from typing import Any

from branan._native import EngineError, IllegalMoveError, Move
from branan.engine.info import Info, PlayResult, Score


def read_info(text: str) -> Info | None:
    """The line after `info`. `None` if it has no moves, or is damaged."""
    words = text.split()
    fields: dict[str, Any] = {}
    try:
        while words:
            word = words.pop(0)
            if word in ("string", "currmove"):
                return None
            if word in ("depth", "seldepth", "nodes", "hashfull"):
                fields[word] = int(words.pop(0))
            elif word == "multipv":
                fields["rank"] = int(words.pop(0))
            elif word == "time":
                fields["time"] = int(words.pop(0)) / 1000
            elif word == "wdl":
                fields["win_draw_loss"] = (int(words.pop(0)), int(words.pop(0)), int(words.pop(0)))
            elif word == "score":
                fields["score"] = Score(**{words.pop(0): int(words.pop(0))})
            elif word in ("lowerbound", "upperbound"):
                fields["bound"] = word.removesuffix("bound")
            elif word == "pv":
                fields["moves"] = [Move(move.lower()) for move in words]
                return Info(**fields)
    except (IndexError, ValueError, TypeError):
        return None
    return None


NONE = ("(none)", "0000")
"""What engines write in place of a move if they have none."""


def read_best(line: str, name: str) -> PlayResult:
    """The `bestmove` line of an engine. Raises `EngineError` if it has neither a move nor `(none)`."""
    words = line.split()
    if len(words) < 2:
        raise EngineError(f"{name} answered {line!r}, which names no move")
    best = read_move(words[1])
    if best is None and words[1].lower() not in NONE:
        raise EngineError(f"{name} answered {line[:200]!r}, which is not a move")
    ponder = words[words.index("ponder") + 1 :] if "ponder" in words else []
    return PlayResult(best, read_move(ponder[0]) if ponder else None)


def read_move(word: str) -> Move | None:
    """A move, also in capitals. `None` if it is something else."""
    try:
        return Move(word.lower())
    except IllegalMoveError:
        return None
