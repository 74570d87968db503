"""The summariser's recorded call, to be asked again."""

from dataclasses import replace

import pytest

from inspector.errors import UsageError
from inspector.rerun.as_recorded import as_recorded, recorded_model
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from inspector.workbench.strategy_files import all_strategies
from tests.made_session import sample


@pytest.fixture(scope="module")
def kept():
    document = read(sample("claude-code/2.1/kept-messages"))
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    yield document
    document.close()


def test_it_is_the_agents_own_prompt_of_the_model_that_wrote_the_summary(kept) -> None:
    variant = as_recorded(kept.session, kept.compactions[0], all_strategies())
    assert (variant.strategy.id, variant.prompt) == ("own/summary", "recorded")
    assert variant.model == "anthropic/claude-opus-5"


def test_another_model_is_asked_where_one_is_named(kept) -> None:
    assert as_recorded(kept.session, kept.compactions[0], all_strategies(), "openai/small").model == "openai/small"


def test_a_prompt_that_the_log_does_not_hold_is_not_made_up(kept) -> None:
    compaction = kept.compactions[0]
    without = replace(compaction, record=replace(compaction.record, prompt=None))
    with pytest.raises(UsageError, match="does not hold the prompt that the agent used at compaction 1"):
        as_recorded(kept.session, without, all_strategies())


@pytest.mark.parametrize(
    ("logged", "asked"),
    [
        ("claude-haiku-4-5-20251001", "anthropic/claude-haiku-4-5-20251001"),
        ("gpt-5.1-codex", "openai/gpt-5.1-codex"),
        ("o4-mini", "openai/o4-mini"),
        ("gemini-2.5-pro", "gemini/gemini-2.5-pro"),
        ("bedrock/eu.anthropic.claude", "bedrock/eu.anthropic.claude"),
    ],
)
def test_the_provider_is_told_from_the_name(logged, asked, kept) -> None:
    assert recorded_model(_without_calls(kept.session), _by(kept.compactions[0], logged)) == asked


@pytest.mark.parametrize("logged", ["", "olla-7b", "claude"])
def test_a_provider_that_cannot_be_told_is_not_guessed(logged, kept) -> None:
    with pytest.raises(UsageError, match="model that wrote the summary"):
        recorded_model(_without_calls(kept.session), _by(kept.compactions[0], logged))


def _without_calls(session):
    return replace(session, requests=tuple(one for one in session.requests if one.purpose != "compaction"))


def _by(compaction, model):
    return replace(compaction, record=replace(compaction.record, model=model))
