"""The eight symmetries of a board, for planes and for actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Symmetries:
    """The eight symmetries of a board, for planes and for actions."""

    def __init__(self, size: int) -> None:
        squares = np.arange(size * size).reshape(size, size)
        turned = [np.rot90(board, turn) for board in (squares, squares.T) for turn in range(4)]
        self.squares = np.stack([board.reshape(-1) for board in turned])
        """Where each square of an image comes from: shape (8, squares)."""
        origin, target = np.divmod(np.arange(size * size * 2 * size), 2 * size)
        rank, file = np.divmod(origin, size)
        goal = np.where(target < size, rank * size + target, (target - size) * size + file)
        # Targets that are the origin itself are no moves; they stay distinct.
        stays = goal == origin
        self.actions = np.stack([self._actions(image, origin, goal, stays, size) for image in self.squares])
        """Which action each action of an image comes from: shape (8, actions)."""

    @staticmethod
    def _actions(
        image: NDArray[np.int64],
        origin: NDArray[np.int64],
        goal: NDArray[np.int64],
        stays: NDArray[np.bool_],
        size: int,
    ) -> NDArray[np.int64]:
        source, end = image[origin], image[goal]
        along_rank = source // size == end // size
        target = np.where(along_rank, end % size, size + end // size)
        return np.where(stays, np.arange(origin.size), source * 2 * size + target)

    def apply(
        self, which: NDArray[np.int64], planes: NDArray[np.uint8], policy: NDArray[Any]
    ) -> tuple[NDArray[np.uint8], NDArray[Any]]:
        """Images of positions, with their policies: `which` has the number of each one's symmetry."""
        flat = planes.reshape(*planes.shape[:2], -1)
        images = np.take_along_axis(flat, self.squares[which][:, None, :], axis=2)
        return images.reshape(planes.shape), np.take_along_axis(policy, self.actions[which], axis=1)
