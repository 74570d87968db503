"""inspector report -o FILE.otlp.json: a session as a trace, for tools that show traces."""

from __future__ import annotations

from pathlib import Path

from inspector.cli.options import Wanted
from inspector.cli.session import entered, opened
from inspector.report.otlp import otlp_json
from inspector.report.redact import Taken, redact_trace
from inspector.report.reporter import Written
from inspector.workbench.document import Stage
from inspector.workbench.traces import trace_of


def otlp_of(path: Path, agent: str, redacted: bool) -> Written:
    """The trace of one session. Raises UsageError where it would be too large."""
    with opened(Wanted(path, agent), Stage.MEASURE, Stage.COMPARE) as document:
        trace = trace_of(document, entered(document))
        logs = document.files
    taken: tuple[Taken, ...] = ()
    if redacted:
        trace, taken = redact_trace(trace)
    return Written(otlp_json(trace), taken, logs)
