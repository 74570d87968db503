"""What followed is found again by what it rests on: the counts and whose verdicts stood."""

import pytest

from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.remembered_aftermath import known_aftermath
from inspector.workbench.stages import advance, read
from tests.made_session import sample


@pytest.fixture(scope="module")
def kept():
    """A session followed to its end, and the cache that it was kept in."""
    document, cache = read(sample("fading-rules")), Cache.memory()
    advance(document, Stage.AFTERMATH, cache)
    yield document, cache
    document.close()


def test_the_same_counts_and_verdicts_give_it_as_it_was(kept):
    document, cache = kept
    assert any(one.findings for one in document.aftermath)
    assert known_aftermath(document, cache, document.tally.counts.tokenizer, "") == document.aftermath


@pytest.mark.parametrize(("tokenizer", "judged"), [("another", ""), (None, "a judge's verdicts")])
def test_other_counts_or_verdicts_find_nothing(kept, tokenizer, judged):
    document, cache = kept
    assert known_aftermath(document, cache, tokenizer or document.tally.counts.tokenizer, judged) is None
