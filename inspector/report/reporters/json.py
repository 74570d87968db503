"""JSON: the whole document, keys as in the command line's contract (schema 2), unknown as null."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import orjson

from inspector.report.cost import bill_json
from inspector.report.document import Report
from inspector.report.survey import Survey, survey_json

SCHEMA = 2


class JsonReporter:
    """For programs."""

    name = "json"
    title = "JSON"

    def session(self, report: Report) -> str:
        """One object; its keys are the nouns of the report."""
        told = asdict(report)
        told["bases"] = dict(report.bases)
        told["card"]["cost"] = bill_json(report.card.cost)
        for compaction in told["compactions"]:
            if compaction["work"] is not None:
                compaction["work"]["counts"] = dict(compaction["work"]["counts"])
            compaction["by_kind"] = {share.pop("kind"): share for share in compaction.pop("shares")}
            for fact in compaction["facts"]:
                fact["words"] = fact["words"] or None
        return _dumps({"schema": SCHEMA, **told})

    def survey(self, survey: Survey) -> str:
        """One object with ``rows`` and ``distributions``."""
        return _dumps({"schema": SCHEMA, **survey_json(survey)})


def _dumps(value: dict[str, Any]) -> str:
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode() + "\n"
    except TypeError:
        # Half a surrogate pair, which only escapes can carry.
        return json.dumps(value, ensure_ascii=True, indent=2) + "\n"


REPORTER = JsonReporter()
