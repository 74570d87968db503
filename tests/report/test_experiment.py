"""The forms of an experiment; what a log and a model say must not act in any of them."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest

from inspector.errors import UsageError
from inspector.report.experiment import FORMS, as_html, form_of
from inspector.report.sheet import SheetOrigin
from inspector.rerun.scored import scored_run
from tests.report.conftest import HOSTILE
from tests.report.reporters.test_html import harmless
from tests.report.test_experiment_sheet import HANDOFF, PROMPTS, column, columns, origin_of, ready_of
from tests.rerun.planted import planted

PLANTED = planted()

__all__ = ["columns"]


@pytest.fixture(scope="module")
def page(columns):
    return as_html(columns, origin_of(ready_of().document, PROMPTS))


def test_one_page_holds_figures_facts_and_contexts_and_loads_nothing(page, columns):
    found = harmless(page)
    words = " ".join(" ".join(found.words).split())
    for told in ("Figures", "statements there", "Only a judge can rank", "Items that were kept", "line "):
        assert told in words, told
    for fact in columns[0].repeats[0].facts:
        assert " ".join(fact.statement.split()) in words
    targets = {value[1:] for _, name, value in found.attributes if name == "href"}
    assert targets and targets <= set(found.ids) and len(found.ids) == len(set(found.ids))


def test_it_says_what_an_interval_is_of(page):
    words = " ".join("".join(harmless(page).words).split())
    assert "95 % interval of the mean over repeats" in words


def spoiled(one):
    """A column in which every text of the log and of the model would like to act."""
    judged = one.repeats[0]
    slices = tuple(replace(piece, text=HOSTILE, why=HOSTILE) for piece in judged.run.slices)
    facts = tuple(replace(fact, statement=HOSTILE) for fact in judged.facts)
    run = replace(
        judged.run,
        slices=slices,
        text=HOSTILE,
        error=HOSTILE,
        notes=(HOSTILE,),
        spec=replace(judged.run.spec, prompt=HOSTILE, model=HOSTILE, focus=HOSTILE),
    )
    results = (scored_run(replace(judged, run=run, facts=facts)),)
    return replace(one, results=results, variant=replace(one.variant, focus=HOSTILE))


@pytest.mark.parametrize("form", FORMS)
def test_no_secret_stands_in_an_experiment(columns, form):
    told = "\n\n".join(one.text for one in PLANTED)
    one = columns[0]
    run = replace(one.repeats[0].run, text=told, notes=(told,), error=told)
    facts = tuple(replace(fact, statement=told) for fact in one.repeats[0].facts)
    spoilt = replace(one, results=(scored_run(replace(one.repeats[0], run=run, facts=facts)),))
    origin = SheetOrigin(title=told, agent="", path="", made="", by="", prompts={"a": told}, missed=((told, told),))
    written = html.unescape(FORMS[form].write([spoilt], origin)).replace("\\", "")
    assert written and [one.name for one in PLANTED if one.secret in written] == []


def test_hostile_words_run_nothing(columns):
    origin = SheetOrigin(
        title=HOSTILE, agent=HOSTILE, path=HOSTILE, made="2026-01-01", by="x", prompts={HOSTILE: HOSTILE}
    )
    text = as_html([spoiled(one) for one in columns], origin)
    found = harmless(text)
    assert "".join(found.words).count("<script>alert(1)</script>") > 10
    assert "\x1b" not in text and "\u202e" not in text and "\ud800" not in text


def test_a_prompt_that_was_used_can_be_read_and_no_model_is_said(columns):
    label = HANDOFF.label
    asked = column("own/pins-only", spec=replace(columns[1].repeats[0].run.spec, prompt=label))
    origin = origin_of(ready_of().document, PROMPTS)
    words = "".join(harmless(as_html([asked], origin)).words)
    assert HANDOFF.text.strip()[:60] in words
    assert "No model was asked." in words


@pytest.mark.parametrize("ending", FORMS)
def test_every_form_is_written(columns, ending):
    text = form_of(f"OUT{ending.upper()}").write(columns, origin_of(ready_of().document, PROMPTS))
    assert "own/head-tail" in text and "control/empty" in text


def test_a_name_without_a_form_names_those_there_are():
    with pytest.raises(UsageError, match="which form") as why:
        form_of("out.pdf")
    assert ".html" in why.value.hint
