"""OpenSpiel's `python_tafl`, a game of any ruleset, and the engine as a bot.

    import pyspiel
    import branan.env.openspiel

    game = pyspiel.load_game("python_tafl", {"ruleset": "tablut"})

Importing this module registers the game. Player 0 has the attackers, player 1 the defenders. A game of
`max_moves` moves is a draw. `game.state_of(…)` is the state of a `branan.Game`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from branan._native import Game
from branan.engine import Engine

SIDES = ("attackers", "defenders")

GAME_TYPE = pyspiel.GameType(
    short_name="python_tafl",
    long_name="Tafl",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"ruleset": "brandubh", "max_moves": 512},
)


class TaflGame(pyspiel.Game):  # type: ignore[misc]
    """The game as OpenSpiel knows it."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.ruleset = params.get("ruleset", "brandubh")
        self.max_moves = int(params.get("max_moves", 512))
        self.first = Game(self.ruleset)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_moves,
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> TaflState:
        return TaflState(self)

    def state_of(self, game: Game) -> TaflState:
        """The state that a game is in, also one that began with a FEN. Its history holds the game's moves.

        Raises `ValueError` if the game has other rules, or more moves than `max_moves`.
        """
        if game.ruleset != self.first.ruleset:
            ours, theirs = self.first.ruleset, game.ruleset
            raise ValueError(f"the game is one of {theirs!r}, and python_tafl was loaded with {ours!r}")
        moves = game.moves
        if len(moves) > self.max_moves:
            raise ValueError(f"the game has {len(moves)} moves, more than max_moves, {self.max_moves}")
        state = TaflState(self, Game(game.ruleset, fen=game.start))
        for played in moves:
            state.apply_action(game.action(played.move))
        return state

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> TaflObserver:
        return TaflObserver(self.first.size)


class TaflState(pyspiel.State):  # type: ignore[misc]
    """A position with its history."""

    def __init__(self, game: TaflGame, start: Game | None = None) -> None:
        super().__init__(game)
        self.game = game.first.copy() if start is None else start
        """The game in this state. Do not play moves in it."""
        self._max_moves = game.max_moves

    def _is_truncated(self) -> bool:
        return bool(self.move_number() >= self._max_moves)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return SIDES.index(self.game.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.game.action_mask()).tolist()

    def _apply_action(self, action: int) -> None:
        self.game.play(self.game.action_move(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.game.action_move(action))

    def is_terminal(self) -> bool:
        return self.game.outcome is not None or self._is_truncated()

    def returns(self) -> list[float]:
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if side == outcome.winner else -1.0 for side in SIDES]

    def __str__(self) -> str:
        return f"{self.game}{self.game.to_move} to move"


class TaflObserver:
    """The planes of the position, as OpenSpiel asks for them."""

    def __init__(self, size: int) -> None:
        shape = (6, size, size)
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: TaflState, player: int) -> None:
        self.dict["observation"][:] = state.game.planes()

    def string_from(self, state: TaflState, player: int) -> str:
        return str(state)


class EngineBot(pyspiel.Bot):  # type: ignore[misc]
    """Branán's engine as a bot: a level, or a limit as in `Engine.play`."""

    def __init__(
        self,
        *,
        level: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        seed: int = 0,
        hash: int = 16,
    ) -> None:
        super().__init__()
        self._engine = Engine(hash=hash)
        self._settings: dict[str, Any] = {"level": level, "time": time, "nodes": nodes, "seed": seed}

    def step(self, state: TaflState) -> int:
        move = self._engine.play(state.game, **self._settings).move
        assert move is not None, "a bot is asked only while the game goes on"
        return state.game.action(move)

    def restart(self) -> None:
        self._engine.clear()

    def restart_at(self, state: TaflState) -> None:
        self._engine.clear()


pyspiel.register_game(GAME_TYPE, TaflGame)
