from __future__ import annotations

from pathlib import Path

import pytest

from inspector.rerun.installed_version import version_of

COMMIT = "0123456789abcdef0123456789abcdef01234567"

MAIN = "ref: refs/heads/main\n"


def made(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "src" / "prompt.md"


@pytest.mark.parametrize(
    ("files", "version"),
    [
        ({"package.json": '{"name": "@x/agent", "version": "1.2.3"}'}, "@x/agent 1.2.3"),
        ({"package.json": '{"name": "@x/agent"}'}, ""),
        ({"package.json": "[1"}, ""),
        ({".git/HEAD": f"{COMMIT}\n"}, "commit 0123456789ab"),
        ({".git/HEAD": MAIN, ".git/refs/heads/main": f"{COMMIT}\n"}, "commit 0123456789ab"),
        (
            {".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": f"{COMMIT} refs/heads/main\n"},
            "commit 0123456789ab",
        ),
        ({".git/HEAD": "ref: refs/heads/gone\n"}, ""),
        (
            {"src/package.json": '{"name": "core", "version": "2"}', ".git/HEAD": COMMIT},
            "core 2, commit 0123456789ab",
        ),
    ],
)
def test_version_and_commit_are_told_by_what_lies_beside(tmp_path, files, version) -> None:
    root = tmp_path / "agent"
    file = made(root, **files)
    assert version_of(file, root) == version


def test_a_python_package_is_told_by_the_folder_beside_it(tmp_path) -> None:
    (tmp_path / "some_agent-4.5.dist-info").mkdir()
    (tmp_path / "some_agent").mkdir()
    assert version_of(tmp_path / "some_agent" / "prompts" / "a.j2", tmp_path / "some_agent") == "some_agent-4.5"
