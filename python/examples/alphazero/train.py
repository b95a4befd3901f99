"""Trains the baseline: `python -m alphazero.train weights.pt --hours 2`, from `python/examples`.

It writes `weights.pt` once a minute and at the end, also after Ctrl-C. If the file exists, it resumes from it
and trains for another `--hours`; only the positions to learn from are lost.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import torch

import branan

from .learner import Learner
from .memory import Memory
from .model import BASELINE, Model, load
from .options import amount, count, count_or_zero, device, output_file
from .selfplay import SelfPlay, random_games

if TYPE_CHECKING:
    from .workers import Workers

SAVED_EVERY = 60
"""Seconds."""


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    add = parser.add_argument
    add("weights", type=output_file, help="the file of weights, read if it is there")
    add("--ruleset", default=argparse.SUPPRESS, help="the game (default: the file's, or brandubh)")
    add("--hours", type=amount, default=2.0, help="how long to train")
    add(
        "--network",
        default=argparse.SUPPRESS,
        help=f"the network's class (default: the file's, or {BASELINE})",
    )
    add("--shape", nargs="+", default=argparse.SUPPRESS, help="its numbers, such as width=64 blocks=6")
    add("--games", type=count, default=128, help="games played side by side, by each worker")
    add("--simulations", type=count, default=16, help="of each search")
    add("--max-moves", type=count, default=100, help="moves of both sides, after which a game is a draw")
    add(
        "--handicap",
        type=count_or_zero,
        default=40,
        help="the side that wins more makes random moves among this many first moves of both; 0: none",
    )
    add("--plies", type=count, default=8, help="moves in each game before the network learns")
    add("--batch", type=count, default=256, help="positions of a step")
    add("--uses", type=amount, default=4.0, help="how often each position is learnt from")
    add("--rate", type=amount, default=2e-3, help="the learning rate, which falls to a tenth")
    add("--warm-up", type=count_or_zero, default=30_000, help="positions of random games to begin with")
    add("--memory", type=count, default=150_000, help="positions to draw from")
    add("--threads", type=count, default=1, help="threads of PyTorch")
    add("--workers", type=count_or_zero, default=0, help="workers of Ray that play; 0: this process plays")
    add("--bfloat16", action="store_true", help="faster on GPUs and on processors with AVX-512 BF16 or AMX")
    add(
        "--device",
        type=device,
        default="cuda" if torch.cuda.is_available() else "cpu",
        help="where the network learns",
    )
    add("--seed", type=count_or_zero, default=0, help="of all that is random")
    return parser.parse_args(given)


def read_shape(words: list[str]) -> dict[str, int]:
    """The numbers of a network: `width=64 blocks=6`. Raises `ValueError` on other words."""
    pairs = [word.partition("=") for word in words]
    for name, _, number in pairs:
        if not (name and number.isdecimal() and int(number)):
            raise ValueError(f"--shape takes words such as width=64, with numbers above 0, not {name!r}")
    return {name: int(number) for name, _, number in pairs}


def begin(options: argparse.Namespace) -> tuple[Model, dict[str, Any]]:
    """The model to train, and what its file says. Raises `ValueError` if the file has other settings."""
    where = {"device": options.device, "bfloat16": options.bfloat16}
    asked = {name: value for name, value in vars(options).items() if name in ("ruleset", "network", "shape")}
    game = branan.Game(asked.get("ruleset", "brandubh"))
    shape = read_shape(asked.get("shape", []))
    if not options.weights.exists():
        model = Model(game.size, asked.get("network", BASELINE), shape, **where)
        return model, {"ruleset": game.ruleset.name}
    model, saved = load(options.weights, **where)
    same = {
        "ruleset": game.ruleset.name == saved["ruleset"],
        "network": asked.get("network") == model.kind,
        "shape": shape.items() <= model.shape.items(),
    }
    found = {"ruleset": saved["ruleset"], "network": model.kind, "shape": model.shape}
    for name in asked:
        if not same[name]:
            raise ValueError(f"{options.weights} has the {name} {found[name]}; name a new file for another")
    return model, saved


def players(options: argparse.Namespace, model: Model, saved: dict[str, Any]) -> SelfPlay | Workers:
    """Those who play the games."""
    settings = {
        "ruleset": saved["ruleset"],
        "games": options.games,
        "simulations": options.simulations,
        "max_moves": options.max_moves,
        "handicap": options.handicap,
        "tilt": saved.get("tilt", 0.0),
        "seed": options.seed + int(saved.get("spent", 0)),
    }
    if not options.workers:
        return SelfPlay(evaluate=model.evaluate, **settings)
    try:
        from .workers import Workers
    except ModuleNotFoundError as error:
        raise ValueError("--workers needs Ray: pip install ray") from error
    return Workers(options.workers, model, settings)


def train(options: argparse.Namespace) -> Model:
    """Plays and learns until the time is over, or until Ctrl-C. Returns what the file has at the end."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    model, saved = begin(options)
    learner = Learner(model, options.rate, options.batch)
    if "learner" in saved:
        learner.go_on(saved["learner"])
        print(f"going on with {options.weights}, trained for {saved['spent']:.0f} s", flush=True)
    memory = Memory(model.size, options.memory, options.seed)
    source = players(options, model, saved)
    start = saved_at = time.monotonic()
    tilt = saved.get("tilt", 0.0)
    warmed_up = "learner" in saved

    def save() -> Model:
        average = learner.averaged()
        more = {"ruleset": saved["ruleset"], "tilt": tilt}
        # Without it, a run that was stopped in its warm-up begins with one again.
        if warmed_up:
            more["learner"] = learner.state()
        average.save(options.weights, spent=saved.get("spent", 0.0) + time.monotonic() - start, **more)
        return average

    # Now, so that a file that cannot be written is known before an hour is over.
    save()
    try:
        if not warmed_up and options.warm_up:
            warm_up(options, saved["ruleset"], learner, memory)
        warmed_up = True
        last = time.monotonic()
        while (elapsed := time.monotonic() - start) < options.hours * 3600:
            positions, tally = source.play(options.plies)
            rate = options.games * options.plies / (time.monotonic() - last)
            last, tilt = time.monotonic(), tally.tilt
            if positions is None:
                continue
            memory.add(positions)
            left = 1 - elapsed / (options.hours * 3600)
            losses = learner.learn(memory, len(positions.values), options.uses, left)
            text = f"{tally}; {memory.count} positions{words(losses)}, {rate:.0f} moves/s"
            report(time.monotonic() - start, text)
            if time.monotonic() - saved_at > SAVED_EVERY:
                saved_at = time.monotonic()
                save()
    except KeyboardInterrupt:
        print(f"stopped; {options.weights} has what was learnt", flush=True)
    return save()


def warm_up(options: argparse.Namespace, ruleset: str, learner: Learner, memory: Memory) -> None:
    """Random games teach the network what a won position looks like, much faster than its own ones."""
    report(0, f"playing random games for {options.warm_up} positions, and learning from them")
    start = time.monotonic()
    memory.add(random_games(ruleset, options.warm_up, options.max_moves, options.seed))
    losses = learner.steps(memory, 2 * memory.count // options.batch)
    report(time.monotonic() - start, f"{memory.count} positions of random games{words(losses)}")


def words(losses: tuple[float, float] | None) -> str:
    """The losses, or nothing if no step was taken."""
    return f", policy {losses[0]:.3f}, value {losses[1]:.3f}" if losses else ""


def report(seconds: float, text: str) -> None:
    """Prints a line about the training."""
    spent = time.process_time()
    print(f"{seconds:.0f} s: {text}, {spent:.0f} s of this process's processor time", flush=True)


def main(given: list[str] | None = None) -> None:
    """Trains, or says in one line why it cannot."""
    try:
        train(arguments(given))
    except (ValueError, OSError, branan.RulesetError) as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
