"""The first action that breaks a rule which a compaction lost or weakened, and which was kept to before.

Not the compaction's doing, and so no finding: a rule that was broken while it stood in the context, one that was said
or read again in the meantime, and what the human asked for by name.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from inspector.impact.act import Act
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.losses import LostFact, came_back, losses
from inspector.impact.rule import Rule
from inspector.impact.rules import rules_of
from inspector.impact.scene import Scene
from inspector.model import Verdict
from inspector.text.similarity import stem
from inspector.text.units import split

_SHORT = 4
"""Names up to that length stand inside of other words."""
_WHAT = {
    Verdict.LOST: "lost",
    Verdict.WEAKENED: "weakened",
    Verdict.ALTERED: "changed",
    Verdict.CONTRADICTED: "contradicted",
}


def violations(scene: Scene) -> Iterator[Finding]:
    """The broken rules, in order of their loss; one finding a lost rule."""
    told: set[tuple[int, int, str]] = set()
    for loss in losses(scene):
        for rule in rules_of(loss.text):
            finding = _broken(scene, loss, rule)
            key = (loss.item, finding.item, rule.form) if finding else None
            if finding is not None and key is not None and key not in told:
                told.add(key)
                yield finding
                break


def _broken(scene: Scene, loss: LostFact, rule: Rule) -> Finding | None:
    act = first_against(scene, rule, loss.item, loss.start, scene.end)
    if act is None:
        return None
    at = act.step.item.number
    if came_back(scene, loss, at) or _rule_stands(scene, loss, rule):
        return None
    weak = loss.survival.verdict is not Verdict.LOST
    what = _WHAT[loss.survival.verdict]
    return Finding(
        kind=Kind.VIOLATION,
        compaction=loss.compaction,
        item=at,
        subject=rule.broken(act),
        why=f"The agent {rule.broken(act)}; the rule had been followed before it was {what} in "
        f"compaction {loss.compaction}.",
        sure=Sure.LIKELY if weak or rule.form in ("before", "most", "token") else Sure.CERTAIN,
        evidence=(loss.item, at),
        fact=loss.fact.id,
        said=loss.item,
        verdict=loss.survival.verdict,
        text=loss.text,
    )


def first_against(scene: Scene, rule: Rule, said: int, start: int, end: int) -> Act | None:
    """The first act against a rule from one item up to another.

    None too where the rule had not been kept to since it was said, and where the human asked for the act.
    """
    acts = scene.acts
    since, here, behind = (bisect_left(acts, at, key=lambda act: act.step.item.number) for at in (said, start, end))
    if any(rule.broken(act) for act in acts[since:here]):
        return None
    act = next((act for act in acts[here:behind] if not act.step.failed and rule.broken(act)), None)
    return None if act is None or _asked_for(scene, said, rule, act) else act


def _asked_for(scene: Scene, said: int, rule: Rule, act: Act) -> bool:
    """Whether the human named what the rule is about since it was said: it may have been lifted, or asked for."""
    # A rule that spares some folders is lifted by naming what it forbids, not what it spares.
    words = tuple(form for form, _ in act.changed) if rule.form == "only" else rule.words
    names = {name for word in words for name in _names(word)}
    for item in scene.said_between(said + 1, act.step.item.number):
        words_said = scene.read(item).lower()
        stems = {stem(word) for word in re.findall(r"[\w./-]+", words_said)}
        if any(name in words_said if len(name) > _SHORT else stem(name) in stems for name in names):
            return True
    return False


def _names(word: str) -> Iterator[str]:
    word = word.lower().strip("/")
    yield word
    if "/" in word:
        yield word.rsplit("/", 1)[-1]


def _rule_stands(scene: Scene, loss: LostFact, rule: Rule) -> bool:
    """Whether what stands in the context after sets the same rule in other words."""
    if loss.survival.verdict is not Verdict.LOST:
        return False
    texts = map(scene.read, scene.after(scene.outcomes[loss.compaction].compaction))
    return any(_says(text, rule) for text in texts if any(word in text for word in rule.words))


def _says(text: str, rule: Rule) -> bool:
    named = (unit.text for unit in split(text, clauses=True) if any(word in unit.text for word in rule.words))
    return any((other.form, other.words) == (rule.form, rule.words) for one in named for other in rules_of(one))
