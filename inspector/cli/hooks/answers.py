"""What each hook answers, as text for standard output and an exit status."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from inspector.cli.hooks import gemini, remembered
from inspector.cli.hooks.payload import Payload
from inspector.cli.hooks.places import PLACES
from inspector.cli.hooks.run import Answer
from inspector.cli.hooks.sentences import gone, only_in_summaries, within
from inspector.cli.program import own_command
from inspector.errors import CannotRead
from inspector.model import Fact
from inspector.read.tables import split
from inspector.store.cache import Cache
from inspector.wording.units import counted
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, read

_MOST_BYTES = 256 << 20
"""Of a log: an agent waits."""
_BEFORE = (
    "The user said this earlier in the session. The messages themselves were compacted away: keep it word for word in "
    "the summary."
)
_AFTER = "Earlier in this session the user said this; it does not stand, or not whole, in the context now:"
_SEALED = (
    "Earlier in this session the user said this; it does not stand, or not whole, in the messages that were kept, and "
    "whether the sealed summary holds it nobody can read:"
)
_JUDGED = (
    "Earlier in this session the user said this, word for word; {model} finds it lost, changed or contradicted "
    "behind the compaction:"
)


@dataclass(frozen=True, slots=True)
class Judging:
    """A model that reads a compaction meanwhile, and the seconds that it has."""

    model: str = ""
    seconds: float = 0.0


def before_compaction(payload: Payload, agent: str, budget: int) -> Answer:
    """What only summaries still hold, for the next one."""
    remembered.forget(payload.session, "summary")
    remembered.keep(payload.session, "compacting", "")
    with _opened(payload.transcript, agent) as document:
        facts = only_in_summaries(document)
        words = within(_BEFORE, facts, document, budget)
    note = f"{_counted(facts)} of yours, which only summaries still hold, to the summarizer"
    return Answer(_formed(words, "PreCompact", agent), note if words else "all that you said stands there itself")


def after_compaction(payload: Payload, agent: str, *, opens: bool = False) -> Answer:
    """Nothing for the agent: how much of what was said stands there is noted."""
    if opens:
        _open(payload.transcript)
    remembered.keep(payload.session, "pending", "")
    with _opened(payload.transcript, agent) as document:
        missing = gone(document, _own(payload.summary) if payload.summary else None)
    words = f"{_counted(missing)} of yours not there word for word"
    return Answer("", words if missing else "all that you said stands there")


def after_start(payload: Payload, agent: str, budget: int, judging: Judging | None = None) -> Answer:
    """Behind a compaction, what the person said that does not stand there now, to be put back."""
    if payload.source != "compact":
        return Answer("", f"a start of the kind {payload.source or 'unknown'}: nothing was compacted")
    summary = remembered.kept(payload.session, "summary")
    remembered.forget(payload.session, "summary", "compacting")
    if "UserPromptSubmit" in PLACES[agent].events:
        remembered.keep(payload.session, "pending", "")
    with _opened(payload.transcript, agent) as document:
        if summary is None and not document.compactions:
            return Answer("", "the log holds no compaction yet")
        return _put_back(document, _own(summary) if summary else None, "SessionStart", agent, budget, judging)


def before_prompt(payload: Payload, event: str, agent: str, budget: int, judging: Judging | None = None) -> Answer:
    """Behind a compaction that nobody answered yet: what no longer stands there, once, beside what the human typed."""
    remembered.forget(payload.session, "pending")
    # Those of a compaction before.
    remembered.forget(payload.session, "words")
    with _opened(payload.transcript, agent) as document:
        if not document.compactions:
            return Answer("", "the log holds no compaction yet")
        if agent == "gemini" and not remembered.looked_at(payload.session, document.compactions[-1].number):
            return Answer("", f"compaction {document.compactions[-1].number} was looked at before")
        answer = _put_back(document, None, event, agent, budget, judging)
        if event == "BeforeModel" and answer.words:
            kept = gemini.kept(answer.words, _first_words(document))
            remembered.keep(payload.session, "words", kept)
            return Answer(gemini.put_in(payload.raw, kept), answer.note)
        return answer


def _put_back(
    document: Document, summary: str | None, event: str, agent: str, budget: int, judging: Judging | None
) -> Answer:
    number = len(document.compactions) + (summary is not None)
    late = False
    if judging is not None and judging.model:
        from inspector.cli.hooks.judged import harmed

        found = harmed(document, summary, judging.model, judging.seconds)
        if found is not None:
            words = within(_JUDGED.format(model=judging.model), found, document, budget)
            return _told(words, found, number, event, agent)
        late = True
    missing = gone(document, summary)
    sealed = summary is None and not document.compactions[-1].record.readable and agent == "codex"
    words = within(_SEALED if sealed else _AFTER, missing, document, budget)
    answer = _told(words, missing, number, event, agent)
    if late and judging is not None:
        note = f"{answer.note}; by words alone, {judging.model} gave no whole answer in time"
        return Answer(answer.words, note, leaves=True)
    return answer


def _told(words: str, facts: Sequence[Fact], number: int, event: str, agent: str) -> Answer:
    if not words:
        return Answer("", f"compaction {number}: nothing to put back")
    put = words.count(" of the log)\n")
    left = f", {len(facts) - put:,} did not fit" if put < len(facts) else ""
    return Answer(_formed(words, event, agent), f"compaction {number}: put back {counted(put, 'sentence')}{left}")


def _formed(words: str, event: str, agent: str) -> str:
    """Words as an agent takes them from an event: plain, or as ``additionalContext``."""
    place = PLACES[agent]
    if not words or place.is_plugin or event in place.plain or event == "BeforeModel":
        return words
    output = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": words}}
    return json.dumps(output, ensure_ascii=True)


@contextmanager
def _opened(path: Path, agent: str) -> Iterator[Document]:
    """The session as far as it is written. Raises CannotRead for a log that would keep the agent waiting."""
    size = split(path)[0].stat().st_size
    place = PLACES[agent]
    if size > _MOST_BYTES and not place.is_database:
        raise CannotRead(f"the log has {size:,} bytes, and an agent waits.")
    with closing(read(path, agent=place.format or agent)) as document:
        place.check_version(document.session.version)
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        yield document


def _own(summary: str) -> str:
    """A summarizer's answer without what it wrote for itself."""
    start, end = summary.find("<analysis>"), summary.rfind("</analysis>")
    return summary[:start] + summary[end + len("</analysis>") :] if 0 <= start < end else summary


def _first_words(document: Document) -> str:
    inserted = document.compactions[-1].inserted
    return document.text(inserted[0]) if inserted else ""


def _counted(facts: Sequence[Fact]) -> str:
    return counted(len(facts), "sentence")


def _open(log: Path) -> None:
    """Open the window on a log, apart from the agent, who does not wait for it."""
    subprocess.Popen(
        [*own_command(), "open", str(log)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
