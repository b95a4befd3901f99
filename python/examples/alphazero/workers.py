"""Games against itself on workers of Ray, on this machine or on a cluster."""

from __future__ import annotations

from typing import Any

import ray
import torch

from .model import Model
from .selfplay import Positions, SelfPlay, Tally


class Worker:
    """A process that plays with the weights that it is sent."""

    def __init__(
        self, size: int, kind: str, shape: dict[str, int], bfloat16: bool, settings: dict[str, Any]
    ) -> None:
        torch.set_num_threads(1)
        self._model = Model(size, kind, shape, bfloat16=bfloat16)
        self._play = SelfPlay(evaluate=self._model.evaluate, **settings)

    def play(self, weights: dict[str, torch.Tensor], plies: int) -> tuple[Positions | None, Tally]:
        self._model.network.load_state_dict(weights)
        return self._play.play(plies)


class Workers:
    """Many workers, used like one `SelfPlay`. The network learns while they play."""

    def __init__(self, count: int, model: Model, settings: dict[str, Any]) -> None:
        ray.init(ignore_reinit_error=True)
        self._network = model.network
        made_from = model.size, model.kind, model.shape, model.bfloat16
        kind = ray.remote(num_cpus=1)(Worker)
        self._idle = [
            kind.remote(*made_from, {**settings, "seed": settings["seed"] + number})
            for number in range(count)
        ]
        self._busy: dict[Any, Any] = {}

    def play(self, plies: int) -> tuple[Positions | None, Tally]:
        """Lets idle workers play this number of moves, and returns what the next one has played."""
        weights = {name: part.cpu() for name, part in self._network.state_dict().items()}
        shared = ray.put(weights)
        self._busy |= {worker.play.remote(shared, plies): worker for worker in self._idle}
        (done,), _ = ray.wait(list(self._busy), num_returns=1)
        self._idle = [self._busy.pop(done)]
        positions, tally = ray.get(done)
        return positions, tally
