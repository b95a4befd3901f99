"""What the tests share."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

import branan

ROOT = Path(__file__).resolve().parents[2]


def built(name: str) -> str:
    """A program built by cargo, in the folder of the profile that the tests were built with."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    for profile in ("debug", "release"):
        path = target / profile / name
        if path.is_file():
            return str(path)
    found = shutil.which(Path(name).name)
    if found is None:
        pytest.skip(f"{name} is not built; run cargo test or cargo build --examples first")
    return found


@pytest.fixture(scope="session")
def program() -> str:
    """The program `branan`."""
    return built("branan")


@pytest.fixture(scope="session")
def plain_moves() -> str:
    """The plain board."""
    return built("examples/plain_moves")


def random_game(ruleset: str, plies: int, chance: random.Random) -> branan.Game:
    """A game of at most so many random moves."""
    game = branan.Game(ruleset)
    for _ in range(plies):
        if not game.legal_moves:
            break
        game.play(chance.choice(list(game.legal_moves)))
    return game
