"""The tests mirror the package: each module has its test file, or stands below with the reason why not."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
NOUNS = "nouns without behaviour"
CONTRACT = "a contract without behaviour"
LIST = "a list of what stands beside it"

WITHOUT = {
    "ask/cost.py": "held by test_asker.py and tests/workbench/test_model_runs.py",
    "ask/preview.py": "held by tests/rerun/test_preview.py",
    "ask/sending.py": NOUNS,
    "judge/plan.py": "held by test_reading.py",
    "read/drafts.py": "held by test_build.py",
    "ask/stop.py": "held by test_asker.py",
    "cli/compactions_json.py": "held by tests/cli/commands/test_compactions.py",
    "cli/hooks/remembered.py": "held by test_journal.py",
    "gui/models/verdict_words.py": "held by tests/gui/widgets/test_verdict_card.py",
    "reconstruct/calls.py": "held by test_compactions.py",
    "reconstruct/inferred.py": "held by test_compactions.py",
    "report/sheet.py": NOUNS,
    "report/told.py": NOUNS,
    "rerun/slices.py": "held by test_engine.py",
    "model/answer.py": NOUNS,
    "reconstruct/state/nouns.py": NOUNS,
    "model/context.py": NOUNS,
    "model/fact.py": NOUNS,
    "model/judgement.py": NOUNS,
    "model/operations.py": NOUNS,
    "model/run.py": NOUNS,
    "model/sent.py": NOUNS,
    "model/source.py": NOUNS,
    "impact/finding.py": CONTRACT,
    "impact/families.py": LIST,
    "work/finders/finder.py": CONTRACT,
    "measure/tokenizers/characters.py": "held to the same cases as its siblings in test_tokenizer.py",
    "measure/tokenizers/tiktoken_bpe.py": "held to the same cases as its siblings in test_tokenizer.py",
    "report/document.py": NOUNS,
    "report/reporter.py": CONTRACT,
    "model/shown.py": NOUNS,
    "impact/read_again.py": "held by test_unread.py, which asks for its answers",
    "impact/shown_by.py": "held by test_unread.py, which asks for its answers",
    "report/work.py": NOUNS,
    "workbench/census.py": "held by tests/cli/commands/test_agents.py",
    "wording/fields.py": "held by the tests of the commands that write JSON",
    "workbench/decided.py": "held by tests/gui/test_judging.py, through the window",
    "workbench/wear.py": "held by tests/gui/panes/test_erosion.py and tests/cli/test_judging.py",
    "report/told_work.py": "held by tests/workbench/test_consequences_shown.py, in every format",
    "report/junit.py": "held by test_facts_junit.py and test_experiment_junit.py against the schema",
    "report/trace.py": NOUNS,
    "cli/hooks/gemini.py": "held by tests/cli/hooks/test_answers.py and live/hooks.py",
    "cli/hooks/places.py": "held by tests/cli/hooks/test_install.py",
    "cli/hooks/sentences.py": "held by tests/cli/hooks/test_answers.py",
    "cli/hooks/status.py": "held by tests/cli/commands/test_hook.py",
    "cli/mcp/held.py": "held by tests/cli/mcp/test_answers.py and test_server.py",
    "read/table_copies.py": "held by tests/read/test_tables.py, with the databases that it copies",
    "read/table_rows.py": "held by tests/read/test_tables.py, with the databases that they are in",
    "read/ends.py": "held by tests/read/test_lines.py",
    "read/protobuf.py": "held by tests/read/spans/test_protobuf.py and tests/read/adapters/test_cursor.py",
    "read/extent.py": "held by tests/read/test_discover.py and tests/cli/commands/test_list.py",
    "workbench/kept_lines.py": "held by tests/cli/commands/test_list.py, through the command",
    "secrets/tables.py": "held by tests/secrets/test_find.py",
    "gui/widgets/side_choice.py": "held by tests/gui/test_comparing.py",
    "gui/widgets/judge_offer.py": "held by tests/gui/test_looking.py",
    "rerun/window_room.py": "held by test_preview.py",
    "impact/sentence_again.py": "held by test_said_again.py and test_broken.py",
    "judge/chain.py": "held by test_following.py",
    "judge/earlier.py": "held by test_following.py",
    "llm/command_answer.py": "held by test_command_chat.py",
    "given.py": "held by the tests of what reads through it: banks, answers, strategies, experiments",
    "cli/paths.py": "a type without behaviour",
    "cli/junit.py": "held by tests/cli/commands/test_report.py",
    "gui/widgets/plot_frame.py": NOUNS,
    "gui/widgets/plot_words.py": "held by test_plot_overlay.py, which paints them",
    "report/mend/choices.py": NOUNS,
    "report/judged.py": "held by tests/workbench/test_review.py",
    "workbench/write_up.py": "held by tests/report/test_write_up.py",
    "gui/models/shown.py": "held by tests/gui/panes/test_shown.py, with the list that shows its words",
    "rerun/scorer.py": CONTRACT,
    "rerun/strategy.py": "a schema without behaviour",
    "errors.py": NOUNS,
    "__main__.py": "one call, made by tests/cli/test_main.py in a process of its own",
}


def modules() -> list[str]:
    """Modules that do something, as paths below ``inspector/``; a package's door counts where it defines anything."""
    found = []
    for path in sorted((ROOT / "inspector").rglob("*.py")):
        defines = any(
            line.startswith(("def ", "class ", "async def ")) for line in path.read_text("utf-8").splitlines()
        )
        if path.name != "__init__.py" or defines:
            found.append(path.relative_to(ROOT / "inspector").as_posix())
    return found


def covered(module: str) -> bool:
    """By ``test_<module>.py`` in the same folder of ``tests/``, or by a test of the package as a whole.

    ``read/adapters/codex/rollout.py`` may be covered by ``tests/read/adapters/test_codex.py``: one agent, one test; or
    by a folder of that name, which then tests the adapter as a whole in ``test_adapter.py``.
    """
    path = Path(module)
    steps = path.parent if path.name == "__init__.py" else path.with_suffix("")
    if path.name == "__init__.py" and any((ROOT / "tests" / steps).glob("test_*.py")):
        return True
    candidates = [steps]
    if len(steps.parts) > 2 and (ROOT / "inspector" / steps.parent / "__init__.py").is_file():
        package = (ROOT / "inspector" / steps.parent / "__init__.py").read_text("utf-8")
        if "\nclass " in package or "\ndef " in package:
            candidates.append(steps.parent)
    tests = ROOT / "tests"
    return any(
        (tests / step.parent / f"test_{step.name}.py").is_file()
        or any((tests / step.parent).glob(f"test_{step.name}_*.py"))
        or (tests / step / "test_adapter.py").is_file()
        for step in candidates
    )


def test_each_module_has_its_test_file():
    assert [module for module in modules() if module not in WITHOUT and not covered(module)] == []


def test_no_exception_outlives_its_reason():
    assert [module for module in WITHOUT if covered(module) or module not in modules()] == []
