"""Boards as arrays of pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from branan._native import Game

SQUARE = 32
"""Pixels along the side of a square."""

LIGHT, DARK, LINE = (232, 217, 181), (222, 204, 163), (120, 96, 60)
ATTACKER, DEFENDER, KING = (40, 40, 44), (250, 248, 240), (205, 140, 30)


def draw(game: Game) -> NDArray[np.uint8]:
    """The position as an image: shape (32 * size, 32 * size, 3), RGB, the top rank first."""
    size = game.size
    image = np.empty((size * SQUARE, size * SQUARE, 3), np.uint8)
    ranks, files = np.indices((size * SQUARE, size * SQUARE)) // SQUARE
    image[:] = np.where(((ranks + files) % 2 == 0)[..., None], LIGHT, DARK)
    image[::SQUARE] = image[:, ::SQUARE] = LINE
    across = np.arange(SQUARE) - (SQUARE - 1) / 2
    distance = np.hypot(across[:, None], across[None, :])
    planes = game.planes()
    for plane, colour in enumerate((ATTACKER, DEFENDER, KING)):
        for rank, file in np.argwhere(planes[plane]):
            top, left = (size - 1 - rank) * SQUARE, file * SQUARE
            square = image[top : top + SQUARE, left : left + SQUARE]
            square[distance < 0.40 * SQUARE] = LINE
            square[distance < 0.36 * SQUARE] = colour
    return image
