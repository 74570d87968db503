"""Which version of a program a file belongs to, as far as what lies beside it tells."""

from __future__ import annotations

import json
import re
from pathlib import Path


def version_of(file: Path, path: Path) -> str:
    """Version and commit of what a file below a path belongs to; "" where nothing beside it tells them."""
    root = path if path.is_dir() else path.parent
    folders = [folder for folder in file.parents if folder == root.parent or folder.is_relative_to(root.parent)]
    told = (next(filter(None, map(find, folders)), "") for find in (_package, _commit))
    words = ", ".join(filter(None, told))
    if words:
        return words
    infos = sorted(root.parent.glob(f"{root.name.replace('-', '_')}-*.dist-info"))
    return infos[0].name.removesuffix(".dist-info") if infos else ""


def _package(folder: Path) -> str:
    try:
        told = json.loads((folder / "package.json").read_text("utf-8"))
        return f"{told['name']} {told['version']}"
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _commit(folder: Path) -> str:
    """Of a checkout, as git writes it down."""
    try:
        head = (folder / ".git" / "HEAD").read_text("utf-8").strip()
        if not head.startswith("ref: "):
            return f"commit {head[:12]}" if re.fullmatch(r"[0-9a-f]{40,64}", head) else ""
        name = head.removeprefix("ref: ")
        loose = folder / ".git" / name
        if loose.is_file():
            return f"commit {loose.read_text('utf-8').strip()[:12]}"
        packed = (folder / ".git" / "packed-refs").read_text("utf-8")
        return next((f"commit {line[:12]}" for line in packed.splitlines() if line.endswith(f" {name}")), "")
    except (OSError, UnicodeDecodeError):
        return ""
