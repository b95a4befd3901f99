"""Trains the baseline: `python -m alphazero.train weights.pt --hours 2`, from `python/examples`.

It goes on from `weights.pt` if the file is there, and writes it once a minute.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import branan

from .network import Network, Symmetries, load, save
from .search import NOTHING
from .selfplay import Positions, SelfPlay, random_games

if TYPE_CHECKING:
    from .workers import Workers


class Memory:
    """The last positions, from which batches are drawn."""

    def __init__(self, size: int, capacity: int, seed: int = 0) -> None:
        actions = 2 * size**3
        self._planes = np.zeros((capacity, 6, size, size), np.uint8)
        self._policy = np.zeros((capacity, actions), np.float16)
        self._values = np.zeros(capacity, np.float32)
        self._symmetries = Symmetries(size)
        self._chance = np.random.default_rng(seed)
        self._next = self.count = 0

    def add(self, positions: Positions) -> None:
        """Adds positions in place of the oldest ones."""
        capacity, added = len(self._values), len(positions.values)
        places = (self._next + np.arange(added)) % capacity
        self._planes[places] = positions.planes
        self._policy[places] = positions.policy
        self._values[places] = positions.values
        self._next = (self._next + added) % capacity
        self.count = min(self.count + added, capacity)

    def draw(self, count: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """A random batch, each position as a random one of its images."""
        places = self._chance.integers(self.count, size=count)
        which: NDArray[np.int64] = self._chance.integers(8, size=count)
        planes, policy = self._symmetries.apply(which, self._planes[places], self._policy[places])
        values = self._values[places]
        return torch.from_numpy(planes), torch.from_numpy(policy).float(), torch.from_numpy(values)


def learn(
    network: Network,
    average: AveragedModel,
    optimizer: torch.optim.Optimizer,
    memory: Memory,
    batch: int,
    steps: int,
) -> tuple[float, float]:
    """Takes this number of steps. Returns the mean losses of the policy and of the value."""
    losses = np.zeros(2)
    network.train()
    device = network.place.device
    for _ in range(steps):
        planes, policy, values = (part.to(device) for part in memory.draw(batch))
        with network.precision():
            logits, guess = network(planes)
        policy_loss = functional.cross_entropy(logits.float().masked_fill(policy == 0, NOTHING), policy)
        value_loss = functional.mse_loss(guess.float(), values)
        optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        average.update_parameters(network)
        losses += [policy_loss.item(), value_loss.item()]
    network.eval()
    policy_mean, value_mean = losses / max(steps, 1)
    return policy_mean, value_mean


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, help="the file of weights, read if it is there")
    parser.add_argument("--ruleset", default="brandubh")
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=128, help="games played side by side")
    parser.add_argument("--simulations", type=int, default=16, help="of each search")
    parser.add_argument("--max-moves", type=int, default=100, help="after which a game is a draw")
    parser.add_argument(
        "--handicap", type=int, default=40, help="the stronger side's random moves are among this many plies"
    )
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--plies", type=int, default=8, help="moves in each game before the network learns")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--uses", type=float, default=4.0, help="how often each position is learnt from")
    parser.add_argument("--rate", type=float, default=2e-3, help="the learning rate, which falls to a tenth")
    parser.add_argument("--warm-up", type=int, default=30_000, help="positions of random games to begin with")
    parser.add_argument("--memory", type=int, default=150_000, help="positions to draw from")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0, help="number of Ray workers for self-play")
    parser.add_argument(
        "--bfloat16", action="store_true", help="faster on GPUs and on processors with AVX-512 BF16 or AMX"
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(given)


def games_of(options: argparse.Namespace, network: Network, seed: int) -> SelfPlay | Workers:
    """The players of the games."""
    settings = {
        "ruleset": options.ruleset,
        "games": options.games,
        "simulations": options.simulations,
        "max_moves": options.max_moves,
        "handicap": options.handicap,
        "seed": seed,
    }
    if not options.workers:
        return SelfPlay(evaluate=network.evaluate, **settings)
    from .workers import Workers

    return Workers(options.workers, network, settings)


def train(options: argparse.Namespace) -> Network:
    """Plays and learns until the time is over."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    size = branan.Game(options.ruleset).size
    spent, network = 0.0, Network(size, options.width, options.blocks).eval()
    if options.weights.exists():
        network, saved = load(options.weights)
        spent = saved["spent"]
    network.to(options.device)
    network.bfloat16 = options.bfloat16
    # The average of the last steps is better than the network after any of them, but it lags behind.
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(0.998))
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-4)
    memory = Memory(size, options.memory, options.seed)
    source = games_of(options, network, options.seed + int(spent))
    start, saved_at, debt = time.monotonic(), 0.0, 0.0
    if not spent and options.warm_up:
        # Random games teach the network what a won position looks like, much faster than its own ones.
        memory.add(random_games(options.ruleset, options.warm_up, options.max_moves, options.seed))
        losses = learn(network, average, optimizer, memory, options.batch, 2 * memory.count // options.batch)
        print(
            f"{time.monotonic() - start:.0f} s: {memory.count} random positions, value {losses[1]:.3f}",
            flush=True,
        )
    while (elapsed := time.monotonic() - start) < options.hours * 3600:
        positions, tally = source.play(options.plies)
        played = time.monotonic() - start - elapsed
        if positions is None:
            continue
        memory.add(positions)
        for group in optimizer.param_groups:
            group["lr"] = options.rate * (1 - 0.9 * elapsed / (options.hours * 3600))
        debt += len(positions.values) * options.uses / options.batch
        losses = learn(network, average, optimizer, memory, options.batch, int(debt))
        debt -= int(debt)
        elapsed = time.monotonic() - start
        print(
            f"{elapsed:.0f} s: {tally}; {memory.count} positions, policy {losses[0]:.3f}, "
            f"value {losses[1]:.3f}, {options.games * options.plies / played:.0f} moves/s, "
            f"{time.process_time():.0f} s of processor time",
            flush=True,
        )
        if elapsed - saved_at > 60:
            saved_at = elapsed
            save(average.module, options.weights, spent=spent + elapsed, ruleset=options.ruleset)
    save(average.module, options.weights, spent=spent + time.monotonic() - start, ruleset=options.ruleset)
    return average.module


if __name__ == "__main__":
    train(arguments())
