from __future__ import annotations

import random
import subprocess
import sys

import pytest

from inspector.measure.tokenizer import default_tokenizer
from inspector.measure.tokenizers import TOKENIZERS, characters, tiktoken_bpe


def test_o200k_is_there_without_litellm_being_imported() -> None:
    # In a process of its own: other tests of the same run do import it.
    load = "import sys; from inspector.measure.tokenizer import default_tokenizer as load"
    tell = f"{load}; print(load().name, 'litellm' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", tell], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["o200k_base", "False"]


def test_known_counts_of_o200k() -> None:
    texts = ["", "hello world", "I'll don't 12345", "日本語のテキスト", "    return x\n\n"]
    assert default_tokenizer().count_many(texts) == [0, 2, 5, 6, 4]


def test_special_tokens_are_text() -> None:
    assert default_tokenizer().count_many(["<|endoftext|>"])[0] > 1


def test_a_million_spaces_are_counted(monkeypatch) -> None:
    assert default_tokenizer().count_many([" " * 1_500_000])[0] > 1_000


def test_half_a_surrogate_pair_is_counted() -> None:
    assert default_tokenizer().count_many(["a\ud800b"])[0] >= 2


@pytest.mark.parametrize("text", ["a" * 250_000, "é\n" * 90_000, "😀" * 60_000, "x" * 100_000, ""])
def test_pieces_are_small_and_lose_nothing(text) -> None:
    pieces = list(tiktoken_bpe.pieces(text))
    assert "".join(pieces) == text
    assert all(len(piece.encode()) <= tiktoken_bpe.LARGEST_CALL for piece in pieces)


def test_cutting_at_line_ends_changes_the_count_by_little() -> None:
    chance = random.Random(1)
    lines = [" ".join(chance.choices(["alpha", "beta_gamma", "0x1f", "(value)"], k=8)) for _ in range(9_000)]
    tokenizer = default_tokenizer()
    assert tokenizer.count_many(["\n".join(lines)])[0] == pytest.approx(
        sum(tokenizer.count_many([line + "\n" for line in lines])), rel=0.001
    )


def test_the_own_copy_serves_where_litellm_has_none(monkeypatch) -> None:
    monkeypatch.setattr(tiktoken_bpe.importlib.util, "find_spec", lambda name: None)
    own = tiktoken_bpe.load()
    assert own is not None
    assert own.count_many(["hello world"]) == [2]


def test_without_any_copy_characters_are_the_last_resort(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(tiktoken_bpe.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(tiktoken_bpe, "resource", lambda name: tmp_path / name)
    assert tiktoken_bpe.load() is None
    assert TOKENIZERS[-1]() is not None
    assert characters.load().count_many(["", "a", "x" * 380]) == [0, 1, 100]


def test_a_damaged_copy_is_not_used(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(tiktoken_bpe.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(tiktoken_bpe, "resource", lambda name: tmp_path / name)
    (tmp_path / "tiktoken").mkdir()
    (tmp_path / "tiktoken" / "o200k_base.tiktoken.gz").write_bytes(b"\x1f\x8bnot really")
    assert tiktoken_bpe.load() is None


def test_many_long_texts_are_counted_by_threads_in_the_same_order():
    texts = [f"{'word ' * (1 + n % 7 * 5_000)}{n}" for n in range(40)]
    assert sum(map(len, texts)) > 200_000
    assert default_tokenizer().count_many(texts) == [default_tokenizer().count_many([text])[0] for text in texts]
