import asyncio
import threading
import time
from pathlib import Path

import pytest

import branan
from branan import Engine, EngineError, Game, IllegalMoveError, Move
from branan.records import Record

WON = "7/3t3/7/7/7/7/1K5 d"


@pytest.fixture
def engine() -> Engine:
    return Engine(hash=4)


def test_it_plays(engine: Engine) -> None:
    result = engine.play(Game("brandubh", fen=WON), depth=3)
    assert result.move in (Move("b1a1"), Move("b1g1")) and result.info is not None
    assert result.info.score.mate == 1 and result.info.moves[0] == result.move
    game = Game("tablut")
    result = engine.play(game, nodes=2000)
    assert result.move in game.legal_moves and not game.moves
    over = Game("brandubh", fen=WON)
    over.play("b1a1")
    assert engine.play(over, depth=1).move is None


def test_levels_and_seeds_choose_repeatably(engine: Engine) -> None:
    game = Game("brandubh")
    moves = {seed: engine.play(game, level=1, seed=seed).move for seed in range(12)}
    assert len(set(moves.values())) > 1
    assert all(Engine(hash=4).play(game, level=1, seed=seed).move == moves[seed] for seed in range(3))
    assert engine.play(game, level=branan.LEVELS, depth=2).move in game.legal_moves
    assert engine.play(game, depth=2, moves=["d2e2"]).move == Move("d2e2")


def test_analysis_is_an_iterator_and_a_context_manager(engine: Engine) -> None:
    game = Game("tablut")
    with engine.analyse(game, depth=4, multi_pv=3) as analysis:
        infos = list(analysis)
    assert {info.rank for info in infos} == {1, 2, 3} and infos[-1].depth == 4
    assert len({analysis.lines[rank].moves[0] for rank in (1, 2, 3)}) == 3
    assert analysis.result is not None and analysis.best is not None
    assert analysis.result.move == analysis.best.moves[0]
    assert sum(analysis.best.win_draw_loss or ()) == 1000
    with engine.analyse(game) as analysis:
        assert next(analysis).depth >= 1
        with pytest.raises(EngineError, match="stop that search first"):
            engine.play(game, depth=1)
    assert analysis.result is not None
    assert list(analysis) == []
    # Leaving an analysis behind stops it.
    engine.analyse(game)
    assert engine.play(game, depth=1).move is not None


def test_it_is_asynchronous(engine: Engine) -> None:
    async def use() -> tuple[int, branan.Move | None]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticker = asyncio.create_task(tick())
        played = await engine.play_async(Game("tablut"), time=0.3)
        async with engine.analyse(Game("tablut")) as analysis:
            async for info in analysis:
                if info.depth >= 2:
                    break
        ticker.cancel()
        return ticks, played.move

    ticks, move = asyncio.run(use())
    assert ticks >= 3 and move is not None


def test_a_cancelled_choice_frees_the_engine(engine: Engine) -> None:
    async def cancel() -> branan.Move | None:
        task = asyncio.create_task(engine.play_async(Game("tablut"), time=60, moves=["d1d2", "d1d3"]))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return engine.play(Game("tablut"), depth=1, moves=["d1d3"]).move

    assert asyncio.run(cancel()) == Move("d1d3")


def test_threads_run_meanwhile(engine: Engine) -> None:
    counted = 0

    def count() -> None:
        nonlocal counted
        end = time.monotonic() + 0.25
        while time.monotonic() < end:
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    engine.play(Game("tablut"), time=0.3)
    thread.join()
    assert counted > 100


@pytest.mark.parametrize(
    ("limits", "error"),
    [
        ({"time": -1.0}, ValueError),
        ({"time": float("nan")}, ValueError),
        ({"level": 99}, ValueError),
        ({"depth": -1}, ValueError),
        ({"depth": "deep"}, TypeError),
        ({"depth": 1, "moves": ["a1a2"]}, EngineError),
        ({"depth": 1, "moves": ["x"]}, IllegalMoveError),
    ],
)
def test_wrong_limits_are_refused(engine: Engine, limits: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        engine.play(Game(), **limits)  # type: ignore[arg-type]
    assert engine.play(Game(), depth=1).move is not None


def test_wrong_sizes_are_refused() -> None:
    for arguments in ({"hash": 0}, {"threads": 0}, {"hash": 2**40}, {"threads": 10**6}):
        with pytest.raises(ValueError, match="from 1 to"):
            Engine(**arguments)
    for seconds in (2**70, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match=r"a time is a number of seconds from 0 to below 2\*\*64, not"):
            Engine().play(Game(), time=seconds)
    with pytest.raises(ValueError, match=f"a whole number from 0 to {2**32 - 1}, not {2**70}"):
        Game().perft(2**70)
    with pytest.raises(EngineError, match="MiB"):
        Engine(hash=2**20).play(Game(), depth=1)
    with pytest.raises(TypeError):
        Engine().play("brandubh")  # type: ignore[arg-type]


def test_proofs_are_certified_and_verified() -> None:
    game = Game("brandubh", fen=WON)
    solution = branan.solve(game, certificate=True)
    assert (solution.answer, solution.plies, solution.complete) == ("win", 1, True)
    assert len(solution.moves) == 1 and solution.certificate is not None
    assert "the defenders win within 1 ply from" in branan.verify(solution.certificate)
    for damaged in (solution.certificate[:-1], b"", b"nonsense", solution.certificate + b"x"):
        with pytest.raises(EngineError):
            branan.verify(damaged)
    assert branan.solve(Game("tablut"), nodes=1000).obstacle == "limit"
    assert branan.solve(Game("ard-ri"), side="defenders", nodes=100).answer == "unknown"
    with pytest.raises(ValueError, match="attackers"):
        branan.solve(game, side="white")  # type: ignore[arg-type]
    with pytest.raises(ValueError) as error:
        branan.solve(game, side="white" * 10**6)  # type: ignore[arg-type]
    assert len(str(error.value)) < 1100
    own = Game.from_rules("dim:7 name:Mine surf:n ks:w start:/3t3/7/7/3K3/7/7/3t3/")
    with pytest.raises(EngineError, match="built-in"):
        branan.solve(own, certificate=True)


def test_puzzles_are_solved_by_their_moves() -> None:
    puzzles = branan.puzzles.shipped()
    assert len(puzzles) > 100
    for puzzle in puzzles[:20]:
        game = puzzle.game()
        for move in puzzle.solution + puzzle.rest:
            game.play(move)
    with pytest.raises(branan.RecordError, match="line 2"):
        branan.puzzles.read("\n{}\n")


def test_games_are_recorded() -> None:
    mine = "[[ruleset]]\nname = 'mine'\ninherits = 'brandubh'\nturn-limit = 9\n"
    string = "dim:7 name:Mine surf:n ks:w start:/3t3/7/7/3K3/7/7/3t3/"
    for game in (
        Game("brandubh"),
        Game("brandubh", fen="7/3t3/7/7/3K3/7/7 d", rules={"KingMove": "step"}),
        Game.from_rules(mine),
        Game.from_rules(string),
    ):
        game.play(game.legal_moves[0])
        record = Record.of(game, attackers="Ragnar", result="draw", termination="draw-agreed")
        (again,) = branan.records.read(record.text)
        assert again == record and again.game() == game
        assert (again.attackers, again.defenders, again.result) == ("Ragnar", "?", "draw")
    over = Game(fen=WON)
    assert Record.of(over).result == "*"
    assert Record.of(over, result="attackers").termination == "unknown"
    over.play("b1a1")
    assert Record.of(over).termination == "king-escaped" == Record.of(over, result="defenders").termination
    for wrong in (
        {"result": "attackers"},
        {"result": "white"},
        {"termination": "boredom"},
        {"termination": "draw-agreed"},
    ):
        with pytest.raises(branan.RecordError):
            Record.of(over, **wrong)


def test_records_are_read_and_converted() -> None:
    samples = Path(__file__).resolve().parents[2] / "docs" / "samples"
    (record,) = branan.records.read_file(samples / "right.txt")[:1]
    game = record.game()
    assert [str(played) for played in game.moves] == record.moves and len(record.moves) > 2
    text = branan.records.convert(record.text, "moves")
    (again,) = branan.records.read(text, format="moves", ruleset=record.ruleset)
    assert again.moves == record.moves
    for name in ("illegal-move.txt", "wrong-capture.txt", "wrong-result.txt", "malformed-tag.txt"):
        with pytest.raises(branan.RecordError, match=r"\w"):
            branan.records.read_file(samples / name)
    with pytest.raises(branan.RecordError, match="give ruleset"):
        branan.records.read("d2e2", format="moves")
    with pytest.raises(TypeError, match="a str or bytes, not bytearray"):
        branan.records.read(bytearray(b"d2e2"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not bytes"):
        branan.puzzles.read(b"{}")  # type: ignore[arg-type]
    with pytest.raises(branan.RecordError, match="a format is"):
        branan.records.read("", format="pgn")
    assert branan.records.read_file(samples / "right.otg")[0].game().moves
