"""Names of the program that this package and `python/` repeat. A new one in the program must reach them."""

import re
import subprocess
from pathlib import Path
from typing import get_args

from conftest import ROOT

from branan_cluster.service.spec import Version


def help_of(branan: Path, command: str) -> str:
    """The help of a command on one line."""
    output = subprocess.run([branan, command, "--help"], check=True, capture_output=True, text=True).stdout
    return " ".join(output.split())


def protocols(branan: Path) -> set[str]:
    """The protocols of engines in `branan match`."""
    listed = re.search(r"proto protocol: (.*?) name names?", help_of(branan, "match"))[1]
    return set(re.findall(r"\w+", re.sub(r"\(default\)|\bor\b", "", listed)))


def test_a_test_knows_the_protocols_of_the_program(branan: Path):
    known = protocols(branan)
    spec = set(get_args(Version.model_fields["protocol"].annotation))
    assert spec == known, "change `protocol` in cluster/branan_cluster/service/spec.py"
    text = (ROOT / "cluster/branan_cluster/service/arguments.py").read_text()
    missing = {name for name in known - {"uci"} if f"proto={name}" not in text}
    assert not missing, f"name them in cluster/branan_cluster/service/arguments.py: {missing}"


def test_the_python_package_knows_the_protocols_of_the_program(branan: Path):
    literal = re.search(r"protocol: (Literal\[.*?\])", (ROOT / "python/branan/engine/process.py").read_text())
    known = set(re.findall(r'"(\w+)"', literal[1]))
    # The protocol of the Tablut competition makes the engine connect to a server, which `popen` is not.
    assert known | {"tablut"} == protocols(branan), "change `popen` in python/branan/engine/process.py"


def test_the_python_package_knows_the_formats_of_the_program(branan: Path):
    listed = re.search(r"--format <FORMAT>.*?possible values: (.*?)\]", help_of(branan, "check"))[1]
    tuple_ = re.search(r"^FORMATS = \((.*?)\)", (ROOT / "python/branan/records.py").read_text(), re.MULTILINE)
    known = re.findall(r'"(\w+)"', tuple_[1])
    assert set(known) == set(listed.split(", ")), "change `FORMATS` in python/branan/records.py"
