"""What the pages and the API show of a test."""

import asyncio
import json
import subprocess
import time
from pathlib import Path

from ..failure import Failure
from .store import Test

# The size of the plot, and the margins with its labels.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 260, 76, 16, 16, 36

# The number of points that a plot draws.
MAX_POINTS = 400

# The states of commit statuses on GitHub.
STATUS = {
    **{"queued": "pending", "running": "pending", "passed": "success", "failed": "failure"},
    **{"stopped": "error", "error": "error"},
}


def as_json(test: Test) -> dict:
    """A test in the API."""
    copied = ("id", "state", "priority", "created", "started", "ended", "games", "error")
    return {
        **{name: getattr(test, name) for name in copied},
        "versions": names(test),
        "spec": test.spec.model_dump(exclude={"priority"}),
        "sprt": test.standing and test.standing["sprt"],
        "elo": elo(test, "elo"),
        "nelo": elo(test, "nelo"),
    }


def names(test: Test) -> list[str]:
    """The names of the candidate and the base, with their options."""
    return [
        " ".join([pinned["label"], *(f"{name}={value}" for name, value in version.options.items())])
        for pinned, version in zip(test.versions, test.spec.versions, strict=True)
    ]


def title(test: Test) -> str:
    """The names of both engines."""
    return " – ".join(names(test))


def status(test: Test, url: str) -> dict:
    """The state of a test in the form of a commit status on GitHub."""
    # Without an SPRT, playing all games is a success. With one it decides nothing.
    finished = "failure" if test.spec.sprt else "success"
    return {
        "state": STATUS.get(test.state, finished),
        "description": describe(test)[:140],
        "target_url": f"{url}/tests/{test.id}",
        "context": f"branan-cluster/{test.id}",
    }


def describe(test: Test) -> str:
    """A test's result in one line."""
    if test.state == "error":
        return f"error: {test.error}"
    state = test.state if test.state != "finished" or not test.spec.sprt else "undecided"
    return ", ".join([state, *summary(test)])


def summary(test: Test) -> list[str]:
    """The figures of a test."""
    words = []
    if test.standing and test.standing["sprt"]:
        words.append(llr(test))
    if test.games:
        words += [f"{test.games} games", f"Elo {show_elo(test, 'elo')}"]
    return words


def elo(test: Test, kind: str) -> dict | None:
    """The candidate's Elo or normalized Elo against the base."""
    rating = test.standing and test.standing["players"][0]["rating"]
    return rating and rating[kind]


def show_elo(test: Test, kind: str) -> str:
    """An Elo difference with its error."""
    found = elo(test, kind)
    if not found or found["value"] is None:
        return "not measurable"
    error = "" if found["error"] is None else f" ± {found['error']:.1f}"
    return f"{found['value']:+.1f}{error}".replace("-", "−")


def llr(test: Test) -> str:
    """The log-likelihood ratio with its bounds."""
    sprt = test.standing and test.standing["sprt"]
    if not sprt:
        return "–"
    return f"LLR {sprt['llr']:.2f} ({sprt['lower']:.2f}, {sprt['upper']:.2f})".replace("-", "−")


def ago(moment: float | None, now: float) -> str:
    """How long ago a moment was."""
    if moment is None:
        return "–"
    seconds = max(0, now - moment)
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit} ago"
    return f"{seconds:.0f} s ago"


def date(moment: float | None) -> str:
    """A moment in UTC."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(moment)) if moment else "–"


def faults(test: Test) -> list[tuple[str, dict[str, int]]]:
    """The faults of each player: crashes, time losses and the like."""
    players = test.standing["players"] if test.standing else []
    return [(player["name"], player["faults"]) for player in players]


def percent(score: dict[str, int]) -> str:
    """The share of points of wins, draws and losses."""
    games = sum(score.values())
    return f"{100 * (score['wins'] + score['draws'] / 2) / games:.1f} %" if games else "–"


FILTERS = {
    "ago": ago,
    "date": date,
    "faults": faults,
    "llr": llr,
    "percent": percent,
    "show_elo": show_elo,
    "summary": summary,
    "title": title,
}


def plot(points: list[tuple[int, float]], standing: dict | None) -> dict | None:
    """The coordinates of a plot of the LLR over the games."""
    if not standing or not standing["sprt"] or not points:
        return None
    sprt = standing["sprt"]
    most = points[-1][0]
    # A test may be stopped before its first game.
    if most == 0:
        return None
    points = [(0, 0.0), *thinned(points)]
    values = [value for _, value in points] + [sprt["lower"], sprt["upper"], 0.0]
    low, high = min(values), max(values)
    margin = 0.06 * (high - low)
    low, high = low - margin, high + margin

    def x(games: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * games / most, 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "line": " ".join(f"{x(games)},{y(value)}" for games, value in points),
        "levels": [
            {"y": y(value), "text": f"{value:.2f}".replace("-", "−"), "kind": kind}
            for value, kind in ((sprt["upper"], "bound"), (0.0, "zero"), (sprt["lower"], "bound"))
        ],
        "ticks": [{"x": x(games), "text": games} for games in ticks(most)],
    }


def thinned(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """At most about `MAX_POINTS` of the points, with the last one."""
    step = -(-len(points) // MAX_POINTS)
    return [*points[:-1:step], points[-1]]


def ticks(most: int) -> list[int]:
    """Round numbers from 0 to `most`, at most six."""
    step = next(size * 10**power for power in range(10) for size in (1, 2, 5) if most < 6 * size * 10**power)
    return list(range(0, most + 1, step))


async def report(branan: Path, record: Path) -> Path:
    """The page that `branan report` makes of a record. Made again after further games."""
    page, note = record.with_name("report.html"), record.with_name("report.json")
    state = json.dumps([record.stat().st_size, record.stat().st_mtime_ns])
    if page.exists() and note.exists() and note.read_text() == state:
        return page
    partial = record.with_name("report.partial.html")
    words = [str(branan), "report", str(record), "--output", str(partial)]
    process = await asyncio.create_subprocess_exec(
        *words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        _, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode != 0:
        raise Failure(f"no report: {errors.decode(errors='replace').strip()}")
    partial.rename(page)
    note.write_text(state)
    return page
