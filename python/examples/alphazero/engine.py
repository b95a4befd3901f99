"""The baseline as an engine: `python -m alphazero.engine weights.pt`, from `python/examples`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import branan

from .options import count, ruleset
from .search import Floats, Search
from .symmetries import Symmetries
from .uci import serve


class Baseline:
    """A trained network with a search."""

    def __init__(self, ruleset: str, weights: Path, simulations: int, considered: int) -> None:
        # They take seconds to import, and a host waits for the first answer.
        import torch

        from .model import load

        torch.set_num_threads(1)
        self._model, saved = load(weights)
        if saved["ruleset"] != ruleset:
            raise ValueError(f"{weights} was trained for {saved['ruleset']}, not for {ruleset}")
        size = self._model.size
        self._symmetries = Symmetries(size)
        self._ruleset, self._simulations, self._considered = ruleset, simulations, considered
        self._searches: dict[int, Search] = {}

    def _evaluate(self, planes: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """The means of the network's answers for all images of a position."""
        which = np.arange(8)
        empty = np.zeros((8, self._symmetries.actions.shape[1]), np.float32)
        images, _ = self._symmetries.apply(which, np.repeat(planes, 8, axis=0), empty)
        logits, values = self._model.evaluate(images)
        back = np.zeros_like(logits)
        np.put_along_axis(back, self._symmetries.actions, logits, axis=1)
        return back.mean(axis=0, keepdims=True), values.mean(keepdims=True)

    def choose(self, game: branan.Game, nodes: int | None) -> tuple[branan.Move, int, float]:
        simulations = min(self._simulations, nodes or self._simulations)
        if simulations not in self._searches:
            self._searches[simulations] = Search(
                self._ruleset, 1, self._evaluate, simulations=simulations, considered=self._considered
            )
        search = self._searches[simulations]
        search.batch.put(0, game)
        found = search.run(noise=False)
        return game.action_move(int(found.actions[0])), simulations, float(found.values[0])


def main(given: list[str] | None = None, **streams: Any) -> None:
    """Answers commands until the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--ruleset", type=ruleset, default="brandubh-macwhite")
    parser.add_argument("--simulations", type=count, default=400, help="of each search")
    parser.add_argument("--considered", type=count, default=16, help="actions among which it divides them")
    options = parser.parse_args(given)

    def make(ruleset: str) -> Baseline:
        return Baseline(ruleset, options.weights, options.simulations, options.considered)

    serve("alphazero baseline", [options.ruleset], make, **streams)


if __name__ == "__main__":
    main()
