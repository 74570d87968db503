"""The ledger of an open session is worked out once, when it is first asked for."""

from inspector.workbench import harness
from inspector.workbench.document import Stage
from inspector.workbench.harness import states_of
from inspector.workbench.stages import advance, read
from tests.made_session import sample


def test_it_is_asked_for_once_and_not_before_the_compactions_are_known(monkeypatch):
    asked = []
    find = harness.find_state
    monkeypatch.setattr(harness, "find_state", lambda *of: asked.append(of) or find(*of))
    document = read(sample("kept-messages"))
    assert states_of(document) == ()
    advance(document, Stage.RECONSTRUCT, None)
    assert not asked
    assert [state.compaction for state in states_of(document)] == [1]
    assert states_of(document) is states_of(document)
    assert len(asked) == 1
    document.close()
