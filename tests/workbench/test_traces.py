"""A session as an OpenTelemetry trace opens again as the same session."""

from __future__ import annotations

import json
import tomllib
from collections import Counter

import pytest

from inspector.model import Origin
from inspector.report.mend.context import CLEARED
from inspector.report.otlp import otlp_json
from inspector.report.redact import redact_trace
from inspector.resources import samples
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.stages import advance, read
from inspector.workbench.traces import trace_of
from tests.claude_log import ClaudeLog

CASES = sorted(samples().rglob("case.toml"))
NAMES = ["/".join(case.parent.relative_to(samples()).parts) for case in CASES]
BEGIN_ANEW = {
    "memento/openmementos/three-blocks",
    "codex-exec/0.135/lighthouse-lamp",
    "openhands/evaluation/two-instances",
}
"""Contexts that share nothing with those before, as a trace cannot tell from another conversation: a thread beside."""
OTHER_CUTS = {
    "cline/3.26/summarized-task", "pi/session-v3/two-compactions", "swe-agent/1.1/cleared-results",
    "openai-agents/0.24/other-day", "strands/1.62/garden", "continue/1.5/nets",
}  # fmt: skip
"""Two cuts between the same two calls are one; going back, or clearing, looks like one; one of which the log never had
what it replaced is not seen."""


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    """Gives a sample and what its trace opens as, once each."""
    folder, made = tmp_path_factory.mktemp("traces"), {}

    def pair(name):
        if name not in made:
            case = samples() / name
            path = folder / f"{name.replace('/', '-')}.otlp.json"
            before = _opened(case / tomllib.loads((case / "case.toml").read_text("utf-8"))["log"])
            path.write_text(otlp_json(trace_of(before, Judgements())), encoding="utf-8")
            made[name] = before, _opened(path)
        return made[name]

    yield pair
    for documents in made.values():
        for one in documents:
            one.close()


def _opened(path):
    document = read(path)
    cache = Cache.memory()
    advance(document, Stage.MEASURE, cache)
    advance(document, Stage.COMPARE, cache)
    return document


def _own(document):
    return [one for one in document.session.requests if not one.thread and one.purpose != "compaction"]


def _calls(requests):
    return [(one.model, one.usage and (one.usage.prompt, one.usage.cache_read, one.usage.output)) for one in requests]


def _contexts(document):
    replay, items, inside = document.reconstruction.replay, document.session.items, document.session.said_inside
    for request in _own(document):
        held = [(items[entry.item - 1], entry.form.value) for entry in replay.entries_at(request.op)]
        texts = (CLEARED if form == "placeholder" else document.bodies.text(one).strip() for one, form in held)
        spoken = [one for one, _ in held if one.origin is Origin.HUMAN]
        spoken += [items[number - 1] for one, _ in held for number in inside.get(one.call_id, ()) if one.tool]
        yield sorted(filter(None, texts)), sorted({document.bodies.text(one).strip() for one in spoken})


def _spoken(document):
    said = (one for one in document.session.items if one.origin is Origin.HUMAN and not one.thread)
    return Counter(document.bodies.text(one).strip() for one in said)


@pytest.mark.parametrize("name", NAMES)
def test_it_has_the_same_calls_with_the_same_tokens(name, traced):
    before, after = traced(name)
    assert after.session.agent == "otlp"
    calls = [one for one in after.session.requests if one.purpose != "compaction"]
    again = [one for one in calls if name in BEGIN_ANEW or not one.thread]
    assert sorted(map(str, _calls(again))) == sorted(map(str, _calls(_own(before))))


@pytest.mark.parametrize("name", sorted({*NAMES} - BEGIN_ANEW))
def test_every_call_has_the_same_context_word_for_word_and_the_same_words_of_the_human(name, traced):
    before, after = traced(name)
    assert [*_contexts(after)] == [*_contexts(before)]
    assert not _spoken(after) - _spoken(before)


@pytest.mark.parametrize("name", sorted({*NAMES} - BEGIN_ANEW - OTHER_CUTS))
def test_every_compaction_that_took_something_is_there_again(name, traced):
    before, after = traced(name)
    last = max((one.op for one in _own(before)), default=0)
    took = [one for one in before.compactions if one.outcome != "failed" and one.op < last]
    assert [one.record.kind for one in after.compactions] == [one.record.kind for one in took]


def test_verdicts_are_events_of_the_first_call_behind_a_compaction(traced):
    before, _ = traced("claude-code/2.1/fading-rules")
    written = otlp_json(trace_of(before, Judgements()))
    assert written == otlp_json(trace_of(before, Judgements())), "the same ids and bytes every time"
    spans = [
        span for line in written.splitlines() for span in json.loads(line)["resourceSpans"][0]["scopeSpans"][0]["spans"]
    ]
    told = [[event["name"] for event in span.get("events", ())] for span in spans]
    assert sum(map(bool, told)) == 3 and {name for names in told for name in names} == {"gen_ai.evaluation.result"}
    values = {
        pair["key"]: pair["value"] for span in spans for event in span.get("events", ()) for pair in event["attributes"]
    }
    assert values.keys() >= {"gen_ai.evaluation.name", "gen_ai.evaluation.score.label", "gen_ai.evaluation.explanation"}


def test_secrets_and_folders_are_taken_out_of_every_call(tmp_path):
    token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    log = ClaudeLog("ab" * 16, "/home/mara/harbour", "2.1.219", "main", "2026-03-02T09:00:00")
    log.human(f"Use the token {token} in /home/mara/harbour/tables.")
    log.say("It is set.")
    path = tmp_path / "harbour.jsonl"
    path.write_bytes(log.dump())
    document = _opened(path)
    trace, taken = redact_trace(trace_of(document, Judgements()))
    document.close()
    assert token not in otlp_json(trace) and "/home/mara" not in otlp_json(trace)
    assert {one.kind for one in taken} >= {"project folder"} and any("GitHub" in one.kind for one in taken)
