"""What the model was left with after a compaction, zone by zone, as one sheet with the places of the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from inspector.gui.language import number, tr
from inspector.gui.models.figures import count_of, tokens
from inspector.gui.models.rows import kind_word
from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.gui.models.verdicts import role, zone_title
from inspector.model import Basis, Item, ItemKind, TokenCount, Verdict, Zone
from inspector.reconstruct.after import ZoneText, look_after
from inspector.report.judged import Judged
from inspector.survival.outcome import Outcome
from inspector.survival.shares import KEPT
from inspector.workbench.document import Document
from inspector.workbench.groups import CLAIM

_ZONES = (Zone.SUMMARY, Zone.RESTORED, Zone.INSTRUCTIONS, Zone.KEPT)
_WHOLE = {Zone.SUMMARY: 200_000, Zone.RESTORED: 20_000, Zone.INSTRUCTIONS: 20_000, Zone.KEPT: 8_000}
_MOST_KEPT = 300
_AROUND = 400


def read_after(document: Document, outcome: Outcome) -> TextSheet:
    """Read the context after back from the log and lay it out. Raises LogChanged."""
    after = look_after(document.session, outcome.compaction, document.bodies.text)
    wanted: dict[int, list[tuple[int, int]]] = {}
    for survival in outcome.survivals:
        for evidence in (*survival.evidence, *((survival.nearest,) if survival.nearest else ())):
            wanted.setdefault(evidence.item, []).append((evidence.start, evidence.end))
    sheet = TextSheet()
    for zone in _ZONES:
        texts = [text for text in after.texts if text.zone is zone]
        if texts or zone is Zone.KEPT:
            _add_zone(sheet, document, outcome, zone, texts, wanted)
        elif zone is Zone.SUMMARY:
            sheet.add_title(tr("summary"))
            sheet.add_title(outcome.note or tr("This compaction left no summary."), is_note=True)
    return sheet


def _add_zone(
    sheet: TextSheet,
    document: Document,
    outcome: Outcome,
    zone: Zone,
    texts: Sequence[ZoneText],
    wanted: Mapping[int, Sequence[tuple[int, int]]],
) -> None:
    numbers = tuple(text.item.number for text in texts)
    if zone is Zone.KEPT:
        kinds = {number: document.item(number).kind for number in outcome.compaction.kept}
        numbers = tuple(number for number, kind in kinds.items() if kind is not ItemKind.INSTRUCTIONS)
    if not numbers:
        return
    sheet.add_title(_zone_line(document, zone, numbers))
    silent = len(numbers) - len(texts)
    if silent:
        words = tr("{n} of them are calls, results and thoughts; they stand for themselves and are not shown here.")
        sheet.add_title(words.format(n=number(silent)), is_note=True)
    for place, text in enumerate(texts):
        if place >= _MOST_KEPT and text.item.number not in wanted:
            continue
        if zone is not Zone.SUMMARY or len(texts) > 1:
            sheet.add_title(item_line(text.item))
        sheet.add_windows(text.item.number, text.text, wanted.get(text.item.number, ()), _AROUND, _WHOLE[zone])
    if len(texts) > _MOST_KEPT:
        words = tr("Of {n} items those from the {m}th on are shown only where they hold a fact.")
        sheet.add_title(words.format(n=number(len(texts)), m=number(_MOST_KEPT)), is_note=True)


def _zone_line(document: Document, zone: Zone, numbers: Sequence[int]) -> str:
    counts = [count_of(document, one) for one in numbers]
    known = [count.value for count in counts if count is not None and count.value is not None]
    words = zone_title(zone)
    spans = f"#{number(numbers[0])}" if len(numbers) == 1 else f"#{number(min(numbers))}–{number(max(numbers))}"
    parts = [words, spans]
    if len(numbers) > 1:
        parts.append(tr("{n} items").format(n=number(len(numbers))))
    if known and len(known) == len(numbers):
        parts.append(tr("{n} tokens").format(n=tokens(TokenCount(sum(known), Basis.ESTIMATED))))
    return " · ".join(parts)


def item_line(item: Item) -> str:
    """What stands above an item's text: its number, its kind, its tool and more."""
    parts = [f"#{number(item.number)}", kind_word(item), item.tool, item.detail]
    return " ".join(part for part in parts if part)


def evidence_marks(sheet: TextSheet, facts: Sequence[Judged]) -> list[SheetMark]:
    """A mark for every passage that stands for a fact; what was superseded has none."""
    passages = ((one, evidence) for one in facts for evidence in one.survival.evidence)
    marks = (sheet.mark(at.item, at.start, at.end, role(one.verdict), one.fact.id) for one, at in passages)
    return list(chain.from_iterable(marks))


def nearest_marks(sheet: TextSheet, one: Judged | None) -> list[SheetMark]:
    """The passage that comes nearest to a fact of which nothing else stands there; none without one."""
    near = one.survival.nearest if one is not None and not one.survival.evidence else None
    if one is None or near is None:
        return []
    return sheet.mark(near.item, near.start, near.end, role(one.verdict), one.fact.id, is_underlined=True)


def claim_marks(sheet: TextSheet, outcome: Outcome) -> list[SheetMark]:
    """A mark for every claim without support."""
    passages = ((claim.quote, f"{CLAIM}{place}") for place, claim in enumerate(outcome.claims))
    marks = (sheet.mark(at.item, at.start, at.end, "warning", key, is_underlined=True) for at, key in passages)
    return list(chain.from_iterable(marks))


def zones_of(outcome: Outcome) -> tuple[Zone, ...]:
    """The zones in which there was anything to look through."""
    compaction = outcome.compaction
    there = {Zone.SUMMARY: compaction.record.readable and compaction.record.summary is not None}
    there[Zone.KEPT] = bool(compaction.kept)
    there[Zone.RESTORED] = bool(compaction.restored)
    used = {evidence.zone for survival in outcome.survivals for evidence in survival.evidence}
    return tuple(zone for zone in Zone if there.get(zone) or zone in used)


def place_words(found: Judged | None, *, is_claim: bool) -> str:
    """Above the text, where the selected fact stands in it; without a fact, what the text is."""
    if found is None:
        return tr("A claim of the summary") if is_claim else tr("What the model was left with")
    if found.survival.evidence:
        zones = dict.fromkeys(zone_title(evidence.zone) for evidence in found.survival.evidence)
        return tr("Found in: {zones}").format(zones=", ".join(zones))
    if found.verdict is Verdict.SUPERSEDED:
        return tr("Withdrawn before the compaction, so it was not searched for")
    if found.verdict is Verdict.UNDECIDED:
        return tr("It could not be decided")
    if found.entered in KEPT:
        return tr("There, as you say; its words were not found")
    if found.survival.nearest is not None:
        return tr("Not in what the model was left with; the nearest passage shares some of its words")
    return tr("Not in what the model was left with")
