"""Words for what the work shows behind a compaction that nobody can read: of a fact, and of the work under way."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from inspector.gui.language import number, tr
from inspector.gui.models.figures import short_line
from inspector.model.shown import Shown
from inspector.workbench.consequences import consequences_at
from inspector.workbench.document import Document

if TYPE_CHECKING:
    from inspector.impact.unread import Trace

_WORDS = 120


def shown_word(shown: Shown) -> str:
    """What the work shows, in two words."""
    return {
        Shown.FETCHED: tr("Fetched again"),
        Shown.SAID_AGAIN: tr("Said again"),
        Shown.KNOWN: tr("Still known"),
        Shown.KEPT: tr("Kept"),
        Shown.UNTESTED: tr("Never tested"),
    }[shown]


def shown_meaning(shown: Shown) -> str:
    """What that means, in a sentence."""
    return {
        Shown.FETCHED: tr(
            "The same lines were read again, or the same check was run again though nothing was changed."
        ),
        Shown.SAID_AGAIN: tr("The user said it again."),
        Shown.KNOWN: tr("The agent named it, or worked on the file, before it appeared in the context again."),
        Shown.KEPT: tr("It stayed in the context, as it was or in what stayed there."),
        Shown.UNTESTED: tr("Nothing tells whether it is known. That does not mean that it was lost."),
    }[shown]


def trace_words(trace: Trace | None) -> str:
    """What the work shows of a fact, and where: ``→ fetched again #535``; "" where nothing does, or it only stayed."""
    if trace is None or trace.item is None or trace.shown is Shown.KEPT:
        return ""
    return f"→ {shown_word(trace.shown).lower()} #{number(trace.item)}"


def under_way_words(document: Document, compaction: int) -> str:
    """Whether the work under way went on, as rich text whose links are item numbers; "" as far as nothing is known."""
    followed = consequences_at(document, compaction)
    work = followed.under_way if followed is not None else None
    if work is None:
        return ""
    went = {True: tr("went on"), False: tr("stopped"), None: tr("cannot be determined")}[work.went_on]
    said = escape(short_line(work.words(document.session), _WORDS))
    links = [f'<a href="{item}">#{number(item)}</a>' for item in (work.request, work.item) if item is not None]
    words = tr("The work under way {went}: “{said}” {links}. {why}")
    return words.format(went=went, said=said, links=" → ".join(links), why=escape(work.why))
