"""`branan-cluster submit`, `tests`, `stop`, `resume` and `priority`: the client of the service's API."""

import argparse
import getpass
import json
import os
import urllib.error
import urllib.request
from pathlib import Path

from ..failure import Failure

# Time limit of a request, in seconds. A submission may fetch from a repository.
TIME_LIMIT = 330


# The keys of an engine besides its options, and what the API calls them.
KEYS = {
    "path": "path",
    "revision": "revision",
    "repository": "repository",
    "proto": "protocol",
    "args": "args",
}


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, because the token would go along."""

    def redirect_request(self, *_):
        """Refuses the redirect."""
        return None


def request(args: argparse.Namespace, path: str, body: dict | None = None):
    """The answer of the service, from JSON. Sends `body` with POST."""
    url = args.server.rstrip("/") + path
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    if token := read_token(args.token_file):
        headers["Authorization"] = f"Bearer {token}"
    try:
        asked = urllib.request.Request(url, data, headers)
        with urllib.request.build_opener(NoRedirects).open(asked, timeout=TIME_LIMIT) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as failed:
        raise Failure(error_of(failed), code=1) from failed
    except (OSError, ValueError) as failed:
        reason = getattr(failed, "reason", failed)
        raise Failure(f"no service answers at {args.server}: {reason}", code=1) from failed


def error_of(failed: urllib.error.HTTPError) -> str:
    """The message in an answer with an error."""
    try:
        return json.load(failed)["error"]
    except (ValueError, KeyError, TypeError, OSError):
        return f"{failed.url} answered {failed.code} {failed.reason}"


def read_token(file: str | None) -> str:
    """The token from a file, or from the environment."""
    if file is None:
        return os.environ.get("BRANAN_CLUSTER_TOKEN", "").strip()
    try:
        return Path(file).read_text().strip()
    except OSError as failed:
        raise Failure(f"{file}: {failed.strerror}") from failed


def run_submit(args: argparse.Namespace) -> int:
    """Submits a test and prints its page."""
    spec = {
        "candidate": version(args.candidate),
        "base": version(args.base),
        "variants": args.variant.split(","),
        "limits": args.each,
        "sprt": None if args.sprt is None else dict(map(pair, args.sprt)),
        "games": args.games,
        "openings": args.openings,
        "max_moves": args.max_moves,
        "known_wins": args.known_wins,
        "seed": args.seed,
        "priority": args.priority,
        "note": args.note,
        "author": getpass.getuser() if args.author is None else args.author,
    }
    answer = request(args, "/api/tests", spec)
    print(f"test {answer['id']}: {answer['url']}")
    return 0


def version(words: list[str]) -> dict:
    """An engine from KEY=VALUE words."""
    found: dict = {"options": {}}
    for key, value in map(pair, words):
        if key.startswith("option."):
            found["options"][key.removeprefix("option.")] = value
        elif key in KEYS:
            found[KEYS[key]] = value
        else:
            raise Failure(f"{key} is no key of an engine; the keys are {', '.join(KEYS)} and option.NAME")
    return found


def pair(word: str) -> tuple[str, str]:
    """Splits KEY=VALUE."""
    key, equals, value = word.partition("=")
    if not equals:
        raise Failure(f"{word} is not KEY=VALUE")
    return key, value


def run_tests(args: argparse.Namespace) -> int:
    """Prints the tests as a table, or one of them."""
    if args.id is not None:
        print(json.dumps(request(args, f"/api/tests/{args.id}"), indent=1, ensure_ascii=False))
        return 0
    tests = request(args, f"/api/tests?page={args.page}")
    if args.json:
        print(json.dumps(tests, indent=1, ensure_ascii=False))
        return 0
    rows = [
        ("ID", "STATE", "PRIORITY", "GAMES", "LLR", "ELO", "CANDIDATE", "BASE", "AUTHOR"),
        *map(row, tests),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())
    return 0


def row(test: dict) -> tuple[str, ...]:
    """A test's cells in the table."""
    sprt, elo = test["sprt"], test["elo"]
    measured = elo is not None and elo["value"] is not None and elo["error"] is not None
    return (
        str(test["id"]),
        test["state"],
        str(test["priority"]),
        str(test["games"]),
        f"{sprt['llr']:.2f} ({sprt['lower']:.2f}, {sprt['upper']:.2f})" if sprt else "-",
        f"{elo['value']:+.1f} ± {elo['error']:.1f}" if measured else "-",
        *map(printable, test["versions"]),
        printable(test["spec"]["author"]) or "-",
    )


def printable(text: str) -> str:
    """Text of others without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def run_change(args: argparse.Namespace) -> int:
    """Stops or resumes a test, or changes its priority."""
    body = {"priority": args.priority} if args.command == "priority" else {}
    test = request(args, f"/api/tests/{args.id}/{args.command}", body)
    print(f"test {test['id']}: {test['state']}, priority {test['priority']}")
    return 0
