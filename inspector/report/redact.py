"""Redaction: secrets, home folders, user names, addresses and project paths out of a report, with a list of them.

Done on the document, before any format is written, so that no reporter can forget it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from inspector.report.document import Removed, Report
from inspector.report.survey import Survey
from inspector.report.trace import Trace
from inspector.secrets.find import find_secrets, hint_of

T = TypeVar("T")
PROJECT, LOGS = "project folder", "log folder"
_OWN_WORDS = frozenset(
    "id agent agent_title version models kind kinds zone trigger status outcome code severity made by started "
    "ended time fact strength verdict subject bases silent sure window_why shown counts".split()
)
"""Fields that hold words of ours or of the agent's maker, where a user's name would be found by mistake."""
_PLACES = {"home folder": "~", PROJECT: ".", LOGS: "…"}
_SECRET = "secret: "
_LEAST_SECRET = 8
"""Characters below which the same letters elsewhere may be any word."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One thing that was taken out, for a preview on the user's own screen."""

    kind: str
    words: str
    """Of a secret only its first letters and its length."""
    placeholder: str
    times: int


class Redactor:
    """Takes the same words out everywhere in the same way, and remembers what they were."""

    def __init__(self, texts: Iterable[str], folders: Mapping[str, str] | None = None, *, names: bool = True) -> None:
        """``texts`` is all that will be cleaned: what is known by one place is taken out of all texts.

        ``folders`` gives the kind of each folder that is taken out: project folder or log folder. Without ``names``
        only secrets are.
        """
        folders = folders or {}
        texts = tuple(dict.fromkeys(texts))
        self._of_names = names
        self._names = names_pattern(user_names([*texts, *folders])) if names else None
        self._found = {text: found for text in texts if (found := find_secrets(text))}
        self._clean = frozenset(texts) - self._found.keys()
        self._secrets = _secrets(self._found)
        known = {folder.rstrip("/\\"): kind for folder, kind in folders.items()}
        self._folders = {folder: kind for folder, kind in known.items() if len(folder) > 2}
        self._places: dict[tuple[str, str], str] = {}
        self._times: dict[tuple[str, str], int] = {}

    def clean(self, text: str) -> str:
        """The text with placeholders."""
        parts, end = [], 0
        for start, stop, kind in _apart(self._spans(text)):
            parts += [text[end:start], self._placeholder(kind, text[start:stop])]
            end = stop
        return "".join([*parts, text[end:]]) if parts else text

    @property
    def taken(self) -> tuple[Taken, ...]:
        """Everything taken out so far, by kind."""
        rows = (
            Taken(kind, hint_of(words) if kind.startswith(_SECRET) else words, self._places[kind, words], n)
            for (kind, words), n in self._times.items()
        )
        return tuple(sorted(rows, key=lambda row: (row.kind, -row.times, row.words)))

    @property
    def removed(self) -> tuple[Removed, ...]:
        """The same without the words: what a report may say about itself."""
        found: dict[tuple[str, str], int] = {}
        for row in self.taken:
            found[row.kind, row.placeholder] = found.get((row.kind, row.placeholder), 0) + row.times
        return tuple(Removed(kind, placeholder, times) for (kind, placeholder), times in found.items())

    def _spans(self, text: str) -> Iterator[tuple[int, int, str]]:
        for start, end, kind in () if text in self._clean else self._found.get(text) or find_secrets(text):
            yield start, end, f"{_SECRET}{kind}"
        for words, kind in self._secrets.items():
            start = text.find(words)
            while start >= 0:
                yield start, start + len(words), f"{_SECRET}{kind}"
                start = text.find(words, start + len(words))
        for folder, kind in self._folders.items():
            for match in re.finditer(re.escape(folder) + r"(?![\w.-])", text):
                yield match.start(), match.end(), kind
        if self._of_names:
            yield from name_spans(text, self._names)

    def _placeholder(self, kind: str, words: str) -> str:
        key = (kind, words)
        self._times[key] = self._times.get(key, 0) + 1
        if key not in self._places:
            same = 1 + sum(known == kind for known, _ in self._places)
            plain = "[user]" if kind == "user name" else f"[{kind.removeprefix(_SECRET)} {same}]"
            self._places[key] = _PLACES.get(kind, plain)
        return self._places[key]


def _secrets(found: Mapping[str, Sequence[tuple[int, int, str]]]) -> dict[str, str]:
    """Every secret that stands in some text → its kind; in another sentence nothing would tell it from a word."""
    known = {text[start:end]: kind for text, places in found.items() for start, end, kind in places}
    return {words: kind for words, kind in known.items() if len(words) >= _LEAST_SECRET}


def redact(report: Report) -> tuple[Report, tuple[Taken, ...]]:
    """The report without secrets and traces of whose machine it was, and what was taken out."""
    # Sentences of one message stand apart here, and a name may be in one and its value in the next.
    said = (
        "\n".join(fact.statement for fact in sorted(one.facts, key=lambda fact: fact.place))
        for one in report.compactions
    )
    redactor = Redactor([*_texts(report), *said], {_folder(report.card.path): LOGS, report.card.cwd: PROJECT})
    cleaned = _walk(report, redactor.clean)
    return replace(cleaned, redacted=True, removed=redactor.removed), redactor.taken


def without_secrets_in(value: T) -> T:
    """Any value without the secrets in its texts; unlike in a report names and folders stay as they are."""
    return _walk(value, Redactor(_texts(value), names=False).clean)


def redact_survey(survey: Survey) -> tuple[Survey, tuple[Taken, ...]]:
    """The same for many sessions."""
    above = _shared([_folder(row.path) for row in survey.rows])
    redactor = Redactor(_texts(survey), {above: LOGS})
    cleaned = _walk(survey, redactor.clean)
    return replace(cleaned, redacted=True, removed=redactor.removed), redactor.taken


def redact_trace(trace: Trace) -> tuple[Trace, tuple[Taken, ...]]:
    """The same for a session as a trace."""
    redactor = Redactor(_texts(trace), {_folder(trace.path): LOGS, trace.cwd: PROJECT})
    cleaned = _walk(trace, redactor.clean)
    return cleaned, redactor.taken


def _folder(path: str) -> str:
    """The folder of a log; paths are texts here, since a report may be made on another system than its log."""
    return re.sub(r"[\\/][^\\/]*$", "", path)


def _shared(folders: Sequence[str]) -> str:
    """The folder above all of them; "" for none."""
    try:
        return os.path.commonpath(folders) if folders else ""
    except ValueError:
        return ""


def _apart(spans: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Spans that do not overlap: those that do become one, so that no part of a secret is left standing."""
    apart: list[tuple[int, int, str]] = []
    for start, stop, kind in sorted(spans, key=lambda span: (span[0], -span[1], not span[2].startswith(_SECRET))):
        if not apart or start >= apart[-1][1]:
            apart.append((start, stop, kind))
            continue
        first, last, known = apart[-1]
        if kind.startswith(_SECRET) and not known.startswith(_SECRET):
            known = kind
        apart[-1] = (first, max(last, stop), known)
    return apart


def _texts(value: Any) -> Iterator[str]:
    found: list[str] = []

    def keep(text: str) -> str:
        found.append(text)
        return text

    _walk(value, keep)
    yield from found


def _walk(value: T, change: Callable[[str], str]) -> T:
    """The same value with every text of it changed that may hold words of the log."""
    made: Any = value
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        made = change(value)
    elif isinstance(value, tuple):
        made = tuple(_walk(one, change) for one in value)
    elif isinstance(value, Mapping):
        made = {key: _walk(one, change) for key, one in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        named = {field.name: getattr(value, field.name) for field in fields(value) if field.name not in _OWN_WORDS}
        made = replace(value, **{name: _walk(part, change) for name, part in named.items()})
    return made  # type: ignore[no-any-return]


_HOME = re.compile(
    r"(?:/home/|/Users/|/var/home/|/mnt/[a-z]/Users/|/[a-z]/Users/|[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}"
    r"|[\\/]{2,4}[\w.$-]+[\\/]{1,4}Users[\\/]{1,4})"
    r"(?P<name>[^\\/\s\"'`<>|:*?,;)\]}]+)",
)
# As agents name a project's folder after its path: -home-alice-work.
_ENCODED = re.compile(r"(?<![\w-])-(?:home|Users)-(?P<name>[A-Za-z0-9_]+)(?=-|$|[\\/])")
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])")
# Names that say nothing about anyone, and would take ordinary words out of a text.
_NOBODY = frozenset(
    "root user users runner ubuntu node app apps admin vscode home shared public dev developer coder default debian "
    "guest test tester agent workspace codespace gitpod docker ec2-user me you name username yourname path to project "
    "code src build circleci travis jenkins vagrant pi www work".split()
)
# Not a person's address: the host part is where code lives.
_GIT = frozenset({"git"})


def user_names(texts: Iterable[str]) -> frozenset[str]:
    """The names of people whose home folders some texts name."""
    found: set[str] = set()
    for text in texts:
        for pattern in (_HOME, _ENCODED):
            found.update(match["name"] for match in pattern.finditer(text))
    return frozenset(name for name in found if len(name) > 2 and name.lower() not in _NOBODY)


def name_spans(text: str, names: re.Pattern[str] | None) -> Iterator[tuple[int, int, str]]:
    """Home folders, addresses and user names of a text as start, end and kind; they may overlap."""
    for match in _HOME.finditer(text):
        yield match.start(), match.end(), "home folder"
    for match in _MAIL.finditer(text):
        if match[0].split("@")[0] not in _GIT:
            yield match.start(), match.end(), "e-mail address"
    if names is not None:
        for match in names.finditer(text):
            yield match.start(), match.end(), "user name"


def names_pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    """What finds these names as words of their own; None for no names."""
    if not names:
        return None
    listed = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{listed})(?![A-Za-z0-9])", re.IGNORECASE)
