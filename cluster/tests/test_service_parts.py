"""The parts of the testing service that need no cluster."""

import argparse
import asyncio
import json
import re
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer
from conftest import ROOT
from test_service_spec import read, spec

from branan_cluster.failure import Failure
from branan_cluster.service import client, views
from branan_cluster.service.arguments import listen
from branan_cluster.service.player import Player, last_error
from branan_cluster.service.serve import read_token
from branan_cluster.service.store import Store
from branan_cluster.service.versions import Versions
from branan_cluster.service.web import MAX_BODY, Site

TOKEN = "a-token-of-the-tests"

AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}

SPRT = {"llr": 3.0, "lower": -2.94, "upper": 2.94, "elo0": 0.0, "elo1": 5.0, "verdict": "H1"}


def standing(games: int, llr: float) -> dict:
    """A standing as `branan match --json` prints it."""
    score = {"wins": games, "draws": 0, "losses": 0}
    player = {
        **{"name": "candidate", "faults": {"crash": 1}, "pairs": [0, 0, 0, 0, games // 2]},
        **{"as_attackers": score, "as_defenders": score, "total": score},
        "rating": {"elo": {"value": 12.5, "error": 3.25}, "nelo": {"value": None, "error": None}},
    }
    ruleset = {"name": "tablut", "attackers": score, "pairs": [[0, 0, 0, 0, 1]] * 2, "mean_plies": 30.0}
    return {
        "games": games,
        "players": [player, {**player, "name": "base", "faults": {}}],
        "rulesets": [{**ruleset, "terminations": {"king-escaped": games}}],
        "sprt": {**SPRT, "llr": llr},
    }


PINNED = [{"key": "a", "name": "new", "label": "<b>new"}, {"key": "b", "name": "old", "label": "old"}]


@pytest.fixture
def store(tmp_path: Path):
    """An empty database."""
    store = Store(tmp_path / "tests.sqlite")
    yield store
    store.close()


def test_the_queue_is_by_priority_and_age(store: Store):
    for priority in (0, 5, 5):
        store.add(read(priority=priority), PINNED)
    assert [test.id for test in store.queue()] == [2, 3, 1]
    assert store.begin(2)
    store.set_priority(1, 9)
    assert [(test.id, test.state) for test in store.queue()] == [(1, "queued"), (2, "running"), (3, "queued")]
    # After a kill of the service nothing is running.
    store.pause()
    assert {test.state for test in store.queue()} == {"queued"}
    assert store.end(3, "error", "it broke") and not store.end(3, "passed")
    assert [(test.id, test.error) for test in store.ended(10)] == [(3, "it broke")]
    assert store.resume(3) and not store.resume(3) and len(store.queue()) == 3
    assert store.get(4) is None
    # A test that is stopped just before it would begin stays so.
    assert store.end(2, "stopped") and not store.begin(2) and store.get(2).state == "stopped"


def test_the_database_has_one_service_and_keeps_its_tests(tmp_path: Path):
    path = tmp_path / "tests.sqlite"
    store = Store(path)
    number = store.add(read(note="für <später>"), PINNED)
    store.add_standing(number, standing(2, 1.0))
    store.add_standing(number, standing(2, 1.5))
    with pytest.raises(Failure, match="another service uses"):
        Store(path)
    store.close()
    again = Store(path)
    assert again.get(number).spec.note == "für <später>" and again.points(number) == [(2, 1.5)]
    again.db.execute("PRAGMA user_version = 99")
    again.close()
    with pytest.raises(Failure, match="another version"):
        Store(path)
    path.write_bytes(b"no database" * 100)
    with pytest.raises(Failure, match="cannot be used"):
        Store(path)


def test_a_more_urgent_test_interrupts_and_a_stopped_one_makes_room(store: Store, tmp_path: Path):
    async def run() -> None:
        player = Player(store, Versions(tmp_path, None, "true", "x"), Path("/usr/bin/false"), tmp_path, 1)
        player._unbuilt = lambda _: []
        started = asyncio.Queue()

        async def play(test) -> tuple[str, str]:
            await started.put(test.id)
            if test.spec.note == "short":
                return "finished", ""
            await asyncio.Event().wait()

        player._play_match = play
        for test in (read(), read(), read(priority=5, note="short")):
            store.add(test, PINNED)
        store.set_priority(3, -5)
        running = asyncio.create_task(player.run())
        assert await started.get() == 1
        store.set_priority(3, 5)
        player.wake()
        # The third test interrupts the first one, which continues after it.
        assert [await started.get(), await started.get()] == [3, 1]
        assert [store.get(number).state for number in (1, 2, 3)] == ["running", "queued", "finished"]
        assert player.stop(1) and not player.stop(3)
        assert await started.get() == 2
        assert [store.get(number).state for number in (1, 2)] == ["stopped", "running"]
        # One that is resumed at once begins anew.
        assert player.stop(2) and player.resume(2)
        assert await started.get() == 2 and store.get(2).state == "running"
        assert player.resume(1) and not player.resume(3)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        # A service that ends leaves no test running.
        assert {store.get(number).state for number in (1, 2)} == {"queued"}

    asyncio.run(asyncio.wait_for(run(), 60))


def test_machines_count_their_games(store: Store):
    store.see("a", "host-a", 4)
    store.see("a", "host-a", 8)
    store.describe_machine("a", "Abacus", "branan 0.1.0", 1000)
    store.add_share("a", 1, 2)
    store.add_share("a", 1, 2)
    store.db.execute("UPDATE shares SET ended = 0 WHERE rowid = 1")
    (machine,) = store.machines(0)
    assert (machine["cores"], machine["speed"], machine["games"], machine["games_an_hour"]) == (8, 1000, 4, 2)


def test_a_status_is_one_of_github(store: Store):
    number = store.add(read(), PINNED)

    def state() -> str:
        return views.status(store.get(number), "http://x")["state"]

    assert state() == "pending"
    store.add_standing(number, standing(4, 3.0))
    store.db.execute("UPDATE tests SET state = 'passed'")
    status = views.status(store.get(number), "http://x")
    assert status["state"] == "success" and status["target_url"] == "http://x/tests/1"
    assert status["description"] == "passed, LLR 3.00 (−2.94, 2.94), 4 games, Elo +12.5 ± 3.2"
    for name, expected in [
        ("failed", "failure"),
        ("error", "error"),
        ("stopped", "error"),
        ("finished", "success"),
    ]:
        store.db.execute("UPDATE tests SET state = ?", (name,))
        assert state() == expected
    long = store.add(read(), PINNED)
    store.end(long, "error", "x" * 1000)
    assert len(views.status(store.get(long), "")["description"]) == 140


def test_a_plot_has_round_ticks_and_stays_small():
    points = [(games, games / 5000) for games in range(2, 12_345, 2)]
    plot = views.plot(points, standing(12_344, 2.5))
    assert [tick["text"] for tick in plot["ticks"]] == [0, 5000, 10_000]
    assert len(plot["line"].split()) <= views.MAX_POINTS + 2
    assert all(0 <= float(part) <= views.WIDTH for point in plot["line"].split() for part in point.split(","))
    assert views.plot([], standing(2, 0.0)) is None and views.plot(points, None) is None
    assert views.plot([(0, 0.0)], standing(0, 0.0)) is None
    assert views.ticks(1) == [0, 1]


def test_the_palette_is_that_of_the_report():
    def palettes(path: Path) -> list[str]:
        return re.findall(r":root \{.*?\}", path.read_text(), re.DOTALL)

    own = palettes(ROOT / "cluster/branan_cluster/service/style.css")
    assert len(own) == 2 and own == palettes(ROOT / "web/report/report.css")


def visit(
    store: Store, folder: Path, work: Callable[[TestClient], Awaitable[None]], public: bool = False
) -> None:
    """Runs `work` with a client of the site. Nothing is played."""

    async def run() -> None:
        player = Player(store, Versions(folder, None, "true", "x"), Path("/usr/bin/false"), folder, 1)
        site = Site(store, player, TOKEN, public, "http://tests")
        async with TestClient(TestServer(site.application())) as client:
            await work(client)

    asyncio.run(run())


PAGES = (
    "/",
    "/history",
    "/machines",
    "/tests/1",
    "/api/tests",
    "/api/tests/1",
    "/api/tests/1/status",
    "/api/machines",
)


def test_only_the_token_permits_changes_and_readers_read(store: Store, tmp_path: Path):
    store.add(read(note="<script>alert(1)</script>", author="<i>"), PINNED)
    store.add_standing(1, standing(4, 3.0))
    store.see("a", "<b>host", 4)

    async def work(client: TestClient) -> None:
        for page in PAGES:
            answer = await client.get(page, allow_redirects=False)
            assert answer.status == (401 if page.startswith("/api/") else 303), page
            wrong = await client.get(page, headers={"Authorization": "Bearer é"}, allow_redirects=False)
            assert wrong.status == answer.status
        assert (await client.post("/login", data={"token": "wrong"})).status == 403
        answer = await client.post("/login", data={"token": TOKEN}, allow_redirects=False)
        cookie = answer.headers["Set-Cookie"]
        assert (
            answer.status == 303 and "HttpOnly" in cookie and "SameSite=Lax" in cookie and TOKEN not in cookie
        )
        for page in PAGES:
            answer = await client.get(page)
            assert answer.status == 200, page
            text = await answer.text()
            if not page.startswith("/api/"):
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                assert "<script" not in text and "<b>" not in text and "<i>" not in text
        # The cookie of a reader permits no change.
        for change in ("stop", "resume", "priority"):
            assert (await client.post(f"/api/tests/1/{change}")).status == 401
        assert (await client.post("/api/tests", json=spec())).status == 401
        assert store.get(1).state == "queued"
        answer = await client.post("/api/tests/1/priority", json={"priority": 3}, headers=AUTHORIZED)
        assert (await answer.json())["priority"] == 3
        assert (await client.post("/api/tests/1/stop", headers=AUTHORIZED)).status == 200
        answer = await client.post("/api/tests/1/stop", headers=AUTHORIZED)
        assert answer.status == 400 and await answer.json() == {"error": "test 1 has ended: stopped"}

    visit(store, tmp_path, work)


def test_a_public_site_lets_everyone_read_only(store: Store, tmp_path: Path):
    store.add(read(), PINNED)

    async def work(client: TestClient) -> None:
        for page in PAGES:
            assert (await client.get(page)).status == 200, page
        assert (await client.post("/api/tests/1/stop")).status == 401

    visit(store, tmp_path, work, public=True)


def test_bad_requests_get_one_error_and_change_nothing(store: Store, tmp_path: Path):
    async def work(client: TestClient) -> None:
        async def post(path: str, body: bytes) -> tuple[int, str]:
            answer = await client.post(path, data=body, headers=AUTHORIZED)
            return answer.status, (await answer.json())["error"]

        assert await post("/api/tests", b"x" * (MAX_BODY + 1)) == (
            413,
            "the request is larger than 65536 bytes",
        )
        status, error = await post("/api/tests", json.dumps(spec(games=-1)).encode())
        assert status == 400 and error.startswith("games: ")
        missing = json.dumps(spec(candidate={"path": "/no/such"})).encode()
        assert await post("/api/tests", missing) == (400, "/no/such is no program on the service's machine")
        assert await post("/api/tests/7/stop", b"") == (404, "there is no test 7")
        # The program that plays matches refuses the test.
        assert await post("/api/tests", json.dumps(spec()).encode()) == (
            400,
            "the match ended without a message",
        )
        for page in ("/tests/9", "/tests/x", "/nowhere", "/tests/99999999999999999999", "/tests/1/record"):
            assert (await client.get(page, headers=AUTHORIZED)).status == 404, page
        for number in ("0", "x", "-1", "9" * 5000, "²"):
            answer = await client.get("/history", params={"page": number}, headers=AUTHORIZED)
            assert answer.status == 400 and "give a number from 1" in await answer.text()
        assert (await client.put("/api/tests", headers=AUTHORIZED)).status == 405
        assert store.queue() == [] and not list((tmp_path / "tests").glob("*"))

    visit(store, tmp_path, work)


def test_a_token_is_made_private_and_long(tmp_path: Path):
    path = tmp_path / "token"
    token = read_token(path)
    assert len(token) > 40 and path.stat().st_mode & 0o777 == 0o600 and read_token(path) == token
    path.chmod(0o644)
    with pytest.raises(Failure, match="chmod 600"):
        read_token(path)
    path.write_text("short")
    with pytest.raises(Failure, match="at least 16"):
        read_token(path)


def test_an_address_to_listen_on():
    assert listen("127.0.0.1:0") == ("127.0.0.1", 0) and listen("[::1]:80") == ("::1", 80)
    for text in ("", "8484", ":80", "host:", "host:x", "host:65536"):
        with pytest.raises(argparse.ArgumentTypeError, match="HOST:PORT"):
            listen(text)


def test_the_error_of_a_match_is_told_without_its_warnings():
    assert last_error("warning: a\nbranan: b is missing\n  hint\n") == "b is missing"
    assert last_error("error: unexpected\n\nUsage: x\n") == "unexpected"
    assert last_error("") == "the match ended without a message"


def test_a_revision_is_pinned_to_its_commit(tmp_path: Path):
    repository = tmp_path / "source"

    def git(*words: str) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        command = ["git", "-C", str(repository), *identity, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    repository.mkdir()
    git("init", "--quiet", "--initial-branch", "main")
    (repository / "a").write_text("a")
    git("add", "a")
    git("commit", "--quiet", "--message", "first")
    first = git("rev-parse", "HEAD")
    versions = Versions(tmp_path / "files", str(repository), "make", "out/engine")

    def pin(revision: str) -> dict:
        return asyncio.run(versions.pin(read(base={"revision": revision}).base))

    pinned = pin("main")
    assert pinned["commit"] == first and pinned["label"] == f"main ({first[:10]})"
    assert pinned["name"] == "engine" and not versions.program(pinned).exists()
    git("commit", "--quiet", "--allow-empty", "--message", "second")
    assert pin("main")["commit"] == git("rev-parse", "HEAD") != first
    # The same commit is the same version, by whatever name.
    assert pin(first[:12])["key"] == pin("main~1")["key"] == pinned["key"]
    with pytest.raises(Failure, match="has no revision other"):
        pin("other")
    with pytest.raises(Failure, match="the service has no repository"):
        asyncio.run(Versions(tmp_path, None, "make", "x").pin(read(base={"revision": "main"}).base))


def test_tests_submitted_at_once_fetch_one_after_another(tmp_path: Path):
    repository = tmp_path / "source"
    repository.mkdir()
    versions = Versions(tmp_path / "files", str(repository), "make", "out/engine")

    def git(*words: str) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        command = ["git", "-C", str(repository), *identity, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    async def pin_all() -> set[str]:
        bases = [read(base={"revision": f"branch{number}"}).base for number in range(8)]
        return {pinned["commit"] for pinned in await asyncio.gather(*map(versions.pin, bases))}

    git("init", "--quiet", "--initial-branch", "main")

    async def pin_twice() -> None:
        # Each fetch finds that many branches have moved.
        for message in ("first", "second"):
            git("commit", "--quiet", "--allow-empty", "--message", message)
            moved = (f"main:refs/heads/branch{number}" for number in range(200))
            git("push", "--quiet", "--force", ".", *moved)
            assert await pin_all() == {git("rev-parse", "HEAD")}

    asyncio.run(pin_twice())


def test_the_client_reads_engines_and_hides_control_characters():
    words = ["revision=main", "repository=x", "option.Skill Level=8", "option.Book=a=b"]
    assert client.version(words) == {
        "revision": "main",
        "repository": "x",
        "options": {"Skill Level": "8", "Book": "a=b"},
    }
    for word in ("cmd=x", "main"):
        with pytest.raises(Failure):
            client.version([word])
    assert client.printable("a\x1b[2J") == "a?[2J"
