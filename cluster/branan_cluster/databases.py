"""Databases of the games that shares have played."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from .failure import Failure

# The name of a share's database.
DATABASE = "games.db"


def variants_words(variants: str | None) -> list[str]:
    """The arguments of `branan` for a file of rulesets, if there is one."""
    return ["--variants", variants] if variants else []


def merge(branan: Path, database: str, parts: Sequence[Path], variants: str | None) -> None:
    """Merges databases into one, which keeps the games that it has. Raises `Failure` if it cannot."""
    command = [branan, "db", "merge", database, *parts, *variants_words(variants)]
    if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode != 0:
        folder = parts[0].parent.parent
        how = f"branan db merge {database} {folder}/*/{DATABASE}"
        raise Failure(f"the games are not in {database}, but still in {folder}; '{how}' adds them", code=1)
