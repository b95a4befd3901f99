"""The description of a test, and the match that it becomes."""

import json
from pathlib import Path

import pytest

from branan_cluster.failure import Failure
from branan_cluster.service.spec import Spec, match_words, parse


def spec(**changes) -> dict:
    """A test of this machine's `env` against itself."""
    engine = {"path": "/usr/bin/env"}
    whole = {"candidate": engine, "base": engine, "variants": ["tablut"], "limits": "nodes=100", "games": 4}
    return {**whole, **changes}


def read(**changes) -> Spec:
    """The same, read from a body."""
    return parse(Spec, json.dumps(spec(**changes)).encode())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"candidate": {}}, "candidate: give either a path or a revision"),
        ({"candidate": {"path": "/a", "revision": "b"}}, "candidate: give either a path or a revision"),
        ({"base": {"path": "/a", "repository": "b"}}, "base: a repository needs a revision"),
        ({"base": {"revision": "--upload-pack=x"}}, "base.revision: String should match"),
        ({"candidate": {"path": "/a", "options": {"a=b": "c"}}}, "candidate.options.a=b"),
        ({"candidate": {"path": "/a\n"}}, "candidate.path: String should match"),
        ({"limits": "cmd=evil"}, "limits: String should match"),
        ({"variants": []}, "variants: List should have at least 1 item"),
        ({"variants": ["../x"]}, "variants.0: String should match"),
        ({"games": None}, "give the bounds of an SPRT or a number of games"),
        ({"sprt": {"elo0": 5, "elo1": 0}}, "sprt: elo0 must be below elo1"),
        ({"sprt": {"alpha": 0.9}}, "sprt.alpha: Input should be less than 0.5"),
        ({"ronuds": 3}, "ronuds: Extra inputs are not permitted"),
        ({"priority": 10**9}, "priority: Input should be less than or equal to 1000"),
        ({"note": "\x1b[2J"}, "note: String should match"),
    ],
)
def test_a_bad_test_has_one_clear_error(changes: dict, message: str):
    with pytest.raises(Failure) as failed:
        read(**changes)
    assert str(failed.value).startswith(message) and "\n" not in str(failed.value)


def test_what_is_no_test_is_refused():
    for body in (b"", b"[]", b"{", b"\xff", b'{"games": NaN}', b'"\\ud800"'):
        with pytest.raises(Failure):
            parse(Spec, body)


def test_a_test_becomes_the_arguments_of_a_match():
    test = read(
        candidate={"path": "/a", "options": {"Skill Level": "8"}},
        sprt={"elo1": 10},
        games=100,
        variants=["tablut", "ard-ri"],
        known_wins=True,
        max_moves=60,
    )
    words = match_words(test, "Test 1", [Path("/x/a"), Path("/x/b")], Path("/o/{variant}.txt"))
    text = " ".join(words)
    assert "--engine cmd=/x/a name=candidate option.Skill Level=8 --engine cmd=/x/b name=base --each" in text
    assert "--variant tablut,ard-ri --rounds 25 " in text and "option.Skill Level=8" in words
    assert "--sprt elo0=0.0 elo1=10.0 alpha=0.05 beta=0.05 model=normalized" in text
    assert "--openings /o/{variant}.txt --order random --max-moves 60 --known-wins" in text


def test_an_engine_may_speak_another_protocol():
    test = read(candidate={"path": "/a", "protocol": "opentafl", "args": "--fast"}, base={"path": "/b"})
    words = match_words(test, "Test 1", [Path("/a"), Path("/b")], None)
    first = words[1 : words.index("--engine", 1)]
    assert "proto=opentafl" in first and "args=--fast" in first
    assert words.count("proto=opentafl") == 1 and "proto=uci" not in words
    with pytest.raises(Failure, match="candidate.protocol: Input should be"):
        read(candidate={"path": "/a", "protocol": "xboard"})
