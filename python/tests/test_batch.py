import os
import pickle

import numpy as np
import pytest

import branan
from branan import BatchedGame, Game, IllegalMoveError

ARRAYS = ("observations", "masks", "rewards", "done", "truncated", "to_move", "lengths")
RULESETS = ["brandubh", "tablut", "copenhagen", "hnefatafl-13", "tablut-15", "alea-evangelii", "foteviken"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_batch_plays_as_single_games_do(ruleset: str) -> None:
    count, most = 8, 60
    batch = BatchedGame(ruleset, count, max_moves=most)
    games = [Game(ruleset) for _ in range(count)]
    for step in range(150):
        actions = batch.sample(step)
        batch.step(actions)
        for number, game in enumerate(games):
            game.play(game.action_move(int(actions[number])))
            outcome = game.outcome
            length = len(game.moves)
            assert batch.truncated[number] == (outcome is None and length >= most)
            assert batch.done[number] == (outcome is not None or length >= most)
            winner = outcome.winner if outcome else None
            rewards = {None: [0, 0], "attackers": [1, -1], "defenders": [-1, 1]}[winner]
            assert batch.rewards[number].tolist() == rewards
            if batch.done[number]:
                game = games[number] = Game(ruleset)
            assert batch.lengths[number] == len(game.moves)
            assert batch.to_move[number] == (game.to_move == "defenders")
            assert (batch.observations[number] == game.planes()).all()
            assert (batch.masks[number] == game.action_mask()).all()
    assert batch.fens() == [game.fen for game in games]


def test_arrays_are_written_in_place() -> None:
    batch = BatchedGame("brandubh", 100)
    arrays = [batch.observations, batch.masks, batch.rewards, batch.done, batch.to_move, batch.lengths]
    first = arrays[0].copy()
    batch.step(batch.sample(0))
    assert batch.observations is arrays[0] and (arrays[0] != first).any() and (arrays[5] == 1).all()
    batch.reset()
    assert (arrays[0] == first).all() and not arrays[5].any()
    assert len(batch) == 100 and repr(batch) == "BatchedGame('brandubh-macwhite', 100)"


def test_writing_into_the_arrays_changes_no_game() -> None:
    batch, other = BatchedGame("copenhagen", 8), BatchedGame("copenhagen", 8)
    for step in range(10):
        for name in ARRAYS:
            getattr(batch, name)[:] = 1
        batch.step(batch.sample(step))
        other.step(other.sample(step))
        assert all((getattr(batch, name) == getattr(other, name)).all() for name in ARRAYS)


def test_arrays_are_aligned() -> None:
    for count in (1, 7, 100, 5000):
        batch = BatchedGame("brandubh", count)
        for name in ARRAYS:
            assert getattr(batch, name).ctypes.data % 64 == 0


def test_jax_uses_the_memory_of_the_arrays() -> None:
    jax = pytest.importorskip("jax")
    batch = BatchedGame("brandubh", 100)
    for name in ARRAYS:
        array = getattr(batch, name)
        assert jax.dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data


def test_a_wrong_action_changes_nothing() -> None:
    batch = BatchedGame("brandubh", 4)
    actions = batch.sample(0)
    for wrong in (0, -1, 10**9, -(2**63), batch.ruleset.actions):
        bad = actions.copy()
        bad[2] = wrong
        with pytest.raises(IllegalMoveError, match=f"action {wrong} is not legal in game 2"):
            batch.step(bad)
        assert not batch.lengths.any() and batch.fens() == [Game().fen] * 4
    with pytest.raises(ValueError, match=r"shape \(4,\), not \(3,\)"):
        batch.step(actions[:3])
    text = "actions is an array or a list of whole numbers of shape"
    for wrong in (actions.astype(float), actions > 0, actions[None], None, "1234", [1, [2]], [2**70] * 4, 5):
        with pytest.raises(TypeError, match=rf"{text} \(n,\), not [\w\[]+"):
            batch.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=rf"{text} \(n,\) below 2\*\*63, not {2**64 - 1}"):
        batch.step(np.full(4, 2**64 - 1, np.uint64))
    assert not batch.lengths.any()
    batch.step(np.repeat(actions, 2)[::2].copy())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("brandubh", 0), "n is a number of games"),
        (("brandubh", 2**40), "n is a number of games"),
        (("alea-evangelii", 2**20, 10**6), "max_moves"),
        (("brandubh", 1, 0), "max_moves"),
        (("brandubh", 1, 9, 10**9), "threads"),
        (("nonsense", 1), "unknown ruleset"),
    ],
)
def test_wrong_sizes_are_refused(arguments: tuple[object, ...], message: str) -> None:
    names = ("ruleset", "n", "max_moves", "threads")
    given = dict(zip(names, arguments, strict=False))
    with pytest.raises(ValueError, match=message):
        BatchedGame(given.pop("ruleset"), given.pop("n"), **given)  # type: ignore[arg-type]
    for wrong in (-1, 2**70, 10**50):
        with pytest.raises(ValueError, match=f"expected a whole number from 0 to {2**64 - 1}, not"):
            BatchedGame("brandubh", wrong)


def test_arrays_that_python_has_changed_are_refused() -> None:
    batch = BatchedGame("brandubh", 4)
    actions = batch.sample(0)
    batch.masks.flags.writeable = False
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        batch.step(actions)
    batch.masks.flags.writeable = True
    batch.rewards.dtype = np.uint8  # type: ignore[misc]
    with pytest.raises(ValueError, match=r"rewards has been changed.*shape \[4, 2\]"):
        batch.step(actions)
    for name in ARRAYS:
        for count in (2, 8):
            batch = BatchedGame("brandubh", 4)
            array = getattr(batch, name)
            for part in (array, array.base):
                with pytest.raises(ValueError, match="does not own its data"):
                    part.resize((count, *array.shape[1:]), refcheck=False)
        shape = array.shape
        array.shape = (2, 2, *shape[1:])
        with pytest.raises(ValueError, match=f"{name} has been changed"):
            batch.step(actions)
        assert batch.fens() == [Game().fen] * 4
    batch = BatchedGame("brandubh", 4)
    batch.observations.shape = (4, 7, 6, 7)
    with pytest.raises(ValueError, match="observations has been changed"):
        batch.reset()
    with pytest.raises(TypeError):
        pickle.dumps(batch)


def test_actions_may_be_any_view() -> None:
    batch = BatchedGame("brandubh", 4)
    batch.step(np.repeat(batch.sample(0), 2)[::2])
    batch.step(batch.sample(1)[::-1][::-1])
    batch.step(np.frombuffer(b"x" + batch.sample(2).tobytes(), np.int64, offset=1))
    assert (batch.lengths == 3).all()
    for kind in (np.int16, np.int32, np.uint32, np.uint64, ">i8"):
        batch.step(batch.sample(3).astype(kind))
        batch.reset()
    batch.step(batch.sample(4).tolist())
    batch.branch([], [], [])
    batch.branch([0], (1,), batch.masks[0].argmax(keepdims=True).astype(np.uint16))
    batch.reset()
    for seed in range(3):
        batch.step(batch.sample(seed))
    # Memory of the batch itself.
    actions = batch.rewards.reshape(-1).view(np.int64)
    with pytest.raises(IllegalMoveError):
        batch.step(actions)
    actions[:] = batch.sample(3)
    batch.step(actions)
    assert (batch.lengths == 4).all()


def test_more_games_than_the_memory_holds_are_refused() -> None:
    with pytest.raises(ValueError, match="n is too large: .* MiB is more than the"):
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        if memory > 16 * 2**30:
            pytest.skip("the machine has memory for the largest batch")
        BatchedGame("alea-evangelii", 2**20)


def test_samples_are_repeatable_and_varied() -> None:
    batch = BatchedGame("tablut", 500)
    assert (batch.sample(7) == batch.sample(7)).all()
    assert (batch.sample(7) != batch.sample(8)).any()
    assert len(np.unique(batch.sample(7))) > 40
    assert branan.Game("tablut").action_mask()[batch.sample(7)].all()
