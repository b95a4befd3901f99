"""A PettingZoo environment for any ruleset.

The agents are `attackers` and `defenders`. An observation is a dictionary of `observation`, the planes of
`Game.planes` (shape (6, size, size), `int8`), and `action_mask`, the legal actions (shape (actions,),
`int8`). The winner gets 1 and the loser -1; a draw gives 0. A game of `max_moves` moves is truncated.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import BaseWrapper, wrappers

from branan._native import Game, Ruleset
from branan.env.arguments import check_render_mode, read_action, read_max_moves
from branan.env.picture import draw

AGENTS = ("attackers", "defenders")

Observation = dict[str, NDArray[np.int8]]


def env(
    ruleset: str | Ruleset = "brandubh", *, max_moves: int = 512, render_mode: str | None = None
) -> AECEnv[str, Observation, int]:
    """The environment, in PettingZoo's usual wrappers. An illegal action loses the game.

    `render_mode` is `ansi` (a text), `rgb_array` (an image) or `human` (prints the text).
    """
    inner: AECEnv[str, Observation, int] = raw_env(ruleset, max_moves=max_moves, render_mode=render_mode)
    inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    inner = wrappers.AssertOutOfBoundsWrapper(inner)
    inner = ReadActions(inner)
    return wrappers.OrderEnforcingWrapper(inner)


class ReadActions(BaseWrapper[str, Observation, int]):  # type: ignore[misc]
    """Refuses actions that are no numbers, which the other wrappers would take for something else."""

    def step(self, action: int | None) -> None:
        super().step(None if action is None else read_action(action))


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """The environment without wrappers."""

    metadata: dict[str, Any] = {
        "name": "tafl_v0",
        "render_modes": ["ansi", "rgb_array", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, ruleset: str | Ruleset = "brandubh", *, max_moves: int = 512, render_mode: str | None = None
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, self.metadata["render_modes"])
        max_moves = read_max_moves(max_moves)
        self.game = Game(ruleset)
        """The game, whose ruleset and moves may be looked at."""
        self.max_moves = max_moves
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        side, actions = self.game.size, self.game.actions
        planes = spaces.Box(0, 127, (6, side, side), np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        space = spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = {agent: space for agent in AGENTS}
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {
            agent: spaces.Discrete(actions) for agent in AGENTS
        }

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        mask = self.game.action_mask()
        if agent != self.agent_selection:
            mask[:] = False
        planes = np.minimum(self.game.planes(), 127).astype(np.int8)
        return {"observation": planes, "action_mask": mask.astype(np.int8)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. There is no chance in it, so the seed has no effect."""
        self.game = Game(self.game.ruleset)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self.game.to_move
        self._moves = 0

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(self.game.action_move(read_action(action)))
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.game.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if outcome.winner is not None:
                self.rewards = {side: 1.0 if side == outcome.winner else -1.0 for side in AGENTS}
            self.infos = {side: {"reason": outcome.reason} for side in AGENTS}
        elif self._moves >= self.max_moves:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = self.game.to_move
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: ansi, rgb_array or human")
            return None
        if self.render_mode == "rgb_array":
            return draw(self.game)
        text = str(self.game)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is open."""
