"""Measures random games in plies a second, with the package and with others.

    python python/benchmarks/speed.py             # what is installed
    python python/benchmarks/speed.py batch pgx   # only these

Each number is the median of several runs, by the processor's time: on a busy machine the clock on the wall
says little. With two threads, it is what two idle cores would play in a second.
"""

from __future__ import annotations

import random
import resource
import statistics
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

import branan

SECONDS, RUNS = 1.0, 5
"""The processor's time of a run, and how many there are."""


def spent() -> float:
    """The seconds of all threads in user code and in the system."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def rate(play: Callable[[], int], threads: int = 1) -> float:
    """Plies a second: `play` plays some and returns how many."""
    play()
    rates = []
    for _ in range(RUNS):
        start, plies = spent(), 0
        while (used := spent() - start) < SECONDS:
            plies += play()
        rates.append(plies / used * threads)
    return statistics.median(rates)


def single(ruleset: str) -> float:
    """`Game`, a move chosen from the list of all."""
    chance = random.Random(1)

    def play() -> int:
        game = branan.Game(ruleset)
        for ply in range(200):
            moves = list(game.legal_moves)
            if not moves:
                return ply
            game.play(chance.choice(moves))
        return 200

    return rate(play)


def batch(ruleset: str, threads: int, games: int = 1024) -> float:
    """`BatchedGame`, with planes, masks and the choice of actions."""
    batched = branan.BatchedGame(ruleset, games, threads=threads, max_moves=200)
    seed = 0

    def play() -> int:
        nonlocal seed
        for _ in range(20):
            seed += 1
            batched.step(batched.sample(seed))
        return 20 * games

    return rate(play, threads)


def pettingzoo(ruleset: str) -> float:
    """The environment of PettingZoo."""
    from branan.env import tafl_v0

    env = tafl_v0.env(ruleset)
    chance = np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=1)
        for ply, _ in enumerate(env.agent_iter(200)):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                return ply
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        return 200

    return rate(play)


def plain() -> float:
    """Brandubh in plain Python."""
    from plain_tafl import PlainGame

    chance = random.Random(1)

    def play() -> int:
        game = PlainGame()
        for ply in range(200):
            moves = game.legal_moves()
            if not moves or game.winner:
                return ply
            game.play(chance.choice(moves))
        return 200

    return rate(play)


def chess() -> float:
    """Chess with python-chess."""
    import chess as python_chess

    chance = random.Random(1)

    def play() -> int:
        board = python_chess.Board()
        for ply in range(200):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(chance.choice(moves))
        return 200

    return rate(play)


def pgx(name: str, games: int = 1024) -> float:
    """A game of Pgx in a compiled loop, with its own reset and random legal actions."""
    import jax
    import jax.numpy as jnp
    import pgx as pgx_games
    from pgx.experimental import auto_reset

    env = pgx_games.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def run(state, key):
        def one(carry, _):
            state, key = carry
            key, choice, fresh = jax.random.split(key, 3)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(choice, logits)
            return (step(state, actions, jax.random.split(fresh, games)), key), None

        return jax.lax.scan(one, (state, key), None, length=10)[0]

    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), games))
    key = jax.random.PRNGKey(1)

    def play() -> int:
        nonlocal state, key
        state, key = run(state, key)
        jax.block_until_ready(state.observation)
        return 10 * games

    return rate(play)


def main(wanted: list[str]) -> None:
    """Prints a table of what is wanted and installed."""
    rows: list[tuple[str, str, str, Callable[[], float]]] = [
        ("plain", "numpy", "7×7 in plain Python", plain),
        ("chess", "chess", "chess with python-chess", chess),
    ]
    for ruleset in ("brandubh", "copenhagen"):
        size = branan.Game(ruleset).size
        board = f"{size}×{size} (`{ruleset}`)"
        rows += [
            ("single", "numpy", f"{board}, `Game`", lambda ruleset=ruleset: single(ruleset)),
            ("pettingzoo", "pettingzoo", f"{board}, PettingZoo", lambda ruleset=ruleset: pettingzoo(ruleset)),
        ]
        rows += [
            (
                "batch",
                "numpy",
                f"{board}, `BatchedGame`, threads: {threads}",
                lambda ruleset=ruleset, threads=threads: batch(ruleset, threads),
            )
            for threads in (1, 2)
        ]
    for name in ("go_9x9", "hex"):
        rows.append(("pgx", "pgx", f"{name} with Pgx", lambda name=name: pgx(name)))
    print("| | plies/s |\n|---|---|")
    for kind, module, label, measure in rows:
        if (not wanted or kind in wanted) and find_spec(module):
            start = time.monotonic()
            print(f"| {label} | {measure():,.0f} |", flush=True)
            print(f"{label}: {time.monotonic() - start:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
