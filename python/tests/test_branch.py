"""Branches of a batch's games, for tree searches."""

import numpy as np
import pytest

from branan import BatchedGame, Game, IllegalMoveError

RULESETS = ["brandubh", "brandub-walker", "hnefatafl-org-7", "tablut", "copenhagen"]


def numbers(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_branches_are_copies_with_their_histories(ruleset: str) -> None:
    count, chance = 32, np.random.default_rng(1)
    batch = BatchedGame(ruleset, count, max_moves=90)
    games = [Game(ruleset) for _ in range(count)]
    for step in range(300):
        slots = chance.permutation(count)[:20]
        parents = chance.integers(count, size=20)
        actions = batch.sample(step)[parents]
        kept = np.setdiff1d(np.arange(count), slots)
        before = batch.observations[kept]
        batch.branch(parents, slots, actions)
        assert (batch.observations[kept] == before).all()
        old = list(games)
        for parent, slot, action in zip(parents, slots, actions, strict=True):
            game = old[parent].copy()
            game.play(game.action_move(int(action)))
            over = game.outcome is not None or len(game.moves) >= 90
            assert batch.done[slot] == over
            winner = game.outcome.winner if game.outcome else None
            assert batch.rewards[slot, 0] == {None: 0, "attackers": 1, "defenders": -1}[winner]
            games[slot] = Game(ruleset) if over else game
        for slot in slots:
            assert (batch.observations[slot] == games[slot].planes()).all()
            assert (batch.masks[slot] == games[slot].action_mask()).all()
            assert batch.lengths[slot] == len(games[slot].moves)
    assert batch.fens() == [game.fen for game in games]


def test_a_game_can_be_put_into_a_batch() -> None:
    batch = BatchedGame("tablut", 3)
    game = Game("tablut")
    for move in ("d1c1", "e3d3", "c1d1", "d3e3"):
        game.play(move)
    batch.put(1, game)
    assert batch.fens() == [Game("tablut").fen, game.fen, Game("tablut").fen]
    assert (batch.observations[1] == game.planes()).all() and batch.observations[1, 5].all()
    assert (batch.masks[1] == game.action_mask()).all()
    assert batch.lengths.tolist() == [0, 4, 0] and batch.to_move.tolist() == [0, 0, 0]
    game.undo()
    assert batch.lengths[1] == 4
    batch.put(1, game)
    assert batch.lengths[1] == 3 and batch.to_move[1] == 1


def test_wrong_games_are_refused() -> None:
    batch = BatchedGame("tablut", 3)
    for slot in (3, -1, 2**63, -(2**70)):
        with pytest.raises(IndexError, match=f"slot has numbers of games from 0 to 2, not {slot}"):
            batch.put(slot, Game("tablut"))
    for other in (Game("brandubh"), Game("foteviken")):
        with pytest.raises(ValueError, match=r"the game's rules \('.*'\) are not the batch's \('tablut'\)"):
            batch.put(0, other)
    with pytest.raises(ValueError, match="other alternate rules than the batch, of 'tablut' both"):
        batch.put(0, Game("tablut", rules={"KingMove": "step"}))
    won = Game("tablut", fen="9/9/9/9/1K7/9/9/9/8t d")
    won.play("b5a5")
    with pytest.raises(ValueError, match="the game is over"):
        batch.put(0, won)
    for wrong in (None, "tablut", batch):
        with pytest.raises(TypeError):
            batch.put(0, wrong)  # type: ignore[arg-type]
    assert batch.fens() == [Game("tablut").fen] * 3


def test_wrong_branches_change_nothing() -> None:
    batch = BatchedGame("brandubh", 4)
    actions = batch.sample(0)[:2]
    cases = [
        (
            (numbers(0, 4), numbers(0, 1), actions),
            IndexError,
            "parents has numbers of games from 0 to 3, not 4",
        ),
        (
            (numbers(0, 0), numbers(0, -1), actions),
            IndexError,
            "slots has numbers of games from 0 to 3, not -1",
        ),
        ((numbers(0, 0), numbers(2, 2), actions), ValueError, "slots has 2 more than once"),
        ((numbers(0, 0), numbers(2), actions), ValueError, r"one shape, not lengths \[2, 1, 2\]"),
        (
            (numbers(0, 3), numbers(2, 1), numbers(int(actions[0]), 0)),
            IllegalMoveError,
            "action 0 is not legal in game 3",
        ),
        (
            ([0, 1.5], numbers(2, 1), actions),
            TypeError,
            r"parents is an array or a list of whole numbers of shape \(m,\), not \[2\] and float64",
        ),
        (
            (numbers(0, 1), numbers(2, 1).astype(np.float32), actions),
            TypeError,
            "slots is an array or a list of whole numbers.*float32",
        ),
    ]
    for arguments, error, message in cases:
        with pytest.raises(error, match=message):
            batch.branch(*arguments)  # type: ignore[arg-type]
        assert not batch.lengths.any() and batch.fens() == [Game().fen] * 4
    batch.branch(numbers(), numbers(), numbers())
    batch.branch(numbers(0, 0, 0, 0), numbers(0, 1, 2, 3), np.repeat(actions[:1], 4))
    assert len(set(batch.fens())) == 1 and batch.lengths.tolist() == [1, 1, 1, 1]
