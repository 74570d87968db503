"""inspector consequences: what followed every compaction, and what that cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

import click

from inspector.cli.ending import ending_json, ending_line
from inspector.cli.judge_options import JudgeWanted, judge_options
from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import SCHEMA, findings, line_or_item, print_below, print_json, print_table, say
from inspector.cli.session import compaction_numbered, further, opened, where
from inspector.cli.with_judge import judges, was_dry_run
from inspector.impact.finding import Cost, Finding, Kind
from inspector.impact.look import Consequences
from inspector.impact.unread import counts
from inspector.model import Basis
from inspector.report.cost import bill_json
from inspector.report.told import ToldWork
from inspector.report.told_work import told_work
from inspector.report.work import examples, under_way_words, work_words
from inspector.wording.fields import json_fields
from inspector.wording.times import duration
from inspector.wording.units import counted, dollars, place
from inspector.workbench.card import MOST, sentences
from inspector.workbench.document import Document, Stage, uncompacted

_COLUMNS = findings("what", "sure", text="subject")
_WORDS = {
    Kind.REREAD: "read again",
    Kind.REPEAT: "done again",
    Kind.RETRY: "tried again",
    Kind.ASKED: "asked again",
    Kind.MISTAKE: "known mistake",
    Kind.SAID: "said again",
    Kind.BROKEN: "rule broken",
    Kind.LOOP: "loop",
}
_SUBJECTS = {
    Kind.REREAD: "path",
    Kind.REPEAT: "command",
    Kind.RETRY: "attempt",
    Kind.MISTAKE: "call",
    Kind.ASKED: "question",
    Kind.SAID: "sentence",
    Kind.BROKEN: "rule",
}
_LONGEST = 300


@click.command("consequences")
@file_argument
@json_option
@click.option("--compaction", type=int, help="Only this compaction.")
@click.option("--all", "all_of_them", is_flag=True, help="List all that the work shows, not three of each.")
@judge_options
def command(wanted: Wanted, as_json: bool, compaction: int | None, all_of_them: bool, judge: JudgeWanted) -> None:
    """Show what followed compactions: work done or asked again.

    Only what the log proves is listed. Said again is a sentence that the user wrote before the compaction, that the
    context after it did not hold, and that they wrote again in the same words. A known mistake is a call that failed
    on what the agent had met before: the same error of its surroundings, or an edit refused since the file counts as
    not read.
    Where the user named a file or a command before it was read or run again, the row says in which line, and its price
    is in no sum: only a reader can tell what they wanted. What they ordered is not listed: a line with nothing but the
    command, a file that a message brings in by @.
    Of a compaction that nobody can read (encrypted, or the provider's own) the work is asked instead: what the agent
    showed to know, what it fetched again, what was said again, and what was never tested, which is not lost; and
    whether the work that was under way went on.
    The price of what was done again is apart from that of the compaction itself.
    """
    with opened(wanted, Stage.RECONSTRUCT) as document, judges(judge) as reader:
        if compaction is not None:
            compaction_numbered(document, compaction)
        if was_dry_run(reader, document, compaction, as_json):
            return
        further(document, Stage.CONSEQUENCES)
        found = [one for one in document.consequences or () if compaction in (None, one.compaction.number)]
        if as_json:
            compactions = (_consequences(document, one) for one in found)
            print_json({"schema": SCHEMA, "ending": ending_json(document), "compactions": compactions})
        else:
            _print_table(document, found, compaction, all_of_them)


def _consequences(document: Document, one: Consequences) -> dict[str, object]:
    def told(kind: Kind) -> list[dict[str, object]]:
        return [_finding(document, finding) for finding in one.of(kind)]

    return {
        "number": one.compaction.number,
        "outcome": one.compaction.outcome,
        "rereads": told(Kind.REREAD),
        "repeats": told(Kind.REPEAT),
        "retries": told(Kind.RETRY),
        "said_again": told(Kind.SAID),
        "broken": told(Kind.BROKEN),
        "asked_again": told(Kind.ASKED),
        "mistakes": told(Kind.MISTAKE),
        "loops": told(Kind.LOOP),
        "loop": bool(one.of(Kind.LOOP)) or one.compaction.outcome == "loop",
        "unread": _unread(document, one),
        "cost": _cost(one.cost),
        "call": {
            **json_fields(one.call, "tokens cache_write seconds"),
            "usd": one.call.dollars,
            "usd_basis": None if one.call.dollars is None else Basis.ESTIMATED.value,
            "own_cost": bill_json(one.call.own),
            "basis": Basis.RECORDED.value,
        },
    }


def _unread(document: Document, one: Consequences) -> dict[str, object] | None:
    """What the work shows of each fact before a compaction that nobody can read; counts first."""
    work = _work(document, one)
    if work is None:
        return None
    told = asdict(work)
    for fact in told["facts"]:
        fact["kind"] = fact["kind"].value
    return {**told, "counts": counts(one.unread), "basis": work.basis.value}


def _work(document: Document, one: Consequences) -> ToldWork | None:
    return told_work(document.session, one, [fact for found in document.comparison or () for fact in found.facts])


def unread_lines(document: Document, one: Consequences, all_of_them: bool) -> Iterator[str]:
    """The counts of one such compaction as a sentence, with the work that was under way and examples, or all of it."""
    work, number = _work(document, one), one.compaction.number
    if work is None:
        return
    yield f"Compaction {number} cannot be read. {work_words(work)}"
    if work.under_way is not None:
        yield f"  {under_way_words(work.under_way)}"
    for shown, facts, more in examples(work, len(work.facts)) if all_of_them else examples(work):
        for fact in facts:
            yield f"  {shown}, {place(fact.line, fact.item)}: {' '.join(fact.statement.split())[:_LONGEST]}"
        if more:
            yield f"  {shown}: {more:,} more (--all lists them)"


def _finding(document: Document, finding: Finding) -> dict[str, object]:
    source = document.item(finding.item).source
    return {
        _SUBJECTS.get(finding.kind, "subject"): finding.subject,
        **where(source),
        **json_fields(finding, "item why sure basis fact?"),
        "said": document.session.line(finding.said),
        "named": document.session.line(finding.named),
        "text": finding.text or None,
        "evidence": [{"item": item, "line": document.session.line(item)} for item in finding.evidence],
        **({key: value for key, value in _cost(finding.cost).items() if key != "basis"} if finding.cost else {}),
    }


def _cost(cost: Cost) -> dict[str, object]:
    return {"tokens": cost.tokens, "seconds": cost.seconds, "usd": cost.dollars, "basis": cost.basis.value}


def _print_table(document: Document, found: Sequence[Consequences], only: int | None, all_of_them: bool) -> None:
    print_table(_COLUMNS, _rows(document, found))
    if not document.compactions:
        say(uncompacted(document))
    elif not any(one.findings for one in found):
        notes = [one.note for one in document.comparison or () if only in (None, one.compaction.number)]
        why = dict.fromkeys(notes) if all(notes) else ()
        say(" ".join(("No work was done again and nothing said again that the log could prove.", *why)))
    told = [
        f"Compaction {one.compaction.number}: what was done again took {_price(one.cost)}."
        for one in found
        if one.cost.tokens is not None
    ]
    told += [line for one in found for line in unread_lines(document, one, all_of_them)]
    if only is None:
        told = [ending_line(document), *told]
        told += [sentence.words for sentence in sentences(document)[:MOST]]
    print_below(told)


def _rows(document: Document, found: Sequence[Consequences]) -> Iterator[list[str]]:
    for one in found:
        for finding in one.findings:
            yield [
                f"C{one.compaction.number}",
                line_or_item(document.session.line(finding.item), finding.item),
                _WORDS[finding.kind],
                finding.sure.value,
                finding.subject,
                finding.why,
            ]


def _price(cost: Cost) -> str:
    parts = [f"about {counted(cost.tokens, 'token')}"] if cost.tokens is not None else []
    if cost.seconds is not None:
        parts.append(duration(cost.seconds))
    if cost.dollars is not None:
        parts.append(f"{dollars(cost.dollars)} by list price")
    return ", ".join(parts)
