"""What counts as equal, and what as missing, extra, misplaced or named."""

from __future__ import annotations

from dataclasses import replace

from live.compare import compare, given
from live.wire import Piece

SENT = [
    Piece("instructions", "Be brief."),
    Piece("user", "Read both."),
    Piece("call", 'read {"path": "a"}'),
    Piece("result", "text of a"),
    Piece("result", "text of b"),
]


def ours(*pieces: Piece) -> list[Piece]:
    return [replace(piece, place=f"item {number}") for number, piece in enumerate(pieces, 1)]


def unnamed(piece: Piece) -> str:
    return ""


def test_the_same_pieces_in_the_same_order_are_equal() -> None:
    assert compare(1, SENT, ours(*SENT), (), unnamed).is_equal


def test_a_piece_that_is_not_given_is_missing() -> None:
    found = compare(1, SENT, ours(*SENT[:3], SENT[4]), (), unnamed)
    assert found.missing == [SENT[3]] and not found.extra


def test_a_piece_that_was_not_sent_is_extra_with_its_place() -> None:
    found = compare(1, SENT, ours(*SENT, Piece("user", "never said")), (), unnamed)
    assert [(one.place, one.text) for one in found.extra] == [("item 6", "never said")]


def test_two_pieces_the_wrong_way_round_are_misplaced() -> None:
    found = compare(1, SENT, ours(*SENT[:3], SENT[4], SENT[3]), (), unnamed)
    assert len(found.misplaced) == 1 and not found.missing and not found.extra


def test_a_changed_word_is_no_equal() -> None:
    found = compare(1, SENT, ours(*SENT[:4], Piece("result", "text of c")), (), unnamed)
    assert found.missing == [SENT[4]] and not found.is_equal


def test_one_text_for_several_is_equal_where_the_words_are() -> None:
    joined = Piece("user", "First.\n\nSecond.")
    assert compare(1, [joined], ours(Piece("user", "First."), Piece("user", "Second.")), (), unnamed).is_equal


def test_what_the_log_cannot_hold_counts_only_where_it_is_named() -> None:
    rest = ours(*SENT[1:])
    assert compare(1, SENT, rest, {"system prompt"}, unnamed).named == ["system prompt"]
    assert compare(1, SENT, rest, (), unnamed).missing == [SENT[0]]


def test_a_name_of_the_agents_own_stands_for_the_pieces_that_it_names() -> None:
    def date(piece: Piece) -> str:
        return "date" if piece.text.startswith("It is") else ""

    sent = [Piece("user", "It is Friday."), *SENT]
    assert compare(1, sent, ours(*SENT), {"date"}, date).named == ["date"]
    assert not compare(1, sent, ours(*SENT), (), date).is_equal


def test_a_named_frame_holds_the_one_text_that_stands_in_it_and_no_others() -> None:
    def frame(piece: Piece) -> str:
        return "frame" if piece.text.startswith("So far:") else ""

    held = Piece("user", "The port is 8473.")
    sent = [Piece("user", f"So far:\n{held.text}\nGo on."), *SENT]
    assert compare(1, sent, ours(held, *SENT), {"frame"}, frame).is_equal
    for more in ("The port is 3000.", "port", "Go on.", held.text):
        assert [one.text for one in compare(1, sent, ours(held, Piece("user", more), *SENT), {"frame"}, frame).extra]
    assert not compare(1, sent, ours(replace(held, voice="result"), *SENT), {"frame"}, frame).is_equal


def test_tools_are_the_same_by_their_names_wherever_they_stand() -> None:
    tools = Piece("tools", '["read", "sh"]')
    assert compare(1, [tools, *SENT], ours(*SENT, Piece("tools", '["sh", "read"]')), (), unnamed).is_equal
    assert not compare(1, [tools, *SENT], ours(*SENT, Piece("tools", '["sh"]')), (), unnamed).is_equal


def test_entries_of_a_context_become_pieces() -> None:
    about = {"line": 3, "detail": "", "tool": ""}
    context = {
        "entries": [
            about | {"item": 1, "kind": "tool_call", "tool": "read", "text": '{"b": 1, "a": 2}'},
            about | {"item": 2, "kind": "summary", "text": "Short."},
            about | {"item": 3, "kind": "tool_result", "text": None},
            about | {"item": 4, "kind": "instructions", "detail": "tools", "text": '[{"function": {"name": "sh"}}]'},
        ]
    }
    assert list(given(context)) == [
        Piece("call", 'read {"a": 2, "b": 1}'),
        Piece("user", "Short."),
        Piece("tools", '["sh"]'),
    ]
