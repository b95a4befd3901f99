"""Engines: Branán's own in this process, and other programs as child processes.

Both kinds have `play` and `analyse` with the same arguments and results.
"""

from branan.engine.info import Analysis, Info, PlayResult, Score
from branan.engine.native import Engine, Solution, solve, verify
from branan.engine.process import EngineProcess, popen

__all__ = [
    "Analysis",
    "Engine",
    "EngineProcess",
    "Info",
    "PlayResult",
    "Score",
    "Solution",
    "popen",
    "solve",
    "verify",
]
