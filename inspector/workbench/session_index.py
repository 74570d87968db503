"""What a list of many sessions says about each of them: read once, kept until the log or the code changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.errors import Cancelled, InspectorError
from inspector.model import Compaction, ItemKind, Origin, Session
from inspector.model.basis import known_sum
from inspector.read.discover import Found, glance
from inspector.read.tables import split
from inspector.read.values import as_title
from inspector.reconstruct.ending import Way, ending_of
from inspector.store.cache import Cache, Table
from inspector.wording.damage import TORN, damage_of, damage_words
from inspector.wording.units import counted
from inspector.workbench.document import Document, Stage
from inspector.workbench.identity import reading_version
from inspector.workbench.jobs import Progress
from inspector.workbench.judgements import Judgements
from inspector.workbench.stages import advance, apply, extract, read
from inspector.workbench.subagents import compacted_subagents

_FIRST_WORDS = 400
"""Letters of the first words that are kept: more than a line has room for."""
if TYPE_CHECKING:
    from inspector.survival.outcome import Outcome

_BEFORE = ("parent", "fork")
"""The kinds of links that lead to a session before this one."""
_DAMAGE = (ValueError, LookupError, TypeError, AttributeError, MemoryError)


@dataclass(frozen=True, slots=True)
class Figures:
    """What one session's log tells when it is read whole. Unknown is "" or None."""

    session: str = ""
    """Its id."""
    continues: tuple[str, ...] = ()
    """The ids of sessions that it came from, by its own account."""
    project: str = ""
    """The folder that the agent worked in."""
    first_words: str = ""
    """The first that a person said."""
    compacted: tuple[str, ...] = ()
    """What the log calls each compaction: a fork's copies are called the same."""
    items: int = 0
    compactions: int = 0
    removed: int | None = None
    """Tokens that the compactions took away, of those that tell; None where none of them does."""
    in_subagents: int = 0
    """Compactions of its subagents' own histories, which have logs of their own."""
    loops: int = 0
    """Compactions after which the next one fired within 2 requests."""
    losses: int | None = None
    """The human's words that may have to be put back, at all compactions: lost or changed as a judge or the user says,
    or, where no judge read it, not there; None until somebody looked."""
    is_silent: bool = False
    """Whether a person said nothing that could be looked for, so that ``losses`` being 0 says nothing."""
    unjudged: int = 0
    """Compactions whose text nobody can read, where ``losses`` is known."""
    ending: str = ""
    """How it ended: finished, stopped, failed, unfinished."""
    damaged: str = ""
    """What is not counted because a part of the log cannot be read, in a sentence."""
    error: str = ""
    """Why it cannot be read; the rest is then unknown."""


class SessionIndex:
    """Figures by log; one that grew or changed is read again. Used from one worker at a time, and by the window."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._table = Table(cache, lambda: b"session-index " + reading_version()[:16])
        self.keep = self._table.keep
        self.read = 0
        """How many logs were read for this."""

    def known(self, found: Found) -> Figures | None:
        """What is known of a session without reading it."""
        if found.error:
            return Figures(error=found.error)
        try:
            state, told = self._table.rows.get(str(found.path), ("", None))
            return _figures(told) if state == _state(found) else None
        except _DAMAGE:
            return None

    def look(self, found: Found) -> Figures:
        """The figures of a session; its log is read where they are not known. Never raises but Cancelled."""
        figures = self.known(found)
        return figures if figures is not None else self._work(found, figures_of)

    def find_losses(self, found: Found, check: Callable[[], None] = lambda: None) -> Figures:
        """The figures with what is missing; takes seconds for a long session."""
        figures = self.known(found)
        if figures is not None and (figures.error or figures.losses is not None):
            return figures
        if figures is not None and not figures.compactions:
            # Nothing was compacted, so nothing is missing, and the log need not be read once more.
            return self._put(found, replace(figures, losses=0))

        def work(document: Document) -> Figures:
            check()
            # Sentences alone are counted.
            apply(document, Stage.EXTRACT, extract(document, self._cache, Progress(), with_evidence=False))
            advance(document, Stage.COMPARE, self._cache)
            return with_losses(figures_of(document), document)

        return self._work(found, work)

    def note(self, document: Document) -> None:
        """Take up what the window worked out of a session that it has open."""
        if document.comparison is not None:
            found = glance(document.opened.adapter, Path(document.session.path))
            self._put(found, with_losses(figures_of(document), document))

    def earlier(self, document: Document) -> Path | None:
        """The log on this machine of the session that this one came from; None where that is not known.

        Reads other logs where only their rows tell.
        """
        session = document.session
        ours = [*session.before, session.path]
        for link in session.links:
            if link.kind in _BEFORE:
                paths = [Path(link.path)] if link.path else self._paths_of(link.session, Path(ours[0]))
                there = [path for path in paths if str(path) not in ours and split(path)[0].exists()]
                if there:
                    return there[-1]
        first = next(iter(document.compactions), None)
        return document.opened.adapter.earlier(Path(ours[0])) if first is not None and is_cut(first) else None

    def before(self, document: Document, check: Callable[[], None] = lambda: None) -> tuple[Path, ...]:
        """The logs that a session goes on from, the earliest first, as far as they are on this machine.

        Reads each of them. Raises CannotRead where one that is there cannot be read.
        """
        found: list[Path] = []
        last = document
        try:
            while goes_on(last) and (path := self.earlier(last)) is not None and path not in found:
                check()
                found.insert(0, path)
                if last is not document:
                    last.close()
                last = read(path, agent=document.session.agent)
                advance(last, Stage.RECONSTRUCT, self._cache)
        finally:
            if last is not document:
                last.close()
        return tuple(found)

    def _paths_of(self, session: str, beside: Path) -> list[Path]:
        """The logs of a session that were seen, the latest last; else one in the same folder that bears its id."""
        if not session:
            return []
        seen = [Path(path) for path, (_, told) in self._table.rows.items() if _figures(told).session == session]
        return seen or sorted(beside.parent.glob(f"*{escape(session)}.json*"))

    def _work(self, found: Found, work: Callable[[Document], Figures]) -> Figures:
        self.read += 1
        try:
            with closing(read(found.path, agent=found.agent)) as document:
                advance(document, Stage.RECONSTRUCT, self._cache)
                figures = work(document)
        except Cancelled:
            raise
        except InspectorError as why:
            figures = Figures(error=why.message)
        except Exception as why:
            # A defect of ours on one log must not cost the other thousand.
            figures = Figures(error=f"This is a bug in Inspector: {type(why).__name__}.")
        return self._put(found, figures)

    def _put(self, found: Found, figures: Figures) -> Figures:
        self._table.put(str(found.path), (_state(found), figures))
        return figures


def figures_of(document: Document) -> Figures:
    """What a session tells once its compactions are known."""
    session, compactions = document.session, document.compactions
    way, below = ending_of(session).way, compacted_subagents(document)
    return Figures(
        session=session.id,
        continues=tuple(link.session for link in session.links if link.kind in _BEFORE and link.session),
        project=session.cwd,
        first_words=_first_words(document),
        items=len(session.items),
        compactions=len(compactions),
        compacted=tuple(one.record.id for one in compactions if one.record.id),
        removed=known_sum(one.freed for one in compactions),
        in_subagents=sum(one.count for one in below),
        loops=sum(one.outcome == "loop" for one in compactions),
        ending="" if way is Way.UNKNOWN else way.value,
        damaged=_damaged(session, sum(bool(one.unread) for one in below)),
    )


def _damaged(session: Session, unread: int) -> str:
    # A last line that is incomplete is being written, as a rule.
    words = damage_words(session) if any(one.code != TORN for one in damage_of(session)) else ""
    return f"{words} {counted(unread, 'log')} of its subagents cannot be read.".strip() if unread else words


def may_have_earlier(document: Document) -> bool:
    """Whether a session says that another one came before it."""
    first = next(iter(document.compactions), None)
    return (first is not None and is_cut(first)) or any(link.kind in _BEFORE for link in document.session.links)


def goes_on(document: Document) -> bool:
    """Whether a session goes on from another one's history, and can be one session with it."""
    first = next(iter(document.compactions), None)
    return (first is not None and is_cut(first)) or any(link.kind == "fork" for link in document.session.links)


def is_cut(compaction: Compaction) -> bool:
    """Whether nothing stands before a compaction: its log begins with the summary of an earlier one."""
    return not compaction.removed and not compaction.kept


def with_losses(figures: Figures, document: Document) -> Figures:
    """The figures with how many of the human's words may have to be put back."""
    from inspector.survival.shares import SPOKEN
    from inspector.workbench.review import judged, to_put_back, untold

    outcomes: Sequence[Outcome] = document.comparison or ()
    unjudged = sum(bool(untold(one, judged(one, Judgements()))) for one in outcomes)
    if outcomes and unjudged == len(outcomes):
        return replace(figures, unjudged=unjudged)
    lost = sum(len(to_put_back(outcome, Judgements())) for outcome in outcomes)
    said = (fact for outcome in outcomes for fact in outcome.facts if fact.kind in SPOKEN)
    is_silent = bool(outcomes) and all(fact.fold is not None for fact in said)
    return replace(figures, losses=lost, unjudged=unjudged, is_silent=is_silent)


def _first_words(document: Document) -> str:
    items = document.session.items
    said = (item for item in items if item.kind is ItemKind.USER and item.origin is Origin.HUMAN)
    words = next((as_title(document.text(item.number)) for item in said if item.preview.strip()), "")
    if len(words) <= _FIRST_WORDS:
        return words
    from inspector.secrets.find import part_of

    return part_of(words, 0, _FIRST_WORDS - 1).rstrip() + "…"


def _figures(told: Figures | dict[str, Any]) -> Figures:
    if isinstance(told, Figures):
        return told
    lists = {name: tuple(value) for name, value in told.items() if isinstance(value, list)}
    return Figures(**{**told, **lists})


def _state(found: Found) -> str:
    return f"{found.bytes}\0{found.modified}"
