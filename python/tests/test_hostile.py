"""Callers that do what they should not get exceptions, and memory stays flat."""

import asyncio
import copy
import gc
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import branan
from branan import BatchedGame, Engine, EngineError, Game


def test_threads_share_a_game() -> None:
    game = Game("tablut")

    def play(number: int) -> int:
        played = 0
        for _ in range(300):
            try:
                game.play(game.legal_moves[number])
                played += 1
                game.undo()
                played -= 1
            except (branan.IllegalMoveError, IndexError):
                pass
            assert game.planes().shape == (6, 9, 9) and game == game
        return played

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(play, range(8))) == len(game.moves)


def test_threads_share_a_batch() -> None:
    batch = BatchedGame("brandubh", 512)

    def step(seed: int) -> int:
        refused = 0
        for turn in range(30):
            try:
                batch.step(batch.sample(1000 * seed + turn))
            except (RuntimeError, branan.IllegalMoveError):
                refused += 1
        return refused

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(step, range(4))) < 120
    assert (batch.lengths <= 120).all() and batch.masks.any(axis=1).all()


def test_threads_share_an_engine() -> None:
    engine = Engine(hash=4)
    errors: list[EngineError] = []

    def play() -> None:
        try:
            assert engine.play(Game("tablut"), time=0.05).move is not None
        except EngineError as error:
            errors.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(errors) < 4
    assert engine.play(Game("tablut"), depth=1).move is not None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_in_the_middle() -> None:
    engine, batch, game = Engine(hash=4), BatchedGame("brandubh", 256, threads=2), Game("tablut")
    batch.step(batch.sample(0))
    engine.play(game, depth=2)

    def child(queue: "multiprocessing.Queue[str]") -> None:
        try:
            engine.play(game, depth=2)
        except EngineError as error:
            queue.put(str(error))
        batch.step(batch.sample(1))
        assert Engine(hash=4).play(game, depth=2).move is not None
        queue.put(f"{game.perft(2)} {int(batch.lengths.sum())}")
        batch.reset()

    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[str] = context.Queue()
    process = context.Process(target=child, args=(queue,))
    process.start()
    assert "make a new one after a fork" in queue.get(timeout=30)
    assert queue.get(timeout=30) == f"{game.perft(2)} 512"
    process.join(30)
    assert process.exitcode == 0
    batch.step(batch.sample(1))


INTERRUPTED = """
import threading, os, signal, time
import branan
game = branan.Game("tablut")
engine = branan.Engine(hash=4)
async def watch():
    async for info in engine.analyse(game):
        pass
work = {work}
# A shell's background jobs ignore Ctrl-C, and these tests may be one.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.monotonic()
try:
    work()
except KeyboardInterrupt:
    assert time.monotonic() - start < 30
    assert engine.play(game, depth=1).move is not None
    print("interrupted")
"""


@pytest.mark.parametrize(
    "work",
    [
        "lambda: engine.play(game, time=60)",
        "lambda: list(engine.analyse(game))",
        "lambda: branan.solve(game)",
        "lambda: game.perft(9)",
        "lambda: __import__('asyncio').run(engine.play_async(game, time=60))",
        "lambda: __import__('asyncio').run(watch())",
    ],
)
def test_ctrl_c_ends_long_work(work: str) -> None:
    script = INTERRUPTED.format(work=work)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "interrupted", done.stderr
    assert done.returncode == 0


def test_the_interpreter_exits_during_a_search() -> None:
    script = "import branan; a = branan.Engine(hash=4).analyse(branan.Game('tablut')); print(next(a).depth)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.strip() == "1", done.stderr


def test_a_caught_signal_does_not_end_work() -> None:
    seen = []
    old = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        assert Engine(hash=4).play(Game("tablut"), time=0.3).move is not None
    finally:
        signal.signal(signal.SIGALRM, old)
    assert seen == [1]


def test_an_exception_of_a_signal_handler_ends_the_search() -> None:
    def refuse(*_: object) -> None:
        raise TimeoutError("enough")

    engine = Engine(hash=4)
    old = signal.signal(signal.SIGALRM, refuse)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(TimeoutError, match="enough") as caught:
            engine.play(Game("tablut"), time=60)
    finally:
        signal.signal(signal.SIGALRM, old)
    # The exception holds on to the frames of the search.
    assert caught.value.__traceback__ is not None
    assert engine.play(Game("tablut"), depth=1).move is not None


def test_several_threads_follow_one_analysis() -> None:
    engine = Engine(hash=4)
    analysis = engine.analyse(Game("tablut"))
    with ThreadPoolExecutor(3) as pool:
        seen = [pool.submit(lambda: len(list(analysis))) for _ in range(3)]
        next(analysis)
        result = analysis.stop()
        assert sum(future.result(30) for future in seen) >= 0
    # Another thread may have taken a later info meanwhile.
    assert result.move is not None and analysis.stop().move == result.move


def test_a_cancelled_task_leaves_the_engine_usable() -> None:
    engine = Engine(hash=4)

    async def watch() -> None:
        async with engine.analyse(Game("tablut")) as analysis:
            async for _ in analysis:
                pass

    async def cancel() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(watch(), 0.2)
        assert (await engine.play_async(Game("tablut"), depth=1)).move is not None

    for _ in range(5):
        asyncio.run(cancel())


def test_huge_numbers_are_refused() -> None:
    for call in (
        lambda: Game().perft(2**31),
        lambda: Game().perft(2, 10**9),
        lambda: Game().perft(-1),
        lambda: Game().perft(2**70),
        lambda: Game().action_move(2**70),
        lambda: Game().action_move(2**63),
        lambda: BatchedGame("brandubh", 2**70),
        lambda: BatchedGame("brandubh", 2**20, threads=2**40),
        lambda: branan.solve(Game(), hash=2**50),
        lambda: branan.solve(Game(), threads=2**40),
        lambda: branan.verify(b"", threads=2**40),
    ):
        with pytest.raises((ValueError, OverflowError, EngineError)):
            call()


def test_objects_of_the_module_cannot_be_made_up() -> None:
    for kind in (branan.LegalMoves, branan.Outcome, branan.Played):
        with pytest.raises(TypeError):
            kind()
    with pytest.raises(TypeError):
        type("Mine", (branan.Game,), {})
    with pytest.raises(AttributeError):
        Game().fen = "x"  # type: ignore[misc]


def test_memory_is_flat_over_many_games() -> None:
    batch = BatchedGame("brandubh", 4096, max_moves=40)
    observations = batch.observations

    def use() -> int:
        for seed in range(100):
            batch.step(batch.sample(seed))
            if seed % 20 == 0:
                Game("tablut").copy().svg()
                assert np.shares_memory(batch.observations, observations)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    use()
    before = use()
    after = [use() for _ in range(3)][-1]
    assert after - before < 8 * 1024, f"{before} KiB grew to {after} KiB"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_while_another_thread_holds_the_engine() -> None:
    engine, game = Engine(hash=1), Game("brandubh")
    # What a thread that starts a search does for a moment.
    with engine._lock:
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            refused = 0
            for call in (lambda: engine.play(game, depth=1), engine.close):
                try:
                    call()
                except EngineError as error:
                    refused += "after a fork" in str(error)
            os._exit(refused)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_a_batch_without_memory_is_an_exception() -> None:
    program = """
import resource, branan
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (300 << 20), used + (300 << 20)))
try:
    branan.BatchedGame("brandubh", 1 << 20, threads=1)
except (MemoryError, branan.EngineError, ValueError) as error:
    print(type(error).__name__)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() in ("MemoryError", "ValueError"), ended


def test_results_and_moves_can_be_pickled() -> None:
    game = Game("brandubh", "3t3/3t3/3T3/ttT1Ttt/3T3/3t3/1K5 d")
    game.play("b1a1")
    assert game.outcome is not None
    for thing in (game.outcome, game.moves[0], game.moves):
        assert pickle.loads(pickle.dumps(thing)) == thing == copy.deepcopy(thing)
    with pytest.raises(ValueError, match="ends no game"):
        type(game.outcome)._restore("attackers", "boredom")
    with pytest.raises(ValueError):
        type(game.outcome)._restore("nobody", "king-escaped")


def test_full_strength_as_a_level_ends() -> None:
    assert Engine(hash=1).play(Game("brandubh"), level=branan.LEVELS).move is not None
