"""Which language a speaker writes, inferred from all they say: one sentence among names and code tells too little.

py3langid knows the languages; code, paths, names and numbers are taken out before it is asked, and what does not tell
is unknown, which differs from nothing.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from typing import Protocol, cast

ENGLISH = "en"
# Of 139 that it knows; the rarer ones are what fragments of code look like. Norwegian is taken for Danish: a few
# sentences do not tell them apart, and nobody is judged across the two.
_KNOWN = (
    "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nl pl pt ro ru sk sl sr sv ta th tr uk"
    " vi zh"
).split()
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|https?://\S+", re.DOTALL)
# Words with a sign or a digit inside, or in capitals, are names in any language.
_WORD = re.compile(r"(?<![\w/\\.@-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w/\\@-]|\.\w)")
_LETTERS, _SURE = 12, 0.9
_OF_A_MESSAGE, _MOST = 200, 8_000
"""Characters that are read of one message, so that a pasted page counts no more than a sentence; and of a speaker."""
_SECOND = 0.2
"""Of what a speaker says, the share that makes a language one of theirs."""


class _Identifier(Protocol):
    def set_languages(self, langs: list[str]) -> None: ...
    def classify(self, instance: str) -> tuple[str, float]: ...


_LOADING = threading.Lock()


def load_early() -> None:
    """Unpack the model beside other work, which goes on meanwhile; who asks for it first waits for the rest."""

    def load() -> None:
        # On a full disk, say. Who asks for it tries again, and is told.
        with suppress(OSError):
            _identifier()

    threading.Thread(target=load, name="languages", daemon=True).start()


def _identifier() -> _Identifier:
    with _LOADING:
        return _load()


@cache
def _load() -> _Identifier:
    # A model of 4 MB is unpacked, which takes half a second: not before a text asks for it.
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    found = cast("_Identifier", LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True))
    found.set_languages(_KNOWN)
    return found


def plain(text: str) -> str:
    """The words of a text that belong to a language: no code, addresses, paths, names in capitals or numbers."""
    return " ".join(word for word in _WORD.findall(_CODE.sub(" ", text)) if not word.isupper() or len(word) == 1)


@lru_cache(maxsize=4_096)
def language_of(text: str) -> str:
    """The language of a text as a two-letter code, or "" where it does not tell."""
    words = plain(text[:_MOST])
    # A sign of Chinese, Japanese or Korean says as much as three letters.
    if sum(1 if sign < "\u2e80" else 3 for sign in words) < _LETTERS:
        return ""
    name, chance = _identifier().classify(words)
    return name if chance >= _SURE else ""


class Speaker:
    """The languages of one speaker, most used first."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.languages = _spoken([plain(text[: 4 * _OF_A_MESSAGE])[:_OF_A_MESSAGE] for text in texts])

    def language_of(self, text: str) -> str:
        """Which of the speaker's languages a text is in: of one alone that one, of several what the text tells."""
        if len(self.languages) < 2:
            return self.languages[0] if self.languages else language_of(text)
        told = language_of(text)
        return told if told in self.languages else ""


def _spoken(messages: list[str]) -> tuple[str, ...]:
    main = language_of("\n".join(messages)[:_MOST])
    letters: Counter[str] = Counter()
    for message in messages:
        letters[language_of(message)] += len(message)
    del letters[""]
    total = letters.total()
    others = [name for name, count in letters.most_common() if count >= _SECOND * total]
    return tuple(dict.fromkeys(name for name in (main, *others) if name))


def differ(one: str, other: str) -> bool:
    """Whether two languages are known and not the same."""
    return bool(one and other) and one != other
