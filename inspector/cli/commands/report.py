"""inspector report: one session as a document for a person who was not there, or many as one table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from inspector.cli.judge_options import JudgeWanted, judge_options
from inspector.cli.options import Wanted, format_option, json_option
from inspector.cli.output import Column, print_table, say
from inspector.cli.paths import PATH
from inspector.cli.session import check_folder, entered, further, opened
from inspector.cli.survey import batch_options, find_all, run_survey
from inspector.cli.with_judge import judges, was_dry_run_of_each
from inspector.errors import UsageError
from inspector.read.discover import Found
from inspector.report.document import Report
from inspector.report.redact import Taken, redact, redact_survey
from inspector.report.reporter import Reporter, Written
from inspector.report.reporters import REPORTERS, json
from inspector.report.survey import Survey
from inspector.wording.units import counted
from inspector.workbench.document import Stage
from inspector.workbench.reports import report_of
from inspector.workbench.saving import save_text

JUNIT, OTLP = ".xml", ".otlp.json"
NOT_MET, CANNOT_READ = 1, 3
_TAKEN = (Column("kind"), Column("times", right=True), Column("stands now as"), Column("was", wide=True))


@click.command("report")
@click.argument("paths", nargs=-1, required=True, type=PATH)
@click.option(
    "-o", "--output", type=PATH, help="The file to write; its suffix says how: html, md, json, csv, xml, otlp.json."
)
@click.option("--facts", "bank", type=PATH, help="In an .xml, look for the sentences of this fact bank alone.")
@click.option("--fail-on-missing", "fails", is_flag=True, help="With an .xml, exit 1 where a case failed.")
@click.option("--redact/--no-redact", default=True, help="Take out secrets, names and folders. Default: yes.")
@click.option("--preview", is_flag=True, help="Show what redaction would take out, and write nothing.")
@format_option
@json_option
@judge_options
@batch_options
def command(
    paths: Sequence[Path],
    output: Path | None,
    redact: bool,
    preview: bool,
    bank: Path | None,
    fails: bool,
    agent: str | None,
    as_json: bool,
    judge: JudgeWanted,
    workers: int,
    fresh: bool,
) -> int:
    """Write a report on a session, or on all under folders.

    It goes to the file of -o; without one, --json prints it. One log gives everything about its session. A folder with
    several, or several paths, gives a table of all with distributions: what was said, by agent, version, trigger level
    and round.

    An .xml is JUnit, for a build: a suite a compaction, a case a sentence that people wrote. One whose words stood
    there before the compaction and do not behind it fails; what stands there in part, or cannot be read, is skipped
    with its reason. Where a judge read the compaction, its verdicts decide. A fact bank is what inspector survival
    --save-facts writes, or a .txt with a sentence a line: one that stands there in part fails, too, and one that did
    not stand there before is skipped.

    An .otlp.json is the session as an OpenTelemetry trace, by the GenAI conventions, verdicts among its events.
    """
    if output is not None and output.suffix.lower() == JUNIT:
        if preview or as_json or workers != 1:
            raise UsageError("--preview, --json and --workers are for the other reports.")
        return _junit(paths, output, agent or "", bank, fails, redact, judge)
    if output is not None and output.name.lower().endswith(OTLP):
        if preview or as_json:
            raise UsageError("--preview and --json are for the other reports.")
        return _otlp(paths, output, agent or "", redact, judge)
    if bank is not None or fails:
        raise UsageError(
            "--facts and --fail-on-missing are for -o FILE.xml.", hint="inspector survival has gates, too."
        )
    if as_json and (preview or (output is not None and output.suffix.lower() != ".json")):
        raise UsageError("--json prints a report as JSON; --preview prints a table, and -o writes by its suffix.")
    reporter = None if preview else json.REPORTER if as_json and output is None else _reporter(output)
    session, found = _meant(paths, agent or "")

    with judges(judge) as reader:
        each = [session] if session is not None else [one.path for one in found]
        if was_dry_run_of_each(reader, each, agent or "", as_json):
            return 0
        if session is not None:
            written = _session(session, agent or "", reporter, redact or preview)
        else:
            survey = run_survey(paths, found, agent or "", workers, fresh)
            written = _survey(survey, found, reporter, redact or preview)
        # Before a judge that failed is told: the rest was paid for, and stands.
        if preview:
            _print_taken(written.taken)
        elif output is None:
            click.echo(written.text, nl=False)
        else:
            _save(written, output, redact)
    return 0


def _otlp(paths: Sequence[Path], output: Path, agent: str, redacted: bool, judge: JudgeWanted) -> int:
    """Write one session as a trace. Raises UsageError where it would be too large."""
    # Only a trace needs them.
    from inspector.report.otlp import otlp_json
    from inspector.report.redact import redact_trace
    from inspector.workbench.traces import trace_of

    session, _ = _meant(paths, agent)
    if session is None:
        raise UsageError("A trace is of one session.", hint="Name its log.")
    check_folder(output)
    with judges(judge) as reader:
        if was_dry_run_of_each(reader, [session], agent, False):
            return 0
        with opened(Wanted(session, agent), Stage.MEASURE, Stage.COMPARE) as document:
            trace = trace_of(document, entered(document))
            logs = document.files
        trace, taken = redact_trace(trace) if redacted else (trace, ())
        _save(Written(otlp_json(trace), taken, logs), output, redacted)
    return 0


def _junit(
    paths: Sequence[Path],
    output: Path,
    agent: str,
    bank: Path | None,
    fails: bool,
    redacted: bool,
    judge: JudgeWanted,
) -> int:
    """Write the facts of sessions as test cases; 1 where one failed and that was asked for, 3 where none was read."""
    from inspector.cli.junit import junit_of

    if judge.asks and bank is not None:
        raise UsageError("--judge looks at what was said in the log, not at the facts of a bank.")
    check_folder(output)
    single, found = _meant(paths, agent)
    each = [single] if single is not None else [one.path for one in found]
    with judges(judge) as reader:
        if was_dry_run_of_each(reader, each, agent, False):
            return 0
        written, counts = junit_of(each, agent, bank, redacted)
        _save(written, output, redacted)
        say(f"{counted(len(each), 'session')}: {counts}.")
    if counts.errors == len(each):
        return CANNOT_READ
    return NOT_MET if fails and counts.failed else 0


def _save(written: Written, output: Path, redacted: bool) -> None:
    """Write a report where it goes, and say what was taken out."""
    save_text(output, written.text, written.logs)
    say(f"{output} was written.{_about(written.taken) if redacted else ' Nothing was redacted.'}")


def _reporter(output: Path | None) -> Reporter:
    known = ", ".join([*(f".{reporter.name}" for reporter in REPORTERS), JUNIT, OTLP])
    if output is None:
        raise UsageError("Say where the report goes: -o FILE.", hint=f"Its suffix says how it is written: {known}.")
    name = output.suffix.lower().lstrip(".")
    found = next((reporter for reporter in REPORTERS if reporter.name == name), None)
    if found is None:
        raise UsageError(f"{output} has no suffix of a report.", hint=f"Known are {known}.")
    check_folder(output)
    return found


def _meant(paths: Sequence[Path], agent: str) -> tuple[Path | None, tuple[Found, ...]]:
    """The one session that is meant, else all that are."""
    if len(paths) == 1 and (agent or not paths[0].is_dir()):
        return paths[0], ()
    found = find_all(paths, agent)
    return (found[0].path, ()) if len(paths) == len(found) == 1 else (None, found)


def _session(path: Path, agent: str, reporter: Reporter | None, redacted: bool) -> Written:
    """One session; its text is "" without a reporter, for a preview."""
    with opened(Wanted(path, agent), Stage.COUNT, Stage.COMPARE) as document:
        try:
            further(document, Stage.CONSEQUENCES)
        except Exception as why:
            # The rest of the report is worth having without it.
            say(
                f"Could not compute what followed the compactions ({type(why).__name__}); the report leaves it out. "
                "This is a bug in Inspector."
            )
        report: Report = report_of(document, entered(document))
        logs = document.files
    taken: tuple[Taken, ...] = ()
    if redacted:
        report, taken = redact(report)
    return Written(reporter.session(report) if reporter else "", taken, logs)


def _survey(survey: Survey, found: Sequence[Found], reporter: Reporter | None, redacted: bool) -> Written:
    """Many sessions as one table, with the same text."""
    taken: tuple[Taken, ...] = ()
    if redacted:
        survey, taken = redact_survey(survey)
    return Written(reporter.survey(survey) if reporter else "", taken, tuple(one.path for one in found))


def _print_taken(taken: Sequence[Taken]) -> None:
    print_table(_TAKEN, ([one.kind, f"{one.times:,}", one.placeholder, one.words] for one in taken))
    say(f"{_things(taken) if taken else 'Nothing'} would be taken out. Nothing was written.")


def _about(taken: Sequence[Taken]) -> str:
    if not taken:
        return " Nothing was found that had to be taken out."
    return f" Taken out: {_things(taken)} (--preview lists them)."


def _things(taken: Sequence[Taken]) -> str:
    return f"{counted(len(taken), 'thing')} in {counted(sum(one.times for one in taken), 'place')}"
