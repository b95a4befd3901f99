"""A small network in PyTorch: an MLP-mixer whose tokens are the squares of the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

PLANES = 6


class Mixer(nn.Module):
    """Mixes squares with each other, then the numbers of each square."""

    def __init__(self, squares: int, width: int) -> None:
        super().__init__()
        self.squares = nn.Sequential(
            nn.Linear(squares, 2 * squares), nn.ReLU(), nn.Linear(2 * squares, squares)
        )
        self.numbers = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.squares(self.norms[0](x).transpose(1, 2)).transpose(1, 2)
        mixed: Tensor = x + self.numbers(self.norms[1](x))
        return mixed


class Network(nn.Module):
    """From planes (m, 6, size, size) of type uint8 to logits (m, actions) and values (m,)."""

    def __init__(self, size: int, width: int = 64, blocks: int = 2) -> None:
        super().__init__()
        self.bfloat16 = False
        """Whether to compute in bfloat16, which some processors do two to three times as fast."""
        self.shape = {"size": size, "width": width, "blocks": blocks}
        squares = size * size
        self.first = nn.Linear(PLANES, width)
        self.place = nn.Parameter(torch.randn(squares, width) * 0.1)
        self.blocks = nn.Sequential(*(Mixer(squares, width) for _ in range(blocks)))
        self.norm = nn.LayerNorm(width)
        # An action is its piece's square and one of 2 * size targets, so each square has its own logits.
        self.policy = nn.Linear(width, 2 * size)
        self.value = nn.Sequential(
            nn.Linear(width, 4),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(4 * squares, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
        )

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        x = self.first(planes.flatten(2).transpose(1, 2).float())
        x = self.norm(self.blocks(x + self.place))
        return self.policy(x).flatten(1), self.value(x)[:, 0].tanh()

    def precision(self) -> torch.autocast:
        """What to compute with: bfloat16 or single precision."""
        return torch.autocast(self.place.device.type, torch.bfloat16, enabled=self.bfloat16)

    @torch.inference_mode()
    def evaluate(self, planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The network for a search."""
        with self.precision():
            logits, values = self(torch.from_numpy(planes).to(self.place.device))
        return logits.float().cpu().numpy(), values.float().cpu().numpy()


def save(network: Network, path: Path, **more: Any) -> None:
    """Writes the weights, and what else is given."""
    part = path.with_suffix(".part")
    torch.save({"shape": network.shape, "weights": network.state_dict(), **more}, part)
    part.replace(path)


def load(path: Path) -> tuple[Network, dict[str, Any]]:
    """A network from a file of weights, and what else is in the file."""
    saved = torch.load(path, map_location="cpu", weights_only=True)
    network = Network(**saved["shape"])
    network.load_state_dict(saved["weights"])
    return network.eval(), saved


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
        flat = planes.reshape(len(planes), PLANES, -1)
        images = np.take_along_axis(flat, self.squares[which][:, None, :], axis=2)
        return images.reshape(planes.shape), np.take_along_axis(policy, self.actions[which], axis=1)
