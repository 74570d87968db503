"""Reattach: plan, skills and words of hooks put back after a compaction, as the session itself showed them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.model import Quote
from inspector.model.run import State
from inspector.rerun.prune import path_of
from inspector.rerun.strategy import Restore, SkillsRestore
from inspector.rerun.view import ViewEntry, written
from inspector.secrets.find import part_of

_SKILL, _PLAN = "Skill", "ExitPlanMode"
_PLANS = "/.claude/plans/"
_HOOKS = frozenset({"hook_success", "hook_additional_context", "hook"})
_CUT = "\n[… the rest of this skill was left out …]"


def reattached(entries: Sequence[ViewEntry], wanted: Restore) -> tuple[ViewEntry, ...]:
    """The plan, then skills, then what hooks say; nothing of what the session does not show."""
    found: list[ViewEntry] = []
    if wanted.plan:
        found += _plan(entries)
    if wanted.skills is not None:
        found += _skills(entries, wanted.skills)
    if wanted.hooks:
        found += _hooks(entries)
    return tuple(found)


def _plan(entries: Sequence[ViewEntry]) -> list[ViewEntry]:
    """The plan that was shown or written last."""
    for entry in reversed(entries):
        if entry.kind != "tool_call" or entry.item is None:
            continue
        told = entry.arguments
        text = told.get("plan") if entry.tool == _PLAN else None
        if _PLANS in path_of(entry).replace("\\", "/"):
            text = told.get("content")
        if isinstance(text, str) and text.strip():
            return [_made(text, entry, len(entry.text), "plan")]
    return []


def _skills(entries: Sequence[ViewEntry], wanted: SkillsRestore) -> Iterator[ViewEntry]:
    """Each skill once, by its latest call; tokens at 4 characters."""
    left = wanted.total
    seen: set[str] = set()
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        name = str(entry.arguments.get("skill") or "") if entry.kind == "tool_call" and entry.tool == _SKILL else ""
        if not name or name in seen:
            continue
        seen.add(name)
        said = _said_behind(entries, place)
        if said is None:
            continue
        text = said.text if len(said.text) <= 4 * wanted.each else part_of(said.text, 0, 4 * wanted.each) + _CUT
        size = -(-min(len(said.text), 4 * wanted.each) // 4)
        if size > left:
            continue
        left -= size
        yield _made(text, said, min(len(said.text), 4 * wanted.each), "skill")


def _said_behind(entries: Sequence[ViewEntry], place: int) -> ViewEntry | None:
    """The instructions of a skill: what the harness put in right behind the result of its call."""
    call = entries[place].call_id
    for at in range(place + 1, min(place + 12, len(entries) - 1)):
        if entries[at].kind == "tool_output" and entries[at].call_id == call:
            behind = entries[at + 1]
            whole = behind.kind == "wrapped" and behind.item is not None and behind.state is State.VERBATIM
            return behind if whole and behind.text else None
    return None


def _hooks(entries: Sequence[ViewEntry]) -> Iterator[ViewEntry]:
    """What hooks said before the first prompt: those of the start of a session."""
    for entry in entries:
        if entry.turn > 0:
            return
        if entry.kind == "wrapped" and entry.detail in _HOOKS and entry.text and entry.item is not None:
            yield _made(entry.text, entry, len(entry.text), "hooks")


def _made(text: str, of: ViewEntry, end: int, rule: str) -> ViewEntry:
    assert of.item is not None, "what is put back stands in the log"
    sources = (Quote(of.item, 0, end),)
    return written(text, State.RESTORED, sources, f"restore: {rule}", kind="wrapped", detail=rule)
