"""Strategy documents as text: where each stands, checking one under work, keeping one as the user's own."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from inspector.errors import CannotRead, UsageError
from inspector.given import given_text
from inspector.rerun.documents import BadStrategy, StrategyDocument
from inspector.rerun.library import FOLDER, Strategies, check_strategy, load_strategies
from inspector.rerun.strategy import Strategy
from inspector.resources import resource
from inspector.store.folders import find_folders

_NAME = "strategy"
"""What messages call a text under work."""
_LINE = re.compile(rf"{_NAME}\b.*?\bline (\d+)")
_NO_NAME = re.compile(r"[^a-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class StrategyText:
    """A document as it is written. ``own`` says whether it is the user's."""

    id: str
    text: str
    path: Path
    own: bool


@dataclass(frozen=True, slots=True)
class CheckedText:
    """What a text under work is: a strategy, or the reason why not with its line, counted from 1."""

    strategy: Strategy | None
    message: str = ""
    line: int | None = None


def user_folder() -> Path:
    """Where the user's own strategies are kept."""
    return find_folders().config / FOLDER


def all_strategies() -> Strategies:
    """The built-in strategies and the user's own."""
    return load_strategies(user_folder())


def find_text(name: str) -> StrategyText | None:
    """The document of a strategy: the user's own before a built-in one of the same id; None where there is none."""
    for folder, own in ((user_folder(), True), (resource(FOLDER), False)):
        for path in sorted((*folder.glob("*.yaml"), *folder.glob("*.yml"))) if folder.is_dir() else ():
            try:
                document = StrategyDocument.read(path)
            except BadStrategy:
                continue
            if document.text("id") == name:
                return StrategyText(name, given_text(path), path, own)
    return None


def check_text(text: str) -> CheckedText:
    """Whether a text is a strategy; says what is wrong and in which line."""
    try:
        return CheckedText(_checked(text))
    except BadStrategy as why:
        # A line of a document that it extends is none of its own.
        at = _LINE.match(why.message)
        return CheckedText(None, why.message, int(at[1]) if at else None)


def _checked(text: str) -> Strategy:
    return check_strategy(text, _NAME, (user_folder(),))


def save_text(text: str) -> StrategyText:
    """Keep a strategy among the user's own, in a file named after its id. Raises BadStrategy and CannotRead."""
    strategy = _checked(text)
    folder = user_folder()
    known = find_text(strategy.id)
    name = _NO_NAME.sub("-", strategy.id.lower()).strip("-.")
    if not name:
        raise UsageError(f"{strategy.id!r} cannot be the name of a file.", hint="Use letters and digits in the id.")
    path = known.path if known is not None and known.own else folder / f"{name}.yaml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Written beside and moved over, so that a full disk cannot leave half a strategy.
        draft = path.with_name(f"{path.name}.new")
        draft.write_text(text, "utf-8")
        os.replace(draft, path)
    except OSError as why:
        raise CannotRead(f"The strategy cannot be kept in {path}: {why.strerror}.", path=str(path)) from why
    return StrategyText(strategy.id, text, path, True)
