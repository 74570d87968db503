"""inspector mend: texts that put back what the user said. Printed, or written where -o says; nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from inspector.cli.judge_options import JudgeWanted, judge_options
from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import SCHEMA, print_json, print_text, say
from inspector.cli.paths import PATH
from inspector.cli.session import compaction_numbered, entered, opened
from inspector.cli.with_judge import judges, was_dry_run
from inspector.errors import UsageError
from inspector.report.mend.checklist import NOT_CHOSEN
from inspector.report.mend.choices import Decisions
from inspector.report.mend.texts import Mended
from inspector.workbench.document import Stage
from inspector.workbench.mending import FORMS, mend, save_mended


@click.command("mend")
@file_argument
@click.option("--compaction", type=int, help="Which one; may be left out where there is only one.")
@click.option("--as", "form", type=click.Choice(tuple(FORMS)), default="checklist", help="What to make of it.")
@click.option("--accept", multiple=True, metavar="FACT", help="Do not put this back (ids: --as checklist).")
@click.option("--edit", multiple=True, metavar="FACT=TEXT", help="Put back these words instead of those said.")
@click.option("--all", "all_of_it", is_flag=True, help="Also what stands there: the next compaction may drop it.")
@click.option("-o", "--output", type=PATH, help="Write it to this file instead of printing it.")
@json_option
@judge_options
def command(
    wanted: Wanted,
    compaction: int | None,
    form: str,
    accept: Sequence[str],
    edit: Sequence[str],
    all_of_it: bool,
    output: Path | None,
    as_json: bool,
    judge: JudgeWanted,
) -> None:
    """Make a text that puts back what you said, word for word.

    All in the order said. Where a judge read the compaction, what it calls lost or changed; else what does not stand
    there. Never a claim about the work. checklist: what there is to decide, with ids. summary: the recorded one, your
    words on top. focus: a line for the agent's own compact command. pins: a block for its instruction file. hook: a
    script that says them again after a compaction. context and messages: what stood in the context before, as text or
    as JSON; in the place of a secret stands its kind.
    """
    stage = Stage.RECONSTRUCT if FORMS[form].needs_context else Stage.COMPARE
    with opened(wanted, stage) as document, judges(judge) as reader:
        number = compaction_numbered(document, compaction).number
        if was_dry_run(reader, document, number, as_json):
            return
        decisions = Decisions(frozenset(accept), dict(map(_edited, edit)), with_kept=all_of_it)
        made = mend(document, number, form, decisions, entered(document))
        logs = document.files
        if as_json:
            told = {"compaction": number, "as": form, "text": made.text or None, "use": made.use}
            print_json({"schema": SCHEMA, **told, "file": made.file or None})
        else:
            _give(made, form, output, logs)


def _give(made: Mended, form: str, output: Path | None, logs: Sequence[Path]) -> None:
    """Print a text, or write it where it goes, and say what to do with it."""
    if not made.text:
        say(made.use)
        if made.use == NOT_CHOSEN:
            say("--as checklist lists them; --all puts back what stands there in part, too.")
        return
    if output is None:
        print_text(made.text)
    else:
        is_there = output.is_file() and output not in logs
        if is_there and form != "pins":
            raise UsageError(f"{output} is there already and is not written over.", hint="Name another file with -o.")
        save_mended(output, form, made.text, logs)
        say(f"The block was put into {output}; the rest of it is as it was." if is_there else f"{output} was written.")
    say(made.use)


def _edited(text: str) -> tuple[str, str]:
    fact, sign, words = text.partition("=")
    if not sign or not words.strip():
        raise UsageError(f"--edit {text} is not FACT=TEXT.", hint="inspector mend FILE --as checklist names the facts.")
    return fact, words
