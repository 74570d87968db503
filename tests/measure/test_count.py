from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from inspector.errors import Cancelled, LogChanged
from inspector.measure.count import IMAGE_TOKENS, content_key, count_items, unpack_counts
from inspector.model import Basis, ItemKind
from inspector.read.bodies import Bodies
from inspector.store.cache import Cache


def known_to(cache):
    return partial(cache.find_counts, "words")


def test_every_item_is_counted_in_order(log, words, progress) -> None:
    counts = count_items(log(["one", "two words", "", "and three words"]), Bodies(), words, None, progress)
    assert counts.tokens.tolist() == [1, 2, 0, 3]
    assert counts.tokens.dtype == np.int32
    assert counts.of(2).value == 2
    assert counts.of(2).basis is Basis.COUNTED


def test_reopening_a_session_tokenises_nothing_but_what_was_appended(log, words, progress) -> None:
    session, cache = log(["one", "two words"]), Cache.memory()
    first = count_items(session, Bodies(), words, known_to(cache), progress)
    cache.remember_counts("words", first.fresh)
    words.seen.clear()
    again = count_items(session, Bodies(), words, known_to(cache), progress)
    assert (len(first.fresh), len(again.fresh), words.seen) == (2, 0, [])
    assert again.tokens.tolist() == first.tokens.tolist()
    longer = count_items(
        log(["one", "two words", "c d"], name="longer.jsonl"), Bodies(), words, known_to(cache), progress
    )
    assert (words.seen, longer.fresh) == (["c d"], {content_key("c d"): 2})


def test_the_same_text_twice_is_tokenised_once(log, words, progress) -> None:
    counts = count_items(log(["same old", "same old"]), Bodies(), words, None, progress)
    assert words.seen == ["same old"]
    assert counts.tokens.tolist() == [2, 2]


def test_counts_of_another_tokenizer_do_not_serve(log, words, progress) -> None:
    cache = Cache.memory()
    cache.remember_counts("other", {content_key("one"): 99})
    assert count_items(log(["one"]), Bodies(), words, known_to(cache), progress).tokens.tolist() == [1]


def test_encrypted_reasoning_is_unknown_and_long_results_are_not(log, words, progress) -> None:
    secret = "Zm9vYmFy" * 60
    counts = count_items(
        log([secret, secret], [ItemKind.REASONING, ItemKind.TOOL_RESULT]), Bodies(), words, None, progress
    )
    assert counts.of(1).value is None
    assert counts.of(2).value == 1


def test_reasoning_stored_without_its_text_is_unknown_and_not_nothing(log, words, progress) -> None:
    kinds = [ItemKind.REASONING, ItemKind.SUMMARY, ItemKind.TOOL_RESULT]
    counts = count_items(log(["", "", ""], kinds), Bodies(), words, None, progress)
    assert [counts.of(number).value for number in (1, 2, 3)] == [None, None, 0]


def test_events_are_not_counted(log, words, progress) -> None:
    counts = count_items(log(["noise", "text"], [ItemKind.EVENT, ItemKind.USER]), Bodies(), words, None, progress)
    assert words.seen == ["text"]
    assert counts.of(1).value is None


def test_an_image_costs_an_estimate_and_its_data_nothing(log, words, progress) -> None:
    picture = [{"type": "image", "source": {"type": "base64", "data": "A" * 40_000}}]
    counts = count_items(log([picture]), Bodies(), words, None, progress)
    assert IMAGE_TOKENS <= counts.of(1).value < IMAGE_TOKENS + 20
    assert counts.of(1).basis is Basis.ESTIMATED


def test_cancelling_stops_between_batches(log, words) -> None:
    class Stopped:
        def report(self, fraction: float, words: str) -> None:
            raise Cancelled("Stopped.")

        def check(self) -> None:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        count_items(log(["a"]), Bodies(), words, None, Stopped())
    assert words.seen == []


def test_progress_grows_to_the_end_over_several_batches(log, words, progress) -> None:
    count_items(log([f"{number} " * 600_000 for number in range(5)]), Bodies(), words, None, progress)
    assert len(progress.fractions) >= 2
    assert progress.fractions == sorted(progress.fractions)
    assert progress.fractions[-1] <= 1


def test_a_log_cut_short_is_reported_not_miscounted(log, words, progress, tmp_path) -> None:
    session = log(["one", "two"])
    (tmp_path / "log.jsonl").write_bytes(b"{}\n")
    with pytest.raises(LogChanged):
        count_items(session, Bodies(), words, None, progress)


def test_packed_counts_come_back_equal_and_fit_only_their_session(log, words, progress) -> None:
    session = log(["one", "two words", "x"], [ItemKind.USER, ItemKind.USER, ItemKind.EVENT])
    counts = count_items(session, Bodies(), words, None, progress)
    back = unpack_counts(counts.packed(), session, "words")
    assert back is not None
    assert [back.of(number) for number in (1, 2, 3)] == [counts.of(number) for number in (1, 2, 3)]
    assert unpack_counts(counts.packed(), log(["other"], name="other.jsonl"), "words") is None
