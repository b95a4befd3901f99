"""Rates the baseline, OpenSpiel's MCTS and levels of the engine by `branan match`, and writes a page.

    python -m alphazero.leaderboard weights.pt --levels 0,2,4,6 --rounds 10 --output leaderboard

It runs from `python/examples`. The folder `leaderboard` then has the games, and `leaderboard.html` with
ratings and all results. A match that was stopped goes on when the same command is given again. `--engine`
adds an engine of your own, in the words of `branan match`.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=Path, help="of the baseline")
    parser.add_argument("--output", type=Path, default=Path("leaderboard"))
    parser.add_argument("--branan", default="branan", help="the program")
    parser.add_argument("--ruleset", default="brandubh-macwhite")
    parser.add_argument("--openings", type=Path, help="a file of openings, such as those in books/")
    parser.add_argument("--levels", default="0,1,2,3,4,5,6", help="levels, separated by commas")
    parser.add_argument("--rounds", type=int, default=10, help="pairs of games that two engines play")
    parser.add_argument("--simulations", type=int, default=400, help="of the baseline, for each move")
    parser.add_argument("--playouts", type=int, default=200, help="of OpenSpiel's MCTS; 0: without it")
    parser.add_argument(
        "--engine", action="append", default=[], help="another engine, such as 'cmd=./mine name=mine'"
    )
    return parser.parse_args(given)


def match_command(options: argparse.Namespace) -> list[str]:
    """The match: all players but the levels meet each other and the levels."""
    python = [f"cmd={sys.executable}", f"dir={HERE}"]
    weights = shlex.quote(str(options.weights.resolve()))
    ruleset = f"--ruleset {options.ruleset}"
    baseline = f"-m alphazero.engine {weights} {ruleset} --simulations {options.simulations}"
    players = [[*python, "name=baseline", f"args={baseline}"]]
    if options.playouts:
        mcts = f"-m alphazero.openspiel_mcts {ruleset} --simulations {options.playouts}"
        players.append([*python, "name=OpenSpiel MCTS", f"args={mcts}"])
    players += [shlex.split(engine) for engine in options.engine]
    levels = [
        [f"cmd={options.branan}", f"name=level {level}", f"option.Skill Level={level}"]
        for level in options.levels.split(",")
    ]
    command = [options.branan, "match", "--format", "gauntlet", "--seeds", str(len(players))]
    for engine in players + levels:
        command += ["--engine", *engine]
    if options.openings:
        command += ["--openings", str(options.openings.resolve())]
    # All players stop by themselves long before this limit, which the match demands.
    command += ["--variant", options.ruleset, "--rounds", str(options.rounds), "--each", "st=600"]
    command += ["--startup", "120", "--max-moves", "60", "--known-wins"]
    return [*command, "--record", str(options.output / "games.txt"), "--event", "Leaderboard"]


def main(given: list[str] | None = None) -> None:
    """Plays the match, and writes the page."""
    options = arguments(given)
    options.output.mkdir(parents=True, exist_ok=True)
    games, page = options.output / "games.txt", options.output / "leaderboard.html"
    resume = ["--resume"] if games.exists() else []
    subprocess.run([*match_command(options), *resume], check=True)
    subprocess.run([options.branan, "ratings", str(games), "--page", str(page)], check=True)
    print(page)


if __name__ == "__main__":
    main()
