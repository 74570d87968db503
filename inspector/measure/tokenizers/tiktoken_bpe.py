"""o200k_base through tiktoken, from files on this machine: never the network, never the environment.

tiktoken's own loader is not used: it fetches without a timeout what it does not find, and deletes a cached
file whose checksum differs.
"""

from __future__ import annotations

import binascii
import gzip
import hashlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from inspector.measure.tokenizers.characters import guess
from inspector.resources import resource

_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
# litellm keeps tiktoken's cache files, named by the SHA-1 of the address they came from.
_IN_LITELLM = Path("litellm_core_utils", "tokenizers", "fb374d419588a4632f3f557e76b4b70aebbca790")
_OWN = Path("tiktoken", "o200k_base.tiktoken.gz")
_WORD = r"[^\r\n\p{L}\p{N}]?"
_CAPITALS, _SMALL = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
# The split pattern belongs to the encoding: tiktoken_ext/openai_public.py of tiktoken 0.14.0 (MIT).
_PATTERN = "|".join(
    [
        f"{_WORD}{_CAPITALS}*{_SMALL}+{_ENDING}",
        f"{_WORD}{_CAPITALS}+{_SMALL}*{_ENDING}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)
LARGEST_CALL = 100_000
"""Bytes. A run of a million spaces makes tiktoken 0.14 panic, and older ones take quadratic time."""


class TiktokenBPE:
    """Counts with OpenAI's o200k_base; exact for its models, a stand-in for all others."""

    name = "o200k_base"
    error = "exact for OpenAI's models since GPT-4o; for others calibrated against the usage that the log records"

    def __init__(self, ranks: bytes) -> None:
        """``ranks`` is the content of a .tiktoken file. Raises ImportError where tiktoken is absent."""
        import tiktoken

        self._make, self._ranks = tiktoken.Encoding, ranks

    @cached_property
    def _encode(self) -> Callable[[str], list[int]]:
        # Made for the first text: where every count is remembered, the name alone is asked for, and this takes 0.2 s.
        # No special tokens: "<|endoftext|>" in a log is text that someone wrote.
        encoding = self._make(self.name, pat_str=_PATTERN, mergeable_ranks=_by_token(self._ranks), special_tokens={})
        return encoding.encode_ordinary

    def count_many(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, in order. Encoding lets other threads run meanwhile."""
        return [sum(map(self._count, pieces(text))) for text in texts]

    def _count(self, piece: str) -> int:
        try:
            return len(self._encode(piece))
        except BaseException as why:
            # A panic of the Rust side is no Exception; nothing else of that rank may be swallowed.
            if type(why).__name__ != "PanicException":
                raise
            return guess(piece)


def pieces(text: str) -> Iterator[str]:
    """A text in parts of at most 100 kB of UTF-8, cut at line ends where there are any."""
    longest = LARGEST_CALL if text.isascii() else LARGEST_CALL // 4
    start = 0
    while len(text) - start > longest:
        end = text.rfind("\n", start + longest // 2, start + longest) + 1 or start + longest
        yield text[start:end]
        start = end
    yield text[start:] if start else text


def load() -> TiktokenBPE | None:
    """The tokenizer, or None where neither copy of its ranks is whole or tiktoken is absent."""
    for raw in _copies():
        if hashlib.sha256(raw).hexdigest() == _SHA256:
            try:
                return TiktokenBPE(raw)
            except ImportError:
                return None
    return None


def _copies() -> Iterator[bytes]:
    # find_spec does not import litellm, which would take seconds.
    found = importlib.util.find_spec("litellm")
    for folder in (found.submodule_search_locations or ()) if found else ():
        try:
            yield Path(folder, _IN_LITELLM).read_bytes()
        except OSError:
            continue
    try:
        yield gzip.decompress(resource(str(_OWN)).read_bytes())
    except (OSError, EOFError):
        return


def _by_token(raw: bytes) -> dict[bytes, int]:
    # Two hundred thousand lines, each a token and its rank: no loop of our own.
    fields = raw.split()
    return dict(zip(map(binascii.a2b_base64, fields[::2]), map(int, fields[1::2]), strict=True))
