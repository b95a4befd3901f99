"""The baseline's network: an MLP-mixer whose tokens are the squares of the board.

Another network takes its place by `--network module:Class`. It is an `nn.Module` that is made from the
board's `size` and whole numbers with defaults, and whose `forward` is as that of `Network`.
"""

from __future__ import annotations

import torch
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
    """From planes (m, 6, size, size) of type uint8 to logits (m, actions), and values (m,) from -1 to 1.

    Actions are numbered as in `branan.Game.action`. Values are for the side to move.
    """

    def __init__(self, size: int, width: int = 64, blocks: int = 2) -> None:
        super().__init__()
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
