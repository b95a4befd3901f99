"""Rates the baseline, OpenSpiel's MCTS and levels of the engine by `branan match`, and writes a page.

    python -m alphazero.leaderboard weights.pt --levels 0,2,4,6 --rounds 10 --output leaderboard

Run it in `python/examples`. All players meet each other. The folder `leaderboard` then has the games, and
`leaderboard.html` with the ratings. The same command resumes a match that was stopped. `--engine` adds an
engine of your own, in the words of `branan match`; added later, it plays what it missed. Weights that have
been trained further begin a match of their own, and the ratings are of all matches in the folder.
"""

from __future__ import annotations

import argparse
import hashlib
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from .options import count, count_or_zero, input_file

HERE = Path(__file__).resolve().parents[1]


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("weights", type=input_file, help="of the baseline")
    parser.add_argument("--output", type=Path, default=Path("leaderboard"))
    parser.add_argument("--branan", default="branan", help="the program")
    parser.add_argument("--ruleset", default="brandubh-macwhite")
    parser.add_argument("--openings", type=Path, help="a file of openings, such as those in books/")
    parser.add_argument("--levels", default="0,1,2,3,4,5,6", help="levels, separated by commas")
    parser.add_argument("--rounds", type=count, default=10, help="pairs of games that two engines play")
    parser.add_argument("--simulations", type=count, default=400, help="of the baseline, for each move")
    parser.add_argument(
        "--playouts", type=count_or_zero, default=200, help="of OpenSpiel's MCTS; 0: without it"
    )
    parser.add_argument(
        "--engine", action="append", default=[], help="another engine, such as 'cmd=./mine name=mine'"
    )
    return parser.parse_args(given)


def match_command(options: argparse.Namespace) -> list[str]:
    """The match. Levels come first and engines of one's own last, since only these can join later."""
    players = [
        [f"cmd={options.branan}", f"name=level {level}", f"option.Skill Level={level}"]
        for level in options.levels.split(",")
    ]
    python = [f"cmd={sys.executable}", f"dir={HERE}"]
    ruleset = f"--ruleset {options.ruleset}"
    if options.playouts:
        mcts = f"-m alphazero.openspiel_mcts {ruleset} --simulations {options.playouts}"
        players.append([*python, "name=OpenSpiel MCTS", f"args={mcts}"])
    weights = shlex.quote(str(options.weights.resolve()))
    baseline = f"-m alphazero.engine {weights} {ruleset} --simulations {options.simulations}"
    players.append([*python, f"name={name(options.weights)}", f"args={baseline}"])
    players += [shlex.split(engine) for engine in options.engine]
    command = [options.branan, "match"]
    for player in players:
        command += ["--engine", *player]
    if options.openings:
        command += ["--openings", str(options.openings.resolve())]
    # All players stop by themselves long before this limit, which the match demands.
    command += ["--variant", options.ruleset, "--rounds", str(options.rounds), "--each", "st=600"]
    command += ["--startup", "120", "--max-moves", "60", "--known-wins"]
    return [*command, "--record", str(record(options)), "--event", "Leaderboard"]


def record(options: argparse.Namespace) -> Path:
    """The file of the match's games."""
    output: Path = options.output
    return output / f"games of {name(options.weights)}.txt"


def name(weights: Path) -> str:
    """A name for the baseline. Weights that have been trained further are another player."""
    return f"{weights.stem} {hashlib.sha256(weights.read_bytes()).hexdigest()[:6]}"


def run(command: list[str]) -> None:
    """Runs a command, and exits as it does if it fails; it has said why."""
    code = subprocess.run(command, check=False).returncode
    if code:
        raise SystemExit(code)


def main(given: list[str] | None = None) -> None:
    """Plays the match, and writes the page."""
    options = arguments(given)
    if not shutil.which(options.branan):
        raise SystemExit(f"error: there is no program {options.branan!r}; name it with --branan")
    options.output.mkdir(parents=True, exist_ok=True)
    page = options.output / "leaderboard.html"
    resume = ["--resume"] if record(options).exists() else []
    try:
        run([*match_command(options), *resume])
        games = sorted(map(str, options.output.glob("games of *.txt")))
        run([options.branan, "ratings", *games, "--page", str(page)])
    except KeyboardInterrupt:
        raise SystemExit("stopped; the same command resumes it") from None
    except ValueError as error:
        raise SystemExit(f"error: --engine: {error}") from None
    print(page)


if __name__ == "__main__":
    main()
