"""The checks at the end of the soak."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))

from soak import faults_of  # noqa: E402


@pytest.fixture
def record(branan: Path, tmp_path: Path) -> Path:
    """The record of a match of four games."""
    file = tmp_path / "games.txt"
    engine = ["--engine", f"cmd={branan}"]
    words = [*engine, "name=some", "nodes=20", *engine, "name=more", "nodes=40", "--startup", "200"]
    words += ["--variant", "brandub-walker", "--rounds", "2", "--max-moves", "5", "--record", str(file)]
    subprocess.run([branan, "match", *words], check=True, stdout=subprocess.DEVNULL)
    return file


def test_the_soak_finds_every_fault_of_a_record(branan: Path, record: Path):
    assert faults_of(str(branan), record, 4) == []
    text = record.read_text()
    head, *games = re.split(r"(?=^\[Event )", text, flags=re.MULTILINE)
    for changed, faults in [
        ("".join([head, *games[:3]]), ["1 games missing", "the standings count 3 games"]),
        ("".join([head, *games, games[0]]), ["1 games double"]),
        (re.sub(r'\[Checksum "\w+"\]\n', "", text, count=1), ["3 checksums for 4 games"]),
        (re.sub(r"\{0\.\d", "{9.1", text, count=1), ["games.txt: WRONG"]),
    ]:
        record.write_text(changed)
        found = faults_of(str(branan), record, 4)
        for fault in faults:
            assert any(fault in line for line in found), (fault, found)
