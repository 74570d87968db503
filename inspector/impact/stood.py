"""The first action against a rule that stood in the context: no compaction is to blame, and none is accused.

The same evidence as for a broken rule that was lost: the rule can be held against an act, it was kept to before, and
the human did not name what it is about since. It stood word for word in what the compaction before the act left: in the
summary, in the human's message, in instructions. Other words may say something weaker, and blame nobody.

Rules are the human's. Those of instruction files were tried on 87 logs (93 of them can be held against an act): of 50
acts that would be accused nearly all broke a rule for somebody else, or an example of one.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.losses import HURT, SAID
from inspector.impact.rule import Rule
from inspector.impact.rules import rules_of
from inspector.impact.scene import Scene
from inspector.impact.violations import first_against
from inspector.model import Fact, ItemKind, Survival, Verdict

_PLACES = {
    ItemKind.SUMMARY: "in the summary",
    ItemKind.USER: "in the user's own message",
    ItemKind.INSTRUCTIONS: "in the instructions",
    ItemKind.ATTACHMENT: "in what the harness put back",
}


def stood(scene: Scene) -> Iterator[Finding]:
    """One finding a rule: the first act against it behind a compaction that had kept it."""
    first: dict[str, Fact] = {}
    done: set[str] = set()
    numbers = sorted(scene.outcomes)
    for place, number in enumerate(numbers):
        outcome = scene.outcomes[number]
        end = scene.start(numbers[place + 1]) if place + 1 < len(numbers) else scene.end
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            if not fact.from_summary and fact.quotes[0].item > 0:
                first.setdefault(fact.id, fact)
            said = first.get(fact.id)
            if said is None or fact.kind not in SAID or fact.id in done:
                continue
            if survival.verdict in HURT:
                done.add(fact.id)
            elif survival.live and survival.verdict is Verdict.VERBATIM:
                rules = rules_of(said.texts[0])
                told = (_broken(scene, said, survival, rule, scene.start(number), end) for rule in rules)
                finding = next(filter(None, told), None)
                if finding is not None:
                    done.add(fact.id)
                    yield finding


def _broken(scene: Scene, said: Fact, survival: Survival, rule: Rule, start: int, end: int) -> Finding | None:
    item = said.quotes[0].item
    act = first_against(scene, rule, item, start, end)
    stands = next((one.item for one in survival.evidence if one.item), None)
    if act is None or stands is None:
        return None
    at = act.step.item.number
    where = _PLACES.get(scene.session.items[stands - 1].kind)
    if where is None:
        return None
    back = sum(stands < (one.first_item or 0) <= at for one in scene.session.requests if not one.thread)
    far = f", {back:,} requests before" if back > 1 else ""
    return Finding(
        kind=Kind.STOOD,
        compaction=survival.compaction,
        item=at,
        subject=rule.broken(act),
        why=f"The agent {rule.broken(act)}. The rule was still in the context, {where}{far}: "
        "the compaction is not to blame.",
        sure=Sure.LIKELY if rule.form in ("before", "most", "token") else Sure.CERTAIN,
        evidence=(item, stands, at) if stands != item else (item, at),
        fact=said.id,
        said=item,
        verdict=survival.verdict,
        text=said.texts[0],
    )
