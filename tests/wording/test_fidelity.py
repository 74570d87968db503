from __future__ import annotations

from inspector.model.run import Selection, Wording
from inspector.wording.fidelity import selection_word, wording_words


def test_every_selection_and_every_wording_has_a_word() -> None:
    assert [selection_word(one) for one in Selection] == ["exact", "close", "stand-in", "own"]
    assert [wording_words((one,)) for one in Wording] == ["the agent's own", "ours", "yours"]


def test_what_was_asked_in_several_wordings_says_so_and_what_was_not_asked_too() -> None:
    assert wording_words((Wording.AGENT, Wording.OURS)) == "the agent's own, ours"
    assert wording_words(()) == "none"
