"""Databases of games, made by the program."""

import os
import subprocess
from pathlib import Path

import pytest

import branan
from branan import EngineError, Game, RecordError, records
from branan.database import Database, Filter

MOVES = ["d2e2 d3d2", "d2e2 d3d2", "d6e6 d5d6", "d2c2"]


@pytest.fixture(scope="module")
def path(program: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("database")
    games = [
        records.convert(line, "record", format="moves", ruleset="brandubh").replace(
            '[Attackers "?"]', f'[Attackers "{player}"]'
        )
        for line, player in zip(MOVES, ["Ann", "Bob", "Ann", "Cy"], strict=True)
    ]
    (folder / "games.txt").write_text("\n".join(games))
    words = [program, "db", "import", str(folder / "games.db"), str(folder / "games.txt")]
    subprocess.run(words, check=True, capture_output=True)
    return folder / "games.db"


def test_games_are_read_back(path: Path) -> None:
    database = Database(path)
    assert len(database) == database.count() == 4
    assert [record.attackers for record in database.records()] == ["Ann", "Bob", "Ann", "Cy"]
    ann = Filter(player="ann", ruleset="brandub")
    assert database.count(ann) == 2 and database.count(Filter(ruleset="tablut")) == 0
    lines = database.games(ann)
    assert [line.attackers for line in lines] == ["Ann", "Ann"] and lines[0].plies == 2
    assert lines[0].ruleset == "brandubh-macwhite" and lines[0].result == "*"
    assert len(database.games(limit=1)) == 1
    record = database.game(lines[1].id)
    assert record.game().moves == game_of(MOVES[0]).moves


def game_of(moves: str) -> Game:
    game = Game("brandubh")
    for move in moves.split():
        game.play(move)
    return game


def test_positions_are_explored_over_mirror_images(path: Path) -> None:
    database = Database(path)
    found = database.explore(Game("brandubh"))
    assert found.results.games == found.results.unfinished == 4 and found.results.score is None
    # The moves of all games are images of one.
    (move,) = found.moves
    assert move.results.games == 4 and len(move.images) == 7 and move.best is None
    game = game_of("d2e2")
    found = database.explore(game, Filter(attackers="Ann"), limit=1)
    assert found.fen == game.fen and found.results.games == 2 and found.ended == 0
    assert {move.move for move in found.moves} == {branan.Move("d3d2")}
    assert len(found.games) == 1 and found.games[0].ply == 1 and found.games[0].game.attackers == "Ann"
    assert found.unreadable == {}
    assert database.explore(Game("tablut")).results.games == 0


def test_wrong_files_and_questions_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no such file"):
        Database(tmp_path / "none.db")
    other = tmp_path / "other.db"
    other.write_bytes(b"nonsense" * 1000)
    with pytest.raises(RecordError, match=r"other\.db: it is not a database|damaged"):
        Database(other)
    other.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(RecordError):
        list(Database(other).records())
    database = Database(path)
    with pytest.raises(RecordError, match="there is no game 77"):
        database.game(77)
    with pytest.raises(RecordError, match="a result is attackers, defenders, draw or unfinished, not 'x'"):
        database.count(Filter(result="x"))  # type: ignore[arg-type]
    with pytest.raises(branan.RulesetError, match="nonsense"):
        database.count(Filter(ruleset="nonsense"))
    for number in (2**63, -(2**70)):
        with pytest.raises(RecordError, match=f"there is no game {number}"):
            database.game(number)
    with pytest.raises(ValueError, match="from 0 to .*, not -1"):
        database.games(limit=-1)
    with pytest.raises(TypeError):
        database.explore("brandubh")  # type: ignore[arg-type]


def test_conditions_that_no_game_can_fulfil_are_refused(path: Path) -> None:
    database = Database(path)
    for condition, message in (
        ({"min_plies": "many"}, "min_plies is a whole number from 0 to 4294967295 or None, not str"),
        ({"min_plies": -1}, "min_plies is a whole number from 0 to 4294967295 or None, not -1"),
        ({"max_plies": 2**70}, f"max_plies is a whole number .*, not {2**70}"),
        ({"player": 5}, "player is a str or None, not int"),
        ({"ruleset": 5}, "ruleset is a Ruleset, the name of one or None, not int"),
        ({"since": "yesterday"}, "'yesterday' is not a date; write it like 2026, 2026.11 or 2026.11.21"),
        ({"since": "2026-13-45"}, "'2026-13-45' is not a date"),
        ({"until": "2026.11.00"}, "'2026.11.00' is not a date"),
        ({"ending": "nonsense"}, "'nonsense' is not the ending of a game; endings are words like"),
    ):
        for ask in (database.count, database.games, lambda f: list(database.records(f))):
            with pytest.raises((TypeError, ValueError), match=message):
                ask(Filter(**condition))
        with pytest.raises((TypeError, ValueError), match=message):
            database.explore(Game(), Filter(**condition))
    assert database.count(Filter(since="2020-01-31", until="2030.12", ending="resign")) == 0


def test_a_forked_child_needs_its_own(path: Path) -> None:
    database = Database(path)
    child = os.fork()
    if child == 0:
        try:
            database.count()
        except EngineError:
            os._exit(0)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert database.count() == 4
