"""Paths as they are shown: from the project's folder on."""

from __future__ import annotations

import re


def from_folder(words: str, folder: str) -> str:
    """Words with the paths in a project's folder from that folder on.

    Paths in a folder beside it whose name begins alike, as those of worktrees do, begin with ``../``.
    """
    root = folder.rstrip("/\\")
    if not root or root not in words:
        return words
    name = re.split(r"[/\\]", root)[-1]
    # Not in the middle of another path, and with something behind it: the folder itself keeps its name.
    path = re.compile(rf"(?<![\w.~/\\-]){re.escape(root)}(?:(?P<inside>[/\\])|(?=[\w.-]+[/\\]))")
    return path.sub(lambda hit: "" if hit["inside"] else f"../{name}", words)
