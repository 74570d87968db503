"""The strategies that there are, and where the user's own are kept."""

from __future__ import annotations

from pathlib import Path

from inspector.rerun.library import FOLDER, Strategies, load_strategies
from inspector.store.folders import find_folders


def user_folder() -> Path:
    """Where the user's own strategies are kept."""
    return find_folders().config / FOLDER


def all_strategies() -> Strategies:
    """The built-in strategies and the user's own."""
    return load_strategies(user_folder())
