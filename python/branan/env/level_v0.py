"""A Gymnasium environment: one side against a level of the engine.

An observation is the planes of `Game.planes` (shape (6, size, size), `uint8`). `info["action_mask"]` has the
legal actions. A win gives 1, a loss -1 and a draw 0. A game of `max_moves` moves, of both sides together, is
truncated. An illegal action raises `IllegalMoveError`, and an action after the end of the game
`gymnasium.error.ResetNeeded`.
"""

from __future__ import annotations

import reprlib
from operator import index
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from branan._native import LEVELS, Game, Ruleset
from branan.engine import Engine
from branan.env.arguments import check_render_mode, read_action, read_max_moves, read_time
from branan.env.picture import draw

Planes = NDArray[np.uint8]


class LevelEnv(gymnasium.Env[Planes, int]):
    """Plays `side` against `level`, from 0 to `branan.LEVELS`.

    The seed of `reset` varies the opponent's choices. At full strength it thinks for `time` seconds.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        ruleset: str | Ruleset = "brandubh",
        *,
        level: int = 0,
        side: Literal["attackers", "defenders"] = "attackers",
        max_moves: int = 512,
        time: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        level = index(level)
        max_moves, time = read_max_moves(max_moves), read_time(time)
        if not 0 <= level <= LEVELS:
            raise ValueError(f"level is a number from 0 to {LEVELS}, not {level}")
        if side not in ("attackers", "defenders"):
            raise ValueError(f'side is "attackers" or "defenders", not {reprlib.repr(side)}')
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.game = Game(ruleset)
        """The game."""
        if max_moves == 1 and self.game.to_move != side:
            raise ValueError(f"max_moves is at least 2 for the {side}, who do not begin")
        self.level, self.side, self.max_moves, self.render_mode = level, side, max_moves, render_mode
        self._time = time if time is not None or level < LEVELS else 0.1
        self._engine = Engine(hash=16)
        self.observation_space = spaces.Box(0, 255, (6, self.game.size, self.game.size), np.uint8)
        self.action_space: gymnasium.Space[Any] = spaces.Discrete(self.game.actions)
        self._moves = 0
        self._seed = 0
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        super().reset(seed=seed)
        self.game = Game(self.game.ruleset)
        self._moves = 0
        self._seed = int(self.np_random.integers(1 << 63))
        self._begun = True
        self._reply()
        return self.game.planes(), self._info()

    def step(self, action: int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        if not self._begun:
            raise ResetNeeded("call reset before the first step")
        if self.game.outcome is not None or self._is_truncated():
            raise ResetNeeded("the game is over; call reset for another one")
        self.game.play(self.game.action_move(read_action(action)))
        self._moves += 1
        self._reply()
        outcome = self.game.outcome
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.side else -1.0
        return self.game.planes(), reward, outcome is not None, self._is_truncated(), self._info()

    def _is_truncated(self) -> bool:
        return self.game.outcome is None and self._moves >= self.max_moves

    def _reply(self) -> None:
        if self.game.outcome is None and not self._is_truncated() and self.game.to_move != self.side:
            reply = self._engine.play(self.game, level=self.level, seed=self._seed, time=self._time)
            assert reply.move is not None, "the game goes on"
            self.game.play(reply.move)
            self._moves += 1

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        outcome = self.game.outcome
        return info if outcome is None else info | {"reason": outcome.reason}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions: shape (actions,), as maskable algorithms ask for them."""
        return self.game.action_mask()

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: ansi or rgb_array")
            return None
        return draw(self.game) if self.render_mode == "rgb_array" else str(self.game)

    def close(self) -> None:
        self._engine.close()


def env(ruleset: str | Ruleset = "brandubh", **settings: Any) -> LevelEnv:
    """The environment; the settings are those of `LevelEnv`."""
    return LevelEnv(ruleset, **settings)
