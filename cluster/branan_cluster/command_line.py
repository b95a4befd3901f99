"""`branan-cluster`: runs `branan match`, `branan datagen` and a queue of tests on a Ray cluster."""

import argparse
import shutil
import sys
from pathlib import Path

from .address import check_answers
from .failure import Failure
from .service.arguments import add_client, add_service


def build_parser() -> argparse.ArgumentParser:
    """The parser of the arguments before `--`."""
    parser = argparse.ArgumentParser(prog="branan-cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    cluster = argparse.ArgumentParser(add_help=False)
    cluster.add_argument(
        "--address",
        help="the Ray cluster: HOST:6379, or 'auto' for a cluster on this machine (default: start one here)",
    )
    cluster.add_argument(
        "--branan",
        default="branan",
        metavar="PROGRAM",
        help="the program to run on the nodes (default: branan, from PATH)",
    )
    common = argparse.ArgumentParser(add_help=False, parents=[cluster])
    common.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="-- ARGUMENTS",
        help="the arguments of the branan command",
    )
    match = commands.add_parser(
        "match",
        parents=[common],
        help="play a match",
        description="Plays 'branan match ARGUMENTS' on a cluster.",
    )
    match.add_argument(
        "--pairs",
        type=positive,
        default=1,
        metavar="N",
        help="pairs of games per share, the unit of work for a node (default: 1)",
    )
    match.add_argument(
        "--cores",
        type=positive,
        metavar="N",
        help="cores per game (default: as many as its engines have threads)",
    )
    datagen = commands.add_parser(
        "datagen",
        parents=[common],
        help="generate training positions",
        description="Runs 'branan datagen ARGUMENTS' on a cluster, each share with its own seed.",
    )
    datagen.add_argument(
        "--shares",
        type=positive,
        default=100,
        metavar="N",
        help="number of parts to divide the positions into (default: 100)",
    )
    add_service(commands, cluster, positive)
    add_client(commands)
    return parser


def positive(text: str) -> int:
    """Parses an integer above zero."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def main() -> int:
    """Runs the command line. Exits with the code of `branan`, or with 2 after a mistake."""
    args = build_parser().parse_args()
    try:
        return run(args)
    except Failure as failure:
        print(f"branan-cluster: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        return 130


def run(args: argparse.Namespace) -> int:
    """Runs a command."""
    if "branan" in args:
        return run_on_cluster(args)
    from .service.client import run_change, run_submit, run_tests

    return {"submit": run_submit, "tests": run_tests}.get(args.command, run_change)(args)


def run_on_cluster(args: argparse.Namespace) -> int:
    """Runs a command on a cluster. Ray comes in only here."""
    if "words" in args:
        args.words = args.words[1:] if args.words[:1] == ["--"] else args.words
    args.branan = program(args.branan)
    check_answers(args.address)
    from .datagen import run_datagen
    from .match import run_match
    from .service.serve import run_serve

    return {"match": run_match, "datagen": run_datagen, "serve": run_serve}[args.command](args)


def program(name: str) -> Path:
    """The absolute path of a program."""
    found = shutil.which(name)
    if found is None:
        raise Failure(f"program {name} not found; choose one with --branan")
    return Path(found).absolute()


if __name__ == "__main__":
    sys.exit(main())
