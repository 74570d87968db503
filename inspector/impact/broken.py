"""Rules that were broken once they no longer stood in the context: what a judge reads as forbidden, and was done.

What a rule forbids are the judge's words for it, each of which stands in the log; what was done is held against exactly
these. An act that the human named, other than in a question, was allowed.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.files import same_file
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.named import stands_alone
from inspector.impact.scene import Scene
from inspector.impact.sentence_again import find_again
from inspector.model import Act, Basis, Fact, Item, Limit
from inspector.survival.shares import DISTORTED, GONE
from inspector.text.normal import path_form
from inspector.text.normalise import bare
from inspector.text.sentences import sentences
from inspector.work.finders.paths import CHANGED
from inspector.work.steps import Step

_NOT_THERE = GONE | DISTORTED
_ACTIONS = {Act.EDIT: CHANGED, Act.READ: frozenset({"read"})}


def broken(scene: Scene) -> Iterator[Finding]:
    """The rules that were broken, in order of the compaction that left them out; one finding a rule."""
    told: set[str] = set()
    for number, outcome in sorted(scene.outcomes.items()):
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            if fact.limit is not None and survival.verdict in _NOT_THERE and fact.id not in told:
                finding = _broken(scene, number, fact, fact.limit)
                if finding is not None:
                    told.add(fact.id)
                    yield finding


def _broken(scene: Scene, number: int, rule: Fact, limit: Limit) -> Finding | None:
    said, start = rule.quotes[0].item, scene.start(number)
    again = find_again(scene, rule, start)
    if _first(scene, limit, said, start) is not None:
        # It was broken while it stood there, too.
        return None
    found = _first(scene, limit, start, again.number if again is not None else scene.end)
    if found is None:
        return None
    act, what = found
    if _is_allowed(scene, rule, what, said + 1, act.number):
        return None
    return Finding(
        kind=Kind.BROKEN,
        compaction=number,
        item=act.number,
        subject=rule.texts[0],
        why=f"Not as it was said in the context after compaction {number}, as the judge reads it, and broken after it.",
        sure=Sure.LIKELY,
        evidence=(said, act.number, *((again.number,) if again is not None else ())),
        fact=rule.id,
        said=said,
        text=what,
        basis=Basis.JUDGED,
    )


def _first(scene: Scene, limit: Limit, first: int, last: int) -> tuple[Item, str] | None:
    """The first call between two items that does what is forbidden, and to what."""
    for step in scene.calls_between(first, last):
        if not step.refused and (what := _forbidden(scene, limit, step)):
            return step.item, what
    return None


def _forbidden(scene: Scene, limit: Limit, step: Step) -> str:
    """The file or command that breaks the rule; "" where a call does not."""
    if limit.act is Act.RUN:
        is_run = not limit.outside and any(stands_alone(name, step.command) for name in limit.names)
        return step.command if step.command and is_run else ""
    root = scene.session.cwd
    for action, form in scene.files.actions(step):
        if action in _ACTIONS[limit.act] and _is_barred(limit, form, root):
            return form
    return ""


def _is_barred(limit: Limit, form: str, root: str) -> bool:
    inside = any(_lies_in(form, path_form(name, root=root)) for name in limit.names)
    if limit.outside:
        # What lies outside the project is seldom what a person has in mind who speaks of its folders.
        return not inside and not form.startswith(("/", "~"))
    return inside


def _lies_in(form: str, name: str) -> bool:
    folder = name.rstrip("/*")
    return bool(folder) and (same_file(form, folder) or f"/{folder}/" in f"/{form}")


def _is_allowed(scene: Scene, rule: Fact, what: str, first: int, last: int) -> bool:
    """Whether the human named it there, or its folder, elsewhere than in the rule and in a question."""
    parts = what.split("/")
    names = [what, parts[-1], *("/".join(parts[:end]) for end in range(2, len(parts)))]
    names, words = [name for name in names if len(name) > 3], bare(rule.texts[0])
    for item in scene.said_between(first, last):
        text = scene.read(item)
        for one in sentences(text):
            sentence = text[one.start : one.end]
            is_named = any(stands_alone(name, sentence) for name in names)
            if is_named and not sentence.rstrip().endswith("?") and words not in bare(sentence):
                return True
    return False
