"""Games of a network against itself, as positions to learn from."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from branan import BatchedGame

from .search import DISCOUNT, Evaluate, Floats, Search


@dataclass
class Positions:
    """Positions to learn from."""

    planes: NDArray[np.uint8]
    """(n, 6, size, size)."""
    policy: NDArray[np.float16]
    """(n, actions): the improved policy of the search, in which all legal actions are above 0."""
    values: Floats
    """(n,): what the side to move can expect, from -1 to 1."""


@dataclass
class Record:
    """The moves of a game so far."""

    planes: list[NDArray[np.uint8]] = field(default_factory=list)
    policy: list[NDArray[np.float16]] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    """What the search expected for the side to move."""
    sides: list[int] = field(default_factory=list)
    doubtful: int = 0
    """The result says nothing about this many first positions, because a random move followed."""

    def add(self, planes: NDArray[np.uint8], policy: NDArray[np.float16], value: float, side: int) -> None:
        """Adds a move."""
        self.planes.append(planes)
        self.policy.append(policy)
        self.values.append(value)
        self.sides.append(side)


Ended = list[tuple[Record, float]]
"""Games, with the attackers' results."""


def positions_of(ended: Ended, trust: float) -> Positions:
    """The positions of games. `trust` is the weight of the search's value in theirs, beside the result."""
    values = []
    for record, reward in ended:
        left = np.arange(len(record.sides), 0, -1)
        result = reward * (1 - 2 * np.array(record.sides, np.float32)) * DISCOUNT**left
        weight = np.where(np.arange(len(result)) < record.doubtful, 1, trust)
        values.append(weight * np.array(record.values, np.float32) + (1 - weight) * result)
    return Positions(
        np.stack([planes for record, _ in ended for planes in record.planes]),
        np.stack([policy for record, _ in ended for policy in record.policy]),
        np.concatenate(values).astype(np.float32),
    )


class Handicap:
    """Random moves of the side that wins more, so that games are about even and both sides' wins are seen.

    Tafl games are unequal. A network that wins every game with one side learns nothing more from them.
    """

    def __init__(self, games: int, plies: int, seed: int, tilt: float = 0.0) -> None:
        """Random moves are among the first `plies` of a game. `tilt` is where `self.tilt` begins."""
        self.tilt = tilt
        """The chance of a random move: the defenders' above 0, the attackers' below."""
        self._games, self._plies = games, plies
        self._chance = np.random.default_rng(seed)

    def choose(self, plies: NDArray[np.int64], sides: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which games get a random move, by their plies so far and the side to move (0: attackers)."""
        favoured = sides == (self.tilt > 0)
        lot = self._chance.random(self._games) < abs(self.tilt)
        return np.asarray(lot & favoured & (plies < self._plies))

    def learn(self, reward: float) -> None:
        """Takes the attackers' result of a game."""
        self.tilt = min(max(self.tilt - 0.005 * reward, -0.9), 0.9)


@dataclass
class Tally:
    """How games ended."""

    games: int = 0
    attackers: int = 0
    defenders: int = 0
    plies: int = 0
    tilt: float = 0.0
    """The handicap's at the end."""

    def __str__(self) -> str:
        games = max(self.games, 1)
        return (
            f"{self.games} games of {self.plies / games:.0f} plies, "
            f"attackers {self.attackers / games:.0%}, defenders {self.defenders / games:.0%}, "
            f"tilt {self.tilt:+.2f}"
        )


class SelfPlay:
    """Games that go on from one call to the next."""

    def __init__(
        self,
        ruleset: str,
        evaluate: Evaluate,
        *,
        games: int = 128,
        simulations: int = 16,
        max_moves: int = 100,
        trust: float = 0.5,
        handicap: int = 40,
        tilt: float = 0.0,
        seed: int = 0,
    ) -> None:
        """`trust` is that of `positions_of`, and `handicap` and `tilt` are those of `Handicap`."""
        self.search = Search(
            ruleset, games, evaluate, simulations=simulations, max_moves=max_moves, seed=seed
        )
        self.trust = trust
        self.handicap = Handicap(games, handicap, seed, tilt)
        self._chance = np.random.default_rng(seed)
        self._records = [Record() for _ in range(games)]
        self._stagger()

    def _plies(self) -> NDArray[np.int64]:
        return np.array([len(record.sides) for record in self._records])

    def _stagger(self) -> None:
        """Plays a different number of random moves in each game, so that they do not end together."""
        batch, roots = self.search.batch, self.search.roots
        for _ in range(6):
            some = roots[self._chance.random(roots.size) < 0.5]
            batch.branch(some, some, batch.sample(int(self._chance.integers(2**63)))[some])

    def play(self, plies: int) -> tuple[Positions | None, Tally]:
        """Plays this number of moves in each game. Returns the positions of games that ended meanwhile."""
        batch, roots = self.search.batch, self.search.roots
        ended: Ended = []
        tally = Tally()
        for _ in range(plies):
            planes, sides = batch.observations[roots], batch.to_move[roots].tolist()
            found = self.search.run()
            policy, values = found.policy.astype(np.float16), found.values.tolist()
            blunders = self.handicap.choose(self._plies(), batch.to_move[roots])
            actions = found.actions
            # A sample covers the nodes of all trees.
            if blunders.any():
                sampled = batch.sample(int(self._chance.integers(2**63)))[roots]
                actions = np.where(blunders, sampled, actions)
            self.search.play(actions)
            for number, record in enumerate(self._records):
                record.add(planes[number], policy[number], values[number], sides[number])
            for number in np.flatnonzero(blunders).tolist():
                self._records[number].doubtful = len(self._records[number].sides)
            for number in np.flatnonzero(batch.done[roots]).tolist():
                reward = float(batch.rewards[roots[number], 0])
                ended.append((self._records[number], reward))
                self._records[number] = Record()
                self.handicap.learn(reward)
                tally.games += 1
                tally.attackers += reward > 0
                tally.defenders += reward < 0
                tally.plies += len(ended[-1][0].sides)
        tally.tilt = self.handicap.tilt
        return positions_of(ended, self.trust) if ended else None, tally


def random_games(ruleset: str, count: int, max_moves: int, seed: int) -> Positions:
    """About this number of positions from random games, with their results and no preferred move."""
    batch = BatchedGame(ruleset, 256, max_moves=max_moves, threads=1)
    records = [Record() for _ in range(len(batch))]
    ended: Ended = []
    while sum(len(record.sides) for record, _ in ended) < count:
        planes, sides = batch.observations.copy(), batch.to_move.tolist()
        policy = (batch.masks / batch.masks.sum(axis=1, keepdims=True)).astype(np.float16)
        seed += 1
        batch.step(batch.sample(seed))
        for number, record in enumerate(records):
            record.add(planes[number], policy[number], 0.0, sides[number])
        for number in np.flatnonzero(batch.done).tolist():
            ended.append((records[number], float(batch.rewards[number, 0])))
            records[number] = Record()
    return positions_of(ended, trust=0)
