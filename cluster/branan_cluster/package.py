"""The folder that is copied to every node, with the programs, books and networks that a share needs.

Paths in it are relative. Ray can send folders itself, but removes them under a node's running tasks when
another node starts on the same machine.
"""

import gzip
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import time
from pathlib import Path

import ray

PROGRAM = "branan"

# How long a node keeps a package after its last use, in seconds.
KEPT = 3 * 24 * 3600

# Programs in these folders are assumed to be installed on every node.
SYSTEM = tuple(Path(folder) for folder in ("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/lib"))


class Package:
    """The package while it is being filled."""

    def __init__(self, folder: Path, branan: Path):
        self.folder = folder
        self.copied: dict[Path, str] = {}
        (folder / "files").mkdir()
        shutil.copy(branan, folder / PROGRAM)

    def send(self) -> dict:
        """Puts the folder into the cluster. Returns a handle for `unpacked`."""
        file = io.BytesIO()
        # Without dates and owners, so that equal files get the same name in the next match.
        with (
            gzip.GzipFile(fileobj=file, mode="wb", compresslevel=1, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            archive.add(self.folder, arcname=".", filter=without_history)
        content = file.getvalue()
        return {"name": hashlib.sha256(content).hexdigest()[:16], "content": ray.put(content)}

    def add(self, path: Path) -> str:
        """Copies a file or folder unless it is already there. Returns its path in the package."""
        path = path.absolute()
        if path not in self.copied:
            place = f"files/{len(self.copied)}/{path.name}"
            target = self.folder / place
            target.parent.mkdir()
            if path.is_dir():
                shutil.copytree(path, target)
            else:
                shutil.copy(path, target)
            self.copied[path] = place
        return self.copied[path]

    def add_settings(self, settings: dict) -> dict:
        """Copies all files named in a match's settings. Returns the settings with paths in the package."""
        settings = dict(settings)
        settings["engines"] = [self._add_engine(engine) for engine in settings["engines"]]
        if settings.get("variants_file"):
            settings["variants_file"] = self.add(Path(settings["variants_file"]))
        if settings.get("openings"):
            settings["openings"] = self._add_openings(settings["openings"], settings["variants"])
        return settings

    def _add_engine(self, engine: dict) -> dict:
        program, folder = Path(engine["program"]), engine["dir"]
        home = Path(folder).absolute() if folder else Path.cwd()
        engine = dict(engine)
        if folder:
            engine["dir"] = self.add(home)
        if folder and program.is_relative_to(home):
            engine["program"] = f"{engine['dir']}/{program.relative_to(home)}"
        elif not any(program.is_relative_to(system) for system in SYSTEM):
            engine["program"] = self.add(program)
        engine["args"] = [self._add_if_file(word, home) for word in engine["args"]]
        engine["options"] = [[name, self._add_if_file(value, home)] for name, value in engine["options"]]
        return engine

    def _add_if_file(self, word: str, home: Path) -> str | dict:
        """Replaces a word that names a file outside the engine's own folder by its path in the package."""
        path = home / word
        if not word or not path.is_file():
            return word
        if not Path(word).is_absolute() and path.is_relative_to(home) and home != Path.cwd():
            return word
        return {"place": self.add(path)}

    def _add_openings(self, openings: dict, variants: list[str]) -> dict:
        file = openings["file"]
        if "{variant}" not in file:
            return {**openings, "file": self.add(Path(file))}
        books = self.folder / "books"
        books.mkdir()
        for variant in variants:
            shutil.copy(file.replace("{variant}", variant), books / f"{variant}.txt")
        return {**openings, "file": "books/{variant}.txt"}


def without_history(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Strips dates and owners from a member of an archive."""
    member.mtime = member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def local_settings(settings: dict, here: Path) -> dict:
    """The settings with the paths on a node, whose copy of the package is `here`."""

    def local(word: str | dict) -> str:
        return str(here / word["place"]) if isinstance(word, dict) else word

    def local_engine(engine: dict) -> dict:
        # The absolute path of a program installed on every node stays as it is.
        changed = {"program": str(here / engine["program"]), "args": [local(word) for word in engine["args"]]}
        changed["options"] = [[name, local(value)] for name, value in engine["options"]]
        changed["dir"] = str(here / engine["dir"]) if engine["dir"] else None
        return {**engine, **changed}

    settings = {**settings, "engines": [local_engine(engine) for engine in settings["engines"]]}
    if settings.get("variants_file"):
        settings["variants_file"] = str(here / settings["variants_file"])
    if settings.get("openings"):
        settings["openings"] = {**settings["openings"], "file": str(here / settings["openings"]["file"])}
    return settings


def unpacked(package: dict) -> Path:
    """Unpacks a package for all workers of this node, unless that has been done. Returns its folder."""
    home = private_folder(Path(tempfile.gettempdir(), f"branan-cluster-{os.getuid()}"))
    folder = home / package["name"]
    if not folder.exists():
        remove_old(home)
        with tempfile.TemporaryDirectory(dir=home) as partial:
            target = Path(partial, "package")
            with tarfile.open(fileobj=io.BytesIO(ray.get(package["content"]))) as archive:
                archive.extractall(target, filter="tar")
            try:
                target.rename(folder)
            except OSError:
                # Another worker may have been faster.
                if not folder.exists():
                    raise
    os.utime(folder)
    return folder


def private_folder(path: Path) -> Path:
    """Creates a folder that only this user can write to."""
    path.mkdir(mode=0o700, exist_ok=True)
    if path.stat().st_uid != os.getuid() or path.stat().st_mode & 0o022:
        raise PermissionError(f"others can write to {path}; remove it")
    return path


def remove_old(home: Path) -> None:
    """Removes packages that no share has used recently."""
    for folder in home.iterdir():
        if time.time() - folder.stat().st_mtime > KEPT:
            shutil.rmtree(folder, ignore_errors=True)
