"""The module agrees with the program and with the plain board."""

import json
import random
import subprocess

import pytest
from conftest import random_game

import branan

RULESETS = [ruleset.name for ruleset in branan.rulesets()]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_perft_is_the_programs(ruleset: str, program: str) -> None:
    game = random_game(ruleset, 6, random.Random(1))
    words = [program, "perft", "--variant", ruleset, "--fen", game.fen, "2"]
    lines = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    counts = dict(line.split(": ") for line in lines if ": " in line)
    divided = {str(move): str(count) for move, count in game.divide(2)}
    assert divided.items() <= counts.items() and len(divided) == len(game.legal_moves)
    assert game.perft(2) == sum(map(int, divided.values()))
    assert (game.perft(0), game.perft(1)) == (1, len(game.legal_moves))


def test_random_positions_are_those_of_the_plain_board(plain_moves: str) -> None:
    chance = random.Random(2)
    games = [random_game(ruleset, 40, chance) for ruleset in RULESETS for _ in range(3)]
    lines = [" ".join([game.ruleset.name, *(str(played.move) for played in game.moves)]) for game in games]
    told = subprocess.run([plain_moves], input="\n".join(lines), capture_output=True, text=True, check=True)
    positions = 0
    for game, text in zip(games, told.stdout.split("\n\n"), strict=False):
        replay = branan.Game(game.ruleset)
        seen = [state(replay)]
        for played in game.moves:
            captures = "/".join(sorted(replay.play(played.move).captures))
            seen.append(f"{captures} {state(replay)}")
        positions += len(seen)
        assert text.splitlines() == seen
    assert positions > 2000


def state(game: branan.Game) -> str:
    outcome = str(game.outcome or "ongoing")
    return f"{outcome} {' '.join(sorted(map(str, game.legal_moves)))}"


def test_the_module_is_of_the_programs_version(program: str) -> None:
    words = [program, "version", "--json"]
    told = subprocess.run(words, capture_output=True, text=True)
    if told.returncode == 0:
        assert json.loads(told.stdout)["version"] == branan.__version__
    else:
        text = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        assert branan.__version__ in text
