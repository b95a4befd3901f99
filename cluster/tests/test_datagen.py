"""Positions from a cluster."""

import shutil
import subprocess
from pathlib import Path

from conftest import ROOT, Driver, games_in

WORDS = ["--variant", "brandub-walker,ard-ri", "--nodes", "60", "--longest", "60", "--linear"]


def test_shares_are_runs_with_seeds_of_their_own(driver: Driver, branan: Path, tmp_path: Path):
    words = [*WORDS, "--positions", "100", "--seed", "5", "--output", "made"]
    code, _, errors = driver.run("datagen", *words, options=("--shares", "3"))
    assert code == 0, errors
    assert [line.partition(" after")[0] for line in errors.splitlines()] == [
        f"branan-cluster: {number}/3 shares" for number in (1, 2, 3)
    ]
    folder = tmp_path / "made"
    files = sorted(path.relative_to(folder) for path in folder.glob("*/*"))
    assert [str(file) for file in files] == [
        f"{share}/{variant}.positions" for share in (1, 2, 3) for variant in ("ard-ri", "brandub-walker")
    ]
    contents = set()
    for share in (1, 2, 3):
        alone = tmp_path / f"alone{share}"
        command = [str(branan), "datagen", *WORDS, "--positions", "34", "--seed", str(5 + share)]
        subprocess.run(
            [*command, "--threads", "1", "--output", str(alone)], check=True, stdout=subprocess.DEVNULL
        )
        for file in alone.iterdir():
            assert (folder / str(share) / file.name).read_bytes() == file.read_bytes()
            contents.add(file.read_bytes())
    assert len(contents) == 6

    # A missing share and an incomplete one are generated again. The others stay untouched.
    times = {path: path.stat().st_mtime_ns for path in folder.glob("[13]/*")}
    (folder / "2").rename(folder / "2.partial")
    code, _, errors = driver.run("datagen", *words, options=("--shares", "3"))
    assert code == 0, errors
    assert times == {path: path.stat().st_mtime_ns for path in folder.glob("[13]/*")}
    assert (folder / "2/ard-ri.positions").read_bytes() in contents
    assert not list(folder.glob("*.partial"))

    # Positions from other arguments are refused.
    code, _, errors = driver.run("datagen", *words, options=("--shares", "4"))
    assert code == 2 and "other arguments" in errors


def test_games_go_into_one_database_once(driver: Driver, branan: Path, tmp_path: Path):
    words = [*WORDS, "--positions", "60", "--output", "made", "--db", "games.db"]

    def run():
        code, _, errors = driver.run("datagen", *words, options=("--shares", "3"))
        assert code == 0, errors
        parts = [games_in(branan, tmp_path / f"made/{share}/games.db") for share in (1, 2, 3)]
        assert all(parts) and games_in(branan, tmp_path / "games.db") == sum(parts)

    run()
    # Another run adds no game twice.
    run()
    # A run that was killed before its last share. Nothing was merged.
    (tmp_path / "games.db").unlink()
    shutil.rmtree(tmp_path / "made/2")
    run()
    # Shares without games could not be merged.
    code, _, errors = driver.run("datagen", *words[:-2], options=("--shares", "3"))
    assert code == 2 and "other arguments" in errors


def test_files_of_options_are_sent_and_stay_the_same(driver: Driver, tmp_path: Path):
    rulesets, network = tmp_path / "mine.toml", tmp_path / "mine.net"
    rulesets.write_text("[[ruleset]]\nname = 'mine'\ninherits = 'brandub-walker'\n")
    shutil.copy(ROOT / "engine/nets/brandub-walker.net", network)
    # Relative paths, which mean nothing to a node.
    words = ["--variants", "mine.toml", "--variant", "mine", "--network", "mine.net", "--nodes", "60"]
    words += ["--positions", "40", "--output", "made"]

    def run() -> tuple[int, str]:
        code, _, errors = driver.run("datagen", *words, options=("--shares", "2"))
        return code, errors

    code, errors = run()
    assert code == 0, errors
    assert len(list(tmp_path.glob("made/*/mine.positions"))) == 2
    # Positions of other rules or of another network are not mixed with these.
    for file, more in ((rulesets, b"turn-limit = 9\n"), (network, b"0")):
        content = file.read_bytes()
        file.write_bytes(content + more)
        code, errors = run()
        assert code == 2 and "made was started with other arguments or files" in errors
        file.write_bytes(content)
    assert run() == (0, "")
    network.unlink()
    code, errors = run()
    assert code == 2 and errors == "branan-cluster: mine.net: No such file or directory\n"
