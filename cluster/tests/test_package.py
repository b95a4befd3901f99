"""The package for the nodes."""

import json
import os
from pathlib import Path

import pytest

from branan_cluster.match import cores_of, games_after
from branan_cluster.package import Package, local_settings, unpacked


def engine(**changes) -> dict:
    """An engine as `branan match --dry-run --json` shows it."""
    return {"name": "x", "program": "/usr/bin/env", "args": [], "dir": None, "options": [], **changes}


def test_everything_that_a_match_names_goes_along(tmp_path: Path):
    source, package, node = tmp_path / "source", tmp_path / "package", tmp_path / "node"
    for name in ["engine", "home/own", "home/data", "net.bin", "rules.toml", "a.txt", "b.txt", "branan"]:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(name)
    package.mkdir()
    net = str(source / "net.bin")
    settings = {
        "engines": [
            engine(
                program=str(source / "engine"), options=[["Hash", "16"], ["EvalFile", net]], args=["-n", net]
            ),
            engine(program=str(source / "home/own"), dir=str(source / "home"), args=["data"]),
            engine(),
        ],
        "variants": ["a", "b"],
        "variants_file": str(source / "rules.toml"),
        "openings": {"file": str(source / "{variant}.txt"), "order": "random"},
    }
    shipped = Package(package, source / "branan").add_settings(settings)
    # The package contains no path of this machine.
    assert str(source) not in json.dumps(shipped)
    package.rename(node)
    local = local_settings(shipped, node)

    def read(path: str) -> str:
        assert path.startswith(str(node))
        return Path(path).read_text()

    first, second, third = local["engines"]
    assert read(first["program"]) == "engine" and read(first["options"][1][1]) == "net.bin"
    assert first["options"][0] == ["Hash", "16"]
    assert first["args"][0] == "-n" and read(first["args"][1]) == "net.bin"
    assert read(second["program"]) == "home/own" and read(second["dir"] + "/data") == "home/data"
    assert second["args"] == ["data"]
    assert third == engine()
    assert read(local["variants_file"]) == "rules.toml"
    assert [read(local["openings"]["file"].replace("{variant}", name)) for name in "ab"] == ["a.txt", "b.txt"]
    assert local["openings"]["order"] == "random"
    assert (node / "branan").read_text() == "branan"


def test_a_package_is_unpacked_once_and_kept_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Programs stay executable, and unused packages are replaced."""
    store = {}
    monkeypatch.setattr("ray.put", lambda content: store.setdefault("key", content))
    monkeypatch.setattr("ray.get", lambda content: content)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    program = tmp_path / "branan"
    program.write_text("branan")
    program.chmod(0o755)
    (tmp_path / "package").mkdir()
    sent = Package(tmp_path / "package", program).send()
    os.utime(program, (0, 0))
    (tmp_path / "another").mkdir()
    assert Package(tmp_path / "another", program).send()["name"] == sent["name"]
    folder = unpacked(sent)
    assert os.access(folder / "branan", os.X_OK) and folder.parent.stat().st_mode & 0o077 == 0
    monkeypatch.setattr("ray.get", None)
    assert unpacked(sent) == folder
    old = folder.parent / "old"
    old.mkdir()
    os.utime(old, (0, 0))
    folder.rename(folder.parent / "away")
    monkeypatch.setattr("ray.get", lambda content: content)
    assert unpacked(sent) == folder and not old.exists()
    folder.parent.chmod(0o777)
    with pytest.raises(PermissionError, match="others can write"):
        unpacked({"name": "another", "content": None})


def test_a_game_takes_the_cores_its_engines_need():
    def cores(*engines: dict) -> int:
        return cores_of({"engines": list(engines)})

    assert cores(engine(), engine()) == 1
    assert cores(engine(options=[["threads", "3"]]), engine(options=[["Threads", "2"]])) == 3
    assert cores(engine(ponder=True, options=[["Threads", "2"]]), engine()) == 4


def test_no_game_is_passed_over_however_late_it_is_looked_for(tmp_path: Path):
    record = tmp_path / "games.txt"
    record.write_text('% branan match\n% settings {"a": [1]}\n\n')
    assert games_after(record, 0)[0] == b""
    both = '[Event "a"]\n\n1. a1a2 draw\n\n[Event "b"]\n\n1. a1a2 draw\n\n'
    with record.open("a") as file:
        file.write("% settings {}\n\n" + both)
    games, end = games_after(record, 0)
    assert games.decode() == both and end == record.stat().st_size
    assert games_after(record, end) == (b"", end)
    # A game of which a part is on file waits for the rest.
    game = b'[Event "c"]\n[Game "3"]\n\n1. a1a2 {+0.10/3} b1b2\n2. a2a3 draw\n\n'
    for at in range(len(game)):
        with record.open("ab") as file:
            file.write(game[at : at + 1])
        if at + 1 < len(game):
            assert games_after(record, end) == (b"", end), at
    assert games_after(record, end) == (game, end + len(game))
