"""The code of the guide and of the notebook runs."""

import json
import re
import shutil
import sys
import types
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_guide(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(program).parent), prepend=":")
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "python.md").read_text(), re.M | re.S)
    assert len(blocks) > 10
    names: dict[str, object] = {}
    for block in blocks:
        needed = re.match(r"# needs: (\w+)", block)
        if needed is None or find_spec(needed[1]) or shutil.which(needed[1]):
            exec(compile(block, "docs/python.md", "exec"), names)


NOTEBOOKS = sorted((ROOT / "python" / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebooks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # All that they need of IPython.
    display = types.ModuleType("IPython.display")
    display.SVG = str  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    notebook = json.loads(path.read_text())
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for cell in cells:
        exec(compile(cell, path.name, "exec"), names)
    assert not any(cell.get("outputs") for cell in notebook["cells"])
    # The network has learned something.
    assert names.get("wins", 20) > 12  # type: ignore[operator]
