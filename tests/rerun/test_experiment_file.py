from __future__ import annotations

from pathlib import Path

import pytest

from inspector.ask.spending import Budget, SetPrice
from inspector.errors import UsageError
from inspector.model.settings import Settings
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.experiment_file import JudgedFacts, Plan, find_logs, read_experiment, write_experiment_file
from tests.rerun.laboratory import PROMPTS, STRATEGIES

WHOLE = """\
sessions: [logs/*.jsonl, one.jsonl]
compactions: [1, 3]
strategies: [codex/local, control/empty]
prompts: [handoff, mine.md]
models: [m@http://127.0.0.1:9/v1]
repeats: 3
variants:
  - {name: base, strategy: codex/local, model: n@http://127.0.0.1:9/v1, prompt: recorded, repeats: 2}
facts: {judge: "j@http://127.0.0.1:9/v1", passes: 2}
settings: {effort: low, focus: the ports, temperature: 0, max_output: 4000}
concurrency: 4
budget: {dollars: 1.5, tokens: 9000, prices: [{model: m, input: 1, output: 2}]}
gates: {fail_under: 0.5, fail_if_worse: base}
output: [out.html]
name: weekly
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "mine.md").write_text("Just the ports.")
    (tmp_path / "bank.json").write_text("{}")
    (tmp_path / "logs").mkdir()
    for name in ("logs/b.jsonl", "logs/a.jsonl", "one.jsonl"):
        (tmp_path / name).write_text("{}")
    return tmp_path


def plan(folder: Path, text: str) -> Plan:
    path = folder / "experiment.yaml"
    path.write_text(text)
    return read_experiment(path, STRATEGIES, PROMPTS)


def test_everything_that_a_document_says_is_in_the_plan(folder) -> None:
    made = plan(folder, WHOLE)
    told = [(one.strategy.id, one.model[:1], Path(one.prompt).name, one.repeats) for one in made.variants]
    assert told == [
        ("codex/local", "m", "handoff", 3),
        ("codex/local", "m", "mine.md", 3),
        ("control/empty", "", "", 3),
        ("codex/local", "n", "recorded", 2),
    ]
    assert {one.focus for one in made.variants} == {"the ports"}
    assert {one.settings for one in made.variants} == {Settings(max_output=4000, temperature=0.0, effort="low")}
    assert made.called == {"3": "base"}
    assert made.judge == JudgedFacts("j@http://127.0.0.1:9/v1", 2) and made.bank is None
    assert made.file.budget == Budget(1.5, 9000, (SetPrice("m", 1.0, 2.0),))
    assert (made.gates.under, made.gates.worse_than) == (0.5, "base")
    assert (made.outputs, made.name) == ((folder / "out.html",), "weekly")


def test_without_a_model_a_strategy_takes_the_recorded_words_and_spending_is_kept_by_path(folder) -> None:
    made = plan(folder, "sessions: [one.jsonl]\nstrategies: [codex/local]\nfacts: bank.json\n")
    assert [one.model for one in made.variants] == [RECORDED_WORDS]
    assert (made.bank, made.gates.banked) == (folder / "bank.json", True)
    assert made.name == str(folder / "experiment.yaml")


@pytest.mark.parametrize(
    "was, now, line, told",
    [
        ("repeats: 3", "repeats: three", 6, "repeats is “three”; a whole number is needed"),
        ("repeats: 3", "repeats: 0", 6, "from 1 to 100"),
        ("mine.md", "hand-off", 4, "There is no prompt 'hand-off'. Near to it: handoff"),
        ("[codex/local,", "[codex/lokal,", 3, "There is no strategy 'codex/lokal'"),
        ("[m@http://127.0.0.1:9/v1]", "[a b]", 5, "'a b' is no model"),
        ("recorded, repeats", "gone, repeats", 8, "variants[0].prompt cannot be used"),
        ("strategy: codex/local", "stratgy: codex/local", 8, "perhaps strategy is meant"),
        ("passes: 2", "passes: 3", 9, "facts.passes is 3; 1 or 2 is needed"),
        ("effort: low", "tempo: 1", 10, "settings.tempo is no key here; known are "),
        ("dollars: 1.5", "dollars: -1", 12, "it cannot be negative"),
        ("fail_under: 0.5", "fail_under: 5", 13, "a share from 0 to 1 is needed"),
        ("[1, 3]", "some", 2, "compactions is “some”; all or a list is needed"),
        ("name: weekly", "nome: weekly", 15, "perhaps name is meant"),
        ('{judge: "j@http://127.0.0.1:9/v1", passes: 2}', "none.json", 9, "facts names no file"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_what_was_expected(folder, was, now, line, told) -> None:
    assert was in WHOLE
    with pytest.raises(UsageError) as why:
        plan(folder, WHOLE.replace(was, now))
    assert why.value.message.startswith(f"experiment.yaml, line {line}: ")
    assert told in why.value.message


def test_a_document_that_would_run_nothing_says_so(folder) -> None:
    with pytest.raises(UsageError, match="strategies must be given, or variants"):
        plan(folder, "sessions: [one.jsonl]\n")
    with pytest.raises(UsageError, match="lacks sessions"):
        plan(folder, "strategies: [control/empty]\n")


def test_logs_are_found_by_path_pattern_and_folder_each_once(folder) -> None:
    made = plan(folder, "sessions: [logs/*.jsonl, one.jsonl, logs]\nstrategies: [control/empty]\n")
    found = find_logs(made, lambda path: sorted(path.glob("*.jsonl")))
    assert [path.name for path in found] == ["a.jsonl", "b.jsonl", "one.jsonl"]
    gone = plan(folder, "sessions: [none/*.jsonl]\nstrategies: [control/empty]\n")
    with pytest.raises(UsageError, match="names no log: none/"):
        find_logs(gone, lambda path: [])


def test_what_is_written_is_read_as_the_same_variants(folder) -> None:
    local = STRATEGIES.named("codex/local")
    variants = [
        Variant(local, "m@http://127.0.0.1:9/v1", "handoff", 4, "the ports", settings=Settings(seed=7)),
        Variant(local, RECORDED_WORDS),
        Variant(STRATEGIES.named("control/empty")),
    ]
    judge = JudgedFacts("m@http://127.0.0.1:9/v1")
    made = plan(folder, write_experiment_file([str(folder / "one.jsonl")], [2, 1], variants, judge))
    assert list(made.variants) == variants
    assert (made.file.compactions, made.judge) == ((2, 1), judge)
