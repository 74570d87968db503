"""What each hook answers, as text for standard output and an exit status."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.cli.hooks import journal
from inspector.cli.hooks.install import PLACES
from inspector.cli.hooks.payload import Payload
from inspector.cli.program import own_path
from inspector.cli.session import recall_kept
from inspector.measure.tokenizers.characters import guess
from inspector.read.tables import split
from inspector.report.document import ToldCompaction
from inspector.report.mend.checklist import Entry
from inspector.report.mend.choices import Decisions
from inspector.store.cache import Cache
from inspector.wording.units import place
from inspector.workbench.document import Document, Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.keeping import to_keep, unsafe_seam
from inspector.workbench.mending import checks_of, told_compactions
from inspector.workbench.stages import advance, read

HELD = 2
"""The exit status at which Claude Code does not compact (since 2.1.105)."""
_MOST_BYTES = 256 << 20
"""Of a log: an agent waits."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the agent gets, and what is written down about it."""

    words: str
    """On standard output."""
    note: str
    status: int = 0
    error: str = ""
    """On standard error: Claude Code shows it where a compaction is held."""
    leaves: bool = False
    """Whether something is left running that nobody waits for: the process has to be ended."""


def before_compaction(payload: Payload, agent: str, budget: int, *, holds: bool) -> Answer:
    """What the summary must keep; or, once a session, why a compaction that was asked for by hand had better wait."""
    from inspector.rerun.fates import whole_session

    if agent == "codex":
        return Answer("", "Codex takes no words before a compaction")
    with _opened(payload.transcript, agent) as document:
        text = document.bodies.text
        if holds and payload.trigger == "manual" and not journal.held_before(payload.session):
            why = unsafe_seam(document.session, text)
            if why and journal.hold(payload.session):
                told = f"{why} This compaction was blocked once; run /compact again to compact anyway."
                return Answer("", f"held: {why}", HELD, told)
        found = whole_session(document.session, text, with_evidence=False)
        words = to_keep(found, guess, budget) if found is not None else ""
    return Answer(words, f"{len(words):,} characters to keep" if words else "nothing to keep was found")


def after_compaction(payload: Payload, agent: str, *, notifies: bool, opens: bool = False) -> Answer:
    """Nothing for the agent: the verdicts are worked out and kept, and shown where that is wanted."""
    if opens:
        _open(payload.transcript)
    with _opened(payload.transcript, agent) as document:
        told = _newest(document)
        if told is None:
            return Answer("", "the log holds no compaction yet")
        lost = _sure(told)
        words = (
            f"Compaction {told.number}: {len(lost)} of what you said {'is' if len(lost) == 1 else 'are'} surely lost"
        )
        if lost and notifies:
            _notify(words, "\n".join(entry.text for entry in lost[:3]))
        return Answer("", words if lost else f"compaction {told.number}: nothing is surely lost")


def after_start(payload: Payload, agent: str, budget: int, judge: str = "", seconds: float = 0.0) -> Answer:
    """What the newest compaction surely lost, word for word with its lines, to be put back into the context.

    ``judge`` is a model that reads it meanwhile; the rules' losses alone stand where it takes longer than ``seconds``.
    """
    if payload.source != "compact":
        return Answer("", f"a start of the kind {payload.source or 'unknown'}: nothing was compacted")
    with _opened(payload.transcript, agent) as document:
        told = _newest(document)
        if told is None:
            return Answer("", "the log holds no compaction yet")
        words, late = _put_back(_sure(told), budget), False
        if judge:
            from inspector.cli.hooks.judged import judge_in_time

            late = not judge_in_time(document, told.number, judge, seconds)
            if not late:
                words = _put_back(_sure(told_compactions(document, Judgements())[told.number]), budget)
    answer = _put(words, "SessionStart", told.number)
    said = f"{answer.note}; by the rules alone, {judge} had not answered" if late else answer.note
    return replace(answer, note=said, leaves=late)


def before_prompt(payload: Payload, agent: str, budget: int) -> Answer:
    """Behind a compaction that was announced: what it surely lost, once, beside what the human typed."""
    with _opened(payload.transcript, agent) as document:
        told = _newest(document)
        if told is None:
            return Answer("", "the log holds no compaction yet")
        if not journal.looked_at(payload.session, told.number):
            return Answer("", f"compaction {told.number} was looked at before")
        words = _put_back(_sure(told), budget)
    return _put(words, "BeforeAgent", told.number)


@contextmanager
def _opened(path: Path, agent: str) -> Iterator[Document]:
    """The session as far as it is written. Raises OverflowError for a log that would keep the agent waiting."""
    size = split(path)[0].stat().st_size
    if size > _MOST_BYTES:
        raise OverflowError(f"the log has {size:,} bytes, and an agent waits")
    document = read(path, agent=agent)
    try:
        _check_version(agent, document.session.version)
        # What a judge found earlier stands above the rules.
        recall_kept(document)
        yield document
    finally:
        document.close()


def _check_version(agent: str, told: str) -> None:
    """Raise LookupError where the agent that writes the log is newer than the contract that was read.

    A new patch level changes no contract, and agents that update every day would never be answered.
    """
    place, last = PLACES.get(agent), told.rsplit(", ", 1)[-1]
    parts = last.split(".")
    if place is None or place.newest is None or len(parts) < 2 or not (parts[0].isdigit() and parts[1].isdigit()):
        return
    if (int(parts[0]), int(parts[1])) > place.newest:
        read_for = ".".join(map(str, place.newest))
        raise LookupError(f"{agent} {last} is newer than {read_for}, for which its hooks were read")


def _newest(document: Document) -> ToldCompaction | None:
    cache = Cache.default()
    try:
        advance(document, Stage.COMPARE, cache)
        advance(document, Stage.MEASURE, cache)
    finally:
        cache.close()
    told = told_compactions(document, Judgements())
    return told[max(told)] if told else None


def _sure(told: ToldCompaction) -> list[Entry]:
    """The human's words that are surely lost or changed."""
    return [entry for entry in checks_of(told, Decisions()).restored if entry.is_human]


def _put_back(entries: list[Entry], budget: int) -> str:
    head = "The compaction dropped or changed this. The user said it earlier, word for word, and it still holds:"
    lines, spent = [head], guess(head)
    for entry in entries:
        said = entry.fact.said[0] if entry.fact.said else None
        where = f" ({place(said.line, said.item)} of the log)" if said else ""
        first, *rest = entry.text.splitlines() or [""]
        told = "\n".join([f"- {first}", *(f"  {line}" for line in rest)]) + where
        spent += guess(told)
        if spent > budget:
            break
        lines.append(told)
    return "\n".join(lines) + "\n" if len(lines) > 1 else ""


def _put(words: str, event: str, compaction: int) -> Answer:
    """Words for the new context, as Claude Code, Codex and Gemini CLI take them from this event."""
    if not words:
        return Answer("", f"compaction {compaction}: nothing is surely lost")
    output = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": words}}
    return Answer(json.dumps(output, ensure_ascii=True), f"compaction {compaction}: {len(words):,} characters put back")


def _open(log: Path) -> None:
    """Open the window on a log, apart from the agent, who does not wait for it."""
    subprocess.Popen(
        [own_path(), "open", str(log)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _notify(title: str, words: str) -> None:
    program = shutil.which("notify-send")
    if program:
        subprocess.run([program, "--app-name=inspector", title, words], check=False, timeout=2, capture_output=True)
