"""Learning from positions: the optimizer, and the average of the network's last weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel

from .memory import Memory
from .model import Model
from .search import NOTHING

LEAST_BATCHES = 10
"""It learns once the memory has positions for this number of batches."""

DECAY = 0.998
"""What the average keeps of itself at a step, once there have been thousands."""


def average(averages: Any, weights: Any, steps: Tensor | int) -> None:
    """Moves averages towards the weights after a number of steps: faster while there are few.

    With `DECAY` from the beginning, the first weights, which are random, would stay for a thousand steps.
    """
    decay = min(DECAY, (1 + float(steps)) / (10 + float(steps)))
    for mean, weight in zip(averages, weights, strict=True):
        if mean.is_floating_point():
            mean.lerp_(weight, 1 - decay)
        else:
            mean.copy_(weight)  # a count of batches


class Learner:
    """Changes `model` step by step; `average` is what plays best.

    The average of the last weights is better than the weights after any step, but it lags behind.
    """

    def __init__(self, model: Model, rate: float, batch: int) -> None:
        self.model, self.batch = model, batch
        self.average = Model(model.size, model.kind, model.shape)
        self._averaged = AveragedModel(model.network, multi_avg_fn=average, use_buffers=True)
        self._rate = rate
        self._optimizer = torch.optim.AdamW(model.network.parameters(), lr=rate, weight_decay=1e-4)
        self._owed = 0.0

    def state(self) -> dict[str, Any]:
        """What it needs to go on, beside the average."""
        return {
            "weights": self.model.network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": int(self._averaged.n_averaged),
        }

    def go_on(self, state: dict[str, Any]) -> None:
        """Goes on from a state. The model has the average's weights, as in the file."""
        self._averaged = AveragedModel(self.model.network, multi_avg_fn=average, use_buffers=True)
        # Files of before do not count the steps. A count of 0 would begin the average anew.
        self._averaged.n_averaged.fill_(max(1, state.get("steps", 10_000)))
        self.model.network.load_state_dict(state["weights"])
        self._optimizer.load_state_dict(state["optimizer"])

    def averaged(self) -> Model:
        """The average, on the processor."""
        self.average.network.load_state_dict(self._averaged.module.state_dict())
        return self.average

    def learn(self, memory: Memory, added: int, uses: float, left: float) -> tuple[float, float] | None:
        """Takes the steps that are due for `added` new positions, each to be learnt from `uses` times.

        `left` is the share of the time that is left, by which the learning rate falls to a tenth. Returns
        the mean losses of the policy and of the value, or `None` if no step was due.
        """
        if memory.count < min(memory.capacity, LEAST_BATCHES * self.batch):
            return None
        self._owed += added * uses / self.batch
        steps = int(self._owed)
        self._owed -= steps
        for group in self._optimizer.param_groups:
            group["lr"] = self._rate * (0.1 + 0.9 * left)
        return self.steps(memory, steps)

    def steps(self, memory: Memory, steps: int) -> tuple[float, float] | None:
        """Takes this number of steps. Returns the mean losses of the policy and of the value."""
        network = self.model.network.train()
        losses = [self._step(memory) for _ in range(steps)]
        network.eval()
        if not losses:
            return None
        policy, value = np.mean(losses, axis=0).tolist()
        return policy, value

    def _step(self, memory: Memory) -> tuple[float, float]:
        planes, policy, values = (part.to(self.model.device) for part in memory.draw(self.batch))
        with self.model.precision():
            logits, guess = self.model.network(planes)
        policy_loss = functional.cross_entropy(logits.float().masked_fill(policy == 0, NOTHING), policy)
        value_loss = functional.mse_loss(guess.float(), values)
        self._optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.network.parameters(), 1.0)
        if not norm.isfinite():
            raise ValueError("the network's gradients are no longer finite; try a lower --rate")
        self._optimizer.step()
        self._averaged.update_parameters(self.model.network)
        return policy_loss.item(), value_loss.item()
