"""Names of single things: commits, tickets, pull requests, UUIDs, environment variables, definitions, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from inspector.model import FactKind, Item
from inspector.read.tools import ToolKind
from inspector.text.addresses import urls_in
from inspector.text.colours import Uncoloured
from inspector.text.plain_names import is_plain
from inspector.text.tokens import WORD
from inspector.work.finders.finder import Finder
from inspector.work.ledger import FILE, OUTPUT, PATCH, TALK, Ledger
from inspector.work.steps import Step

# What every name begins with stands in front: most places of a text are passed over by it alone.
_NAME = re.compile(
    r"(?<![\w-])(?=[0-9a-fA-Z#pi])(?:(?<![/.])(?P<commit>[0-9a-f]{7,40})(?![\w-])"
    r"|(?P<ticket>(?P<project>[A-Z][A-Z0-9]{1,9})-[1-9]\d{0,5})(?![\w-])"
    r"|(?P<variable>[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?!\w|\.[a-z])"
    r"|(?:(?:PR|MR|pull request|[Ii]ssue|pull/|issues/)\s?#?|(?<![&/])#)(?P<number>[1-9]\d{0,5})\b)"
)
_NO_TICKETS = frozenset(
    "UTF SHA ISO RFC GPT HTTP TLS AES RSA MD ES ECMA UTC GMT CP IEC BASE X H P PR HMAC SSE Q V".split()
)
# Begins with what is rare, so that the search can jump to it; the eight digits in front are looked at after.
_UUID = re.compile(r"-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])")
_HEX = frozenset("0123456789abcdef")
_DEFINED = re.compile(
    r"(?:def|class|function|func|fn|interface|struct|enum|trait|type)\s+(?:\([^)\n]{0,60}\)\s*)?([A-Za-z_]\w{3,60})"
    r"(?=\s*[\[(<:={]|\\n|\s+(?:struct|interface|extends|implements)\b)"
)
# What may stand between the beginning of a line and a definition; in JSON a line begins behind a written \\n.
_OPENS = re.compile(
    r"(?:^|\n|\\n|[\"'`])(?:\\t|[ \t+])*(?:(?:export|default|declare|public|private|protected|internal|static|final"
    r"|abstract|sealed|open|data|inline|override|virtual|partial|async|unsafe|extern|mutating|suspend|const"
    r"|pub(?:\([a-z]+\))?|@\w+(?:\([^()\n]{0,40}\))?) +)*$"
)
_BEFORE = 120
_LONGEST_URL = 300
_SEEN = 60_000
_NO_COMMITS = frozenset({"ed25519", "ed25519ph", "ed448"})
_NEAR = 32
"""Characters before a hash in which a word says what it is of."""
_COMMIT_WORDS = ("commit", "sha", "hash", "rev", "merge", "push", "rebase", "cherry", "head", "amend", "ref")
_OTHER_ID = re.compile(r"(?i)(?:session|checkpoint|request|trace|run|job|task|thread|user)[\w ]{0,12}[=:\"'`( ]{1,4}$")
_MOST_URLS = 8
_MOST_UUIDS = 8
_GIT = frozenset({"git", "gh", "glab", "jj", "hg"})
_GIT_LOG = frozenset({"log", "blame", "reflog", "ls-remote", "rev-list"})

_Found = tuple[str, str, int, int]
"""What kind of name, the name, and where it stands."""


class Identifiers(Finder):
    """One fact per name. Commits are looked for in what git gave back and in what was said."""

    def __init__(self) -> None:
        self._commits: set[str] = set()

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the names of a step."""
        if step.kind is None:
            self._note(step.item, step.text, _said(step.text), TALK, ledger)
            return
        for hit in _NAME.finditer(step.command):
            value = hit["variable"] or ""
            place = step.text.find(value)
            if value and place >= 0:
                self._note(step.item, step.text, [("variable", value, place, place + len(value))], PATCH, ledger)
        if step.kind in (ToolKind.EDIT, ToolKind.CREATE) and not step.failed:
            self._note(step.item, step.text, _defined(step.text), PATCH, ledger)
        if step.kind in (ToolKind.RUN, ToolKind.FETCH, ToolKind.OTHER, ToolKind.READ):
            urls = (("url", url, start, end) for start, end, url in urls_in(step.text))
            self._note(step.item, step.text, urls, PATCH, ledger)
        if step.result is not None:
            self._result(step, ledger)

    def finish(self, ledger: Ledger) -> None:
        """Make one of a commit that was written short and long."""
        ordered = sorted(self._commits)
        for short, long in pairwise(ordered):
            if long.startswith(short):
                ledger.join("identifiers", "commit", short, long)

    def _result(self, step: Step, ledger: Ledger) -> None:
        assert step.result is not None, "asked by look"
        if step.kind in (ToolKind.SEARCH, ToolKind.TODO, ToolKind.EDIT, ToolKind.CREATE):
            return
        bare = Uncoloured(step.output[:_SEEN])
        output = bare.text
        looking = step.looks
        # An answer of a service holds addresses by the dozen; the first ones are what it is about.
        found = [("url", url, start, end) for start, end, url in islice(urls_in(output), _MOST_URLS)]
        if _GIT.intersection(WORD.findall(step.command)):
            told = [name for name in _names(output) if name[0] in ("commit", "id", "ticket")]
            # A log lists commits by the hundred; the newest ones are what a reader comes back to.
            most = 5 if _GIT_LOG.intersection(step.command.split()) else 40
            commits = [("commit", *name[1:]) for name in told if name[0] != "ticket"]
            found += commits[:most] + [name for name in told if name[0] == "ticket"]
        self._note(step.result, step.output, _placed(found, bare), FILE if looking else OUTPUT, ledger)
        if not looking:
            uuids = list(_uuids(output))
            # Rows of a table have one each; what none of them stands out for is not a finding.
            if len({value for _, value, _, _ in uuids}) <= _MOST_UUIDS:
                self._note(step.result, step.output, _placed(uuids, bare), OUTPUT, ledger)

    def _note(self, item: Item, text: str, found: Iterable[_Found], weight: float, ledger: Ledger) -> None:
        for action, value, start, end in found:
            if action in ("commit", "id"):
                value = value[:12]
                # Whoever speaks of a commit that git has told of need not say what it is.
                known = any(value.startswith(one[:7]) for one in self._commits)
                action = "commit" if action == "commit" or known else "id"
            if action == "commit":
                self._commits.add(value)
            if action == "url" and (len(value) > _LONGEST_URL or ("." not in value and ":" not in value)):
                continue
            ledger.note(
                "identifiers",
                FactKind.IDENTIFIER,
                value,
                item,
                (start, end),
                text,
                action=action,
                group=action,
                weight=weight,
            )


def _placed(found: list[_Found], bare: Uncoloured) -> list[_Found]:
    """What was found in a text without colours, with its places in the original."""
    return [(action, value, *bare.place(start, end)) for action, value, start, end in found]


def _said(text: str) -> Iterator[_Found]:
    for start, end, url in urls_in(text):
        yield "url", url, start, end
    yield from _names(text)
    yield from _uuids(text)


def _names(text: str) -> Iterator[_Found]:
    """Hashes, as commits where a word in front says so, else as ids; tickets, pull requests and variables."""
    for hit in _NAME.finditer(text):
        kind, value = str(hit.lastgroup), hit[hit.lastgroup or 0]
        if kind == "commit":
            # A hash has letters and digits, and is not called the id of something else.
            near = max(0, hit.start() - _NEAR), hit.start()
            if value in _NO_COMMITS or value.isdigit() or value.isalpha() or _OTHER_ID.search(text, *near):
                continue
            said = any(word.lower().startswith(_COMMIT_WORDS) for word in WORD.findall(text, *near))
            kind = "commit" if said else "id"
        elif kind == "ticket" and hit["project"] in _NO_TICKETS:
            continue
        yield kind, f"#{value}" if kind == "number" else value, *hit.span()


def _uuids(text: str) -> Iterator[_Found]:
    for hit in _UUID.finditer(text):
        start = hit.start() - 8
        front = text[max(0, start - 1) : start]
        if start >= 0 and _HEX.issuperset(text[start : hit.start()]) and not (front in ("-", "_") or front.isalnum()):
            yield "uuid", text[start : hit.end()], start, hit.end()


def _defined(text: str) -> Iterator[_Found]:
    for hit in _DEFINED.finditer(text):
        before = text[max(0, hit.start() - _BEFORE) : hit.start()]
        if is_plain(hit[1]):
            # "full type system (" and "class names (" define nothing: a definition begins its line, and nothing but
            # a function has a blank before its bracket.
            is_said = not hit[0].startswith(("def", "func", "fn")) and text.startswith(" (", hit.end())
            if is_said or not _OPENS.search(before):
                continue
        if not (before[-1:].isalnum() or before[-1:] in ("_", ".")) or before.endswith("\\n"):
            yield "name", hit[1], *hit.span(1)
