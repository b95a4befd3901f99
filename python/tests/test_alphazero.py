"""The baseline in `examples/alphazero`. What needs PyTorch is skipped without it."""

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branan
from branan import Game

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

from alphazero import leaderboard, search, selfplay, uci  # noqa: E402

# The king escapes at once, by a1 or g1 and no other move; or the attackers take him by a move to c4.
ESCAPE = "3t3/7/7/7/7/7/1K5 d"


def guess(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A network that knows nothing."""
    return np.zeros((len(planes), 2 * planes.shape[-1] ** 3), np.float32), np.zeros(len(planes), np.float32)


def test_sequential_halving() -> None:
    # Four actions once, then the better two twice.
    assert search.considered_visits(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert search.considered_visits(1, 3) == [0, 1, 2]
    for considered in range(2, 17):
        for simulations in (1, 5, 16, 50):
            sequence = search.considered_visits(considered, simulations)
            assert len(sequence) == simulations and sequence[0] == 0


@pytest.mark.parametrize("simulations", [1, 4, 32, 100])
def test_a_search_finds_a_win_in_one(simulations: int) -> None:
    found = search.Search("brandubh", 2, guess, simulations=simulations, considered=64)
    game = Game("brandubh", fen=ESCAPE)
    found.batch.put(0, game)
    result = found.run(noise=False)
    assert np.allclose(result.policy.sum(axis=1), 1, atol=1e-4)
    assert not result.policy[0][~game.action_mask()].any()
    assert not result.policy[1][~Game("brandubh").action_mask()].any()
    assert abs(result.values[1]) < 0.1
    if simulations >= 32:
        move = game.action_move(int(result.actions[0]))
        game.play(move)
        assert game.outcome is not None and game.outcome.winner == "defenders"
        assert result.values[0] > 0.2
        # It is proven, so the root has the value of the win and not a mean.
        assert found._over[0, 0] and np.isclose(found._value[0, 0], -search.DISCOUNT)


def test_a_search_gives_the_same_answers_twice_and_plays_on() -> None:
    searches = [search.Search("tablut", 4, guess, simulations=8, max_moves=30, seed=3) for _ in range(2)]
    ended = 0
    for _ in range(40):
        first, second = (found.run() for found in searches)
        assert (first.actions == second.actions).all() and (first.policy == second.policy).all()
        for found in searches:
            found.play(first.actions)
        ended += int(searches[0].batch.done[searches[0].roots].sum())
    assert ended >= 4


def test_games_against_itself_become_positions() -> None:
    play = selfplay.SelfPlay("brandubh", guess, games=8, simulations=4, max_moves=20)
    positions, tally = play.play(30)
    assert positions is not None and tally.games >= 8
    count = len(positions.values)
    assert count == tally.plies and positions.planes.shape == (count, 6, 7, 7)
    assert positions.policy.shape == (count, 686) and (abs(positions.values) <= 1).all()
    assert "attackers" in str(tally)
    # The winner of a decided game expects more than the loser.
    assert positions.values.std() > 0 or tally.attackers + tally.defenders == 0


def test_the_side_that_wins_more_gets_random_moves() -> None:
    handicap = selfplay.Handicap(4, plies=40, seed=1)
    sides, plies = np.array([0, 1, 0, 1], np.uint8), np.array([0, 0, 50, 50])
    assert not handicap.choose(plies, sides).any()
    for reward, helped in ((-1.0, 1), (1.0, 0)):
        for _ in range(1000):
            handicap.learn(reward)
        chosen = sum(handicap.choose(plies, sides).astype(int) for _ in range(100))
        assert chosen[helped] > 50 and chosen.sum() == chosen[helped]


def test_what_came_before_a_random_move_is_not_judged_by_the_result() -> None:
    record = selfplay.Record(doubtful=1)
    for side in (0, 1, 0):
        record.add(np.zeros((6, 7, 7), np.uint8), np.zeros(686, np.float16), 0.5, side)
    values = selfplay.positions_of([(record, -1.0)], trust=0.5).values
    assert np.allclose(values, [0.5, 0.25 + search.DISCOUNT**2 / 2, 0.25 - search.DISCOUNT / 2])


def test_random_games_become_positions() -> None:
    positions = selfplay.random_games("brandubh", 500, 60, seed=1)
    count = len(positions.values)
    assert count >= 500 and positions.planes.shape == (count, 6, 7, 7)
    # A draw, or the winner's 1 discounted for each move to the end. The last position is a move from it.
    possible = np.append(search.DISCOUNT ** np.arange(1, 61), 0)
    assert all(np.isclose(possible, abs(value)).any() for value in positions.values)
    assert np.isclose(abs(positions.values).max(), search.DISCOUNT)
    assert np.allclose(positions.policy.astype(float).sum(axis=1), 1, atol=0.02)


class FirstMove:
    def choose(self, game: Game, nodes: int | None) -> tuple[branan.Move, int, float]:
        return game.legal_moves[0], nodes or 7, 0.25


def converse(*lines: str) -> list[str]:
    answers = io.StringIO()
    rulesets = ["brandubh-macwhite", "tablut"]
    uci.serve("test", rulesets, lambda _: FirstMove(), io.StringIO("\n".join(lines)), answers)
    return answers.getvalue().splitlines()


def test_players_speak_the_protocol() -> None:
    assert converse("uci", "", "isready", "ucinewgame", "quit", "uci") == [
        "id name test",
        "option name UCI_Variant type combo default brandubh-macwhite var brandubh-macwhite var tablut",
        "uciok",
        "readyok",
    ]
    first = str(Game().legal_moves[0])
    assert converse("go nodes 5") == [f"info depth 1 nodes 5 score cp 25 pv {first}", f"bestmove {first}"]
    assert converse(f"position fen {ESCAPE} moves b1a1", "go movetime 9") == ["bestmove (none)"]
    assert converse("setoption name UCI_Variant value tablut", "position startpos moves d1c1", "go")[-1] == (
        f"bestmove {after('tablut', 'd1c1').legal_moves[0]}"
    )
    wrong = [
        "position",
        "position fen x",
        "position startpos moves a1a1",
        "setoption name UCI_Variant value x",
    ]
    for line in [*wrong, "nonsense", "go nodes", "go nodes x"]:
        assert len(converse(line, "isready")) >= 2, line
        assert converse(line, "isready")[-1] == "readyok"


def after(ruleset: str, *moves: str) -> Game:
    game = Game(ruleset)
    for move in moves:
        game.play(move)
    return game


def test_in_a_leaderboard_levels_come_first_and_ones_own_engines_last(program: str, tmp_path: Path) -> None:
    weights = tmp_path / "mine.pt"
    weights.write_bytes(b"1")
    words = [str(weights), "--branan", program, "--output", str(tmp_path), "--engine", "cmd=./mine name=mine"]
    command = leaderboard.match_command(leaderboard.arguments(words))
    names = [word.removeprefix("name=") for word in command if word.startswith("name=")]
    first = leaderboard.name(weights)
    assert names == [f"level {level}" for level in range(7)] + ["OpenSpiel MCTS", first, "mine"]
    weights.write_bytes(b"2")
    assert leaderboard.name(weights) != first


def test_the_leaderboards_match_is_played_and_engines_may_join(program: str, tmp_path: Path) -> None:
    weights = tmp_path / "mine.pt"
    weights.write_bytes(b"")
    words = [str(weights), "--playouts", "0", "--levels", "0", "--rounds", "1", "--branan", program]

    def play(*more: str) -> str:
        options = leaderboard.arguments([*words, "--output", str(tmp_path), *more])
        # Another level in place of the baseline, which needs PyTorch and weights.
        command = [
            word.replace(f"cmd={sys.executable}", f"cmd={program}")
            for word in leaderboard.match_command(options)
            if not word.startswith("args=")
        ]
        games = leaderboard.record(options)
        resume = ["--resume"] if games.exists() else []
        subprocess.run([*command, "--each", "option.Skill Level=1", *resume], check=True, timeout=100)
        return games.read_text()

    own = leaderboard.name(weights)
    assert play().count(own) >= 2
    joined = play("--engine", f"cmd={program} name=joined")
    games = joined.split("[Event ")[1:]
    assert sum('"joined"]' in game and f'"{own}"]' in game for game in games) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.pt"], "there is no file none.pt"),
        (["{file}", "--simulations", "0"], "expected a whole number from 1, not 0"),
        (["{file}", "--branan", "./nowhere"], "there is no program './nowhere'"),
        (["{file}", "--branan", "{program}", "--levels", "99", "--playouts", "0"], "Skill Level"),
        (["{file}", "--branan", "{program}", "--engine", "cmd='x"], "error: --engine: No closing quotation"),
    ],
)
def test_a_leaderboard_that_cannot_be_made_says_why(
    words: list[str], said: str, program: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "weights.pt"
    file.touch()
    given = [word.format(file=file, program=program) for word in words]
    with pytest.raises(SystemExit) as exit:
        leaderboard.main([*given, "--output", str(tmp_path)])
    told = f"{exit.value.code} {capfd.readouterr().err}"
    assert said in told
    assert exit.value.code and "Traceback" not in told


TINY = "--hours 0.001 --games 8 --simulations 2 --max-moves 10 --plies 12 --warm-up 50"


def test_a_tiny_training_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch: Any = pytest.importorskip("torch")
    from alphazero import engine, model, train

    weights = tmp_path / "weights.pt"
    train.main([str(weights), *TINY.split(), "--shape", "width=8", "blocks=1"])
    first = capsys.readouterr().out
    assert "positions of random games" in first and "games of" in first and "going on" not in first
    train.main([str(weights), *TINY.split()])
    second = capsys.readouterr().out
    assert "going on" in second and "positions of random games" not in second
    loaded, saved = model.load(weights)
    assert saved["spent"] > 3 and saved["ruleset"] == "brandubh-macwhite"
    assert loaded.shape == {"width": 8, "blocks": 1}
    assert loaded.network(torch.zeros(3, 6, 7, 7))[0].shape == (3, 686)
    assert saved["learner"]["optimizer"]["state"][0]["step"] > 3

    answers = io.StringIO()
    lines = io.StringIO("isready\nposition startpos moves d2e2\ngo nodes 8\n")
    engine.main([str(weights)], lines=lines, answers=answers)
    move = answers.getvalue().split()[-1]
    assert move in after("brandubh", "d2e2").legal_moves


def test_training_that_is_stopped_keeps_what_was_learnt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from alphazero import model, train

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    weights = tmp_path / "weights.pt"
    monkeypatch.setattr(train, "report", lambda *_: None)
    monkeypatch.setattr(selfplay.SelfPlay, "play", stop)
    train.main([str(weights), *TINY.split(), "--shape", "width=8"])
    assert "stopped" in capsys.readouterr().out
    _, saved = model.load(weights)
    assert saved["learner"]["optimizer"]["state"], "the random games were learnt from"

    # A warm-up that was stopped begins again.
    other = tmp_path / "other.pt"
    monkeypatch.setattr(train, "random_games", stop)
    train.main([str(other), *TINY.split(), "--shape", "width=8"])
    _, saved = model.load(other)
    assert "learner" not in saved


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--ruleset tablut", "has the ruleset brandubh"),
        ("--shape width=16", "has the shape {'width': 8, 'blocks': 4}"),
        ("--network alphazero.nothing:Net", "has the network alphazero.network:Network"),
        ("--rate inf", "a number above 0"),
        ("--plies 0", "a whole number from 1"),
        ("--hours -1", "a number above 0"),
        ("--device nowhere", "cannot be used here"),
    ],
)
def test_training_refuses_what_cannot_be(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    from alphazero import model, train

    weights = tmp_path / "weights.pt"
    model.Model(7, shape={"width": 8}).save(weights, ruleset="brandubh")
    before = weights.read_bytes()
    assert said in refusal(train.main, [str(weights), *TINY.split(), *words.split()], capsys)
    assert weights.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--network nothing:Net", "no network 'nothing:Net'"),
        ("--network os:system", "not a class derived from torch.nn.Module"),
        ("--shape depth=3", "has no number 'depth'; it has width, blocks"),
        ("--shape width=0", "words such as width=64"),
        ("--ruleset tabblut", "did you mean"),
    ],
)
def test_a_network_that_cannot_be_made_is_refused(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    from alphazero import train

    weights = tmp_path / "weights.pt"
    assert said in refusal(train.main, [str(weights), *words.split()], capsys)
    assert not weights.exists()
    assert "there is no folder" in refusal(train.main, [str(tmp_path / "no" / "w.pt")], capsys)


def refusal(main: Any, words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What is said to a command that is refused."""
    with pytest.raises(SystemExit) as exit:
        main(words)
    assert exit.value.code
    return f"{exit.value.code} {capsys.readouterr().err}"


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    torch: Any = pytest.importorskip("torch")
    from alphazero import model

    weights = tmp_path / "weights.pt"
    whole = model.Model(7, shape={"width": 8})
    whole.save(weights, ruleset="brandubh")
    content = weights.read_bytes()
    for damaged in (b"", b"x", content[:100], content[: len(content) // 2]):
        weights.write_bytes(damaged)
        with pytest.raises(ValueError, match="no file of weights"):
            model.load(weights)
    with torch.no_grad():
        whole.network.policy.bias[0] = torch.nan
    whole.save(weights, ruleset="brandubh")
    with pytest.raises(ValueError, match="not finite"):
        model.load(weights)


def test_networks_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The network of the README, trained as it says."""
    pytest.importorskip("torch")
    from alphazero import model, train

    readme = (Path(leaderboard.HERE) / "alphazero" / "README.md").read_text()
    code = readme.split("```python\n")[1].split("```")[0]
    (tmp_path / "mine.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    (command,) = [line for line in readme.splitlines() if "--network mine" in line]
    words = command.split()[3:]
    monkeypatch.chdir(tmp_path)
    train.main([*words, *TINY.split()])
    loaded, _ = model.load(tmp_path / words[0])
    assert loaded.kind == "mine:Convolutions" and loaded.shape["width"] == 32


def test_symmetries_are_those_of_positions() -> None:
    from alphazero.symmetries import Symmetries

    symmetries = Symmetries(7)
    game = after("brandubh", "d2e2", "d3d2", "e2f2")
    planes = np.repeat(game.planes()[None], 8, axis=0)
    masks = np.repeat(game.action_mask()[None], 8, axis=0)
    images, policies = symmetries.apply(np.arange(8), planes, masks)
    found = {position.fen for position in game.position.symmetries()}
    seen = set()
    for image, policy in zip(images, policies, strict=True):
        same = [position for position in game.position.symmetries() if (position.planes() == image).all()]
        assert len(same) == 1
        seen.add(same[0].fen)
        assert (Game("brandubh", fen=same[0].fen).action_mask() == policy).all()
    assert seen == found and len(found) == 8


def test_networks_that_do_not_fit_are_refused_before_they_are_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    from alphazero import train

    (tmp_path / "wrong.py").write_text("""
from torch import nn

class Long(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(6 * size * size, 9)
    def forward(self, planes):
        return self.layer(planes.float().flatten(1)), planes.float().sum((1, 2, 3))

class Bytes(Long):
    def forward(self, planes):
        return self.layer(planes.flatten(1)), planes.sum((1, 2, 3))

class Bare(Long):
    def __init__(self):
        super().__init__(7)
""")
    monkeypatch.syspath_prepend(tmp_path)
    weights = tmp_path / "weights.pt"
    for name, said in [("Long", "shapes"), ("Bytes", "uint8"), ("Bare", "the board's size")]:
        with pytest.raises(SystemExit, match=f"error: wrong:{name}.*{said}"):
            train.main([str(weights), *TINY.split(), "--network", f"wrong:{name}"])
        assert not weights.exists()


def test_the_average_follows_from_the_first_steps_on() -> None:
    torch: Any = pytest.importorskip("torch")
    from alphazero.learner import average

    mean = torch.zeros(1)
    for step in range(1, 300):
        average([mean], [torch.ones(1)], step)
    assert mean > 0.99


def test_a_player_that_fails_ends_the_engine() -> None:
    class Failing:
        def choose(self, game: Game, nodes: int | None) -> tuple[branan.Move, int, float]:
            raise ValueError("shapes differ")

    lines = io.StringIO("position startpos\ngo nodes 1\n")
    with pytest.raises(RuntimeError, match="shapes differ"):
        uci.serve("test", ["brandubh"], lambda _: Failing(), lines, io.StringIO())
