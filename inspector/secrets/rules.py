"""What a secret looks like: the rules of gitleaks, and ours for what they lack.

All are expressions of RE2, which reads a text once whatever stands in it; ``resources/secrets/`` holds them as data.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from inspector.resources import resource
from inspector.secrets.values import LOOKS

FOLDER = "secrets"
OURS, GITLEAKS = "more.toml", "gitleaks.toml"
_NAME = 80
"""Characters that the name of another value has at most."""
_PART = re.compile(r"<<([a-z ]+)>>")
"""In an expression of ours: any of the parts of that name."""
_BOUND = re.compile(r"\{(\d+),\d{2,}\}")
_TOO_WIDE = frozenset({"generic-api-key", "curl-auth-user", "curl-auth-header", "sourcegraph-access-token"})
"""Rules of gitleaks that ours stand for: in logs of agents they find names of classes, commits and words of prose."""


Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SecretRule:
    """One kind of secret. All texts are UTF-8, places are bytes."""

    kind: str
    keywords: tuple[bytes, ...]
    """In lower case; one of them has to stand in the text. Any text where there are none."""
    expression: str
    group: int
    each: str
    """What finds the secrets within that group, where it holds several; "" where it is one."""
    entropy: float
    allowed: Callable[[bytes, bytes], bool]
    """Whether a secret, and all that the pattern found, are known to be none."""

    def find(self, text: bytes) -> Iterator[Span]:
        """Where such secrets stand in a text."""
        # Not before a text has one of its words, and what may be one: to compile all takes half a second.
        if not _loose(self.expression).search(text):
            return
        pattern = compiled(self.expression)
        match = pattern.search(text)
        while match:
            group = self.group or next((nth for nth in range(1, pattern.groups + 1) if match[nth]), 0)
            # What was taken for a value and is none may be the name of one: "secret = env.TOKEN or 'value'".
            place = match.start(group) if len(match[group]) < _NAME else match.end()
            for start, end in self._within(text, *match.span(group)):
                secret = text[start:end]
                if secret and _entropy(secret) >= self.entropy and not self.allowed(secret, match[0]):
                    # Some patterns take in the backslash of an escape behind it.
                    yield start, start + len(secret.rstrip(b"\\"))
                    place = match.end()
            match = pattern.search(text, max(place, match.start() + 1))

    def _within(self, text: bytes, start: int, end: int) -> Iterator[Span]:
        if not self.each:
            yield start, end
            return
        for match in compiled(self.each).finditer(text[start:end]):
            first, last = match.span(1)
            yield start + first, start + last


@cache
def rules() -> tuple[SecretRule, ...]:
    """All rules, ours first: they say in plain words what they find."""
    return tuple(rule for name in (OURS, GITLEAKS) for rule in _read(name))


def rules_for(text: bytes) -> list[SecretRule]:
    """The rules of which a text, in lower case, has a word; in their order."""
    words, pattern = _words()
    found = pattern.Match(text)
    # The empty word stands in every text: nothing is found only where memory ran out.
    there = found or [nth for nth, word in enumerate(words) if word in text]
    return [rules()[place] for place in sorted({place for nth in (*there, len(words)) for place in _of_word(nth)})]


@cache
def _words() -> tuple[list[bytes], Any]:
    """All words of rules, and what finds them in one pass, by their place."""
    import re2

    words = sorted({b"", *(word for rule in rules() for word in rule.keywords)})
    pattern = re2.Set.SearchSet(_options())
    for word in words:
        pattern.Add(re2.escape(word))
    pattern.Compile()
    return words, pattern


@cache
def _of_word(nth: int) -> list[int]:
    """The places of the rules that have a word; behind the last word of those that have none."""
    words, _ = _words()
    return [
        place
        for place, rule in enumerate(rules())
        if (words[nth] in rule.keywords if nth < len(words) else not rule.keywords)
    ]


def _read(name: str) -> Iterator[SecretRule]:
    table = tomllib.loads((resource(FOLDER) / name).read_text("utf-8"))
    everywhere = _allowing([table.get("allowlist", {})])
    for rule in table["rules"]:
        if "regex" in rule and rule["id"] not in _TOO_WIDE:
            yield _rule(rule, everywhere, table.get("parts", {}))


def _rule(
    rule: Mapping[str, Any], everywhere: Callable[[bytes, bytes], bool], parts: Mapping[str, Sequence[str]]
) -> SecretRule:
    here = _allowing(rule.get("allowlists", ()))
    looks = LOOKS[rule["looks"]] if "looks" in rule else None
    return SecretRule(
        rule["id"].replace("-", " "),
        tuple(word.lower().encode() for word in rule.get("keywords", ())),
        _PART.sub(lambda name: f"(?:{'|'.join(parts[name[1]])})", rule["regex"]),
        rule.get("secretGroup", 0),
        rule.get("each", ""),
        rule.get("entropy", 0.0),
        lambda secret, whole: everywhere(secret, whole) or here(secret, whole) or not (looks is None or looks(secret)),
    )


def _allowing(lists: Sequence[Mapping[str, Any]]) -> Callable[[bytes, bytes], bool]:
    """What says of a secret that one of the lists knows it for none. Lists that hang on a file's path allow nothing."""
    checks: list[tuple[bool, list[Any], list[bytes]]] = []
    for one in lists:
        if one.get("condition") != "AND" or "paths" not in one:
            words = [word.lower().encode() for word in one.get("stopwords", ())]
            checks.append((one.get("regexTarget") in ("match", "line"), list(one.get("regexes", ())), words))

    def allowed(secret: bytes, whole: bytes) -> bool:
        low = secret.lower()
        return any(
            any(compiled(pattern).search(whole if of_whole else secret) for pattern in patterns)
            or any(word in low for word in words)
            for of_whole, patterns, words in checks
        )

    return allowed


@cache
def compiled(pattern: str) -> Any:
    """An expression of RE2 for bytes."""
    import re2

    return re2.compile(pattern.encode(), _options())


@cache
def _loose(pattern: str) -> Any:
    """What finds all that an expression does, and more: without its upper bounds, for each of which RE2 makes copies.

    It compiles in a fifth of the time, and most texts hold nothing that even this finds.
    """
    return compiled(_BOUND.sub(r"{\1,}", pattern))


def _options() -> Any:
    import re2

    options = re2.Options()
    # Bytes as they are: a text of a log may hold half a sign, which is no UTF-8.
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options


def _entropy(secret: bytes) -> float:
    """Bits a character (Shannon)."""
    counts = Counter(secret).values()
    return -sum(count / len(secret) * math.log2(count / len(secret)) for count in counts)
