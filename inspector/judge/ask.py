"""What a judge is asked: instructions of ours, and the copy between marks that it cannot contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from inspector.judge.copy import CopiedPassage, Copy
from inspector.llm.chat import Message
from inspector.llm.marks import marks_for
from inspector.resources import resource

LONGEST = 16_000
"""Tokens that an answer may have: some sixty statements and their evidence."""


@cache
def instructions(name: str, *, carried: bool = False, claims: bool = True) -> str:
    """One of the texts in ``resources/judge``, with those it is put together from.

    ``carried``: what came before an earlier summary is not known, so that it is read for statements. ``claims``: there
    is a new summary that claims something.
    """
    folder = resource("judge")
    parts = {part: (folder / f"{part}.md").read_text("utf-8") for part in ("statements", "fates", "claims")}
    parts["carried"] = "\n" + (folder / "carried.md").read_text("utf-8") if carried else ""
    if not claims:
        parts["claims"] = "There is no new summary, so there are no claims.\n"
    whole = (folder / f"{name}.md").read_text("utf-8")
    for part, text in parts.items():
        whole = whole.replace(f"{{{part}}}", text)
    return whole.strip()


def whole(copy: Copy, log: Sequence[str]) -> list[Message]:
    """Everything about one compaction in one request."""
    sections = (("BEFORE", _text(copy.before)), ("AFTER", copy.left), ("FROM THE LOG", "\n".join(log)))
    return _messages(instructions("read", carried=_has_summary(copy.before), claims=copy.claims), sections)


def following(listed: Sequence[str], copy: Copy, log: Sequence[str]) -> list[Message]:
    """The same where statements of an earlier reading are followed, which are listed here."""
    sections = (
        ("FOLLOWED", numbered(listed)),
        ("EARLIER SUMMARY", _text([one for one in copy.before if one.kind == "earlier summary"])),
        ("BEFORE", _text([one for one in copy.before if one.kind != "earlier summary"])),
        ("AFTER", copy.left),
        ("FROM THE LOG", "\n".join(log)),
    )
    return _messages(instructions("follow", claims=copy.claims), sections)


def numbered(listed: Sequence[str]) -> str:
    """Statements as a judge is given them, one a line."""
    return "\n".join(f"{number}. {words}" for number, words in enumerate(listed, 1))


def part(before: Sequence[CopiedPassage], *, carried: bool) -> list[Message]:
    """What was said in a part of what stood before; ``carried`` as for ``instructions``."""
    return _messages(instructions("part", carried=carried and _has_summary(before)), (("BEFORE", _text(before)),))


def fates(statements: Sequence[str], copy: Copy, log: Sequence[str]) -> list[Message]:
    """What became of statements that were found in parts, and the claims of the summary."""
    stays = "\n\n".join(str(passage) for passage in copy.before if passage.stays and passage.kind != "tool")
    after = "\n\n".join(filter(None, (stays, copy.left)))
    sections = (("STATEMENTS", numbered(statements)), ("AFTER", after), ("FROM THE LOG", "\n".join(log)))
    return _messages(instructions("judge", claims=copy.claims), sections)


def again(doubtful: Sequence[tuple[str, Sequence[str]]]) -> list[Message]:
    """Statements whose verdict does not fit, each with the passages that come nearest to it."""
    listed = "\n\n".join(
        "\n".join((f"{number}. {words}", *(f"   > {passage}" for passage in passages or ("(nothing comes near)",))))
        for number, (words, passages) in enumerate(doubtful, 1)
    )
    return _messages(instructions("again"), (("STATEMENTS AND PASSAGES", listed),))


def columns(before: Sequence[str], statements: str, log: Sequence[str], texts: Mapping[str, str]) -> list[Message]:
    """Statements looked for in several texts, by letter; each stands between marks that none of them can contain."""
    marks = marks_for("\n".join(texts.values()))
    told = "\n\n".join(
        f"[[text {letter} {marks.nonce}]]\n{text}\n[[end of text {letter} {marks.nonce}]]"
        for letter, text in texts.items()
    )
    sections = (
        ("BEFORE", "\n".join(before)),
        ("FROM THE LOG", "\n".join(log)),
        ("STATEMENTS", statements),
        ("TEXTS", told),
    )
    return _messages(instructions("columns"), sections)


def mended(messages: Sequence[Message], answer: str) -> list[Message]:
    """An answer that cannot be read, to be written again in the form that the question asked for."""
    form = messages[0].text.split("nothing else:\n", 1)[-1].splitlines()[0]
    marks = marks_for(answer)
    task = instructions("mend").replace("{form}", form)
    return [Message("system", f"{task}\n\n{marks.rule}"), Message("user", marks.around(answer))]


def _messages(task: str, sections: Sequence[tuple[str, str]]) -> list[Message]:
    body = "\n\n".join(f"=== {title} ===\n{text}" for title, text in sections if text)
    marks = marks_for(body)
    return [Message("system", f"{task}\n\n{marks.rule}"), Message("user", marks.around(body))]


def _has_summary(before: Sequence[CopiedPassage]) -> bool:
    return any(passage.kind == "earlier summary" for passage in before)


def _text(passages: Sequence[CopiedPassage]) -> str:
    return "\n".join(map(str, passages))
