"""HTML: one file with everything in it, which runs nothing and loads nothing, whatever the log holds."""

from __future__ import annotations

from typing import Any

from inspector.report.cost import bill_words
from inspector.report.document import Report
from inspector.report.figure import draw, draw_share, has_curve, used_kinds
from inspector.report.page import render
from inspector.report.reporter import Reporter
from inspector.report.survey import Survey


def _session(report: Report) -> str:
    """One session."""
    from markupsafe import Markup

    anchors = {
        (one.number, fact.id): f"c{one.number}f{place}"
        for one in report.compactions
        for place, fact in enumerate(one.facts, 1)
    }
    curve = has_curve(report.figure)
    return render(
        "session.html",
        report=report,
        card=report.card,
        cost=bill_words(report.card.cost) if report.card.cost.is_known else "",
        anchors=anchors,
        explained=next((one.number for one in report.compactions if any(fact.absent for fact in one.facts)), None),
        # Made of numbers and fixed words alone.
        plot=Markup(draw(report.figure, report.card)) if curve else "",
        kinds=used_kinds(report.figure) if curve else (),
    )


def _survey(survey: Survey) -> str:
    """Many sessions."""
    from markupsafe import Markup

    def bar(group: Any) -> Markup:
        return Markup(draw_share(group.kept / group.facts, group.quartiles))

    return render("survey.html", survey=survey, bar=bar)


REPORTER = Reporter("html", "HTML", _session, _survey)
