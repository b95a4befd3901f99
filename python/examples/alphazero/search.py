"""Gumbel search in many games at once.

This is the search of Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver: Policy improvement by
planning with Gumbel, ICLR 2022). It improves the policy even with few simulations, so it suits a slow
processor. All games take the same step at the same time: each simulation is one call of the network with a
position of every game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branan import BatchedGame

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

Evaluate = Callable[[NDArray[np.uint8]], tuple[Floats, Floats]]
"""A network: from planes (m, 6, size, size) to logits (m, actions), and values (m,) for the side to move."""

VISITS, SCALE = 50.0, 0.1
"""How much a value from 0 to 1 weighs against a logit: (VISITS + most visits of an action) * SCALE."""

SPAN = 0.2
"""Actions whose values differ by less than this, from -1 to 1, are not drawn further apart."""

DISCOUNT = 0.98
"""What a value is worth a move earlier. Losing later is better, which teaches the weaker side to resist."""

NOTHING = -1e9
"""The logit of no action."""

LEAST = 1e-6
"""The least probability of a legal action in a policy."""


@dataclass
class Found:
    """What a search found in each of n games."""

    actions: Ints
    """The actions to play: shape (n,)."""
    policy: Floats
    """The improved policy, the target of training: shape (n, actions). Legal actions are above 0."""
    values: Floats
    """The values of the positions for the side to move, from -1 to 1: shape (n,)."""


def considered_visits(considered: int, simulations: int) -> list[int]:
    """Sequential halving: how often the root's action of each simulation has been visited before."""
    if considered <= 1:
        return list(range(simulations))
    rounds = math.ceil(math.log2(considered))
    sequence: list[int] = []
    visits, left = [0] * considered, considered
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            sequence += visits[:left]
            visits = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return sequence[:simulations]


class Search:
    """Searches from the current positions of `games` games.

    Each node of a tree has a slot of `batch` with its game; the root of game `g` has slot `roots[g]`.
    """

    def __init__(
        self,
        ruleset: str,
        games: int,
        evaluate: Evaluate,
        *,
        simulations: int = 16,
        considered: int = 8,
        max_moves: int = 512,
        seed: int = 0,
    ) -> None:
        self.games, self.simulations, self.evaluate = games, simulations, evaluate
        self.nodes = simulations + 1
        self.batch = BatchedGame(ruleset, games * self.nodes, max_moves=max_moves, threads=1)
        self.roots: Ints = np.arange(games) * self.nodes
        sequences = [considered_visits(count, simulations) for count in range(considered + 1)]
        self._sequences = np.array(sequences)
        self._chance = np.random.default_rng(seed)
        shape = (games, self.nodes)
        self._side = np.zeros(shape, np.float32)
        """1 if the attackers are to move at the node, -1 if the defenders are."""
        self._value = np.zeros(shape, np.float32)
        """The network's value of the node, or its result, for the attackers."""
        self._over = np.zeros(shape, np.bool_)
        self._used = np.zeros(games, np.int64)
        self._gumbel = np.zeros((games, 0), np.float32)
        """The noise of the root's actions."""
        self._action = np.zeros((*shape, 0), np.int64)
        self._logit = np.zeros((*shape, 0), np.float32)
        self._prior = np.zeros((*shape, 0), np.float32)
        self._visits = np.zeros((*shape, 0), np.float32)
        self._sum = np.zeros((*shape, 0), np.float32)
        """The sum of the values of the visits, for the side to move at the node."""
        self._child = np.zeros((*shape, 0), np.int64)
        self._make_room(64)

    def _make_room(self, actions: int) -> None:
        """Makes room for this number of actions in the nodes."""
        self._gumbel = wider(self._gumbel, actions, 0)
        self._action = wider(self._action, actions, 0)
        self._logit = wider(self._logit, actions, NOTHING)
        self._prior = wider(self._prior, actions, 0)
        self._visits = wider(self._visits, actions, 0)
        self._sum = wider(self._sum, actions, 0)
        self._child = wider(self._child, actions, -1)

    def play(self, actions: Ints) -> None:
        """Plays an action in each game. A game that ends begins anew; see `batch.done`."""
        self.batch.branch(self.roots, self.roots, actions)

    def run(self, noise: bool = True) -> Found:
        """Searches all games. With `noise`, it samples the actions that it considers."""
        games = np.arange(self.games)
        self._used[:] = 1
        self._over[:] = False
        self._expand(games, np.zeros_like(games))
        counts = (self._logit[:, 0] > NOTHING).sum(axis=1)
        self._gumbel[:] = self._chance.gumbel(size=self._gumbel.shape) if noise else 0
        sequences = self._sequences[np.minimum(counts, len(self._sequences) - 1)]
        for simulation in range(self.simulations):
            self._simulate(self._best_at_root(sequences[:, simulation]))
        return self._found()

    def _best_at_root(self, visits: Ints) -> Ints:
        """The best actions of the roots among those visited so often."""
        games = np.arange(self.games)
        logits = self._logit[:, 0]
        scores = self._gumbel + logits + self._weighed(games, games * 0)
        scores[(self._visits[:, 0] != visits[:, None]) | (logits <= NOTHING)] = -np.inf
        best: Ints = np.argmax(scores, axis=1)
        return best

    def _found(self) -> Found:
        games = np.arange(self.games)
        visits, logits = self._visits[:, 0], self._logit[:, 0]
        chosen = self._best_at_root(visits.max(axis=1))
        policy = np.zeros((self.games, self.batch.masks.shape[1]), np.float32)
        rows, columns = np.nonzero(logits > NOTHING)
        improved = softmax(logits + self._weighed(games, games * 0))
        # Never zero, so that what is legal can be told from the policy.
        policy[rows, self._action[rows, 0, columns]] = np.maximum(improved[rows, columns], LEAST)
        own = self._value[:, 0] * self._side[:, 0]
        values = (self._sum[:, 0].sum(axis=1) + own) / (1 + visits.sum(axis=1))
        return Found(self._action[games, 0, chosen], policy, values)

    def _weighed(self, games: Ints, nodes: Ints) -> Floats:
        """The values of the nodes' actions as logits, with a mixed value for those not visited yet.

        The worst action counts as 0 and the best as 1, so that moves of a lost or won position differ too.
        """
        visits, sums = self._visits[games, nodes], self._sum[games, nodes]
        prior = self._prior[games, nodes]
        visited, total = visits > 0, visits.sum(axis=1)
        values = sums / np.maximum(visits, 1)
        weight = (prior * visited).sum(axis=1)
        mean = (prior * visited * values).sum(axis=1) / np.maximum(weight, 1e-9)
        own = self._value[games, nodes] * self._side[games, nodes]
        mixed = (own + total * mean) / (1 + total)
        completed = np.where(visited, values, mixed[:, None])
        factor = (VISITS + visits.max(axis=1)) * SCALE
        legal = self._logit[games, nodes] > NOTHING
        least = np.min(completed, axis=1, initial=1.0, where=legal)[:, None]
        span = np.max(completed, axis=1, initial=-1.0, where=legal)[:, None] - least
        return np.asarray(factor[:, None] * (completed - least) / np.maximum(span, SPAN), np.float32)

    def _choose(self, games: Ints, nodes: Ints) -> Ints:
        """The actions that keep the visits in proportion to the improved policy."""
        visits = self._visits[games, nodes]
        logits = self._logit[games, nodes]
        improved = softmax(logits + self._weighed(games, nodes))
        scores = improved - visits / (1 + visits.sum(axis=1, keepdims=True))
        scores[logits <= NOTHING] = -np.inf
        best: Ints = np.argmax(scores, axis=1)
        return best

    def _simulate(self, columns: Ints) -> None:
        """Descends from the roots by their actions `columns`, adds a node to each tree and backs it up."""
        games = np.arange(self.games)
        nodes = np.zeros(self.games, np.int64)
        leaves = np.zeros(self.games, np.int64)
        path, fresh = [], []
        while games.size:
            path.append((games, nodes, columns))
            children = self._child[games, nodes, columns]
            new = children < 0
            fresh.append((games[new], nodes[new], columns[new]))
            leaves[games] = children
            on = ~new
            on[on] = ~self._over[games[on], children[on]]
            games, nodes = games[on], children[on]
            columns = self._choose(games, nodes)
        self._add(leaves, *(np.concatenate(parts) for parts in zip(*fresh, strict=True)))
        values = self._value[np.arange(self.games), leaves]
        for games, nodes, columns in reversed(path):
            values[games] *= DISCOUNT
            self._visits[games, nodes, columns] += 1
            self._sum[games, nodes, columns] += values[games] * self._side[games, nodes]
            known = self._over[games, self._child[games, nodes, columns]]
            self._prove(games[known], nodes[known], columns[known])

    def _prove(self, games: Ints, nodes: Ints, columns: Ints) -> None:
        """Takes over the results of nodes whose children by `columns` are decided.

        A node is decided by a move that wins, or when all its moves are decided. This is MCTS-Solver
        (Winands, Björnsson and Saito: Monte-Carlo tree search solver, CG 2008).
        """
        if not games.size:
            return
        side = self._side[games, nodes]
        result = DISCOUNT * side * self._value[games, self._child[games, nodes, columns]]
        self._sum[games, nodes, columns] = self._visits[games, nodes, columns] * result
        children = self._child[games, nodes]
        decided = (children >= 0) & self._over[games[:, None], children]
        all_decided = (decided | (self._logit[games, nodes] <= NOTHING)).all(axis=1)
        best = (
            DISCOUNT
            * side
            * (side[:, None] * self._value[games[:, None], children] - 2 * ~decided).max(axis=1)
        )
        proven = (result > 0) | all_decided
        games, nodes = games[proven], nodes[proven]
        self._over[games, nodes] = True
        self._value[games, nodes] = np.where(result > 0, side * result, best)[proven]

    def _add(self, leaves: Ints, games: Ints, parents: Ints, columns: Ints) -> None:
        """Adds a child to a node of each of these games, and notes it in `leaves`."""
        if not games.size:
            return
        nodes = self._used[games]
        self._used[games] += 1
        self._child[games, parents, columns] = leaves[games] = nodes
        slots = self.roots[games] + nodes
        actions = self._action[games, parents, columns]
        self.batch.branch(self.roots[games] + parents, slots, actions)
        over = self.batch.done[slots]
        self._over[games, nodes] = over
        self._value[games, nodes] = self.batch.rewards[slots, 0]
        self._expand(games[~over], nodes[~over])

    def _expand(self, games: Ints, nodes: Ints) -> None:
        """Evaluates nodes of different games with the network, and gives them their actions."""
        if not games.size:
            return
        slots = self.roots[games] + nodes
        logits, values = self.evaluate(self.batch.observations[slots])
        side = 1 - 2 * self.batch.to_move[slots].astype(np.float32)
        self._side[games, nodes], self._value[games, nodes] = side, values * side
        masks = self.batch.masks[slots]
        rows, actions = np.nonzero(masks)
        counts = masks.sum(axis=1)
        columns = np.arange(rows.size) - np.repeat(np.cumsum(counts) - counts, counts)
        if counts.max() > self._action.shape[2]:
            self._make_room(int(counts.max()) + 16)
        self._logit[games, nodes] = NOTHING
        self._logit[games[rows], nodes[rows], columns] = logits[rows, actions]
        self._action[games[rows], nodes[rows], columns] = actions
        self._prior[games, nodes] = softmax(self._logit[games, nodes])
        self._visits[games, nodes] = self._sum[games, nodes] = 0
        self._child[games, nodes] = -1


def wider(array: NDArray[Any], columns: int, fill: float) -> NDArray[Any]:
    """The array widened to this number of columns."""
    added = [(0, 0)] * (array.ndim - 1) + [(0, columns - array.shape[-1])]
    return np.pad(array, added, constant_values=fill)


def softmax(logits: Floats) -> Floats:
    """The probabilities of rows of logits."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
