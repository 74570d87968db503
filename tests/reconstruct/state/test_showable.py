from inspector.reconstruct.state.nouns import StateKind
from inspector.reconstruct.state.showable import hidden


def test_each_agents_log_says_what_it_never_shows():
    assert StateKind.SKILLS in hidden("gemini") and StateKind.TODO not in hidden("gemini")
    assert hidden("an agent of which that is not known") == ()
