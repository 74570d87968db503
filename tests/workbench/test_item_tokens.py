"""Tokens of items and of what stands for them in a context, on the samples that come with the program."""

import pytest

from inspector.model import Form
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.item_tokens import entry_tokens, tokens_of
from inspector.workbench.stages import advance, read
from tests.made_session import sample


@pytest.fixture(scope="module")
def document():
    document = read(sample("claude-code/2.1/kept-messages"))
    advance(document, Stage.COUNT, Cache.memory())
    yield document
    document.close()


def test_a_cleared_result_costs_less_than_the_whole(document):
    replay = document.reconstruction.replay
    cleared = [
        entry
        for compaction in document.edits
        for entry in replay.entries_at(compaction.op)
        if entry.form is Form.PLACEHOLDER
    ]
    assert cleared
    for entry in cleared:
        assert entry_tokens(document, entry).value < tokens_of(document, entry.item).value


def test_before_counting_no_number_is_made_up():
    document = read(sample("/tiny/"))
    assert tokens_of(document, 1).value is None
    document.close()
