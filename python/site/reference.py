"""Writes the reference of the package as Markdown: signatures and docstrings.

    python python/site/reference.py FOLDER

The docstrings of the part in Rust are in the module, and its types in `_native.pyi`, so this reads both.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import branan
from branan import _native

STUB = ast.parse((Path(branan.__file__).parent / "_native.pyi").read_text())


class Stub:
    """The definitions of the stub file, by qualified name."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions: dict[str, list[ast.FunctionDef]] = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                self.functions.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef):
                        self.functions.setdefault(f"{node.name}.{member.name}", []).append(member)

    def signatures(self, name: str) -> list[str] | None:
        """How a function is called, once for each overload. `None` if the stub does not have it."""
        if name not in self.functions:
            return None
        return [self._signature(node) for node in self.functions[name]]

    @staticmethod
    def _signature(node: ast.FunctionDef) -> str:
        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
        if "property" in decorators:
            return returns.replace(" -> ", ": ")
        arguments = node.args
        if arguments.args and arguments.args[0].arg in ("self", "cls"):
            arguments.args = arguments.args[1:]
            # The slash of `self, /` alone.
        return f"({ast.unparse(arguments)}){'' if node.name == '__new__' else returns}"


STUBS = Stub(STUB)


def signatures(qualified: str, thing: Any) -> list[str]:
    """How a function or class is called, or the type of a property."""
    key = f"{qualified}.__new__" if inspect.isclass(thing) else qualified
    known = STUBS.signatures(key)
    if known is not None:
        return known
    if isinstance(thing, property):
        hint = inspect.signature(thing.fget).return_annotation if thing.fget else ""
        return [f": {hint}"]
    try:
        return [str(inspect.signature(thing)).replace("self, ", "").replace("(self)", "()")]
    except (TypeError, ValueError):
        return [""]


def document(qualified: str, thing: Any, level: int) -> list[str]:
    """The section of a class, function, method or property."""
    lines = [f"{'#' * level} {qualified}", "", "```python"]
    lines += [qualified.split(".")[-1] + text for text in signatures(qualified, thing)]
    lines += ["```", "", inspect.getdoc(thing) or "", ""]
    return lines


def members(kind: type) -> list[tuple[str, Any]]:
    """The documented public members of a class, in the order of their definition."""
    found = []
    for name, member in vars(kind).items():
        member = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        known = callable(member) or isinstance(member, property) or inspect.isgetsetdescriptor(member)
        if not name.startswith("_") and known and inspect.getdoc(member):
            found.append((name, member))
    return found


def module_page(module: ModuleType, level: int = 2) -> list[str]:
    """The section of a module."""
    lines = [f"{'#' * level} {module.__name__}", "", inspect.getdoc(module) or "", ""]
    names = getattr(module, "__all__", None) or [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_") and getattr(thing, "__module__", "") == module.__name__
    ]
    for name in names:
        thing = getattr(module, name)
        home = getattr(thing, "__module__", None)
        if inspect.ismodule(thing) or name.startswith("_") or not callable(thing):
            continue
        if module is not branan and home in ("branan", _native.__name__):
            continue
        if module is branan and str(home).startswith("branan.engine"):
            continue
        lines += document(name, thing, level + 1)
        if inspect.isclass(thing):
            for member, value in members(thing):
                lines += document(f"{name}.{member}", value, level + 2)
    return lines


def page(title: str, names: list[str]) -> str:
    """A page about modules. Those whose libraries are not installed are left out."""
    lines = [f"# {title}", ""]
    for name in names:
        try:
            lines += module_page(importlib.import_module(name))
        except ModuleNotFoundError as error:
            if error.name is None or error.name.startswith("branan") or find_spec(error.name):
                raise
            lines += [f"## {name}", "", f"Needs `{error.name}`.", ""]
    return "\n".join(lines)


def main(folder: Path) -> None:
    """Writes the pages."""
    everything = [
        "branan",
        "branan.engine",
        "branan.records",
        "branan.database",
        "branan.puzzles",
        "branan.datagen",
    ]
    environments = ["branan.env.tafl_v0", "branan.env.level_v0", "branan.env.openspiel"]
    (folder / "reference.md").write_text(page("Reference", everything))
    (folder / "environments.md").write_text(page("Environments", environments))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
