"""The strategies there are: those that ship with the program, and those in the user's folder."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from inspector.errors import UsageError
from inspector.model import Diagnostic, Severity, Source
from inspector.model.run import Needs, Selection, StrategySpec
from inspector.rerun.documents import BadStrategy, StrategyDocument
from inspector.rerun.prompts import load_prompts
from inspector.rerun.strategy import Pin, Strategy
from inspector.resources import resource

FOLDER = "strategies"
"""Of ``resources/``, and of the user's folder for settings."""
PLAIN = "own/summary"
"""The strategy that is nothing but its summary: what prompts are compared in."""
FREE = "free"
"""Names all strategies that run without a model."""
UNPINNED = "unpinned"
"""Names those of them that pin nothing. Pins keep what they are told to, whatever a prompt is worth."""
_FORMERLY = {"selection": "fidelity"}
"""Names of keys in hashes, from before they were renamed: the hashes stay."""
_OURS, _YOURS, _CONTROLS = "Ours", "Yours", "Controls: the ends of the scale"
_FAMILIES = {
    "own": _OURS,
    "anchored": _OURS,
    "control": _CONTROLS,
    "anthropic": "Anthropic API",
    "claude-code": "Claude Code",
    "cline": "Cline",
    "codex": "Codex",
    "copilot": "Copilot CLI",
    "cursor": "Cursor",
    "gemini": "Gemini CLI",
    "grok": "Grok Build",
    "jetbrains": "JetBrains",
    "kimi": "Kimi Code",
    "memento": "Memento",
    "oh-my-pi": "oh-my-pi",
    "openai": "OpenAI API",
    "opencode": "OpenCode",
    "openhands": "OpenHands",
    "pi": "pi",
    "qwen": "Qwen Code",
    "swe-agent": "SWE-agent",
}
"""Whose strategies are, by what their ids begin with."""
RECORDED = "recorded"
"""Not a strategy: what the log says was done. It stands beside the others wherever they are compared."""


@dataclass(frozen=True, slots=True)
class Strategies:
    """Strategies by id, in order: by family, built-in ones first. ``problems`` are files that hold none."""

    all: Mapping[str, Strategy]
    problems: tuple[Diagnostic, ...] = ()

    def families(self) -> dict[str, list[Strategy]]:
        """The same by whose they are: ours, each agent's by its name, others of the user's folder; controls last."""
        found: dict[str, list[Strategy]] = {_OURS: []}
        for strategy in self.all.values():
            found.setdefault(_FAMILIES.get(strategy.id.partition("/")[0], _YOURS), []).append(strategy)
        last = [name for name in (_YOURS, _CONTROLS) if name in found]
        return {name: found[name] for name in (*(one for one in found if one not in last), *last) if found[name]}

    def named(self, name: str) -> Strategy:
        """One strategy. Raises UsageError with the nearest names."""
        found = self.all.get(name)
        if found is None:
            close = difflib.get_close_matches(name, self.all, 3, 0.4)
            near = [key for key in self.all if name.lower() in key.lower()][:3]
            hint = f"Near to it: {', '.join(dict.fromkeys((*near, *close)))}. " if near or close else ""
            hint += "inspector strategies lists them; a prompt is named with --prompt."
            if name in load_prompts().all:
                hint = f"It is a prompt: --prompt {name}, with --model to ask it."
            raise UsageError(f"There is no strategy {name!r}.", hint=hint)
        return found

    def chosen(self, names: Iterable[str]) -> list[Strategy]:
        """Strategies by name, ``free`` and ``unpinned`` among them, each once and in order. Raises UsageError."""
        found: dict[str, Strategy] = {}
        for name in names:
            if name in (FREE, UNPINNED):
                free = (one for one in self.all.values() if one.llm == "none")
                found |= {one.id: one for one in free if name == FREE or one.pin == Pin()}
            else:
                found[name] = self.named(name)
        return list(found.values())


def load_strategies(user: Path | None = None) -> Strategies:
    """The built-in strategies and those of the user's folder; a file of the user with a known id replaces it."""
    built_in = _built_in()
    if user is None or not user.is_dir():
        return Strategies(built_in)
    documents, problems = _read(user)
    names = {document.text("id"): document for document in documents}
    made: dict[str, Strategy] = dict(built_in)
    for document in documents:
        try:
            strategy = _extended(document, names, _documents())
        except BadStrategy as why:
            problems.append(_problem(why, document.name))
            continue
        made[strategy.id] = strategy
    return Strategies(made, tuple(problems))


def check_strategy(text: str, name: str = "strategy", folders: Sequence[Path] = ()) -> Strategy:
    """The strategy that a document's text holds. Raises BadStrategy with the key and line that do not fit.

    It may extend the documents in ``folders``, the later ones before the earlier. One of its own id is the same
    document at an earlier time, and is not looked at.
    """
    document = StrategyDocument(text, name)
    near: dict[str, StrategyDocument] = {}
    for folder in folders if document.extends else ():
        near |= {one.text("id"): one for one in _read(folder)[0]}
    near[document.text("id")] = document
    return _extended(document, near, _documents())


def spec_of(strategy: Strategy, *, prompt: str = "", model: str = "") -> StrategySpec:
    """What it takes to run a strategy again, with the hash of its parameters."""
    params = orjson.dumps(asdict(strategy), option=orjson.OPT_SORT_KEYS)
    given = orjson.dumps(_given(strategy), option=orjson.OPT_SORT_KEYS)
    return StrategySpec(
        id=strategy.id,
        hash=hashlib.blake2b(given, digest_size=8).hexdigest(),
        selection=Selection(strategy.selection),
        needs=Needs(strategy.llm),
        params=params.decode(),
        prompt=prompt,
        model=model,
    )


def _given(value: Any) -> Any:
    """What differs from an empty strategy: so a key that is new to the schema changes no hash but of those that use it.

    Runs that were kept are found by it.
    """
    if isinstance(value, tuple):
        return [_given(one) for one in value]
    if not is_dataclass(value):
        return value
    told = ((one, getattr(value, one.name)) for one in fields(value))
    return {_FORMERLY.get(one.name, one.name): _given(part) for one, part in told if part != one.default}


@cache
def _documents() -> Mapping[str, StrategyDocument]:
    documents = [StrategyDocument.read(path) for path in sorted(resource(FOLDER).glob("*.yaml"))]
    return {document.text("id"): document for document in documents}


@cache
def _built_in() -> Mapping[str, Strategy]:
    documents = _documents()
    made = [_extended(document, documents, documents) for document in documents.values()]
    return {strategy.id: strategy for strategy in sorted(made, key=lambda one: (one.selection == "own", one.id))}


def _extended(
    document: StrategyDocument, near: Mapping[str, StrategyDocument], built_in: Mapping[str, StrategyDocument]
) -> Strategy:
    """A document with what it extends, to the end of the chain."""
    return _merged(document, near, built_in, ()).strategy()


def _merged(
    document: StrategyDocument,
    near: Mapping[str, StrategyDocument],
    built_in: Mapping[str, StrategyDocument],
    above: tuple[StrategyDocument, ...],
) -> StrategyDocument:
    name = document.extends
    if not name:
        return document
    # A user's document may replace the built-in one of the same name, and extend it.
    base = near.get(name) if near.get(name) is not document else None
    base = base or built_in.get(name)
    if base is None:
        document.refuse(document.keys["extends"], "extends", f"names {name}, which there is not")
    assert base is not None
    if base is document or base in above:
        document.refuse(document.keys["extends"], "extends", f"goes in a circle through {name}")
    return document.over(_merged(base, near, built_in, (*above, document)))


def _read(folder: Path) -> tuple[list[StrategyDocument], list[Diagnostic]]:
    documents, problems = [], []
    for path in sorted((*folder.glob("*.yaml"), *folder.glob("*.yml"))):
        try:
            documents.append(StrategyDocument.read(path))
        except BadStrategy as why:
            problems.append(_problem(why, str(path)))
    return documents, problems


def _problem(why: BadStrategy, path: str) -> Diagnostic:
    return Diagnostic(Severity.ERROR, "bad-strategy", why.message, Source(path))
