import gc
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from branan import Engine, EngineError, Game, Move
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


MINE = "[[ruleset]]\nname = 'mine'\ninherits = 'tablut'\nturn-limit = 9\n"
CORNERS = "dim:9 name:tablut esc:c start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/"
NEAR_THE_EDGE = "4t4/9/9/9/9/9/9/2K6/4t4"
"""Where the king reaches the edge with a move, and a corner with two."""


def mates_in(engine: UciEngine, game: Game) -> int | None:
    result = engine.play(game, depth=4)
    assert result.info is not None
    return result.info.score.mate


def test_the_program_plays_by_the_rules_of_each_game(program: str) -> None:
    start = f"{NEAR_THE_EDGE} d"
    with popen([program], options={"Hash": 4}) as engine:
        assert isinstance(engine, UciEngine)
        # A ruleset that has the name of a built-in one, others with other rules, and one of nobody else.
        games = [
            (Game("tablut", start), 1),
            (Game.from_rules(CORNERS, fen=start), 2),
            (Game("tablut", start, rules={"Escape": "corners"}), 2),
            (Game.from_rules(MINE, fen=start), 1),
            (Game("tablut", start), 1),
        ]
        assert [mates_in(engine, game) for game, _ in games] == [mate for _, mate in games]
        # Options do not outlive the call that needs others.
        engine.configure({"uci_variant": "tablut"})
        engine.configure({"rule escape": "corners"})
        assert mates_in(engine, Game("tablut", start)) == 1
        assert engine.play(Game("brandubh"), depth=1).move is not None
        engine.configure({"UCI_Variant": "tablut"})
        assert engine.play(Game("brandubh"), depth=1).move is not None


@pytest.mark.parametrize(
    "limits",
    [
        {"nodes": 0},
        {"depth": 0},
        {"depth": -1},
        {"mate": 0},
        {"time": -1},
        {"time": float("inf")},
        {"time": 1e300},
    ],
)
def test_every_engine_refuses_the_same_limits(program: str, limits: dict[str, Any]) -> None:
    with popen([program]) as engine, pytest.raises(ValueError, match="number"):
        engine.play(Game(), **limits)
    with pytest.raises(ValueError, match="number"):
        Engine(hash=1).play(Game(), **limits)


def test_the_program_chooses_among_moves_and_looks_for_mates(program: str) -> None:
    with popen([program], options={"Hash": 4}) as engine:
        assert isinstance(engine, UciEngine)
        assert engine.play(Game(), depth=2, moves=["d2e2"]).move == Move("d2e2")
        won = Game(fen="7/3t3/7/7/7/7/1K5 d")
        result = engine.play(won, mate=2)
        assert result.info is not None and result.info.score.mate == 1
        # A refused search neither hangs nor stays.
        with pytest.raises(EngineError, match="a1a2"):
            engine.play(Game(), depth=1, moves=["a1a2"])
        engine.analyse(Game(), moves=["a1a2"])
        with engine.analyse(Game(), depth=1, moves=["d2c2"]) as analysis:
            assert {info.moves[0] for info in analysis} == {Move("d2c2")}


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
        ("import sys; sys.exit('no network')", 60.0, "has exited: no network"),
        (
            "import os, time; os.write(2, b'loading\\nstill\\n'); time.sleep(600)",
            5.0,
            "did not answer in time: still",
        ),
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
from concurrent.futures import ThreadPoolExecutor
answers = iter(["a1a2", "", "(none)", "qwertz", "D2E2 ponder D1C1"])
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name Liar\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("info depth 1 score cp x pv d2e2\\ninfo string hello\\nbestmove " + next(answers), flush=True)
"""
    )
    with popen([sys.executable, str(script)]) as engine:
        for message in (
            "a1a2, which is not legal",
            "names no move",
            "claims to have no move",
            "'bestmove qwertz', which is not a move",
        ):
            with pytest.raises(EngineError, match=message):
                engine.play(Game(), depth=1)
        # Capitals are allowed.
        result = engine.play(Game(), depth=1)
        assert (result.move, result.ponder) == (Move("d2e2"), Move("d1c1"))


def test_wrong_commands_are_refused() -> None:
    with pytest.raises(EngineError, match="cannot start"):
        popen("/nonexistent/engine")
    with pytest.raises(ValueError, match="empty"):
        popen("")
    with pytest.raises(ValueError, match="protocol is"):
        popen("x", protocol="xboard")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an open text file or None, not int"):
        popen("x", stderr=subprocess.DEVNULL)  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="no options"):
        popen("x", protocol="opentafl", options={"Hash": 1})


def test_a_move_is_chosen_from_one_line_after_an_analysis_of_several(program: str) -> None:
    def nodes(engine: UciEngine) -> int:
        info = engine.play(Game("brandubh"), depth=5).info
        assert info is not None
        return info.nodes

    with popen([program], options={"Hash": 4}) as engine:
        assert isinstance(engine, UciEngine)
        alone = nodes(engine)
        engine.configure({"Clear Hash": ""})
        engine.analyse(Game("brandubh"), depth=1, multi_pv=4).wait()
        engine.configure({"Clear Hash": ""})
        assert nodes(engine) == alone


def test_an_engine_is_not_used_by_two_threads_at_once(program: str) -> None:
    with popen([program], options={"Hash": 4}) as engine, ThreadPoolExecutor(4) as threads:
        assert isinstance(engine, UciEngine)
        games = [Game(name) for name in ("brandubh", "tablut", "ard-ri", "tablut")]

        def play(game: Game) -> str:
            try:
                assert engine.play(game, time=0.4).move in game.legal_moves
                return "played"
            except EngineError as error:
                return str(error).partition(" is ")[2]

        for _ in range(3):
            answers = list(threads.map(play, games))
            assert answers.count("played") == 1, answers
            assert set(answers) == {"played", "busy with another thread's call"}
        # An analysis may be stopped by another thread than the one that reads it.
        analysis = engine.analyse(Game("tablut"))
        reading = threads.submit(list, analysis)
        with pytest.raises(EngineError, match="stop that search first"):
            engine.play(Game("brandubh"), depth=1)
        assert threads.submit(analysis.stop).result(60).move is not None
        assert reading.result(60) and engine.play(Game("brandubh"), depth=1).move is not None
        # Its end is known, and another `stop` does not reach the next search.
        with engine.analyse(Game("tablut"), depth=3) as later:
            analysis._stop()
            assert max(info.depth for info in later) == 3


def test_a_thread_stops_an_engine_that_hangs_under_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("branan.engine.process.GRACE", 0.5)
    script = tmp_path / "engine.py"
    script.write_text(
        """
import sys
from concurrent.futures import ThreadPoolExecutor
for line in sys.stdin:
    answer = {"uci": "uciok", "isready": "readyok"}.get(line.strip())
    if answer:
        print(answer, flush=True)
"""
    )
    with popen([sys.executable, str(script)]) as engine, ThreadPoolExecutor(1) as threads:
        assert isinstance(engine, UciEngine)
        analysis = engine.analyse(Game())
        reading = threads.submit(list, analysis)
        with pytest.raises(EngineError, match="did not answer in time|has exited"):
            analysis.stop()
        with pytest.raises(EngineError, match="did not answer in time|has exited"):
            reading.result(60)


GREETS = """
import os, sys
print(os.getpid(), file=sys.stderr, flush=True)
for line in sys.stdin:
    answer = {"uci": "uciok", "isready": "readyok"}.get(line.strip())
    if answer:
        print(answer, flush=True)
"""
"""Greets, and never answers `go`."""

STUBBORN = GREETS + "import time; time.sleep(600)"
"""Also ignores the end of its input."""


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_complaints_are_hidden_or_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    shown = io.StringIO()
    with popen([sys.executable, "-c", GREETS], stderr=shown) as engine:
        wait_for(lambda: shown.getvalue() == f"{engine._process.pid}\n")
    with popen([sys.executable, "-c", GREETS]):
        pass
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(os.name != "posix", reason="asks for a process by its number")
def test_an_engine_that_is_left_behind_is_killed() -> None:
    engine = popen([sys.executable, "-c", STUBBORN])
    process = engine._process.pid
    del engine
    gc.collect()
    assert not is_running(process)
    script = "import sys; from branan.engine import popen; e = popen(sys.argv[1:]); print(e._process.pid)"
    # The engine does not keep the output of its caller open.
    words = [sys.executable, "-c", script, sys.executable, "-c", STUBBORN]
    output = subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout
    wait_for(lambda: not is_running(int(output)))


@pytest.mark.skipif(os.name != "posix", reason="sends itself a signal")
def test_ctrl_c_does_not_wait_for_an_engine_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branan.engine.process.GRACE", 1e6)
    monkeypatch.setattr("branan.engine.program.QUIT_GRACE", 1e6)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt), popen([sys.executable, "-c", STUBBORN]) as engine:
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        engine.play(Game())
    assert engine._process.returncode is not None
