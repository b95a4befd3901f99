"""The positions to learn from."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from .model import PLANES
from .selfplay import Positions
from .symmetries import Symmetries


class Memory:
    """The last positions, from which batches are drawn."""

    def __init__(self, size: int, capacity: int, seed: int = 0) -> None:
        actions = 2 * size**3
        self._planes = np.zeros((capacity, PLANES, size, size), np.uint8)
        self._policy = np.zeros((capacity, actions), np.float16)
        self._values = np.zeros(capacity, np.float32)
        self._symmetries = Symmetries(size)
        self._chance = np.random.default_rng(seed)
        self._next = self.count = 0

    @property
    def capacity(self) -> int:
        """The number of positions that it keeps."""
        return len(self._values)

    def add(self, positions: Positions) -> None:
        """Adds positions in place of the oldest ones."""
        added = len(positions.values)
        places = (self._next + np.arange(added)) % self.capacity
        self._planes[places] = positions.planes
        self._policy[places] = positions.policy
        self._values[places] = positions.values
        self._next = (self._next + added) % self.capacity
        self.count = min(self.count + added, self.capacity)

    def draw(self, count: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """A random batch, each position as a random one of its images."""
        places = self._chance.integers(self.count, size=count)
        which: NDArray[np.int64] = self._chance.integers(8, size=count)
        planes, policy = self._symmetries.apply(which, self._planes[places], self._policy[places])
        values = self._values[places]
        return torch.from_numpy(planes), torch.from_numpy(policy).float(), torch.from_numpy(values)
