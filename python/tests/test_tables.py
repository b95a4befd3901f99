"""Games as tables, and training positions as arrays."""

import builtins
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from branan import Game, Position, RecordError, datagen, records

SAMPLES = Path(__file__).resolve().parents[2] / "docs" / "samples"


def test_games_are_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = records.read_file(SAMPLES / "right.txt") * 2
    table = records.table(iter(games))
    assert {len(column) for column in table.values()} == {len(games)}
    assert table["moves"][0] == games[0].moves and table["plies"][0] == len(games[0].moves)
    assert set(records.table([])) == set(table)
    imported = builtins.__import__

    def without_pyarrow(name: str, *arguments: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return imported(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without_pyarrow)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        records.to_parquet(games, tmp_path / "games.parquet")


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    games = records.read_file(SAMPLES / "right.txt")
    for written in (games, []):
        records.to_parquet(written, tmp_path / "games.parquet")
        assert parquet.read_table(tmp_path / "games.parquet").to_pydict() == records.table(written)


def test_training_positions_are_arrays(program: str, tmp_path: Path) -> None:
    command = [program, "datagen", "--variant", "brandubh", "--positions", "300", "--nodes", "20"]
    subprocess.run([*command, "--threads", "1", "--output", str(tmp_path)], check=True, capture_output=True)
    (path,) = tmp_path.iterdir()
    positions = datagen.read(path)
    assert len(positions) >= 300 and (positions.ruleset, positions.size) == ("brandubh-macwhite", 7)
    assert positions.nodes == 20 and positions.pieces.shape == (len(positions), 3, 7, 7)
    assert (positions.pieces[:, 2].sum(axis=(1, 2)) == 1).all()
    assert len(np.unique(positions.game)) > 2 and set(positions.result.tolist()) <= {-1, 0, 1}
    planes = positions.planes()
    for number in range(0, len(positions), 37):
        fen = _fen(planes[number])
        assert (Position("brandubh", fen).planes() == planes[number]).all()
        assert Game("brandubh", fen=fen).legal_moves
    # Consecutive positions of a game differ by a move, which the other side has made.
    following = np.flatnonzero((np.diff(positions.game) == 0) & (np.diff(positions.ply) == 1))
    assert len(following) > 20
    for number in following[:20]:
        game = Game("brandubh", fen=_fen(planes[number]))
        after = {_after(game, move) for move in game.legal_moves}
        assert _fen(planes[number + 1]) in after

    data = path.read_bytes()
    for count in (0, 63):
        path.write_bytes(data[:count])
        with pytest.raises(RecordError, match="not a file of positions"):
            datagen.read(path)
    path.write_bytes(data[:-1])
    assert len(datagen.read(path)) == len(positions) - 1
    in_header = [(8, 4), (8, 9), (9, 41), (10, 1), (24, 0xFF)]
    in_record = [(64 + 8, 49), (64 + 10, 2), (64 + 11, 2), (64 + 11, 0x80), (64 + 14, 0xFF)]
    for at, value in [*in_header, *in_record]:
        broken = bytearray(data)
        broken[at] = value
        if at == 64 + 14:
            broken[64 + 21] = 0xFF
        path.write_bytes(broken)
        with pytest.raises(RecordError, match="broken|UTF-8"):
            datagen.read(path)


def _after(game: Game, move: Any) -> str:
    game.play(move)
    fen = game.fen
    game.undo()
    return fen


def _fen(planes: Any) -> str:
    """The position of planes, written without the package."""
    rows = []
    for rank in reversed(range(planes.shape[1])):
        row, empty = "", 0
        for file in range(planes.shape[1]):
            kinds = np.flatnonzero(planes[:3, rank, file])
            if len(kinds) == 0:
                empty += 1
                continue
            row += (str(empty) if empty else "") + "tTK"[kinds[0]]
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows) + (" d" if planes[3].any() else " a")
