"""`branan-cluster`: runs matches, proofs, tuning, self-play and tests of engines on a Ray cluster."""

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
    scaling = argparse.ArgumentParser(add_help=False)
    scaling.add_argument(
        "--scale-clocks",
        type=positive,
        nargs="?",
        const=0,
        metavar="SPEED",
        help="multiply the times of engines on each node by this speed, in nodes a second, over the "
        "node's own; without a number, by that of this machine",
    )
    match = commands.add_parser(
        "match",
        parents=[common, scaling],
        help="play a match",
        description="Plays 'branan match ARGUMENTS' on a cluster.",
    )
    match.add_argument(
        "--pairs",
        type=positive,
        metavar="N",
        help="pairs of games per share, the unit of work for a node (default: 1 to 10, so that each core "
        "plays at least 8 shares)",
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
    balance = commands.add_parser(
        "balance",
        parents=[common],
        help="measure which side games favour",
        description="Runs 'branan balance ARGUMENTS' on a cluster.",
    )
    balance.add_argument(
        "--shares",
        type=positive,
        metavar="N",
        help="number of parts to divide the games into (default: eight for each core)",
    )
    commands.add_parser(
        "solve",
        parents=[common],
        help="prove who wins",
        description="Runs 'branan solve ARGUMENTS' with its jobs on a cluster. With --resume FILE among the "
        "arguments, finished jobs are kept.",
    )
    spsa = commands.add_parser(
        "spsa",
        parents=[common],
        help="tune parameters of the search",
        description="Runs the program spsa of Branán's source with its games on a cluster.",
    )
    spsa.add_argument(
        "--spsa",
        default="target/release/examples/spsa",
        metavar="PROGRAM",
        help="the program (default: target/release/examples/spsa)",
    )
    add_service(commands, [cluster, scaling], positive)
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
    if "spsa" in args:
        args.spsa = program(args.spsa, "--spsa")
    check_answers(args.address)
    from .balance import run_balance
    from .datagen import run_datagen
    from .match import run_match
    from .service.serve import run_serve
    from .solve import run_solve
    from .spsa import run_spsa

    commands = {
        "match": run_match,
        "datagen": run_datagen,
        "balance": run_balance,
        "solve": run_solve,
        "spsa": run_spsa,
        "serve": run_serve,
    }
    return commands[args.command](args)


def program(name: str, option: str = "--branan") -> Path:
    """The absolute path of a program."""
    found = shutil.which(name)
    if found is None:
        raise Failure(f"program {name} not found; choose one with {option}")
    return Path(found).absolute()


if __name__ == "__main__":
    sys.exit(main())
