"""JSON: the whole document, keys as in the command line's contract (schema 2), unknown as null."""

from __future__ import annotations

from dataclasses import asdict

from inspector.report.cost import bill_json
from inspector.report.document import Report
from inspector.report.reporter import Reporter
from inspector.report.survey import Survey, known_counts, survey_json
from inspector.wording.harmless import harmless_json

SCHEMA = 2


def _session(report: Report) -> str:
    """One object; its keys are the nouns of the report."""
    told = asdict(report)
    told["bases"] = dict(report.bases)
    told["card"]["cost"] = bill_json(report.card.cost)
    for compaction in told["compactions"]:
        if compaction["work"] is not None:
            compaction["work"]["counts"] = dict(compaction["work"]["counts"])
        judged = bool(compaction["judge"])
        shares = (known_counts(share, is_judged=judged) for share in compaction.pop("shares"))
        compaction["by_kind"] = {share.pop("kind"): share for share in shares}
        for fact in compaction["facts"]:
            fact["words"] = fact["words"] or None
            del fact["at"]
    return harmless_json({"schema": SCHEMA, **told}, indented=True) + "\n"


def _survey(survey: Survey) -> str:
    """One object with ``rows`` and ``distributions``."""
    return harmless_json({"schema": SCHEMA, **survey_json(survey)}, indented=True) + "\n"


REPORTER = Reporter("json", "JSON", _session, _survey)
