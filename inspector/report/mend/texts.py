"""What a review ends in: a repaired summary, a focus line, a pin block. Words of the log stay word for word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.report.document import ToldWork
from inspector.report.mend.agents import Ways
from inspector.report.mend.checklist import Checklist, Entry
from inspector.report.work import examples, under_way_words
from inspector.survival.shares import GONE
from inspector.wording.units import place
from inspector.wording.verdicts import verdict_word

START, END = "<!-- pinned: start -->", "<!-- pinned: end -->"
"""Around the pin block, so that a later one can take its place."""
_COMMENT = re.compile(r"<!--|-->")
_BEHIND_SUMMARY = (
    "## Put back: what this summary lost or changed",
    "",
    "Word for word from the session. Where the summary above says otherwise, these hold.",
)
_UNREAD = ("## Put back: what was needed again behind the compaction", "", "Word for word from the session.")
_WITHOUT_SUMMARY = ("## Put back: what the compaction took out", "", "Word for word from the session.")


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
    """The checklist itself, as boxes to tick: by risk, each with the words and where they stand."""
    open_ones = len(checks.entries) + len(checks.claims)
    lines = [f"# Compaction {checks.compaction}: {f'{open_ones:,}' if open_ones else 'nothing'} to decide", ""]
    if checks.unjudged:
        lines += [" ".join(filter(None, (checks.unjudged, checks.shown))), ""]
    for entry in checks.entries:
        box = "x" if entry.choice.value == "accept" else " "
        said = entry.fact.said[0] if entry.fact.said else None
        where = place(said.line, said.item) if said else ""
        what = f"{entry.shown or verdict_word(entry.fact.verdict, entry.fact.unsure)} {entry.fact.kind.value}"
        lines.append(f"- [{box}] {what} ({where}): “{_line(entry.text)}”")
        lines += [f"      now: “{_line(passage.text)}”" for passage in entry.fact.found]
        lines.append(f"      {_line(entry.fact.why)} [{entry.fact.id}]")
    for claim in checks.claims:
        lines.append(f"- [ ] {claim.kind} in the summary ({place(claim.line, claim.item)}): “{_line(claim.text)}”")
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
    """The summary as it was recorded, where it can be read, with what was lost or changed behind it."""
    block = []
    restored = checks.restored
    if restored:
        where = "in what was left" if checks.summary is None else "above"
        block += [
            *(_UNREAD if checks.work else _WITHOUT_SUMMARY if checks.summary is None else _BEHIND_SUMMARY),
            "",
            *(line for entry in restored if entry.is_human for line in _told(entry, where)),
        ]
        shown = [entry for entry in restored if not entry.is_human]
        if shown:
            block += ["", "What the work showed:", "", *(line for entry in shown for line in _told(entry, where))]
    if checks.claims:
        block += ["", "## Not supported by the session", ""]
        block += [f"- “{_line(claim.text)}” {_line(claim.why)}" for claim in checks.claims]
    if not block:
        return Mended("", checks.nothing)
    text = "\n".join(block).strip() + "\n"
    if checks.summary is None:
        what = f"this is what was needed behind it. {checks.shown}" if checks.shown else "this is what was lost"
        return Mended(text, f"The log holds no summary that can be read; {what.rstrip('.')}. Paste it as it is.")
    return Mended(f"{checks.summary.rstrip()}\n\n{text}", "Paste it as the first message of a new session.")


def focus_line(checks: Checklist, ways: Ways) -> Mended:
    """One line that tells the agent's own compaction what to keep."""
    words = "; ".join(f"“{_line(entry.text)}”" for entry in checks.restored if entry.is_human)
    if not words:
        return Mended("", checks.nothing)
    line = f"Keep these word for word, whatever else you shorten: {words}."
    if ways.command and ways.takes_words:
        return Mended(f"{ways.command} {line}\n", "Type it instead of waiting for the agent to compact by itself.")
    why = f"{ways.command} takes no words" if ways.command else "No compact command that takes words is documented"
    return Mended(f"{line}\n", f"{why}: send it as a message of its own before the context is full.")


def pin_block(checks: Checklist, ways: Ways) -> Mended:
    """The rules, word for word, for the file that the agent reads at every start."""
    # A comment inside would end the block early for whatever replaces it later.
    rules = [_COMMENT.sub("", entry.text) for entry in checks.restored if entry.is_rule]
    if not rules:
        return Mended("", checks.nothing if checks.work else "No rule has to be put back.", ways.instructions)
    lines = [START, "## Rules that hold throughout", "", *(line for rule in rules for line in _item(rule)), END]
    use = (
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
    lines = ["What follows was said earlier in this session and still holds, word for word:"]
    return "\n".join([*lines, *(line for entry in restored for line in _item(entry.text))]) + "\n"


def _told(entry: Entry, where: str) -> Iterable[str]:
    yield from _item(entry.text)
    fact = entry.fact
    if fact.verdict not in GONE and fact.found:
        yield f"  ({fact.verdict.value} {where}: “{_line(fact.found[0].text)}”)"


def _item(words: str) -> list[str]:
    """A list item that keeps the lines of what it quotes."""
    first, *rest = words.splitlines() or [""]
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _line(words: str) -> str:
    return " ".join(words.split())
