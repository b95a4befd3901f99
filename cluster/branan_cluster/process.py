"""Programs on a node. They must not outlive the worker that started them."""

import collections
import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

# The number of lines of a program's standard error to keep.
LAST_LINES = 20


class Program:
    """A program, for use in a `with` block, which kills it at the end. It has input only if it `listens`."""

    def __init__(
        self,
        words: list[str],
        stdout: int = subprocess.DEVNULL,
        folder: Path | None = None,
        listens: bool = False,
    ):
        self.name = Path(words[0]).name
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE if listens else subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=folder,
            preexec_fn=die_with_parent(),
        )
        # Kept in memory, because a full disk may be the very error to report.
        self.said = collections.deque(maxlen=LAST_LINES)
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def _listen(self):
        for line in self.process.stderr:
            self.said.append(line.decode(errors="replace").rstrip())

    def say(self, lines: list[str]):
        """Sends lines to the program. If it has ended, reading from it tells so."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self.process.stdin.flush()

    def lines(self, silence: float) -> Iterator[str]:
        """Yields the lines of its output. Fails if it says nothing for `silence` seconds."""
        output, rest = self.process.stdout.fileno(), b""
        while select.select([output], [], [], silence)[0]:
            if not (more := os.read(output, 1 << 16)):
                return
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                yield line.decode(errors="replace").strip()
        raise RuntimeError(f"{self.name} said nothing for {silence:.0f} s")

    def check_end(self):
        """Waits for the program to end. Raises its last error lines if it failed."""
        code = self.process.wait()
        if code != 0:
            self.listener.join(timeout=5)
            said = "\n".join(line for line in self.said if line)
            raise RuntimeError(said or f"{self.name} ended with code {code} and said nothing")


def die_with_parent() -> Callable[[], None] | None:
    """A function for a new process to call first, so that the system ends it when its parent dies."""
    if sys.platform != "linux":
        return None
    library, set_death_signal = ctypes.CDLL(None), 1
    return lambda: library.prctl(set_death_signal, signal.SIGTERM)
