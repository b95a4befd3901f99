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
                fields["moves"] = [Move(move) for move in words]
                return Info(**fields)
    except (IndexError, ValueError, TypeError):
        return None
    return None


def read_best(line: str, name: str) -> PlayResult:
    """The `bestmove` line of an engine. A word that is no move, such as `(none)`, means that it has none."""
    words = line.split()

    def move(after: str) -> Move | None:
        if after not in words or words.index(after) + 1 == len(words):
            return None
        try:
            return Move(words[words.index(after) + 1])
        except IllegalMoveError:
            return None

    if len(words) < 2:
        raise EngineError(f"{name} answered {line!r}, which names no move")
    return PlayResult(move("bestmove"), move("ponder"))
