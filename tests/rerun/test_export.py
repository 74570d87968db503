from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

import orjson
import pytest

from inspector.llm.loop import Loop
from inspector.model import Basis
from inspector.model.run import Score
from inspector.rerun.column import RECORDED_WORDS, Column, Variant
from inspector.rerun.experiment import Trial, columns, run_model_free
from inspector.rerun.export import as_markdown, columns_csv, columns_json, figure_words, noise
from inspector.rerun.judged_runs import UNRANKED
from inspector.rerun.library import PLAIN
from inspector.wording.harmless import harmless_json
from tests.llm.provider import SUMMARY, provider
from tests.made_runs import judged, ready_of, variant
from tests.rerun.laboratory import PROMPTS, SAMPLE, STRATEGIES, laboratory, model, run, trials


@pytest.fixture(scope="module")
def made(cases) -> Iterator[list[Column]]:
    with Loop() as loop, provider() as server:
        strategy = STRATEGIES.named("codex/local")
        wanted = trials(
            cases[SAMPLE, 1],
            [
                Variant(strategy, model("small-1", server.address), "guided", focus='=cmd|"x"'),
                Variant(strategy, model("refused", server.address)),
                Variant(STRATEGIES.named("control/empty")),
            ],
            repeats=2,
        )
        yield columns(wanted, run(laboratory(loop), wanted))


def test_json_holds_every_run_with_its_text_and_verdicts(made) -> None:
    told = orjson.loads(harmless_json(columns_json(made)))
    first, refused, free = told["columns"]
    assert (first["prompt"], first["focus"]) == (PROMPTS.named("guided").label, '=cmd|"x"')
    assert [one["text"] for one in first["runs"]] == [SUMMARY, SUMMARY]
    assert first["runs"][0]["usage"] == {"input": 80, "cache_read": 100, "output": 12}
    assert {fact["words"] for fact in first["runs"][0]["facts"]} >= {"absent", "there"}
    assert "refused" in refused["runs"][0]["error"]
    assert (free["model"], len(free["runs"])) == (None, 1)


def test_csv_has_one_line_a_figure_and_no_formula(made) -> None:
    rows = list(csv.DictReader(io.StringIO(columns_csv(made))))
    assert len(rows) == sum(len(column.scores) for column in made)
    assert {row["focus"] for row in rows} == {'\'=cmd|"x"', ""}
    tokens = next(row for row in rows if row["metric"] == "tokens_after" and row["focus"])
    assert float(tokens["low"]) <= float(tokens["value"]) <= float(tokens["high"])
    assert tokens["n"] == "2"


def test_markdown_is_a_table_that_names_failures_and_noise(made) -> None:
    text = as_markdown(made, "Planted | facts", "Session: a.jsonl", "")
    assert text.startswith("# Planted \\| facts\n\nSession: a.jsonl\n\n## Compaction 1\n")
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len(table) == 2 + 3
    assert len({line.replace("\\|", "").count("|") for line in table}) == 1
    assert "refused@" in text
    assert "may still be overlooked" in text and text.rstrip().endswith(UNRANKED)


def test_once_a_judge_has_read_all_nothing_says_that_there_is_no_ranking(made) -> None:
    read = [
        replace(one, results=tuple(judged(got) for got in one.results if not got.compared.run.error)) for one in made
    ]
    assert noise(made).endswith(UNRANKED) and UNRANKED not in noise(read)


@pytest.mark.parametrize(
    ("value", "low", "high", "told"),
    [
        (25_933.0, None, None, "25,933"),
        (0.0016149, None, None, "0.00161"),
        (0.25, 0.2, 0.3, "0.25 (0.2 to 0.3)"),
        (1_234.5, 99.94, 2_000.0, "1,234 (99.9 to 2,000)"),
    ],
)
def test_figures_are_written_as_people_write_them(value, low, high, told) -> None:
    assert figure_words(Score(metric="tokens_after", value=value, low=low, high=high, unit="tokens")) == told


def test_what_the_log_records_is_told_first_and_apart_from_the_estimate() -> None:
    tokens = Score(metric="tokens_after", value=300.0, unit="tokens", recorded=250.0, basis=Basis.ESTIMATED)
    share = Score(metric="compression", value=0.7, unit="share", recorded=0.75)
    assert figure_words(tokens) == "250 recorded, ≈300 estimated"
    assert figure_words(Score(metric="cost", value=0.25, low=0.2, high=0.3, unit="usd")) == "$0.25 ($0.20 to $0.30)"
    assert figure_words(share) == "75% recorded, 70% estimated"


def test_evidence_names_its_line_in_the_log_or_its_piece_of_the_new_context():
    ready = ready_of()
    trial = Trial(ready.subject, variant(PLAIN, RECORDED_WORDS))
    made = columns([trial], [run_model_free(trial).compared])
    slices = made[0].repeats[0].run.slices
    lines = {item.number: item.source.line for item in ready.document.session.items}
    (told,) = orjson.loads(harmless_json(columns_json(made, lambda session: lines)))["columns"]
    found = [one for fact in told["runs"][0]["facts"] for one in fact["evidence"]]
    new = [one for one in found if one["piece"] is not None]
    assert new and all(slices[one["piece"]].text[one["start"] : one["end"]] == one["text"] for one in new)
    assert {one["slot"] for one in new} >= {"summary"}
    assert all(one["line"] == lines[one["item"]] for one in found if one["piece"] is None)
