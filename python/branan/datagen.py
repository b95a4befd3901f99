"""Training positions of `branan datagen`, as NumPy arrays."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from branan._native import RecordError

MAGIC = b"BRANPOS1"
HEADER = np.dtype(
    [
        ("magic", "S8"),
        ("size", "u1"),
        ("name_length", "u1"),
        ("record_size", "<u2"),
        ("nodes", "<u4"),
        ("seed", "<u8"),
        # The settings of the games follow a name of up to 27 bytes, except in files of earlier versions.
        ("name", "u1", (40,)),
    ]
)


@dataclass(frozen=True)
class Positions:
    """The positions of a file, in its order. `n` is their number, `size` the length of the board's side."""

    ruleset: str
    """The name of the ruleset."""
    size: int
    """The length of the board's side, in squares."""
    nodes: int
    """The soft node limit of the search for each move."""
    seed: int
    """The seed of the openings."""
    game: NDArray[np.uint32]
    """The number of each position's game: shape (n,)."""
    ply: NDArray[np.uint16]
    """Plies since the start of the game: shape (n,)."""
    score: NDArray[np.int16]
    """The score of the search for the defenders, in centipawns: shape (n,)."""
    result: NDArray[np.int8]
    """The result for the defenders, 1 won, 0 drawn, -1 lost: shape (n,)."""
    off_board: NDArray[np.bool_]
    """Whether the game ended by repetition or at a limit of moves: shape (n,)."""
    to_move: NDArray[np.uint8]
    """The side to move, 0 for the attackers and 1 for the defenders: shape (n,)."""
    pieces: NDArray[np.bool_]
    """Attackers, the defenders' soldiers and the king by rank and file: shape (n, 3, size, size)."""

    def __len__(self) -> int:
        return len(self.game)

    def planes(self) -> NDArray[np.uint8]:
        """The positions as `Game.planes`: shape (n, 6, size, size). Repetitions are not known here."""
        planes = np.zeros((len(self), 6, self.size, self.size), np.uint8)
        planes[:, :3] = self.pieces
        planes[:, 3] = self.to_move[:, None, None]
        return planes


def read(path: str | PathLike[str]) -> Positions:
    """Reads a file of positions. An incomplete last position, as of a running program, is left out.

    Raises `RecordError` if it is not such a file, or a position in it is broken.
    """
    data = Path(path).read_bytes()
    if len(data) < HEADER.itemsize or not data.startswith(MAGIC):
        raise RecordError(f"{path}: it is not a file of positions: it does not begin with {MAGIC.decode()}")
    head = np.frombuffer(data, HEADER, 1)[0]
    size = int(head["size"])
    set_size = (size * size + 7) // 8
    record = np.dtype(
        [
            ("game", "<u4"),
            ("ply", "<u2"),
            ("score", "<i2"),
            ("king", "<u2"),
            ("to_move", "u1"),
            ("result", "i1"),
            ("off_board", "u1"),
            ("unused", "u1"),
            ("sets", "u1", (2, set_size)),
        ]
    )
    if not 5 <= size <= 19 or record.itemsize != head["record_size"] or head["name_length"] > 40:
        raise RecordError(f"{path}: the header is broken")
    count = (len(data) - HEADER.itemsize) // record.itemsize
    records = np.frombuffer(data, record, count, HEADER.itemsize)
    bits = np.unpackbits(records["sets"], axis=-1, bitorder="little").view(np.bool_)
    king = records["king"]
    broken = bits[:, :, size * size :].any(axis=(1, 2))
    broken |= (king >= size * size) | (records["to_move"] > 1) | ~np.isin(records["result"], (-1, 0, 1))
    pieces = np.zeros((count, 3, size * size), np.bool_)
    pieces[:, :2] = bits[:, :, : size * size]
    pieces[np.arange(count), 2, np.where(broken, 0, king)] = True
    broken |= (pieces.sum(axis=1) > 1).any(axis=1)
    if broken.any():
        raise RecordError(f"{path}: record {int(np.argmax(broken))} is broken")
    try:
        ruleset = bytes(head["name"][: head["name_length"]]).decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: the name of the ruleset is not UTF-8") from error
    return Positions(
        ruleset=ruleset,
        size=size,
        nodes=int(head["nodes"]),
        seed=int(head["seed"]),
        game=records["game"].astype(np.uint32),
        ply=records["ply"].astype(np.uint16),
        score=records["score"].astype(np.int16),
        result=records["result"].astype(np.int8),
        off_board=records["off_board"] != 0,
        to_move=records["to_move"].astype(np.uint8),
        pieces=pieces.reshape(count, 3, size, size),
    )
