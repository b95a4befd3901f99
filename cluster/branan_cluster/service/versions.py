"""The versions of engines: each is pinned when a test is submitted, and built once.

A pinned version is `{"key": …, "name": …, "label": …}`: its folder, the program's name in it, and its
name for readers. A version to be built also has `repository` and `commit`.
"""

import asyncio
import collections
import hashlib
import io
import os
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import ray

from ..failure import Failure
from ..nodes import Nodes, reporting
from ..process import Program, scratch
from .spec import Version

# Time limit of a fetch from a repository, in seconds.
FETCH_LIMIT = 300

# Time limit of a build, in seconds. The next one waits for it.
BUILD_LIMIT = 3600


@ray.remote(max_retries=0)
@reporting
def build_program(archive: bytes, command: str, product: str) -> Iterator[dict]:
    """Builds a program from an archive of its source. Yields its content, or the command's last lines.

    A build that fails is a result: it would fail on every node.
    """
    with scratch() as folder:
        source = folder / "source"
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(source, filter="tar")
        try:
            with Program(["sh", "-c", command], folder=source) as program:
                program.check_end(BUILD_LIMIT)
            yield {"program": (source / product).read_bytes()}
        except (OSError, RuntimeError) as failed:
            yield {"error": str(failed)}


class Versions:
    """The folder with all versions and the clones of their repositories."""

    def __init__(self, folder: Path, repository: str | None, command: str, product: str):
        self.folder = folder
        self.repository = repository
        self.command = command
        self.product = product
        # For each clone, which one fetch at a time may change.
        self.fetching = collections.defaultdict(asyncio.Lock)

    async def pin(self, version: Version) -> dict:
        """Copies the program, or finds the commit, so that later changes do not alter the test."""
        if version.path is not None:
            return await asyncio.to_thread(self._pin_program, Path(version.path))
        repository = version.repository or self.repository
        if repository is None:
            raise Failure("the service has no repository; name one with the revision, or give a path")
        commit = await self._commit(repository, version.revision)
        key = digest(repository, commit, self.command, self.product)
        label = f"{version.revision} ({commit[:10]})" if version.revision not in commit else commit[:10]
        name = Path(self.product).name
        return {"key": key, "name": name, "label": label, "repository": repository, "commit": commit}

    def _pin_program(self, path: Path) -> dict:
        if not path.is_absolute():
            raise Failure(f"{path} is not an absolute path")
        if not path.is_file() or not os.access(path, os.X_OK):
            raise Failure(f"{path} is no program on the service's machine")
        content = path.read_bytes()
        pinned = {"key": hashlib.sha256(content).hexdigest()[:16], "name": path.name}
        self._keep(pinned, content)
        return {**pinned, "label": f"{path.name} ({pinned['key'][:8]})"}

    def program(self, pinned: dict) -> Path:
        """The program of a version, which may not have been built yet."""
        return self.folder / "versions" / pinned["key"] / pinned["name"]

    async def build(self, pinned: dict) -> None:
        """Builds a version on a node, unless that has been done."""
        if self.program(pinned).exists():
            return
        source = await git(self._clone(pinned["repository"]), "archive", "--format=tar", pinned["commit"])
        built = {}

        async def take(result: dict) -> None:
            built.update(result)

        archive = await asyncio.to_thread(ray.put, source)
        await Nodes().run(build_program, lambda: (archive, self.command, self.product), take)
        if "error" in built:
            raise Failure(f"{pinned['label']} was not built: {built['error']}")
        await asyncio.to_thread(self._keep, pinned, built["program"])

    def _keep(self, pinned: dict, content: bytes) -> None:
        """Writes a program atomically."""
        target = self.program(pinned)
        if target.exists():
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as partial:
            partial.write(content)
        os.chmod(partial.name, 0o755)
        os.rename(partial.name, target)

    def _clone(self, repository: str) -> Path:
        return self.folder / "repositories" / f"{digest(repository)}.git"

    async def _commit(self, repository: str, revision: str) -> str:
        """The commit that a revision names, after a fetch."""
        clone = self._clone(repository)
        async with self.fetching[clone]:
            await fetch(repository, clone)
            try:
                found = await git(clone, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
            except Failure:
                raise Failure(f"{repository} has no revision {revision}") from None
        return found.decode().strip()


async def fetch(repository: str, clone: Path) -> None:
    """Brings a clone up to date, or makes it."""
    if not clone.exists():
        clone.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(dir=clone.parent))
        await git(partial, "init", "--quiet", "--bare")
        partial.rename(clone)
    words = ("fetch", "--quiet", "--prune", "--force", "--", repository)
    await git(clone, *words, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")


def digest(*words: str) -> str:
    """A short name for these words."""
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:16]


async def git(folder: Path, *words: str) -> bytes:
    """Runs git in a bare repository. Returns its output."""
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0"}
    process = await asyncio.create_subprocess_exec(
        *("git", "-C", str(folder), *words),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )
    try:
        output, errors = await asyncio.wait_for(process.communicate(), FETCH_LIMIT)
    except TimeoutError:
        raise Failure(f"git {words[0]} took longer than {FETCH_LIMIT} s") from None
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode != 0:
        lines = errors.decode(errors="replace").strip().splitlines() or ["git failed"]
        raise Failure(f"git {words[0]}: {lines[-1]}")
    return output
