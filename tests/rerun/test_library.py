import pytest

from inspector.errors import UsageError
from inspector.rerun.library import check_strategy, load_strategies, spec_of

NAMED = """
claude-code/full claude-code/microcompact codex/local codex/user-messages-only codex/remote-v2 codex/token-budget
gemini/two-pass gemini/truncate-only gemini/masking opencode/v1 opencode/v1-prune opencode/v2 cline/agentic
cline/basic cline/legacy-half copilot/cli cursor/self-summary pi/current pi/before-2026-03-27 openhands/sdk
anthropic/compact anthropic/clear-tool-uses openai/compact swe-agent/last-5 jetbrains/masking-10
jetbrains/summary-21-10 jetbrains/hybrid-43-10 anchored/incremental own/pinned-facts own/extractive own/pins-only
own/head-tail own/guided own/transcript-pointer control/none control/empty qwen/snapshot kimi/handoff
"""


def test_the_strategies_that_are_promised_are_built_in(strategies):
    assert [name for name in NAMED.split() if name not in strategies.all] == []


def test_each_says_what_it_does_and_where_its_numbers_come_from(strategies):
    for strategy in strategies.all.values():
        assert strategy.about, strategy.id
        assert strategy.source or strategy.selection == "own", strategy.id
        assert (strategy.summarize is None) == (strategy.llm == "none"), strategy.id


def test_fallbacks_are_there_and_need_no_model(strategies):
    for strategy in strategies.all.values():
        if strategy.guard.fallback:
            assert strategies.named(strategy.guard.fallback).llm == "none"


def test_a_name_that_is_none_brings_up_the_nearest(strategies):
    for name, hint in (("pinned", "own/pinned-facts"), ("structured", "--prompt structured")):
        with pytest.raises(UsageError) as why:
            strategies.named(name)
        assert hint in why.value.hint


def test_a_file_in_the_users_folder_is_a_strategy(tmp_path):
    (tmp_path / "mine.yaml").write_text("id: mine/tail\ntitle: Mine\nextends: own/head-tail\n")
    assert load_strategies(tmp_path).named("mine/tail").select.tail.tokens == 20_000


def test_a_users_file_may_extend_another_and_replace_a_built_in(tmp_path):
    (tmp_path / "a.yaml").write_text("id: mine/a\ntitle: A\nextends: mine/b\n")
    (tmp_path / "b.yaml").write_text("id: mine/b\ntitle: B\nextends: own/head-tail\nselect: {tail: {tokens: 7}}\n")
    (tmp_path / "c.yaml").write_text("id: own/head-tail\ntitle: Longer\nextends: own/head-tail\n")
    found = load_strategies(tmp_path)
    assert found.named("mine/a").select.tail.tokens == 7
    assert found.named("own/head-tail").title == "Longer"


def test_a_broken_file_is_a_problem_and_takes_nothing_with_it(tmp_path):
    (tmp_path / "bad.yaml").write_text(
        "id: mine/bad\ntitle: Bad\nextends: own/head-tail\nselect: {tail: {tokens: x}}\n"
    )
    (tmp_path / "torn.yaml").write_text("id: [")
    (tmp_path / "good.yaml").write_text("id: mine/good\ntitle: Good\nextends: own/head-tail\n")
    found = load_strategies(tmp_path)
    assert "mine/good" in found.all
    assert sorted(problem.code for problem in found.problems) == ["bad-strategy", "bad-strategy"]
    assert any("bad.yaml, line 4: select.tail.tokens" in problem.message for problem in found.problems)


def test_documents_that_extend_each_other_in_a_circle_are_a_problem(tmp_path):
    (tmp_path / "a.yaml").write_text("id: mine/a\ntitle: A\nextends: mine/b\n")
    (tmp_path / "b.yaml").write_text("id: mine/b\ntitle: B\nextends: mine/a\n")
    assert len(load_strategies(tmp_path).problems) == 2


def test_the_hash_is_that_of_the_parameters():
    text = "id: mine/x\ntitle: X\nextends: own/head-tail\n"
    one, two = spec_of(check_strategy(text)), spec_of(check_strategy(text, "elsewhere.yaml"))
    other = spec_of(check_strategy(text + "select: {tail: {tokens: 9}}\n"))
    assert one.hash == two.hash != other.hash


def test_a_document_under_work_may_extend_one_of_the_users(tmp_path):
    (tmp_path / "base.yaml").write_text("id: mine/b\ntitle: B\nextends: own/head-tail\nselect: {tail: {tokens: 7}}\n")
    text = "id: mine/a\ntitle: A\nextends: mine/b\n"
    assert check_strategy(text, folders=(tmp_path,)).select.tail.tokens == 7
    with pytest.raises(UsageError, match="names mine/b, which there is not"):
        check_strategy(text)


def test_a_document_under_work_is_looked_at_and_not_its_earlier_self(tmp_path):
    (tmp_path / "old.yaml").write_text("id: own/head-tail\ntitle: Old\nextends: own/head-tail\npin: {last_texts: 9}\n")
    (tmp_path / "b.yaml").write_text("id: mine/b\ntitle: B\nextends: mine/a\n")
    text = "id: own/head-tail\ntitle: New\nextends: own/head-tail\n"
    assert check_strategy(text, folders=(tmp_path,)).pin.last_texts == 0
    with pytest.raises(UsageError, match="goes in a circle"):
        check_strategy("id: mine/a\ntitle: A\nextends: mine/b\n", folders=(tmp_path,))


def test_a_key_that_a_strategy_does_not_use_is_not_in_its_hash():
    text = "id: mine/x\ntitle: X\nextends: own/head-tail\n"
    plain = spec_of(check_strategy(text)).hash
    assert spec_of(check_strategy(text + "guard: {breaker: 0}\n")).hash == plain, "as if it were not there"
    assert spec_of(check_strategy(text + "guard: {breaker: 1}\n")).hash != plain


def test_no_built_in_strategy_is_taken_for_the_users(strategies):
    families = strategies.families()
    assert "Yours" not in families and sum(map(len, families.values())) == len(strategies.all)
    assert {one.id for one in families["OpenCode"]} == {
        "opencode/kilo-7", "opencode/v1", "opencode/v1.18", "opencode/v1-prune", "opencode/v2",
    }  # fmt: skip
