import pytest

from inspector.cli.bank import outcomes_of_bank
from inspector.errors import CannotRead
from inspector.model import Verdict
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.cli.conftest import sample


def test_a_sentence_is_looked_for_before_and_after_each_compaction(tmp_path):
    bank = tmp_path / "keep.txt"
    bank.write_text("All times must be stored in UTC; local time is for printing only.\nNever deploy.\n", "utf-8")
    document = read(sample("fading-rules"))
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    told = [[(one.verdict, one.before) for one in outcome.survivals] for outcome in outcomes_of_bank(document, bank)]
    document.close()
    never = (Verdict.ABSENT, False)
    assert told[0] == [(Verdict.VERBATIM, True), never] and told[1] == [(Verdict.PART, True), never]


def test_a_bank_that_is_none_is_said(tmp_path):
    document = read(sample("fading-rules"))
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    with pytest.raises(CannotRead):
        outcomes_of_bank(document, tmp_path / "gone.txt")
    document.close()
