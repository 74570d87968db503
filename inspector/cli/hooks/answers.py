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
from inspector.model import Verdict
from inspector.read.tables import split
from inspector.report.document import ToldCompaction, ToldFact
from inspector.rerun.redact import without_secrets
from inspector.said.statements import statements
from inspector.store.cache import Cache
from inspector.wording.units import counted, place
from inspector.workbench.document import Document, Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.keeping import to_keep, unsafe_seam
from inspector.workbench.mending import told_compactions
from inspector.workbench.stages import advance, read

HELD = 2
"""The exit status at which Claude Code does not compact (since 2.1.105)."""
_MOST_BYTES = 256 << 20
"""Of a log: an agent waits."""
_NOT_THERE = "Earlier in this session the user said this, word for word; it does not stand in the context now:"
_HARMED = "The compaction dropped or changed this. The user said it earlier, word for word, and it still holds:"


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
    if agent == "codex":
        return Answer("", "Codex takes no words before a compaction")
    with _opened(payload.transcript, agent) as document:
        text = document.bodies.text
        if holds and payload.trigger == "manual" and not journal.held_before(payload.session):
            why = unsafe_seam(document.session, text)
            if why and journal.hold(payload.session):
                told = f"{why} This compaction was blocked once; run /compact again to compact anyway."
                return Answer("", f"held: {why}", HELD, told)
        words = to_keep(statements(document.session, document.session.items, text), guess, budget)
    words = without_secrets(words)
    return Answer(words, f"{len(words):,} characters to keep" if words else "nothing to keep was found")


def after_compaction(payload: Payload, agent: str, *, notifies: bool, opens: bool = False) -> Answer:
    """Nothing for the agent: how much of what was said stands there is noted, and shown where that is wanted."""
    if opens:
        _open(payload.transcript)
    with _opened(payload.transcript, agent) as document:
        told = _newest(document)
        if told is None:
            return Answer("", "the log holds no compaction yet")
        missing = _missing(told)
        words = (
            f"Compaction {told.number}: {counted(len(missing), 'thing')} that you said {_what_of(told, len(missing))}"
        )
        if missing and notifies:
            _notify(words, without_secrets("\n".join(fact.statement for fact in missing[:3])))
        return Answer("", words if missing else f"compaction {told.number}: nothing that you said is missing")


def after_start(payload: Payload, agent: str, budget: int, judge: str = "", seconds: float = 0.0) -> Answer:
    """What the user said that does not stand there now, word for word with its lines, to be put back.

    ``judge`` is a model that reads the compaction meanwhile and says what was lost or changed; where it takes longer
    than ``seconds``, what is not there stands.
    """
    if payload.source != "compact":
        return Answer("", f"a start of the kind {payload.source or 'unknown'}: nothing was compacted")
    with _opened(payload.transcript, agent) as document:
        told = _newest(document)
        if told is None:
            return Answer("", "the log holds no compaction yet")
        words, late = _put_back(told, budget), False
        if judge:
            from inspector.cli.hooks.judged import judge_in_time

            late = not judge_in_time(document, told.number, judge, seconds)
            if not late:
                words = _put_back(told_compactions(document, Judgements())[told.number], budget)
    answer = _put(words, "SessionStart", told.number)
    said = f"{answer.note}; by words alone, {judge} had not answered" if late else answer.note
    return replace(answer, note=said, leaves=late)


def before_prompt(payload: Payload, agent: str, budget: int) -> Answer:
    """Behind a compaction that was announced: what no longer stands there, once, beside what the human typed."""
    with _opened(payload.transcript, agent) as document:
        told = _newest(document)
        if told is None:
            return Answer("", "the log holds no compaction yet")
        if not journal.looked_at(payload.session, told.number):
            return Answer("", f"compaction {told.number} was looked at before")
        words = _put_back(told, budget)
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
        # What a judge found earlier leads.
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


def _missing(told: ToldCompaction) -> list[ToldFact]:
    """What the user said and may have to say again, in the order said: not there, or, where a judge read it, harmed.

    Also what was gone earlier: what a hook put back then went with this compaction.
    """
    facts = [
        fact
        for fact in told.facts
        if fact.harm or (not told.judge and fact.verdict is Verdict.ABSENT and fact.group in ("absent", "earlier"))
    ]
    return sorted(facts, key=lambda fact: fact.place)


def _what_of(told: ToldCompaction, n: int) -> str:
    """What became of so many things, in the words that are known to be true."""
    if told.judge:
        return f"{'was' if n == 1 else 'were'} lost or changed, {told.judge} says"
    return f"{'does' if n == 1 else 'do'} not stand there word for word"


def _put_back(told: ToldCompaction, budget: int) -> str:
    """The opening message first, since agents' own budgets lose it first, then the newest, as far as they fit."""
    missing = _missing(told)
    opening = min((fact.place for fact in told.facts if fact.is_spoken), default=None)
    first = [fact for fact in missing if fact.place == opening]
    newest = [fact for fact in reversed(missing) if fact.place != opening]
    head = _HARMED if missing and all(fact.harm for fact in missing) else _NOT_THERE
    spent, taken = guess(head), set[str]()
    for fact in (*first, *newest):
        tokens = guess(_quoted(fact))
        if spent + tokens <= budget:
            spent += tokens
            taken.add(fact.id)
    if not taken:
        return ""
    lines = [head, *(_quoted(fact) for fact in missing if fact.id in taken)]
    left_out = len(missing) - len(taken)
    if left_out:
        lines.append(f"({left_out:,} more were left out: they do not fit into {budget:,} tokens.)")
    return "\n".join(lines) + "\n"


def _quoted(fact: ToldFact) -> str:
    said = fact.said[0]
    first, *rest = said.text.strip().splitlines() or [""]
    asked = f" (asked: “{fact.question.text.strip()}”)" if fact.question else ""
    where = f" ({place(said.line, said.item)} of the log)"
    return "\n".join([f"- {first}", *(f"  {line}" for line in rest)]) + asked + where


def _put(words: str, event: str, compaction: int) -> Answer:
    """Words for the new context, as Claude Code, Codex and Gemini CLI take them from this event."""
    if not words:
        return Answer("", f"compaction {compaction}: nothing to put back")
    words = without_secrets(words)
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
