"""Programs and their folders on a node. They must not outlive the worker that started them."""

import collections
import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

# The number of lines of a program's standard error to keep.
LAST_LINES = 20

# Waits for a line, and runs a command if the input ends without one, since its writer was killed. In the
# background, because Ray kills the children of a worker with it; a shell takes the standard input from those.
GUARD = "{ (read -r end <&3 || { %s; }) & } 3<&0"

# Programs that are asked to end get a second for it. Their folders go after them.
KILL_GROUP = 'sleep 1; kill -KILL "-$0"'
REMOVE = 'sleep 2; rm -rf -- "$0"'


class Program:
    """A program, for use in a `with` block, which kills it and all that it started at the end.

    It has input only if it `listens`.
    """

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
            # The process group that ends with it.
            start_new_session=True,
        )
        self.guard = Guard(KILL_GROUP, self.process.pid)
        # Kept in memory, because a full disk may be the very error to report.
        self.said = collections.deque(maxlen=LAST_LINES)
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.guard.end()

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

    def check_end(self, limit: float | None = None):
        """Waits for the program to end, at most `limit` seconds. Raises its last error lines if it failed."""
        try:
            code = self.process.wait(limit)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"{self.name} took longer than {limit:.0f} s") from None
        if code != 0:
            self.listener.join(timeout=5)
            said = "\n".join(line for line in self.said if line)
            raise RuntimeError(said or f"{self.name} ended with code {code} and said nothing")


class Guard:
    """Runs a shell command if this process is killed first. The command finds the word as `$0`."""

    def __init__(self, command: str, word: object):
        # The shell has started the guard when it ends.
        self.shell = subprocess.Popen(
            ["/bin/sh", "-c", GUARD % command, str(word)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.shell.wait()

    def end(self):
        """Ends the guard without the command."""
        with contextlib.suppress(BrokenPipeError), self.shell.stdin as guard:
            guard.write(b"\n")


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a `with` block, which is removed at its end, also if the worker is killed in it."""
    with tempfile.TemporaryDirectory() as folder:
        guard = Guard(REMOVE, folder)
        try:
            yield Path(folder)
        finally:
            guard.end()


def die_with_parent() -> Callable[[], None] | None:
    """A function for a new process to call first, so that the system ends it when its parent dies."""
    if sys.platform != "linux":
        return None
    library, set_death_signal = ctypes.CDLL(None), 1
    return lambda: library.prctl(set_death_signal, signal.SIGTERM)
