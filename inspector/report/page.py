"""A page that runs nothing and loads nothing, whatever the log holds.

Three walls: the template engine escapes every word, characters that act are replaced, and the page's own policy
forbids scripts and anything from outside, should the other two ever leak.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from inspector.report import sentences, state, work
from inspector.report.told import GROUPS
from inspector.resources import resource
from inspector.wording import times, units, verdicts
from inspector.wording.harmless import harmless

if TYPE_CHECKING:
    from jinja2 import Environment

_WORDS = {
    units: ("UNKNOWN", "number", "counted", "tokens", "percent", "known", "place"),
    times: ("clock", "duration"),
    verdicts: ("NOT_LOST", "verdict_word"),
    state: ("STATE_TITLE", "UNTOLD"),
    work: ("WORK_TITLE", "NEVER_TESTED", "count_words", "survey_lines", "under_way_words"),
    sentences: (
        *("places", "harm_counts", "compaction_words", "curve_words", "said_before", "used_again", "missing_words"),
        *("losses_in", "nothing_stands_out", "nothing_followed"),
    ),
}
"""What templates may say, by the module that says it."""


def render(name: str, **told: object) -> str:
    """A template of ``resources/report_templates/`` filled in: one file with everything in it."""
    from markupsafe import Markup

    css = (resource("report_templates") / "report.css").read_text("utf-8")
    seal = b64encode(sha256(css.encode()).digest()).decode()
    return (
        _environment()
        .get_template(name)
        .render(css=Markup(css), seal=seal, glyphs=verdicts.SIGNS, groups=GROUPS, **told)
    )


@cache
def _environment() -> Environment:
    # Loaded here: other formats do not need it.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(resource("report_templates")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for module, words in _WORDS.items():
        made.globals.update({word: getattr(module, word) for word in words})
    return made


def _harmless(value: object) -> object:
    # What is marked as markup is ours.
    return harmless(value) if type(value) is str else value
