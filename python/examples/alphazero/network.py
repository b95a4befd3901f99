"""The baseline's network: residual blocks of convolutions.

Another network takes its place by `--network module:Class`. It is an `nn.Module` that is made from the
board's `size` and whole numbers with defaults, and whose `forward` is as that of `Network`.
"""

from __future__ import annotations

from torch import Tensor, nn, randn

from .model import PLANES


class Block(nn.Module):
    """Two convolutions beside a shortcut (He, Zhang, Ren and Sun: Deep residual learning, CVPR 2016)."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: Tensor) -> Tensor:
        return (x + self.layers(x)).relu()


class Network(nn.Module):
    """From planes (m, 6, size, size) of type uint8 to logits (m, actions), and values (m,) from -1 to 1.

    Actions are numbered as in `branan.Game.action`. Values are for the side to move.
    """

    def __init__(self, size: int, width: int = 48, blocks: int = 4) -> None:
        super().__init__()
        self.first = nn.Conv2d(PLANES, width, 3, padding=1)
        # What a square is, such as a corner, is not in the planes.
        self.place = nn.Parameter(randn(width, size, size) * 0.1)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(blocks)))
        # An action is its piece's square and one of 2 * size targets, so each square has its own logits.
        self.policy = nn.Conv2d(width, 2 * size, 1)
        self.value = nn.Sequential(
            nn.Conv2d(width, 8, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(8 * size * size, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
        )

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        x = self.blocks((self.first(planes.float()) + self.place).relu())
        return self.policy(x).permute(0, 2, 3, 1).flatten(1), self.value(x)[:, 0].tanh()
