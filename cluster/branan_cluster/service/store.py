"""The tests, the course of each, and the machines, in one SQLite file.

The games themselves are in the record of each test.
"""

import fcntl
import json
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from ..failure import Failure
from .spec import Spec

# Raised when the tables change.
SCHEMA = 1

TABLES = """
CREATE TABLE tests (
    id INTEGER PRIMARY KEY, state TEXT NOT NULL, priority INTEGER NOT NULL, spec TEXT NOT NULL,
    versions TEXT NOT NULL, created REAL NOT NULL, started REAL, ended REAL,
    games INTEGER NOT NULL DEFAULT 0, standing TEXT, error TEXT NOT NULL DEFAULT '');
CREATE INDEX tests_by_state ON tests (state, priority);
CREATE TABLE points (
    test INTEGER NOT NULL, games INTEGER NOT NULL, llr REAL NOT NULL, PRIMARY KEY (test, games)
) WITHOUT ROWID;
CREATE TABLE shares (node TEXT NOT NULL, test INTEGER NOT NULL, games INTEGER NOT NULL, ended REAL NOT NULL);
CREATE INDEX shares_by_time ON shares (ended, node);
CREATE TABLE machines (
    node TEXT PRIMARY KEY, host TEXT NOT NULL, cores INTEGER NOT NULL, processor TEXT NOT NULL DEFAULT '',
    version TEXT NOT NULL DEFAULT '', speed INTEGER, joined REAL NOT NULL, seen REAL NOT NULL);
"""

# A test that is queued or running has not ended. "passed" and "failed" are decisions of the SPRT;
# "finished" means that all games were played without one.
OPEN = ("running", "queued")
STATES = (*OPEN, "passed", "failed", "finished", "stopped", "error")


@dataclass
class Test:
    """A test in the queue or in the history."""

    # It is no test of pytest.
    __test__ = False

    id: int
    state: str
    priority: int
    spec: Spec
    # The pinned version of each engine, as `versions.py` describes it.
    versions: list[dict]
    created: float
    started: float | None
    ended: float | None
    games: int
    # The last standing that `branan match --json` printed.
    standing: dict | None
    error: str

    @property
    def is_open(self) -> bool:
        """Whether the test may still play games."""
        return self.state in OPEN


class Store:
    """The database. Only one service may use it at a time."""

    def __init__(self, path: Path):
        self.lock = path.with_name(path.name + ".lock").open("w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Failure(f"another service uses {path}; stop it first") from None
        try:
            self.db = sqlite3.connect(path, isolation_level=None)
            self.db.execute("PRAGMA journal_mode = WAL")
            self._create(path)
        except sqlite3.Error as failed:
            raise Failure(f"{path} cannot be used: {failed}") from failed
        self.db.row_factory = sqlite3.Row

    def _create(self, path: Path) -> None:
        """Creates the tables of a new file. Refuses one of another version."""
        version = self.db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            self.db.executescript(f"BEGIN; {TABLES} PRAGMA user_version = {SCHEMA}; COMMIT;")
        elif version != SCHEMA:
            raise Failure(f"{path} was written by another version of branan-cluster (schema {version})")

    def close(self) -> None:
        """Closes the file and lets another service use it."""
        self.db.close()
        self.lock.close()

    def add(self, spec: Spec, versions: list[dict]) -> int:
        """Queues a test. Returns its number."""
        columns = "INSERT INTO tests (state, priority, spec, versions, created) VALUES ('queued', ?, ?, ?, ?)"
        values = (spec.priority, spec.model_dump_json(), json.dumps(versions), time.time())
        return self.db.execute(columns, values).lastrowid

    def get(self, number: int) -> Test | None:
        """The test with this number."""
        return next(iter(self._tests("WHERE id = ?", number)), None)

    def queue(self) -> list[Test]:
        """The open tests in the order in which they are played: by priority, then by age."""
        return self._tests("WHERE state IN ('running', 'queued') ORDER BY priority DESC, id")

    def ended(self, limit: int, offset: int = 0) -> list[Test]:
        """Tests that have ended, the last ones first."""
        words = "WHERE state NOT IN ('running', 'queued') ORDER BY ended DESC, id DESC LIMIT ? OFFSET ?"
        return self._tests(words, limit, offset)

    def _tests(self, words: str, *values) -> list[Test]:
        rows = self.db.execute(f"SELECT * FROM tests {words}", values)
        return [
            Test(
                **{
                    **dict(row),
                    "spec": Spec.model_validate_json(row["spec"]),
                    "versions": json.loads(row["versions"]),
                    "standing": json.loads(row["standing"]) if row["standing"] else None,
                }
            )
            for row in rows
        ]

    def begin(self, number: int) -> bool:
        """Notes that a queued test is being played. Returns false if it has been stopped meanwhile."""
        words = """UPDATE tests SET state = 'running', started = coalesce(started, ?)
            WHERE id = ? AND state = 'queued'"""
        return self.db.execute(words, (time.time(), number)).rowcount > 0

    def pause(self, number: int | None = None) -> None:
        """Puts a running test, or all of them, back into the queue."""
        words = "UPDATE tests SET state = 'queued' WHERE state = 'running' AND id = coalesce(?, id)"
        self.db.execute(words, (number,))

    def end(self, number: int, state: str, error: str = "") -> bool:
        """Ends an open test. Returns false if it has ended before."""
        words = (
            "UPDATE tests SET state = ?, error = ?, ended = ? WHERE id = ? AND state IN ('running', 'queued')"
        )
        return self.db.execute(words, (state, error, time.time(), number)).rowcount > 0

    def resume(self, number: int) -> bool:
        """Queues a test again that was stopped or ended with an error. Returns false for others."""
        words = "UPDATE tests SET state = 'queued', error = '', ended = NULL WHERE id = ? AND state IN (?, ?)"
        return self.db.execute(words, (number, "stopped", "error")).rowcount > 0

    def set_priority(self, number: int, priority: int) -> None:
        """Changes the priority of a test."""
        self.db.execute("UPDATE tests SET priority = ? WHERE id = ?", (priority, number))

    def add_standing(self, number: int, standing: dict) -> None:
        """Keeps the last standing of a test, and a point of the course of its LLR."""
        games = standing["games"]
        # Without a transaction: a point whose standing is lost with the service does no harm.
        if standing["sprt"]:
            point = (number, games, standing["sprt"]["llr"])
            self.db.execute("INSERT OR REPLACE INTO points VALUES (?, ?, ?)", point)
        words = "UPDATE tests SET games = ?, standing = ? WHERE id = ?"
        self.db.execute(words, (games, json.dumps(standing), number))

    def points(self, number: int) -> list[tuple[int, float]]:
        """The LLR after each number of games."""
        rows = self.db.execute("SELECT games, llr FROM points WHERE test = ? ORDER BY games", (number,))
        return [tuple(row) for row in rows]

    def add_share(self, node: str, number: int, games: int) -> None:
        """Counts the games of a share that a node has finished."""
        self.db.execute("INSERT INTO shares VALUES (?, ?, ?, ?)", (node, number, games, time.time()))

    def see(self, node: str, host: str, cores: int) -> None:
        """Notes that a node is in the cluster now."""
        now = time.time()
        words = """INSERT INTO machines (node, host, cores, joined, seen) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (node) DO UPDATE SET cores = excluded.cores, seen = excluded.seen"""
        self.db.execute(words, (node, host, cores, now, now))

    def describe_machine(self, node: str, processor: str, version: str, speed: int | None) -> None:
        """Keeps what a node has reported about itself."""
        words = "UPDATE machines SET processor = ?, version = ?, speed = ? WHERE node = ?"
        self.db.execute(words, (processor, version, speed, node))

    def machines(self, since: float) -> list[dict]:
        """The machines seen since then, with the games that each played in the last hour and in all."""
        words = """SELECT machines.*, coalesce(sum(games), 0) AS games,
            coalesce(sum(games) FILTER (WHERE ended > ?), 0) AS games_an_hour
            FROM machines LEFT JOIN shares USING (node) WHERE seen > ? GROUP BY node ORDER BY host, joined"""
        return [dict(row) for row in self.db.execute(words, (time.time() - 3600, since))]
