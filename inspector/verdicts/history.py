"""What was said and shown before a compaction, by whom, in a form that claims can be looked up in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import takewhile

from rapidfuzz import fuzz

from inspector.facts.agreed import offer_of
from inspector.facts.exchanges import Exchange, exchanges, reply_kind
from inspector.model import Item, ItemKind, Origin
from inspector.read.tools import ToolKind, tool_kind
from inspector.reconstruct.compactions import ends_unanswered
from inspector.reconstruct.gaps import unread_before
from inspector.reconstruct.segment import Segment
from inspector.text.language import ENGLISH, Speaker, differ, language_of
from inspector.text.normalise import normalise
from inspector.text.openings import word_count
from inspector.text.similarity import containment, stems_of
from inspector.text.units import split
from inspector.text.word_rows import rows
from inspector.work.steps import steps

_OFFERED = 0.5
_SLIPS, _ALIKE = 20, 92
"""How long words have to be before letters may differ in them, and how alike they stay, out of a hundred."""
_AGREES = ("accepts", "accepts and adds")
_BARE = 2
_WHOLE, _READ = 4_000, 8_000
"""Characters of a message that are looked at as one, and sentence by sentence."""
WITHOUT_WORDS = "prompt-without-words"
"""What the problem is called that an adapter reports where a person's message has no words in the log."""
_TALK = (ItemKind.USER, ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT)
_SUMS_UP = rows("summar*|sumar* .. conversation|session|chat|discussion|so_far|everything|what_we|what_you", "recap")


@lru_cache(maxsize=4_000)
def _sentences(text: str) -> tuple[tuple[frozenset[str], bool], ...]:
    """The sentences of a message as stems, and whether each asks; every compaction asks for them again."""
    units = (unit.text for unit in split(text))
    return tuple((stems_of(words), words.rstrip(" )\"'").endswith("?")) for words in units)


class _Said:
    """What one side said, in the forms that claims are looked up in; each is made when it is first asked for."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = list(texts)

    @cached_property
    def normal(self) -> list[str]:
        """The texts without case and marks."""
        return [normalise(text) for text in self.texts]

    @cached_property
    def sentences(self) -> list[tuple[frozenset[str], bool]]:
        """Their sentences as stems, and whether each asks."""
        return [sentence for text in self.texts for sentence in _sentences(text[:_READ])]

    @cached_property
    def units(self) -> list[tuple[frozenset[str], bool]]:
        """The same of each text as a whole, which asks nothing, and of its sentences."""
        return [*((stems_of(text[:_WHOLE]), False) for text in self.texts), *self.sentences]


def history_held(segment: Segment) -> bool:
    """Whether the log holds so much of what was compacted that words missing from it say something."""
    record = segment.compaction.record
    if record.status == "partial":
        return False
    # A token is more than a character; instructions and tools, which logs seldom hold, are taken off.
    return sum(item.chars for item in segment.items) >= (record.reported_before or 0) - _UNLOGGED


_UNLOGGED = 25_000


def end_held(segment: Segment) -> bool:
    """Whether the log holds the end of what was compacted: else what the summary tells may have stood there."""
    return not ends_unanswered(segment.session, [item.number for item in segment.items])


class History:
    """The whole session up to a compaction; texts are read when first asked for."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._end = segment.items[-1].number if segment.items else 0
        self._items = [item for item in segment.session.items[: self._end] if not item.thread]

    @cached_property
    def _human(self) -> _Said:
        # What stands behind the compaction and before the model's next words is the command that asked for it.
        after = (item for item in self._segment.session.items[self._end :] if not item.thread)
        ordering = takewhile(lambda item: item.origin is not Origin.AGENT, after)
        items = [*self._items, *(item for item in ordering if item.detail == "command")]
        # Answers stand with their questions in the result of the tool that asked.
        return _Said(self._read(item) for item in items if item.origin is Origin.HUMAN or _is_answered(item))

    @cached_property
    def _earlier(self) -> _Said:
        """What summaries of earlier compactions told of the human: all that is left of a history the log lacks."""
        return _Said(self._read(item) for item in self._items if item.kind is ItemKind.SUMMARY)

    @cached_property
    def _agent(self) -> _Said:
        return _Said(self._read(item) for item in self._segment.items if _is_of_agent(item))

    @cached_property
    def _human_units(self) -> list[tuple[frozenset[str], bool]]:
        return [*self._human.units, *((stems, False) for stems, _ in self._earlier.sentences)]

    @cached_property
    def _handed_over(self) -> list[tuple[frozenset[str], bool]]:
        named = "\n".join(self._human.texts)
        read = (step for step in steps(self._segment.items, self._read) if step.looks and step.path)
        return _Said(step.output[:_WHOLE] for step in read if step.path.rsplit("/", 1)[-1] in named).units

    @cached_property
    def lines_missing(self) -> bool:
        """Whether anything before the compaction cannot be read: what is not found may have stood there."""
        return unread_before(self._segment.session, self._end)

    @cached_property
    def words_missing(self) -> bool:
        """Whether a message of the human may have, or by its adapter has, words that the log does not show."""
        end = (self._items[-1].source.line if self._items else None) or 0
        silent = (one.source for one in self._segment.session.diagnostics if one.code == WITHOUT_WORDS)
        return self.lines_missing or any(
            source and source.line and (source.earlier or source.line <= end) for source in silent
        )

    @cached_property
    def last_missing(self) -> bool:
        """Whether the message that set off the compaction is not in the log.

        A turn that has ended is compacted by itself only when the next message comes in.
        """
        if self._segment.compaction.record.trigger != "auto":
            return False
        talk = (item for item in reversed(self._segment.items) if item.kind in _TALK)
        last = next((item for item in talk if item.origin is not Origin.HARNESS), None)
        return last is not None and last.kind is ItemKind.ASSISTANT

    @cached_property
    def asked_for_summary(self) -> bool:
        """Whether the human asked to have the conversation summed up."""
        return any(_SUMS_UP.search(text) for text in self._human.texts)

    def foreign(self, words: str) -> bool:
        """Whether words are in another language than the human's: what is told of them then shares none with theirs.

        A few words do not tell their language; they count as English then, which most summaries are written in.
        """
        return differ(self._language, language_of(words) or ENGLISH)

    @cached_property
    def _language(self) -> str:
        return next(iter(Speaker(self._human.texts).languages), "")

    def times_said(self, words: str) -> int:
        """How many messages of the human, and lists in earlier summaries, hold these words."""
        sought = _bare(words)
        return sum(sought in text for text in self._human.normal) + "\n".join(self._earlier.normal).count(sought)

    def human_wrote(self, words: str) -> bool:
        """Whether the human's messages hold these words, but for case, marks and a slip of the keys."""
        sought = _bare(words)
        return sought in self._known or (
            len(sought) >= _SLIPS and fuzz.partial_ratio(sought, self._known, score_cutoff=_ALIKE) > 0
        )

    @cached_property
    def _known(self) -> str:
        return "\n".join((*self._human.normal, *self._earlier.normal))

    def agent_wrote(self, words: str) -> Item | None:
        """The message of the agent that holds these words, but for case and marks."""
        sought = _bare(words)
        return next((item for item, text in self._of_agent if sought in text), None)

    @cached_property
    def _of_agent(self) -> list[tuple[Item, str]]:
        return [(item, normalise(self._read(item))) for item in self._items if _is_of_agent(item)]

    def human_best(self, words: str) -> tuple[float, bool]:
        """How much of the telling words stands in one message or sentence of the human, and whether that asks."""
        return _best(words, self._human_units)

    def human_share(self, words: str) -> float:
        """That share alone."""
        return self.human_best(words)[0]

    def agent_share(self, words: str) -> float:
        """The same for the agent's sentences."""
        return _best(words, self._agent.sentences)[0]

    def handed_over(self, words: str) -> float:
        """The same for the files that the human named and the agent read."""
        return _best(words, self._handed_over)[0]

    @property
    def messages(self) -> int:
        """How many messages the human wrote since the compaction before, bare answers left out."""
        return sum(word_count(exchange.text) > _BARE for exchange in self._spoken)

    @cached_property
    def _spoken(self) -> list[Exchange]:
        return exchanges(self._segment)

    def accepted(self, words: str) -> bool:
        """Whether the human said yes to an offer, or to a message of the agent, that has most of these words."""
        stems = stems_of(words)
        return any(containment(stems, offer) >= _OFFERED for offer in self._accepted)

    @cached_property
    def _accepted(self) -> list[frozenset[str]]:
        found = []
        for exchange in self._spoken:
            if exchange.before and reply_kind(exchange.text) in _AGREES:
                text = self._read(exchange.before[-1])
                offer = offer_of(split(text))
                found += [stems_of(offer.text)] if offer else []
                found.append(stems_of(text[-_WHOLE:]))
        return found

    def _read(self, item: Item) -> str:
        return self._segment.read(item)


def _is_answered(item: Item) -> bool:
    return item.kind is ItemKind.TOOL_RESULT and tool_kind(item.tool) is ToolKind.ASK


def _is_of_agent(item: Item) -> bool:
    return item.origin is Origin.AGENT and item.kind is ItemKind.ASSISTANT


def _bare(words: str) -> str:
    return normalise(words).strip(" .,;:!?\"'")


def _best(words: str, units: Iterable[tuple[frozenset[str], bool]]) -> tuple[float, bool]:
    stems = stems_of(words)
    return max(((containment(stems, unit), asks) for unit, asks in units if unit & stems), default=(0.0, False))
