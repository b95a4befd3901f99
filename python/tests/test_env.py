import numpy as np
import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test")
pyspiel = pytest.importorskip("pyspiel")

import gymnasium  # noqa: E402
from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

from branan import Game, IllegalMoveError  # noqa: E402
from branan.env import level_v0, openspiel, tafl_v0  # noqa: E402

RULESETS = ["brandubh", "tablut", "copenhagen", "foteviken"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pettingzoo(ruleset: str) -> None:
    pettingzoo_test.api_test(tafl_v0.env(ruleset), num_cycles=200)
    pettingzoo_test.seed_test(lambda: tafl_v0.env(ruleset), num_cycles=20)


def test_pettingzoo_renders() -> None:
    pettingzoo_test.render_test(lambda render_mode: tafl_v0.env(render_mode=render_mode))
    env = tafl_v0.env("tablut", render_mode="rgb_array")
    env.reset()
    picture = env.render()
    assert picture.shape == (288, 288, 3) and picture.dtype == np.uint8 and len(np.unique(picture)) > 5
    with pytest.raises(ValueError, match="render_mode is"):
        tafl_v0.env(render_mode="hologram")


def test_pettingzoo_rewards_the_winner() -> None:
    env = tafl_v0.raw_env(max_moves=3)
    env.reset()
    env.game = Game(fen="7/3t3/7/7/7/7/1K5 d")
    env.agent_selection = "defenders"
    env.step(env.game.action("b1a1"))
    assert env.rewards == {"attackers": -1.0, "defenders": 1.0}
    assert all(env.terminations.values()) and env.infos["attackers"]["reason"] == "king-escaped"
    env.reset()
    for _ in range(3):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values()) and not any(env.rewards.values())
    env = tafl_v0.env()
    env.reset()
    env.step(0)
    assert env.rewards["attackers"] == -1 and all(env.terminations.values())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_openspiel(ruleset: str) -> None:
    game = pyspiel.load_game("python_tafl", {"ruleset": ruleset, "max_moves": 60})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_openspiels_mcts_plays_the_engine() -> None:
    game = pyspiel.load_game("python_tafl", {"ruleset": "brandubh", "max_moves": 12})
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bots = [openspiel.EngineBot(level=2), mcts.MCTSBot(game, 2.0, 5, evaluator, random_state=chance)]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == 0 and state.move_number() > 1


def test_openspiel_has_the_state_of_a_game() -> None:
    loaded = pyspiel.load_game("python_tafl", {"ruleset": "brandubh", "max_moves": 60})
    game = Game(fen="7/3t3/7/7/7/7/1K5 d")
    # The king can go to a corner at once.
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(loaded, 2.0, 50, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert game.action_move(bot.step(loaded.state_of(game))).destination in ("a1", "g1")
    for move in ("b1b3", "d6d5", "b3b2"):
        game.play(move)
    state = loaded.state_of(game)
    assert state.game == game and state.game.start == game.start and state.current_player() == 0
    assert [game.action_move(action) for action in state.history()] == [p.move for p in game.moves]
    assert state.move_number() == 3 and state.legal_actions() == np.flatnonzero(game.action_mask()).tolist()
    assert state.clone().game == game and loaded.deserialize_state(state.serialize()).game == game
    state.apply_action(game.action("d5e5"))
    assert len(game.moves) == 3, "the game is not changed"
    with pytest.raises(ValueError, match="python_tafl was loaded with"):
        loaded.state_of(Game("tablut"))
    with pytest.raises(ValueError, match="more than max_moves, 2"):
        pyspiel.load_game("python_tafl", {"max_moves": 2}).state_of(game)
    over = Game(fen="7/3t3/7/7/7/7/1K5 d")
    over.play("b1a1")
    assert loaded.state_of(over).returns() == [-1.0, 1.0]


def test_gymnasium() -> None:
    env = level_v0.env("brandubh", side="defenders")
    check_env(masked(env), skip_render_check=True)
    planes, info = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert (planes == again).all() and len(env.game.moves) == 1
    done = truncated = False
    while not (done or truncated):
        action = env.action_space.sample(info["action_mask"].astype(np.int8))
        planes, reward, done, truncated, info = env.step(int(action))
    assert reward in (-1.0, 0.0, 1.0) and ("reason" in info) == done
    if done:
        with pytest.raises(ResetNeeded, match="the game is over; call reset"):
            env.step(0)
    env.reset(seed=3)
    with pytest.raises(IllegalMoveError):
        env.step(0)
    env.game = Game(fen="7/3t3/7/7/7/7/1K5 d")
    assert env.step(env.game.action("b1a1"))[1:3] == (1.0, True)
    with pytest.raises(ResetNeeded, match="the game is over; call reset"):
        env.step(0)
    with pytest.raises(ValueError, match="level is"):
        level_v0.env(level=99)
    with pytest.raises(ValueError, match="max_moves is"):
        level_v0.env(max_moves=0)
    with pytest.raises(ValueError, match="render_mode is"):
        level_v0.env(render_mode="human")


def test_gymnasium_truncates_at_the_limit() -> None:
    for max_moves, side in ((2, "attackers"), (3, "attackers"), (2, "defenders"), (3, "defenders")):
        env = level_v0.env(max_moves=max_moves, side=side)
        env.reset(seed=1)
        done = truncated = False
        while not (done or truncated):
            action = int(np.flatnonzero(env.action_masks())[0])
            _, _, done, truncated, _ = env.step(action)
        assert truncated and len(env.game.moves) == max_moves
        with pytest.raises(ResetNeeded, match="the game is over; call reset"):
            env.step(int(np.flatnonzero(env.action_masks())[0]))
    with pytest.raises(ValueError, match="at least 2 for the defenders"):
        level_v0.env(max_moves=1, side="defenders")


def test_wrong_arguments_are_refused() -> None:
    for make in (level_v0.env, tafl_v0.env, tafl_v0.raw_env):
        for wrong in ("3", float("nan"), float("inf"), 1.5, None, True, 0, -1):
            with pytest.raises((TypeError, ValueError), match="max_moves is a (whole )?number from 1, not"):
                make(max_moves=wrong)
        assert make(max_moves=np.int64(3)).unwrapped.max_moves == 3
        with pytest.raises(ValueError, match="render_mode is ansi") as error:
            make(render_mode="x" * 10**6)
        assert len(str(error.value)) < 200
    for wrong in (object(), "soon", -1, float("nan"), float("inf")):
        with pytest.raises((TypeError, ValueError), match="time is a number of seconds"):
            level_v0.env(time=wrong)
    level = level_v0.env()
    level.reset()
    pettingzoo = tafl_v0.env()
    pettingzoo.reset()
    for wrong in (True, 1.5, "3", None):
        with pytest.raises(TypeError, match="an action is a whole number, not"):
            level.step(wrong)
        if wrong is not None:
            with pytest.raises(TypeError, match="an action is a whole number, not"):
                pettingzoo.step(wrong)
    pettingzoo.step(np.flatnonzero(pettingzoo.observe("attackers")["action_mask"])[0])
    assert len(pettingzoo.unwrapped.game.moves) == 1


def masked(env: level_v0.LevelEnv) -> gymnasium.Env[level_v0.Planes, int]:
    """The environment with legal actions in place of illegal ones, which the checker samples."""

    class Masked(gymnasium.Wrapper[level_v0.Planes, int, level_v0.Planes, int]):
        def step(self, action: int) -> tuple[level_v0.Planes, float, bool, bool, dict[str, object]]:
            legal = np.flatnonzero(env.action_masks())
            return env.step(int(legal[action % len(legal)]))

    return Masked(env)
