import contextlib
import copy
import inspect
import pickle
import random
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

import numpy as np
import pytest
from conftest import random_game

import branan
from branan import EngineError, FenError, Game, IllegalMoveError, Move, Position, Ruleset, RulesetError

START = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a"
OPEN = "7/3t3/7/7/7/7/1K5 d"


def test_a_game_is_played_and_taken_back() -> None:
    game = Game("brandubh")
    assert (game.fen, game.to_move, game.size, game.outcome) == (START, "attackers", 7, None)
    assert len(game.legal_moves) == 40
    played = game.play("d2e2")
    assert (str(played), played.move, played.captures) == ("d2-e2", Move("d2", "e2"), [])
    assert game.fen == "3t3/3t3/3T3/ttTKTtt/3T3/4t2/3t3 d"
    assert game.play(Move("d3d2")).move.origin == "d3"
    assert [str(played) for played in game.moves] == ["d2-e2", "d3-d2"]
    assert game.undo().move == Move("d3d2")
    assert game.undo() == played
    assert game == Game("brandubh")
    with pytest.raises(IndexError, match="no move to take back"):
        game.undo()


def test_captures_and_outcomes() -> None:
    game = Game("brandubh", fen="1K3t1/7/7/7/2T4/2t4/3T3 d")
    assert game.look_at("d1c1").captures == ["c2"]
    assert game.fen == "1K3t1/7/7/7/2T4/2t4/3T3 d"
    assert str(game.play("d1c1")) == "d1-c1xc2"
    game = Game("brandubh", fen=OPEN)
    assert [str(played) for played in game.winning_moves("defenders")] == ["b1-a1", "b1-g1"]
    assert game.winning_moves("attackers") == []
    with pytest.raises(ValueError, match="a side is"):
        game.winning_moves("white")  # type: ignore[arg-type]
    game.play("b1a1")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == ("defenders", "king-escaped")
    assert str(game.outcome) == "defenders king-escaped"
    assert not game.legal_moves
    assert list(game.legal_moves) == []
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play("a1b1")


def test_legal_moves_are_a_view() -> None:
    game = Game("tablut")
    moves = game.legal_moves
    first = list(moves)
    assert first == sorted(first)
    assert (moves[0], moves[-1], len(moves)) == (first[0], first[-1], len(first))
    assert first[3] in moves and str(first[3]) in moves
    assert "a1a2" not in moves and 7 not in moves and "nonsense" not in moves
    assert "\ud800" not in moves and moves.count("\ud800") == 0
    game.play(first[0])
    assert list(moves) != first
    with pytest.raises(IndexError, match="legal moves"):
        moves[1000]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("d2d9", "d9 is not on the board"),
        ("d4d5", "not one of the attackers"),
        ("a1a2", "no piece stands on a1"),
        ("d2e3", "not two squares of one row or column"),
        ("d2d7", "is in the way"),
        ("hello", "not a move; write it like d2e2"),
        ("", "not a move"),
        ("d2-e2xe3", "captures nothing, not e3"),
    ],
)
def test_errors_say_what_was_expected(move: str, message: str) -> None:
    game = Game("brandubh")
    with pytest.raises(IllegalMoveError, match=message):
        game.play(move)
    assert game.fen == START


def test_equal_rulesets_have_the_same_hash() -> None:
    tablut, same = Ruleset("tablut"), Ruleset("tablut", {"KingMove": "rook"})
    assert tablut == same and hash(tablut) == hash(same)
    assert len({tablut, same, Ruleset("tablut", {"KingMove": "step"})}) == 2


def test_rulesets_without_a_game_are_refused() -> None:
    with pytest.raises(RulesetError, match="a1, an escape square"):
        Ruleset.from_rules("dim:7 start:/K6/7/7/7/7/7/3t3/")
    announcing = Ruleset("brandubh", {"Announce": "yes"})
    assert Position(announcing, "7/7/7/3K3/7/7/7 d a1").fen.endswith(" a1")
    with pytest.raises(FenError, match="'z9' is not an escape square"):
        Position(announcing, "7/7/7/3K3/7/7/7 d z9")


def test_opentafls_notation_has_the_side_to_move() -> None:
    assert Game("brandubh").otn == "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers"


def test_an_error_does_not_repeat_a_long_input() -> None:
    game, long = Game(), "a" * 10_000
    for wrong in (
        lambda: Game(long),
        lambda: Move(long),
        lambda: game.play(long),
        lambda: game.legal_moves.index(long),
    ):
        with pytest.raises(ValueError) as error:
            wrong()
        assert 500 < len(str(error.value)) < 1100


def test_a_suggestion_for_a_long_name_takes_no_time() -> None:
    long = "a" * 3_000_000
    start = time.monotonic()
    for wrong in (
        lambda: Game(long),
        lambda: Ruleset(long),
        lambda: Position(long, START),
        lambda: Game("tablut", rules={long: "step"}),
        lambda: branan.BatchedGame(long, 1),
        lambda: branan.records.read("d2e2", format="moves", ruleset=long),
    ):
        with pytest.raises(ValueError, match="unknown"):
            wrong()
    assert time.monotonic() - start < 10


def test_pieces_are_those_of_the_planes() -> None:
    for ruleset in ("brandubh", "tablut", "alea-evangelii"):
        game = random_game(ruleset, 30, random.Random(2))
        for place in (game, game.position):
            seen = {}
            for plane, name in enumerate(("attacker", "defender", "king")):
                for rank, file in np.argwhere(game.planes()[plane]):
                    square = f"{chr(ord('a') + file)}{rank + 1}"
                    seen[square] = name
                    assert place.piece_at(square) == name
            assert place.pieces == seen
            squares = [f"{chr(ord('a') + n % game.size)}{n // game.size + 1}" for n in range(game.size**2)]
            assert all(place.piece_at(square) == seen.get(square) for square in squares)
    for wrong, message in (
        ("h1", "h1 is not on the board, whose squares are a1 to g7"),
        ("", "not a square"),
    ):
        with pytest.raises(ValueError, match=message):
            Game().piece_at(wrong)
    with pytest.raises(TypeError):
        Game().piece_at(3)  # type: ignore[arg-type]


def test_signatures_name_their_defaults() -> None:
    for kind in vars(branan).values():
        if not isinstance(kind, type) or issubclass(kind, Exception):
            continue
        for thing in (kind, *(getattr(kind, name) for name in vars(kind) if not name.startswith("_"))):
            if callable(thing):
                with contextlib.suppress(ValueError):
                    assert "..." not in str(inspect.signature(thing)), thing
                    assert "Ellipsis" not in str(inspect.signature(thing)), thing
    assert "ruleset='brandubh'" in str(inspect.signature(Game))


def test_other_errors() -> None:
    with pytest.raises(RulesetError, match='did you mean "tablut"'):
        Game("tabult")
    with pytest.raises(FenError, match="rows"):
        Game("brandubh", fen="7/7 a")
    with pytest.raises(FenError, match="no king"):
        Game("brandubh", fen="7/7/7/7/7/7/7 a")
    with pytest.raises(RulesetError, match="rook, step"):
        Game("tablut", rules={"KingMove": "leap"})
    with pytest.raises(TypeError, match="a ruleset is a Ruleset or the name of one, not int"):
        Game(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a move is a Move or text such as d2e2, not tuple"):
        Game().play(("d2", "e2"))  # type: ignore[arg-type]
    with pytest.raises(RulesetError, match=r"TOML with \[\[ruleset\]\] entries"):
        Game.from_rules("hello")
    for wrong in (None, 3, b"d2e2", ["d2e2"], "d2e2\x00"):
        with pytest.raises((TypeError, IllegalMoveError)):
            Game().play(wrong)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError):
        Move("d2", "e99999")
    with pytest.raises(TypeError, match="position or its key"):
        hash(Game())


def test_rules_of_ones_own() -> None:
    text = """
[[ruleset]]
name = "mine"
inherits = "tablut"
title = "Mine"
king-move = "step"

[[ruleset]]
name = "yours"
inherits = "brandub-walker"
title = "Yours"
"""
    game = Game.from_rules(text, "mine")
    assert (game.ruleset.name, game.ruleset.title, game.size) == ("mine", "Mine", 9)
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(RulesetError, match="mine, yours"):
        Game.from_rules(text)
    with pytest.raises(RulesetError, match="line 3.*king-move: a speed is"):
        Ruleset.from_rules('[[ruleset]]\nname = "x"\nking-move = 1.5')
    strings = "dim:7 name:Mine surf:n ks:w start:/3t3/7/7/3K3/7/7/3t3/"
    assert len(Game.from_rules(strings).legal_moves) == 12
    with pytest.raises(RulesetError, match="dim"):
        Ruleset.from_rules("dim:99 start:/K/")
    step = Game("tablut", rules={"KingMove": "step"})
    assert step.ruleset != Ruleset("tablut")
    assert step.ruleset.rules == {"KingMove": "step"}
    assert pickle.loads(pickle.dumps(step)) == step


def test_values_can_be_hashed_compared_and_pickled() -> None:
    chance = random.Random(3)
    for ruleset in ("brandubh", "copenhagen", "alea-evangelii"):
        game = random_game(ruleset, 30, chance)
        again = pickle.loads(pickle.dumps(game))
        assert again == game and again.moves == game.moves and again.key == game.key
        for value in (game.ruleset, game.position, game.moves[0].move):
            assert pickle.loads(pickle.dumps(value)) == value
            assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
            assert other == game
            if other.legal_moves:
                other.play(other.legal_moves[0])
                assert other != game
    assert Game("brandubh") != Game("brandub-walker")
    assert Game() != "Game"
    assert Move("a1a2") < Move("a1a3") <= Move("a1a3") != Move("b1b2")
    assert len({Move("a1a2"), Move("a1", "a2"), Move("a2a1")}) == 2


def test_planes_show_the_position() -> None:
    game = Game("brandubh")
    planes = game.planes()
    assert planes.shape == (6, 7, 7) and planes.dtype == np.uint8
    assert [int(plane.sum()) for plane in planes] == [8, 4, 1, 0, 0, 0]
    assert planes[2, 3, 3] == 1 and planes[0, 0, 3] == 1
    game.play("d2e2")
    assert game.planes()[3].all()
    assert game.planes()[0, 1, 4] == 1
    for move in ("d3e3", "e2d2", "e3d3"):
        game.play(move)
    assert game.occurrences == 2 and (game.planes()[5] == 1).all()
    assert not planes[5].any(), "an array that was returned does not change"


def test_legal_moves_are_a_sequence() -> None:
    game = Game("tablut")
    moves = list(game.legal_moves)
    assert isinstance(game.legal_moves, Sequence)
    parts = [slice(3), slice(-3, None), slice(None, None, -2), slice(5, 1), slice(2**70), slice(0, 10**9, 7)]
    for part in parts:
        assert game.legal_moves[part] == moves[part]
    assert list(reversed(game.legal_moves)) == moves[::-1]
    assert game.legal_moves.index(moves[4]) == 4 and game.legal_moves.count("a1a2") == 0
    assert len(set(random.sample(game.legal_moves, 5))) == 5
    for index in (len(moves), -len(moves) - 1, 2**70, -(2**70)):
        with pytest.raises(IndexError, match="legal moves"):
            game.legal_moves[index]
    for wrong in ("a", None, 1.5):
        with pytest.raises(TypeError, match="a number or a slice"):
            game.legal_moves[wrong]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="not among"):
        game.legal_moves.index("a1a2")


def test_actions_are_moves() -> None:
    for ruleset in ("brandubh", "tablut", "copenhagen", "alea-evangelii"):
        game = Game(ruleset)
        mask = game.action_mask()
        assert mask.shape == (game.actions,) == (2 * game.size**3,)
        moves = [game.action_move(int(action)) for action in np.flatnonzero(mask)]
        assert sorted(moves) == list(game.legal_moves)
        assert all(game.action_move(game.action(move)) == move for move in moves)
        for action in (game.actions, 10**12, 0, -1, 2**70, -(2**70)):
            with pytest.raises(IllegalMoveError, match="is no move"):
                game.action_move(action)
        with pytest.raises(TypeError):
            game.action_move(1.5)  # type: ignore[arg-type]
        with pytest.raises(IllegalMoveError):
            game.action("a1b2")


def test_symmetries() -> None:
    game = random_game("tablut", 9, random.Random(5))
    images = game.position.symmetries()
    assert images[0] == game.position and len(set(images)) == 8
    assert len({image.canonical() for image in images}) == 1
    for image in images:
        assert image.planes().sum() == game.position.planes().sum()
        assert image.game().perft(2) == game.perft(2)
    assert Position("tablut", game.fen) == game.position


def test_pictures() -> None:
    game = Game("tablut")
    game.play(game.legal_moves[0])
    svg = game.svg(arrows=["a1a9", Move("b1b2")])
    tree = ElementTree.fromstring(svg)
    kinds = [node.get("class") for node in tree.iter()]
    assert kinds.count("arrow") == 2 and kinds.count("last-move") == 2 and kinds.count("piece") == 25
    assert game._repr_svg_() != svg
    assert "last-move" not in game.svg(last_move=False)
    position = game.position.svg(["a1a9"], squares=["d4", "e4"], size=333)
    kinds = [node.get("class") for node in ElementTree.fromstring(position).iter()]
    assert kinds.count("arrow") == 1 and kinds.count("frame") == 2 and "last-move" not in kinds
    assert 'width="333" height="333"' in position and kinds.count("piece") == 25
    assert game.position._repr_svg_() == game.svg(last_move=False)
    for settings, message in (
        ({"arrows": "d2e2"}, r'arrows are a list of moves, such as \["d2e2"\], not str'),
        ({"arrows": 5}, "arrows are a list of moves.*, not int"),
        ({"arrows": [5]}, "a move is a Move or text"),
        ({"squares": "d4"}, r'squares are a list of names, such as \["d4"\], not str'),
        ({"squares": [4]}, "a square is a str such as d4, not int"),
        ({"squares": ["k1"]}, "k1 is not on the board"),
        ({"size": 0}, "size is a number of pixels from 1"),
        ({"size": 2**40}, "size is a number of pixels from 1"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            game.svg(**settings)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError, match="leaves the board"):
        game.svg(arrows=["a1a10"])
    assert str(game).count("t") == 16
    assert repr(game) == f"Game('tablut', '{game.fen}')"


def test_evaluation_has_terms() -> None:
    value, terms = Game("tablut").evaluate()
    assert isinstance(value, int) and terms
    assert all(isinstance(name, str) and isinstance(number, int) for name, _, number in terms)


def test_an_evaluation_depends_on_its_own_game_alone() -> None:
    step = Game("tablut", rules={"KingMove": "step"})
    games = [Game("tablut"), step, Game("copenhagen"), Game("tablut", "9/9/9/9/4K4/9/9/9/4t4 a")]
    values = [game.evaluate() for game in games]
    assert len({value for value, _ in values}) > 1
    assert [game.evaluate() for game in reversed(games)] == values[::-1]


def test_a_captured_king_has_no_evaluation() -> None:
    game = Game("brandubh-macwhite", "7/7/7/7/7/1tK2t1/7 a")
    game.play("f2d2")
    with pytest.raises(EngineError, match="the king has been captured"):
        game.evaluate()


def test_rulesets_are_listed() -> None:
    names = [ruleset.name for ruleset in branan.rulesets()]
    assert len(names) == len(set(names)) > 20 and "copenhagen" in names
    for ruleset in branan.rulesets():
        assert (
            Ruleset(ruleset.name) == ruleset and ruleset.explain() and ruleset.actions == 2 * ruleset.size**3
        )
