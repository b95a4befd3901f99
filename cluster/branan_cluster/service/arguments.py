"""The arguments of the service and of its client."""

import argparse
import os


def add_service(commands, parents: list[argparse.ArgumentParser], positive) -> None:
    """Adds `serve`. `parents` have the options that it shares with other commands."""
    serve = commands.add_parser(
        "serve",
        parents=parents,
        help="serve a queue of tests",
        description="Serves a queue of tests of engines, plays them on a cluster and shows them on pages. "
        "Anyone who has the token can run programs on this machine and on the nodes.",
    )
    serve.add_argument(
        "--db", required=True, metavar="FILE", help="the database; FILE's folder also gets the records"
    )
    serve.add_argument(
        "--listen",
        type=listen,
        default=("127.0.0.1", 8484),
        metavar="HOST:PORT",
        help="the address of the pages (default: 127.0.0.1:8484); port 0 takes a free one",
    )
    serve.add_argument(
        "--token-file",
        metavar="FILE",
        help="the token; made if missing (default: the database's name with .token)",
    )
    serve.add_argument("--public", action="store_true", help="let everyone read without the token")
    serve.add_argument("--url", help="the site's address in links, if it differs from --listen")
    serve.add_argument(
        "--repository", metavar="URL", help="the git repository of revisions that name no other"
    )
    serve.add_argument(
        "--build",
        default="cargo build --release --locked",
        metavar="COMMAND",
        help="the shell command that builds a revision (default: %(default)s)",
    )
    serve.add_argument(
        "--product",
        default="target/release/branan",
        metavar="FILE",
        help="the program that it makes (default: %(default)s)",
    )
    serve.add_argument(
        "--pairs", type=positive, metavar="N", help="pairs of games per share (default: 1 to 10)"
    )


def listen(text: str) -> tuple[str, int]:
    """Parses HOST:PORT. An IPv6 address is in brackets."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is not HOST:PORT")
    return host, int(port)


def add_client(commands) -> None:
    """Adds the commands of the client."""
    server = argparse.ArgumentParser(add_help=False)
    server.add_argument(
        "--server",
        default=os.environ.get("BRANAN_CLUSTER_SERVER", "http://127.0.0.1:8484"),
        metavar="URL",
        help="the service (default: BRANAN_CLUSTER_SERVER, or http://127.0.0.1:8484)",
    )
    server.add_argument("--token-file", metavar="FILE", help="the token (default: from BRANAN_CLUSTER_TOKEN)")
    add_submit(commands.add_parser("submit", parents=[server], help="submit a test to a service"))
    tests = commands.add_parser(
        "tests", parents=[server], help="list the open tests of a service and the last 50 that ended"
    )
    tests.add_argument("id", type=int, nargs="?", help="print all of one test, in JSON")
    tests.add_argument(
        "--page", type=int, default=1, metavar="N", help="list the next 50 that ended, on pages from 2"
    )
    tests.add_argument("--json", action="store_true", help="print JSON")
    stop = commands.add_parser("stop", parents=[server], help="stop a test")
    stop.add_argument("id", type=int)
    resume = commands.add_parser(
        "resume", parents=[server], help="resume a test that was stopped or had an error"
    )
    resume.add_argument("id", type=int)
    priority = commands.add_parser("priority", parents=[server], help="change the priority of a test")
    priority.add_argument("id", type=int)
    priority.add_argument("priority", type=int, help="higher ones are played first")


def add_submit(submit: argparse.ArgumentParser) -> None:
    """Adds the arguments of `submit`."""
    engine = (
        "path=PROGRAM on the service's machine, or revision=REVISION [repository=URL]; option.NAME=VALUE "
        "sets an option, proto=opentafl or proto=tablut another protocol, args=… the program's arguments"
    )
    submit.add_argument(
        "--candidate", required=True, nargs="+", metavar="KEY=VALUE", help=f"the engine to test: {engine}"
    )
    submit.add_argument(
        "--base", required=True, nargs="+", metavar="KEY=VALUE", help="the engine to test against"
    )
    submit.add_argument("--variant", required=True, metavar="NAME", help="rulesets, separated by commas")
    submit.add_argument(
        "--each", required=True, metavar="KEY=VALUE", help="tc=10+0.1, st=0.1, nodes=1000 or depth=5"
    )
    submit.add_argument(
        "--sprt",
        nargs="*",
        metavar="KEY=VALUE",
        help="stop once this test decides: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized",
    )
    submit.add_argument("--games", type=int, metavar="N", help="games to play at most (with --sprt: 40000)")
    submit.add_argument(
        "--openings",
        metavar="FILE",
        help="openings on the service's machine; {variant} stands for the ruleset",
    )
    submit.add_argument(
        "--max-moves", type=int, metavar="N", help="end a game as drawn after this many moves of each player"
    )
    submit.add_argument(
        "--known-wins", action="store_true", help="end a game as soon as the side to move can win"
    )
    submit.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the order of openings (default: 0)"
    )
    submit.add_argument(
        "--priority", type=int, default=0, metavar="N", help="higher ones are played first (default: 0)"
    )
    submit.add_argument("--note", default="", help="the purpose of the test")
    submit.add_argument("--author", help="your name (default: the user's)")
