"""What can be judged at all: whether a summary is one, and whether what is looked for is in the log.

Empty texts, error messages, refusals and texts longer than the history are named.
"""

from __future__ import annotations

from inspector.model import CompactionRecord, Fact, Verdict, Zone
from inspector.reconstruct.segment import Segment
from inspector.text.phrases import says
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.outcome import IS_ENCRYPTED
from inspector.verdicts.zones import After

_LONGEST_ERROR, _LONGEST_REFUSAL = 420, 620
"""Characters; what is longer is a summary, whatever it opens with."""
_IS_ERROR = "The summary is an error message; only kept messages are judged."
_IS_REFUSAL = "The summary is a refusal to write one; only kept messages are judged."
_ENCRYPTED = "encrypted_summary"
"""What adapters call such an item."""
_WORTH_COMPARING = 2_000
_BLACKED_OUT = "REDACTED"
"""What recorders write over what may be a secret, each place by itself."""


def unusable(segment: Segment, after: After) -> str:
    """Why the text after a compaction cannot be judged; "" where it can."""
    record = segment.compaction.record
    if record.kind == "trim" or is_empty(record):
        return ""
    if not record.readable or record.summary is None:
        return IS_ENCRYPTED if is_encrypted(segment) else "The summary cannot be read; only kept messages are judged."
    text = "\n".join(text.text for text in after.texts if text.zone is Zone.SUMMARY).strip()
    if not text:
        # It keeps nothing, and that can be judged.
        return ""
    if len(text) <= _LONGEST_ERROR and says("error message", text):
        return _IS_ERROR
    if len(text) <= _LONGEST_REFUSAL and says("refusal", text):
        return _IS_REFUSAL
    if not segment.compaction.removed:
        return "What it replaces is not in this log; only kept messages are judged."
    history = sum(segment.session.items[number - 1].chars for number in segment.compaction.removed)
    if _WORTH_COMPARING < len(text) > history:
        return "The summary is longer than the history it replaces; only kept messages are judged."
    return ""


def is_empty(record: CompactionRecord) -> bool:
    """Whether a summary was written into which nothing was put."""
    return record.readable and record.summary is None and record.kind == "summary"


def is_encrypted(segment: Segment) -> bool:
    """Whether the provider alone can read the summary."""
    summary = segment.compaction.record.summary
    return summary is not None and segment.session.items[summary - 1].detail == _ENCRYPTED


def judged_by(after: After, note: str) -> After:
    """What facts are judged by: without what stands in the place of a summary where that is an error or a refusal."""
    if note not in (_IS_ERROR, _IS_REFUSAL):
        return after
    return after.with_texts(tuple(text for text in after.texts if text.zone is not Zone.SUMMARY))


def cut_short(segment: Segment) -> bool:
    """Whether the log lacks part of what the compaction kept, so that nothing can be called lost."""
    return segment.compaction.record.status == "partial"


def blacked_out(fact: Fact, match: Match) -> Match:
    """A match as it is; what was not found is undecided where a part is blacked out: each place may hide another."""
    if match.verdict is not Verdict.LOST or not any(_BLACKED_OUT in text for text in (fact.value, *fact.texts)):
        return match
    why = "A part of it is blacked out in this log, so it cannot be looked for."
    return Match(Verdict.UNDECIDED, why, (), match.nearest, match.similarity)
