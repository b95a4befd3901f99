"""OpenSpiel's MCTS with random playouts as an engine: `python -m alphazero.openspiel_mcts`."""

from __future__ import annotations

import argparse
from typing import Any

import branan

from .options import count, ruleset
from .uci import serve


class OpenSpielMcts:
    """OpenSpiel's search, in `branan.env.openspiel`."""

    def __init__(self, ruleset: str, simulations: int) -> None:
        import numpy as np
        import pyspiel
        from open_spiel.python.algorithms import mcts

        import branan.env.openspiel  # noqa: F401

        self._game = pyspiel.load_game("python_tafl", {"ruleset": ruleset, "max_moves": 200})
        self._simulations = simulations
        chance = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
        self._bot = mcts.MCTSBot(self._game, 1.4, simulations, evaluator, random_state=chance)

    def choose(self, game: branan.Game, nodes: int | None) -> tuple[branan.Move, int, float]:
        self._bot.max_simulations = simulations = min(self._simulations, nodes or self._simulations)
        root = self._bot.mcts_search(self._game.state_of(game))
        best = root.best_child()
        return game.action_move(best.action), simulations, best.total_reward / best.explore_count


def main(given: list[str] | None = None, **streams: Any) -> None:
    """Answers commands until the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", type=ruleset, default="brandubh-macwhite")
    parser.add_argument("--simulations", type=count, default=200, help="random games for each move")
    options = parser.parse_args(given)
    serve(
        "OpenSpiel MCTS", [options.ruleset], lambda name: OpenSpielMcts(name, options.simulations), **streams
    )


if __name__ == "__main__":
    main()
