"""What evidence facts are judged on: the texts after a compaction as one index, and what the history knew."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from inspector.model import Basis, Evidence, Fact, Item, ItemKind, Verdict, Zone
from inspector.reconstruct.segment import Segment
from inspector.text.nfc import NfcText, nfc
from inspector.text.text_index import Hit, TextIndex
from inspector.text.tokens import without_escapes
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.zones import After
from inspector.work.lookup import TEST_PARTS

_WORK = (ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT)
_PASSAGE = 200
_NEAR = 48
_ABOVE = 15
"""Lines among which a heading is looked for."""
T = TypeVar("T", bound=Hashable)
_UNPARTED = str.maketrans("", "", " \t\r_-")


@dataclass(frozen=True, slots=True)
class _Place:
    zone: Zone
    item: Item
    whole: NfcText
    headline: bool = False
    """Stands beside the item's text (the name of a file whose content was put back), so it has no range there."""

    @property
    def text(self) -> str:
        """What is looked through."""
        return self.whole.text

    def evidence(self, start: int, end: int) -> Evidence:
        """A part of what is looked through, where it stands in the item."""
        start, end = self.whole.place(start, end)
        return Evidence(self.zone, self.item.number, start, end, self.whole.original[start:end])


class EvidenceIndex:
    """One compaction, ready to be asked about its evidence facts."""

    def __init__(self, segment: Segment, facts: Sequence[Fact], after: After, note: str = "") -> None:
        self.segment = segment
        self.facts = facts
        self.note = note
        """Why the summary cannot be judged; "" where it can."""
        masked = frozenset(segment.compaction.masked)
        self.kept = frozenset(segment.compaction.kept) - masked
        self._places = tuple(_places(segment, after, masked))
        self.texts, self.instructions = self._index(instructions=False), self._index(instructions=True)
        self._fronts: dict[str, str] = {}

    def _index(self, *, instructions: bool) -> TextIndex:
        # The same places in both, so that what is found in either is evidence in the same way.
        texts = (place.text if (place.zone is Zone.INSTRUCTIONS) is instructions else "" for place in self._places)
        # What is looked for is nearly always in plain letters; see TextIndex.fitting for what is not.
        return TextIndex(tuple(texts)).parted

    @cached_property
    def files(self) -> dict[str, list[tuple[str, ...]]]:
        """Last step → the files of the history that end with it, each once however it was spelled."""
        paths = (tuple(filter(None, fact.value.split("/"))) for fact in self.facts if fact.extractor == "paths")
        return {base: _without_tails(spelled) for base, spelled in _grouped((path[-1], path) for path in paths).items()}

    @cached_property
    def tests(self) -> dict[str, list[str]]:
        """Last name → the tests of the history that end with it."""
        tests = [fact.value for fact in self.facts if fact.extractor == "tests"]
        return _grouped((TEST_PARTS.split(test)[-1], test) for test in tests)

    @cached_property
    def settings(self) -> dict[str, list[tuple[str, str]]]:
        """Label → the numbers, with their units, that the history gave it."""
        settings = (fact.value.rpartition("=") for fact in self.facts if fact.extractor == "numbers")
        return _grouped(
            (label, (rest.partition(" ")[0], rest.partition(" ")[2])) for label, _, rest in settings if label
        )

    @cached_property
    def actions(self) -> dict[str, list[str]]:
        """Path → what was done with it."""
        return _grouped((fact.value, fact.action) for fact in self.facts if fact.extractor == "paths")

    @cached_property
    def history(self) -> tuple[str, ...]:
        """The texts before the compaction. Read when a verdict of altered depends on them, once for all facts."""
        items = (*self.segment.items, self.segment.summary)
        return tuple(nfc(self.segment.read(item)) for item in items if item)

    def around(self, words: str) -> Iterator[tuple[str, str]]:
        """What stands shortly before and behind some words on their line, wherever the history has them whole."""
        for hit in self._past.find_all(words):
            text = self.history[hit.place]
            before, behind = text[max(0, hit.start - _NEAR) : hit.start], text[hit.end : hit.end + _NEAR]
            yield before.rpartition("\n")[2], behind.partition("\n")[0]

    @cached_property
    def _past(self) -> TextIndex:
        return TextIndex(self.history)

    def was_said_of(self, label: str, number: str) -> bool:
        """Whether the history has a number shortly behind a label, whatever stands between them."""
        if number not in self._fronts:
            forms = {number, f"{int(number):,}"} if number.isdigit() else {number}
            fronts = (before for form in forms for before, _ in self.around(form))
            self._fronts[number] = "\0".join(fronts).lower().translate(_UNPARTED)
        return label.translate(_UNPARTED) in self._fronts[number]

    def was_named(self, tail: str) -> bool:
        """Whether the history has a path that ends so, with either kind of slash."""
        spelled = (tail, tail.replace("/", "\\"))
        return any(next(self._past.find_all(one, anything), None) is not None for one in spelled)

    @cached_property
    def summaries(self) -> tuple[tuple[int, str], ...]:
        """The texts that summarize, each with its place among all."""
        texts = enumerate(self.texts.texts)
        return tuple((place, text) for place, text in texts if self._places[place].zone is Zone.SUMMARY)

    def zone(self, hit: Hit) -> Zone:
        """The zone of a place."""
        return self._places[hit.place].zone

    def evidence(self, hit: Hit) -> Evidence:
        """A place as evidence."""
        place = self._places[hit.place]
        if place.headline:
            return Evidence(place.zone, place.item.number, 0, 0, place.text)
        return place.evidence(hit.start, hit.end)

    def passage(self, hit: Hit) -> Evidence:
        """The line around a place as evidence, at most two hundred characters of it."""
        place = self._places[hit.place]
        if place.headline:
            return self.evidence(hit)
        start = max(place.text.rfind("\n", 0, hit.start) + 1, hit.start - _PASSAGE // 2)
        end = place.text.find("\n", hit.end)
        end = min(len(place.text) if end < 0 else end, hit.end + _PASSAGE // 2)
        return place.evidence(start, end)

    def line(self, hit: Hit) -> str:
        """The whole line around a place."""
        text = self._places[hit.place].text
        end = text.find("\n", hit.end)
        return text[text.rfind("\n", 0, hit.start) + 1 : len(text) if end < 0 else end]

    def heading(self, hit: Hit) -> str:
        """The nearest line above a place that opens a list or a part, or ""."""
        text, start = self._places[hit.place].text, hit.start
        for _ in range(_ABOVE + 1):
            start = text.rfind("\n", 0, max(0, start))
        for line in reversed(text[start + 1 : hit.start].split("\n")[:-1]):
            bare = line.strip().rstrip("*_ ")
            is_bold = bare.startswith("**") and "`" not in bare and len(bare) < 80
            if bare.endswith(":") or bare.startswith("#") or is_bold:
                return bare
        return ""

    def there(self, hit: Hit, what: str) -> Match:
        """The verdict for what stands there whole."""
        return Match(Verdict.VERBATIM, f"{what} stands there.", (self.evidence(hit),), None, 1.0, Basis.COUNTED)

    def gone(self, what: str, nearest: Hit | None = None) -> Match:
        """The verdict for what is nowhere: lost, or undecided where the summary cannot be read."""
        near = self.passage(nearest) if nearest else None
        if self.note:
            return Match(Verdict.UNDECIDED, self.note, (), near, None, Basis.RECORDED)
        return Match(Verdict.LOST, f"{what} stands nowhere.", (), near, 0.0, Basis.COUNTED)

    def differs(self, verdict: Verdict, hit: Hit, why: str, similarity: float | None = None) -> Match:
        """The verdict for what stands there in another way."""
        return Match(verdict, why, (self.passage(hit),), None, similarity, Basis.INFERRED)


def anything(text: str, end: int) -> bool:
    """What may follow where anything may."""
    return True


def _places(segment: Segment, after: After, masked: frozenset[int]) -> Iterable[_Place]:
    for text in after.texts:
        if text.item.number in masked:
            continue
        yield _Place(text.zone, text.item, NfcText(text.text))
        if text.zone is Zone.RESTORED and text.item.detail.endswith(("file", "file_reference")):
            yield _Place(text.zone, text.item, NfcText(text.item.preview), headline=True)
    seen = {text.item.number for text in after.texts}
    for number in segment.compaction.kept:
        item = segment.session.items[number - 1]
        if item.kind in _WORK and number not in masked and number not in seen:
            whole = segment.read(item)
            shown = without_escapes(whole) if item.kind is ItemKind.TOOL_CALL else whole
            yield _Place(Zone.KEPT, item, NfcText(shown))


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """The second of each pair by the first, each once, in order."""
    found: dict[str, dict[T, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    return {key: list(values) for key, values in found.items()}


def _without_tails(spelled: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Paths without those that are the end of another: the same file, named from a folder further in."""
    kept: list[tuple[str, ...]] = []
    for steps in sorted(spelled, key=len, reverse=True):
        if len(steps) == 1 or not any(longer[-len(steps) :] == steps for longer in kept):
            kept.append(steps)
    return kept
