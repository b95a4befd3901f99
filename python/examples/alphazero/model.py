"""A network of any kind, as the search uses it and as a file keeps it."""

from __future__ import annotations

import importlib
import inspect
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

PLANES = 6
"""Of an observation."""

BASELINE = "alphazero.network:Network"
"""The kind of the baseline's network."""


class Model:
    """A network for boards of one size."""

    def __init__(
        self,
        size: int,
        kind: str = BASELINE,
        shape: dict[str, int] | None = None,
        *,
        device: str = "cpu",
        bfloat16: bool = False,
    ) -> None:
        """`kind` names its class as `module:Class`, which is called with `size` and with `shape`."""
        made = network_class(kind)
        numbers = {
            name: parameter.default
            for name, parameter in inspect.signature(made).parameters.items()
            if isinstance(parameter.default, int)
        }
        if unknown := set(shape or {}) - set(numbers):
            raise ValueError(f"{kind} has no number {unknown.pop()!r}; it has {', '.join(numbers) or 'none'}")
        self.size, self.kind, self.shape = size, kind, {**numbers, **(shape or {})}
        self.device, self.bfloat16 = device, bfloat16
        try:
            self.network = made(size, **self.shape).to(device).eval()
        except (TypeError, RuntimeError) as error:
            raise ValueError(f"{kind} cannot be made from the board's size: {error}") from error
        self._check()

    def _check(self) -> None:
        """Refuses a network whose answers do not fit the board, before time is spent on it."""
        size = self.size
        try:
            logits, values = self.evaluate(np.zeros((2, PLANES, size, size), np.uint8))
        except (RuntimeError, TypeError, ValueError, AttributeError, LookupError) as error:
            raise ValueError(f"{self.kind} cannot evaluate planes of type uint8: {error}") from error
        shapes, expected = (logits.shape, values.shape), ((2, 2 * size**3), (2,))
        if shapes != expected:
            raise ValueError(f"{self.kind} answers 2 positions with the shapes {shapes}, not {expected}")

    def precision(self) -> torch.autocast:
        """What to compute with: bfloat16, which some processors do two to three times as fast, or floats."""
        return torch.autocast(torch.device(self.device).type, torch.bfloat16, enabled=self.bfloat16)

    @torch.inference_mode()
    def evaluate(self, planes: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The network for a search."""
        with self.precision():
            logits, values = self.network(torch.from_numpy(planes).to(self.device))
        return logits.float().cpu().numpy(), values.float().cpu().numpy()

    def save(self, path: Path, **more: Any) -> None:
        """Writes the weights, and what else is given, in place of the file."""
        part = path.with_name(path.name + ".part")
        made_from = {"size": self.size, "kind": self.kind, "shape": self.shape}
        with part.open("wb") as file:
            torch.save({**made_from, "weights": self.network.state_dict(), **more}, file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)


def network_class(kind: str) -> type[nn.Module]:
    """The class that `module:Class` names.

    Raises `ValueError` if there is none, or if it is not a network: files of weights name one too.
    """
    module, _, name = kind.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"no network {kind!r}, which should be module:Class ({error})") from error
    if not (isinstance(found, type) and issubclass(found, nn.Module)):
        raise ValueError(f"{kind!r} is not a class derived from torch.nn.Module")
    return found


def load(path: Path, *, device: str = "cpu", bfloat16: bool = False) -> tuple[Model, dict[str, Any]]:
    """A model from a file of weights, and all that is in the file. Raises `ValueError` if it is not one."""
    try:
        saved = torch.load(path, map_location="cpu", weights_only=True)
        model = Model(saved["size"], saved["kind"], saved["shape"], device=device, bfloat16=bfloat16)
        model.network.load_state_dict(saved["weights"])
        if "ruleset" not in saved:
            raise LookupError("it names no ruleset")
    except (
        pickle.UnpicklingError,
        EOFError,
        LookupError,
        TypeError,
        AttributeError,
        RuntimeError,
        OSError,
    ) as error:
        # PyTorch says what does not fit in the second line.
        said = " ".join(line.strip() for line in str(error).splitlines()[:2])
        reason = said[:300] or type(error).__name__
        raise ValueError(f"{path} is no file of weights that can be used ({reason})") from error
    if not all(part.isfinite().all() for part in model.network.state_dict().values()):
        raise ValueError(f"{path} has weights that are not finite")
    return model, saved
