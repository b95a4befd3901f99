"""`branan-cluster`: what `branan match` and `branan datagen` do, on a Ray cluster."""

import argparse
import shutil
import sys
from pathlib import Path

from .address import check_answers
from .failure import Failure


def build_parser() -> argparse.ArgumentParser:
    """The arguments that come before `--`."""
    parser = argparse.ArgumentParser(prog="branan-cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--address",
        help="the Ray cluster: HOST:6379, or 'auto' for the one of this machine (default: start one here)",
    )
    common.add_argument(
        "--branan",
        default="branan",
        metavar="PROGRAM",
        help="the program that runs on the nodes (default: branan, from PATH)",
    )
    common.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="-- ARGUMENTS",
        help="the arguments of the command of branan",
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
        help="pairs of games in a share, the unit that is sent to a node (default: 1)",
    )
    match.add_argument(
        "--cores",
        type=positive,
        metavar="N",
        help="cores of one game (default: as many as its engines have threads)",
    )
    datagen = commands.add_parser(
        "datagen",
        parents=[common],
        help="generate positions to learn from",
        description="Runs 'branan datagen ARGUMENTS' on a cluster, each share with a seed of its own.",
    )
    datagen.add_argument(
        "--shares",
        type=positive,
        default=100,
        metavar="N",
        help="parts of the work, which share the positions among them (default: 100)",
    )
    return parser


def positive(text: str) -> int:
    """A whole number above zero."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def main() -> int:
    """Does what the command line says; the exit code is that of `branan`, or 2 after a mistake."""
    args = build_parser().parse_args()
    args.words = args.words[1:] if args.words[:1] == ["--"] else args.words
    try:
        args.branan = program(args.branan)
        check_answers(args.address)
        return run(args)
    except Failure as failure:
        print(f"branan-cluster: {failure}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        return 130


def run(args: argparse.Namespace) -> int:
    """Runs a command. Ray comes in only here."""
    from .datagen import run_datagen
    from .match import run_match

    return {"match": run_match, "datagen": run_datagen}[args.command](args)


def program(name: str) -> Path:
    """The absolute path of a program."""
    found = shutil.which(name)
    if found is None:
        raise Failure(f"no program {name}; name the one to use with --branan")
    return Path(found).absolute()


if __name__ == "__main__":
    sys.exit(main())
