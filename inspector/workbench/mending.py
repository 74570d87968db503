"""From an opened session to the texts that a review ends in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.ask.redact import without_secrets
from inspector.errors import UsageError, cause
from inspector.read.adapters import title_of
from inspector.report.mend.agents import ways_of
from inspector.report.mend.checklist import Checklist, checklist
from inspector.report.mend.choices import Choice, Decisions
from inspector.report.mend.context import as_messages, as_text, context_before
from inspector.report.mend.hook import hook_script
from inspector.report.mend.texts import END, START, Mended, focus_line, marked, pin_block, repaired_summary
from inspector.report.silences import silences
from inspector.report.told import ToldCompaction
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.reports import report_of
from inspector.workbench.review import outcome_at
from inspector.workbench.saving import save_text
from inspector.workbench.stages import advance, is_ready


@dataclass(frozen=True, slots=True)
class MendForm:
    """One kind of text. ``make`` gets the checklist and the agent's id; None for those made of the context itself."""

    make: Callable[[Checklist, str], Mended] | None = None

    @property
    def needs_context(self) -> bool:
        """Whether it is the context, for which nothing has to be judged."""
        return self.make is None


_IDS = "In the order said; the ids in brackets are for --accept and --edit."
FORMS: dict[str, MendForm] = {
    "checklist": MendForm(lambda checks, _: Mended(marked(checks), _IDS if checks.entries else checks.nothing)),
    "summary": MendForm(lambda checks, _: repaired_summary(checks)),
    "focus": MendForm(lambda checks, agent: focus_line(checks, ways_of(agent))),
    "pins": MendForm(lambda checks, agent: pin_block(checks, ways_of(agent))),
    "hook": MendForm(lambda checks, agent: hook_script(checks, ways_of(agent), title_of(agent))),
    "context": MendForm(),
    "messages": MendForm(),
}
"""In the order in which a review uses them."""


def mend(
    document: Document, number: int, form: str, decisions: Decisions, judgements: Judgements | None = None
) -> Mended:
    """One text about one compaction, without secrets: models read it, and files that hold it are committed.

    Needs the comparison, or for the context alone the reconstruction. Raises UsageError, and LogChanged when a text
    cannot be read back.
    """
    made = _made(document, number, form, decisions, judgements)
    outcome = outcome_at(document, number)
    ids = frozenset(fact.id for fact in outcome.facts) if outcome is not None else frozenset()
    return replace(made, text=without_secrets(made.text, ids))


def _made(document: Document, number: int, form: str, decisions: Decisions, judgements: Judgements | None) -> Mended:
    make = FORMS[form].make
    if make is None:
        return _context(document, number, form)
    if not is_ready(document, Stage.MEASURE):
        advance(document, Stage.MEASURE, Cache.memory())
    outcome = outcome_at(document, number)
    if outcome is not None and outcome.is_unread and not is_ready(document, Stage.CONSEQUENCES):
        # What may be put back is what the work behind it shows.
        advance(document, Stage.CONSEQUENCES, Cache.memory())
    report = report_of(document, judgements or Judgements())
    told = next(one for one in report.compactions if one.number == number)
    known = {fact.id for fact in told.facts}
    strange = sorted((decisions.accepted | decisions.edited.keys()) - known)
    if strange:
        raise UsageError(
            f"Compaction {number} has no fact {strange[0]}.", hint="inspector mend FILE --as checklist names the facts."
        )
    return make(checks_of(told, decisions), document.session.agent)


def told_compactions(document: Document, judgements: Judgements) -> dict[int, ToldCompaction]:
    """Every compaction by its number, for checklists that are made again with each decision. Raises LogChanged."""
    return {one.number: one for one in report_of(document, judgements).compactions}


def checks_of(told: ToldCompaction, decisions: Decisions) -> Checklist:
    """What there is to decide about one compaction, and what was decided; ids it does not know are passed over."""
    choices = dict.fromkeys(decisions.restored, Choice.RESTORE) | dict.fromkeys(decisions.accepted, Choice.ACCEPT)
    return checklist(told, choices, decisions.edited, with_kept=decisions.with_kept)


def save_mended(path: Path, form: str, text: str, logs: Iterable[Path]) -> None:
    """Write it. A pin block goes into a file that is there, and leaves the rest of it as it is.

    Raises UsageError where that file cannot be read, and what ``save_text`` raises.
    """
    if form == "pins" and path.is_file() and path not in logs:
        try:
            text = put_in(path.read_text("utf-8"), text)
        except (OSError, UnicodeDecodeError) as why:
            raise UsageError(f"{path} cannot be read, so it was left as it is: {cause(why)}.") from why
    save_text(path, text, logs)


def put_in(before: str, block: str) -> str:
    """An instruction file with a pin block: in the place of an earlier one, else behind what stands there."""
    start = before.find(START)
    end = before.find(END, start)
    if 0 <= start < end:
        return before[:start] + block.rstrip("\n") + before[end + len(END) :]
    return f"{before.rstrip()}\n\n{block}" if before.strip() else block


def _context(document: Document, number: int, form: str) -> Mended:
    assert document.reconstruction is not None, "contexts are known"
    session, compaction = document.session, document.compactions[number - 1]
    pieces = context_before(session, document.reconstruction.replay, compaction, document.bodies.text)
    silent = tuple(silences(session))
    use = f"{len(pieces):,} items, as they stood. {' '.join(silent)}".strip()
    if form == "context":
        return Mended(as_text(pieces, number), use)
    return Mended(as_messages(pieces, number, silent), use)
