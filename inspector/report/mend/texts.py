"""What a review ends in: a repaired summary, a focus line, a pin block. What was said stays word for word.

Rule: nothing here overrules the summary unless a judge or the reviewer says that it lost or changed what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspector.report.mend.agents import Ways
from inspector.report.mend.checklist import Checklist, Entry, tokens_of
from inspector.report.told import ToldWork
from inspector.report.work import examples, under_way_words
from inspector.survival.shares import GONE
from inspector.wording.units import counted, place
from inspector.wording.verdicts import NOT_LOST, verdict_word

START, END = "<!-- pinned: start -->", "<!-- pinned: end -->"
"""Around the pin block, so that a later one can take its place."""
_COMMENT = re.compile(r"<!--|-->")
_THESE_HOLD = "Where the summary below says otherwise, these hold."
_ACCUSED = (
    "## Put back: what this summary lost or changed",
    "",
    f"Word for word from the session. {_THESE_HOLD}",
)
_SAID = (
    "## Said earlier in this session",
    "",
    "The user's own words, in the order said. They do not stand word for word in the summary below.",
)
_NO_RULE = (
    "Nothing of what has to be put back is a rule, and these words would be sent with every request of every session. "
    "The focus line and the repaired summary hold it."
)
_UNREAD = ("## Put back: what was needed again behind the compaction", "", "Word for word from the session.")
_EDITED = "What the user said, in the order said; what is marked as edited is the reviewer's wording."
_WITHOUT_SUMMARY = ("## Said earlier in this session", "", "The user's own words, in the order said.")


@dataclass(frozen=True, slots=True)
class Mended:
    """A text to use, and how."""

    text: str
    """"" where there is nothing to put back."""
    use: str
    """One sentence: where it goes, and what it cannot do."""
    file: str = ""
    """Where the agent looks for it in a project; "" where it is pasted."""


def marked(checks: Checklist) -> str:
    """The checklist itself: in the order said, each with the words and where they stand; what is ticked goes back."""
    back = sum(bool(entry.text) for entry in checks.entries)
    left, unsupported = len(checks.entries) - back, len(checks.claims)
    kept = "left as it is" if left == 1 else "left as they are"
    told = [f"[x] {back:,} to put back", f"[ ] {left:,} {kept}"] if checks.entries else []
    told += [f"{counted(unsupported, 'claim')} without support"] if unsupported else []
    lines = [f"# Compaction {checks.compaction}: {' · '.join(told) or 'nothing to decide'}", ""]
    if checks.unjudged:
        lines += [" ".join(filter(None, (checks.unjudged, checks.shown))), ""]
    if any(entry.fact.absent for entry in checks.entries):
        lines += [NOT_LOST, ""]
    for entry in checks.entries:
        box = "x" if entry.text else " "
        said = entry.fact.said[0] if entry.fact.said else None
        where = place(said.line, said.item) if said else ""
        what = entry.shown or verdict_word(entry.fact.verdict)
        what += f" {entry.fact.kind.value}" if entry.fact.judged else ""
        what += ", edited" if entry.is_edited else ""
        lines.append(f"- [{box}] {what} ({where}): “{_line(entry.text or entry.said)}” [{entry.fact.id}]")
        lines += [f"      now: “{_line(passage.text)}”" for passage in entry.fact.found]
        if entry.fact.nearest:
            near = entry.fact.nearest
            lines.append(f"      nearest ({place(near.line, near.item)}): “{_line(near.text)}”")
        if entry.fact.judged:
            lines.append(f"      {_line(entry.fact.why)}")
    for claim in checks.claims:
        lines.append(f"- {claim.kind} in the summary ({place(claim.line, claim.item)}): “{_line(claim.text)}”")
    if checks.work is not None:
        lines += [*([""] if lines[-1] else []), *_shown(checks.work)]
    return "\n".join(lines) + "\n"


def _shown(work: ToldWork) -> Iterable[str]:
    """The work that was under way, and examples of what the work shows; nothing of it is to be decided."""
    if work.under_way is not None:
        yield under_way_words(work.under_way)
    for shown, facts, more in examples(work):
        yield from (f"- {shown} ({place(fact.line, fact.item)}): {_line(fact.statement)}" for fact in facts)
        if more:
            yield f"- {shown}: {more:,} more"


def repaired_summary(checks: Checklist) -> Mended:
    """The summary as it was recorded, where it can be read, and on top of it, under a head, what goes back."""
    block = []
    restored = checks.restored
    if restored:
        where = "in what was left" if checks.summary is None else "below"
        block += [*_head(checks), "", *(line for entry in restored for line in _told(entry, where))]
    if checks.claims:
        block += ["", "## Not supported by the session", ""]
        block += [f"- “{_line(claim.text)}” {_line(claim.why)}" for claim in checks.claims]
    if not block:
        return Mended("", checks.nothing)
    text = "\n".join(block).strip() + "\n"
    if checks.summary is None:
        what = f"this is what was needed behind it. {checks.shown}" if checks.shown else "this is what was said"
        use = f"The log holds no summary that can be read; {what.rstrip('.')}. Paste it as it is."
        return Mended(text, f"{_size(restored)}{use}")
    use = f"{_size(restored)}Paste it as the first message of a new session."
    return Mended(f"{text}\n---\n\n{checks.summary.rstrip()}\n", use)


def _head(checks: Checklist) -> Iterable[str]:
    """What stands above the words that go back; nothing that a reviewer wrote is called word for word."""
    title, blank, words = _said_head(checks)
    if any(entry.is_edited for entry in checks.restored):
        words = f"{_EDITED} {_THESE_HOLD}" if words.endswith(_THESE_HOLD) else _EDITED
    return title, blank, words


def _said_head(checks: Checklist) -> tuple[str, str, str]:
    if checks.work:
        return _UNREAD
    if checks.summary is None:
        return _WITHOUT_SUMMARY
    if checks.is_accused:
        return _ACCUSED
    gone = all(entry.fact.absent or entry.fact.harm for entry in checks.restored)
    return _SAID if gone else _WITHOUT_SUMMARY


def _size(entries: Sequence[Entry]) -> str:
    """How much goes back, as a sentence in front of another; "" for nothing."""
    n, edited = len(entries), sum(entry.is_edited for entry in entries)
    more = f"{edited:,} of them edited, " if edited else ""
    return f"{counted(n, 'sentence')} of the user's, {more}about {tokens_of(entries):,} tokens. " if n else ""


def focus_line(checks: Checklist, ways: Ways) -> Mended:
    """One line that tells the agent's own compaction what to keep."""
    words = "; ".join(f"“{_line(entry.told)}”" for entry in checks.restored)
    if not words:
        return Mended("", checks.nothing)
    line = f"Keep these word for word, whatever else you shorten: {words}."
    if ways.command and ways.takes_words:
        use = f"{_size(checks.restored)}Type it instead of waiting for the agent to compact by itself."
        return Mended(f"{ways.command} {line}\n", use)
    why = f"{ways.command} takes no words" if ways.command else "No compact command that takes words is documented"
    use = f"{_size(checks.restored)}{why}: send it as a message of its own before the context is full."
    return Mended(f"{line}\n", use)


def pin_block(checks: Checklist, ways: Ways) -> Mended:
    """What was said, word for word, for the file that the agent reads at every start; of a judgement its rules."""
    pinned = [entry for entry in checks.restored if entry.is_rule or entry.fact.judged is None]
    if not pinned:
        return Mended("", _NO_RULE if checks.restored else checks.nothing, ways.instructions)
    head = f"Said by the user{_verbatim(pinned)}"
    if all(entry.is_rule for entry in pinned):
        head = "Rules that hold throughout"
    # A comment inside would end the block early for whatever replaces it later.
    words = [_COMMENT.sub("", entry.told) for entry in pinned]
    lines = [START, f"## {head}", "", *(line for one in words for line in _item(one)), END]
    use = _size(pinned) + (
        f"Add it to {ways.instructions} in the project: what stands there is sent again after a compaction."
        if ways.instructions
        else "Add it to the instructions that are sent with every request."
    )
    return Mended("\n".join(lines) + "\n", use, ways.instructions)


def reminder(checks: Checklist) -> str:
    """What a hook says after every compaction from now on; "" where nothing lasts that long."""
    restored = [entry for entry in checks.restored if entry.is_lasting]
    if not restored:
        return ""
    holds = " and still holds" if all(entry.fact.harm for entry in restored) else ""
    lines = [f"What follows was said earlier in this session by the user{holds}{_verbatim(restored)}:"]
    return "\n".join([*lines, *(line for entry in restored for line in _item(entry.told))]) + "\n"


def _verbatim(entries: Iterable[Entry]) -> str:
    return ", partly edited" if any(entry.is_edited for entry in entries) else ", word for word"


def _told(entry: Entry, where: str) -> Iterable[str]:
    said = entry.fact.said[0] if entry.fact.said else None
    about = "edited; " if entry.is_edited else ""
    yield from _item(f"{entry.told} ({about}{place(said.line, said.item)})" if said else entry.told)
    fact = entry.fact
    if fact.harm and fact.verdict not in GONE and fact.found:
        yield f"  ({fact.verdict.value} {where}: “{_line(fact.found[0].text)}”)"


def _item(words: str) -> list[str]:
    """A list item that keeps the lines of what it quotes."""
    first, *rest = words.splitlines() or [""]
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _line(words: str) -> str:
    return " ".join(words.split())
