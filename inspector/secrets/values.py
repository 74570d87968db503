"""Whether what stands beside a secret's name is a value: a program writes names, calls and words in the same place.

Everything is decided by the form of the value: runs of small letters, capitals and digits are long in names and words,
and short in what was drawn by chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_WORD_OF_A_NAME = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_SAYABLE = re.compile(rb"(?i)^(?=.*[aeiouy])(?!.*[bcdfghjklmnpqrstvwxz]{5})")
_PLACEHOLDER = re.compile(
    rb"(?i)^(?:your|my|the|some|test|example|dummy|fake|sample|placeholder|change|redacted|insert|replace|enter|mock)"
    rb"(?:[-_ .].*)?$|^[*.x#_-]+$|\.\.\.|\xe2\x80\xa6|^(?:pass|secret|token|key|value|user|foo|bar|abc|xyz)\d{0,3}$"
    rb"|^(?:sha|md|utf|base|oauth|ed|rsa|aes|hs|rs|es|ps|u?int|float|str|https?)[-_]?\d{1,5}(?:[a-z]{0,3}|array)$"
)
_REFERENCE = re.compile(
    rb"^(?:\$\{|\$\(|\{\{|\$\{\{|\$[A-Z_]+\d*$|%[\w()]+%?$|<[^<>]*>|<[%?]|@\w+[.({]|&\w+[.(;]|!(?:Ref|Sub|vault|secret)"
    rb"|(?i:env|process|os|settings|config|self|this|args|options|secrets?|vars|data|local)\b[.\[(:]|https?://|file://)"
)
_EXPRESSION = re.compile(
    rb"^[!&*]?[A-Za-z_][\w.:?!>-]*(?:<[\w, ]*>)?[(\[{]|\[\^|\(\?|\\[wsdbS]|[\])][*+?]|\.[*+]|=>|->|::|\|\||&&|==|\$\{"
    rb"|\{\{|\(\)|^\(|^[\[{]"
)
_PATTERN = re.compile(rb"\[\^|\(\?|\\[wsdbS]|\[\w-\w|\][*+?]|\.[*+]")
_NUMBER = re.compile(
    rb"^[+-]?\d{1,7}(?:[.,:/-]\d+)*[a-zA-Z%]{0,3}$|^\d{1,5}-[a-z-]+$|^[A-Za-z][a-z]+\d{1,5}[A-Z][a-z]+$"
)
"""Also ``32-byte`` and ``ed25519Seed``: a word with a number in it."""
_FILE = re.compile(
    rb"(?i)^(?:~|\.{1,2})?/?(?:[\w.@{}-]+/)*[\w.@-]+\.(?:py|[jt]sx?|go|rs|md|json|ya?ml|toml|txt|pem|env|key|crt|sh|java|rb"
    rb"|html?|css|cfg|ini|log)(?:[:#]\d+)?$"
)
_ID = re.compile(rb"(?i)^(?:[0-9a-f]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:sha\d+|md5)[:-].*)$")
_ALGORITHM = re.compile(
    rb"(?i)(?:hkdf|hmac|pbkdf2|sha|aes|rsa|ecdsa|ecdh|x?chacha20)(?:[-_]?(?:hmac|sha|gcm|cbc|ctr|oaep|pss|poly|\d{1,4}))+"
)
"""How a key is made or used, as in "privateKey -> HKDF-SHA256(salt)"."""
_NO_VALUE = re.compile(
    rb"^\\[nrt]|^(?:~|\.{1,2})/[\w./@+-]*$|^[a-z]{3,}-\d{1,2}$"
    rb"|^[A-Za-z]+(?:[Tt]oken|[a-z]Key|[Ss]ecret|[Pp]assword|[Cc]redentials?)$"
)
"""An escaped line end with what stands on the next line, a folder, ``public-2``, ``csrfToken``."""
_DIGIT, _LETTER = re.compile(rb"\d"), re.compile(rb"[A-Za-z\x80-\xff]")
_SENTENCE = re.compile(
    rb"(?i)\b(?:must|at|least|the|your|an?|is|are|be|been|to|for|of|and|or|in|not|was|has|have|with|from|that|this)\b"
)
_PARAMETER = re.compile(rb"&[a-zA-Z][\w.-]*=")
_SIGNS = re.compile(rb"[!@#$%^&*+=~?]")
_MIXED = re.compile(rb"(?=[A-Z]*[a-z]+[A-Z]|[A-Z]{2,}[a-z])[A-Za-z]{11,}")
"""Letters alone, small ones and capitals: one password of twelve in eight has no digit."""
LEAST, LEAST_OF_CHANCE = 5, 12


def is_words(value: bytes) -> bool:
    """Whether it is made of words and names, as programs have them, not of letters drawn by chance."""
    parts = _WORD_OF_A_NAME.findall(value)
    letters = [part for part in parts if not part.isdigit()]
    if not letters:
        return True
    said = sum(len(part) for part in letters if len(part) > 2 and _SAYABLE.search(part))
    digits = sum(part.isdigit() for part in parts)
    whole = sum(map(len, parts))
    return said >= 0.65 * whole and digits <= max(1, len(parts) // 4) and whole >= 3 * len(parts)


def is_chance(value: bytes) -> bool:
    """Whether it looks drawn by chance: nothing else would say that it is a secret."""
    core = value.strip(b"'\"`.,;:")
    return (
        len(core) >= LEAST_OF_CHANCE
        and is_written(core)
        and bool(_LETTER.search(core))
        and bool(_DIGIT.search(core) or len(core) >= 20)
        and not is_words(core)
    )


def is_chance_and_no_id(value: bytes) -> bool:
    """The same, and neither a digest nor an id, which summaries have to keep."""
    return not _ID.match(value) and is_chance(value) and len(value) >= 16


def is_token(value: bytes) -> bool:
    """What stands behind a vendor's prefix: letters and digits, and no names."""
    drawn = _DIGIT.search(value) or (len(value) >= 24 and not value.islower() and not value.isupper())
    return bool(drawn) and not (b"_" in value[4:] and is_words(value)) and not _is_placeholder(value)


def _is_placeholder(value: bytes) -> bool:
    # "test_" before what was drawn by chance makes no placeholder of it.
    drawn = any(len(part) >= 16 and is_chance(part) for part in re.split(rb"[-_ ]", value)[1:])
    return bool(_PLACEHOLDER.search(value)) and not drawn


def is_written(value: bytes) -> bool:
    """Whether a value is written out: no placeholder, reference, expression, number, file or name."""
    value = value.strip()
    bare = value.rstrip(b".,;:!?)")
    if len(bare) < LEAST or _is_placeholder(bare) or _REFERENCE.match(value) or _NUMBER.match(bare):
        return False
    if _NO_VALUE.search(bare) or _ALGORITHM.fullmatch(bare):
        return False
    if b" " in value or b"\t" in value:
        told = _SENTENCE.search(value) or _EXPRESSION.search(value)
        return 1 < len(value.split()) < 9 and not told and bool(_DIGIT.search(value))
    if _PATTERN.search(value) or (_EXPRESSION.search(value) and is_words(value)):
        return False
    if _FILE.match(bare) or b"://" in value:
        return False
    if re.fullmatch(rb"[A-Za-z]+[.,;:!?]*", value):
        return len(value) >= 8 and not is_words(value)
    if re.fullmatch(rb"[A-Za-z_]+(?:[._/:>?!-]+[A-Za-z_]+)*[.,;:!?]*", value):
        return len(value) >= 12 and not is_words(value)
    if re.fullmatch(rb"[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+[;,]*", value):
        return not is_words(value)
    if re.fullmatch(rb"[a-z]+(?:[A-Z][a-z]+)+\d{0,3}|(?:[A-Z][a-z]+){2,}\d{0,3}|[A-Z][A-Z_]+\d?", bare):
        return len(value) >= 12 and not is_words(value)
    if re.match(rb"[=:|!?+]", value) and not _DIGIT.search(value):
        return False
    return bool(_DIGIT.search(value) or _SIGNS.search(value))


def is_told(value: bytes) -> bool:
    """Whether a sentence gives a password away: letters with a digit or a sign among them, or drawn by chance."""
    # In an address the next parameter follows: "pin=true&version=1" says no more than true.
    bare = _PARAMETER.split(value.strip(b"'\"`*.,;:!?)"), maxsplit=1)[0]
    mixed = bool(_DIGIT.search(bare) or _SIGNS.search(bare[:-1])) or bool(_MIXED.fullmatch(bare))
    return is_written(bare) and bool(_LETTER.search(bare)) and mixed


def is_drawn(value: bytes) -> bool:
    """Whether it is a secret where only its name stands beside it: told, and nothing that a program names."""
    core = value.strip(b"'\"`*.,;:!?)")
    return is_told(core) and is_token(core) and not re.match(rb"[-/\\#]|[a-z]+\d{1,4}$", core)


LOOKS: dict[str, Callable[[bytes], bool]] = {
    "written": is_written,
    "chance": is_chance,
    "chance-no-id": is_chance_and_no_id,
    "token": is_token,
    "told": is_told,
    "drawn": is_drawn,
}
"""What a rule may ask of its secret, by the name that ``more.toml`` has for it."""
