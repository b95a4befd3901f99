import sys
from pathlib import Path

import pytest

from branan import EngineError, Game
from branan.engine import popen
from branan.engine.process import OpenTaflEngine, UciEngine


def test_the_program_plays_by_uci(program: str) -> None:
    with popen([program], options={"Hash": 4}) as engine:
        assert isinstance(engine, UciEngine) and engine.name.startswith("Branan")
        game = Game("tablut", rules={"KingMove": "step"})
        for _ in range(2):
            result = engine.play(game, depth=3)
            assert result.move is not None and result.info is not None and result.info.depth == 3
            game.play(result.move)
        with engine.analyse(Game("brandubh"), depth=3, multi_pv=2) as analysis:
            infos = list(analysis)
        assert {info.rank for info in infos} == {1, 2} and infos[0].score.cp is not None
        with engine.analyse(Game("brandubh")) as analysis:
            next(analysis)
            with pytest.raises(EngineError, match="stop that search first"):
                engine.play(game)
        assert analysis.result is not None
        # Leaving an analysis behind stops it.
        for _ in engine.analyse(Game("brandubh")):
            break
        assert engine.play(Game("brandubh"), depth=1).move is not None
        with pytest.raises(EngineError, match="no option 'Nonsense'"):
            engine.configure({"Nonsense": 1})
        with pytest.raises(EngineError, match="(?i)hash"):
            engine.configure({"Hash": "much"})
    with pytest.raises(EngineError, match="has exited"):
        engine.play(game)


def test_the_program_plays_by_opentafls_protocol(program: str) -> None:
    with popen([program, "--protocol", "opentafl"], protocol="opentafl") as engine:
        assert isinstance(engine, OpenTaflEngine)
        game = Game("brandub-opentafl")
        for _ in range(2):
            result = engine.play(game, time=0.1)
            assert result.move is not None
            game.play(result.move)
        with pytest.raises(EngineError, match="time alone"):
            engine.play(game, depth=3)


@pytest.mark.parametrize(
    ("script", "timeout", "message"),
    [
        ("pass", 60.0, "has exited"),
        ("import time; time.sleep(60)", 0.5, "did not answer in time"),
        ("print('uciok'); input()", 60.0, "has exited"),
    ],
)
def test_faulty_programs_give_errors(script: str, timeout: float, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        engine = popen([sys.executable, "-c", script], timeout=timeout)
        assert isinstance(engine, UciEngine)
        engine.play(Game())


def test_illegal_answers_give_errors(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(
        """
import sys
answers = iter(["bestmove a1a2", "bestmove", "bestmove (none)"])
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name Liar\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("info depth 1 score cp x pv d2e2\\ninfo string hello\\n" + next(answers), flush=True)
"""
    )
    with popen([sys.executable, str(script)]) as engine:
        for message in ("not legal", "names no move", "has no move"):
            with pytest.raises(EngineError, match=message):
                engine.play(Game(), depth=1)
            assert isinstance(engine, UciEngine)
            engine._search = None


def test_wrong_commands_are_refused() -> None:
    with pytest.raises(EngineError, match="cannot start"):
        popen("/nonexistent/engine")
    with pytest.raises(ValueError, match="empty"):
        popen("")
    with pytest.raises(ValueError, match="protocol is"):
        popen("x", protocol="xboard")  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="no options"):
        popen("x", protocol="opentafl", options={"Hash": 1})
