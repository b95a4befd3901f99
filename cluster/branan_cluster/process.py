"""Programs on a node, which must not outlive the worker that started them."""

import ctypes
import signal
import subprocess
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def _die_with_parent() -> None:
    """Has the system end this process when its parent is gone, however that came about."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def start(words: list[str], errors: Path, stdout: int = subprocess.DEVNULL) -> subprocess.Popen:
    """Starts a program without input; what it says on standard error goes to a file."""
    with errors.open("wb") as file:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=file, preexec_fn=_die_with_parent
        )


def check_end(process: subprocess.Popen, errors: Path) -> None:
    """Waits for a program's end; raises what it said if that was not a good one."""
    code = process.wait()
    if code != 0:
        said = errors.read_text(errors="replace").strip()[-2000:]
        raise RuntimeError(f"{Path(str(process.args[0])).name} ended with code {code}: {said}")
