"""Rules of the house that a machine can hold: the order of imports, names and sizes of files."""

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "inspector").rglob("*.py"))
DRAWERS = {"utils", "misc", "helpers", "common", "core", "manager", "data", "info"}
WALL = 400
NAMES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in MODULES}


def test_imports_point_down():
    told = subprocess.run(
        [sys.executable, "-c", "import sys; from importlinter.cli import lint_imports_command as c; c()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_no_module_is_a_drawer():
    assert [path for path in MODULES if path.stem in DRAWERS or path.parent.name in DRAWERS] == []


def test_no_module_is_longer_than_the_wall():
    assert {str(path): n for path in MODULES if (n := len(path.read_text("utf-8").splitlines())) > WALL} == {}


def imported(name: str) -> set[str]:
    """The modules of ours that one names in an import: in a function or for types alone counts as well."""
    found = set()
    for node in ast.walk(ast.parse(NAMES[name].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{name} imports relatively"
            found |= {one if (one := f"{node.module}.{alias.name}") in NAMES else node.module for alias in node.names}
    return found & NAMES.keys() - {name}


def reached(start: str, graph: dict[str, set[str]]) -> set[str]:
    """Whatever a module imports, and what that imports, and so on."""
    seen, waiting = set(), [start]
    while waiting:
        new = graph[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen


def test_no_more_than_two_modules_import_each_other_in_a_circle():
    graph = {name: imported(name) for name in NAMES}
    below = {name: reached(name, graph) for name in NAMES}
    circles = {
        frozenset(other for other in below[name] if name in below[other]) for name in NAMES if name in below[name]
    }
    assert [sorted(circle) for circle in circles if len(circle) > 2] == []


def test_no_group_is_repeated_possessively():
    """Python before 3.11.5, which Debian 12 has, loses a group's own backtracking there and matches something else."""
    possessive = re.compile(r"[^\\(]\)[*?+]\+")
    found = {path.name for path in MODULES if possessive.search(path.read_text("utf-8"))}
    # Groups in it are atomic or hold one choice: all versions agree on them.
    assert found == {"documents.py"}
