"""Engines: Branán's own in this process, and other programs as child processes.

Both kinds have `play` and `analyse` with the same results and limits. Other programs have levels only as
options.
"""

from branan.engine.info import Analysis, Info, PlayResult, Score
from branan.engine.native import Engine, Solution, solve, verify
from branan.engine.process import popen
from branan.engine.program import EngineProcess

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
