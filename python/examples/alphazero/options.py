"""The numbers and files of command lines."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import branan


def count(text: str) -> int:
    """A whole number above 0."""
    return _at_least(1, text)


def count_or_zero(text: str) -> int:
    """A whole number, which may be 0."""
    return _at_least(0, text)


def amount(text: str) -> float:
    """A number above 0."""
    number = float(text)
    if not (number > 0 and math.isfinite(number)):
        raise argparse.ArgumentTypeError(f"expected a number above 0, not {text}")
    return number


def input_file(text: str) -> Path:
    """A file that is there."""
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {path}")
    return path


def output_file(text: str) -> Path:
    """A file in a folder that is there."""
    path = Path(text)
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}; make it first")
    if path.exists() and not path.is_file():
        raise argparse.ArgumentTypeError(f"{path} is not a file")
    return path


def ruleset(name: str) -> str:
    """The full name of a ruleset."""
    try:
        return branan.Game(name).ruleset.name
    except branan.RulesetError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def device(text: str) -> str:
    """A device that PyTorch can use here."""
    import torch

    try:
        torch.empty(0, device=text)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise argparse.ArgumentTypeError(f"{text} cannot be used here: {reason}") from error
    return text


def _at_least(least: int, text: str) -> int:
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"expected a whole number from {least}, not {text}")
    return number
