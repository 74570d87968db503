"""Names of single things: commits, tickets, pull requests, UUIDs, environment variables, definitions, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from inspector.facts.ledger import FILE, OUTPUT, PATCH, TALK, Ledger
from inspector.facts.work import Step
from inspector.model import FactKind, Item
from inspector.read.tools import ToolKind
from inspector.text.addresses import urls_in
from inspector.text.colours import Uncoloured
from inspector.text.plain_names import is_plain

# Each begins with what is rare, so that the search can jump to it; what must stand before is looked at after.
_SHA = re.compile(r"[0-9a-f](?<![\w/.-][0-9a-f])[0-9a-f]{6,39}(?![\w-])")
_TICKET = re.compile(r"-[1-9]\d{0,5}(?![\w-])")
_PROJECT = re.compile(r"(?<![\w-])[A-Z][A-Z0-9]{1,9}$")
_NO_TICKETS = re.compile(
    r"(?:UTF|SHA|ISO|RFC|GPT|HTTP|TLS|AES|RSA|MD|ES|ECMA|UTC|GMT|CP|IEC|BASE|X|H|P|PR|HMAC|SSE|Q|V)-"
)
_PULL = re.compile(r"(?:PR|MR|pull request|[Ii]ssue|pull/|issues/)\s?#?([1-9]\d{0,5})\b")
_HASHED = re.compile(r"#(?<![\w&/]#)([1-9]\d{0,5})\b")
_UUID = re.compile(r"-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])")
_EIGHT = re.compile(r"(?<![\w-])[0-9a-f]{8}$")
_ENVIRONMENT = re.compile(r"[A-Z](?<!\w[A-Z])[A-Z0-9]+(?:_[A-Z0-9]+)+(?!\w|\.[a-z])")
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
_BRACKET = re.compile(r"\s+\(")
_CALLED = re.compile(r"(?:def|function|func|fn)\b")
_LONGEST_URL = 300
_SEEN = 60_000
_NO_COMMITS = frozenset({"ed25519", "ed25519ph", "ed448"})
_NEAR = 32
"""Characters before a hash in which a word says what it is of."""
_COMMIT_WORD = re.compile(r"\b(?:commit|sha|hash|rev|merge|push|rebase|cherry|head|revert|amend|ref)", re.IGNORECASE)
_OTHER_ID = re.compile(r"(?i)(?:session|checkpoint|request|trace|run|job|task|thread|user)[\w ]{0,12}[=:\"'`( ]{1,4}$")
_MOST_URLS = 8
_MOST_UUIDS = 8
_GIT = re.compile(r"\b(?:git|gh|glab|jj|hg)\b")
_GIT_LOG = re.compile(r"\bgit\b.*\b(?:log|blame|reflog|ls-remote|rev-list)\b")


class Identifiers:
    """One fact per name. Commits are looked for in what git gave back and in what was said."""

    def __init__(self) -> None:
        self._commits: set[str] = set()

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the names of a step."""
        if step.kind is None:
            self._note(step.item, step.text, _said(step.text), TALK, ledger)
            return
        calls = () if step.kind in (ToolKind.EDIT, ToolKind.CREATE) else _environment(step.command)
        for value in calls:
            place = step.text.find(value)
            if place >= 0:
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
        found = [
            ("url", url, start, end) for (start, end, url), _ in zip(urls_in(output), range(_MOST_URLS), strict=False)
        ]
        if step.kind is ToolKind.RUN and _GIT.search(step.command):
            # A log lists commits by the hundred; the newest ones are what a reader comes back to.
            most = 5 if _GIT_LOG.search(step.command) else 40
            found += [("commit", hit[0], *hit.span()) for hit, _ in zip(_commits(output), range(most), strict=False)]
            found += [("ticket", *ticket) for ticket in _tickets(output)]
        self._note(step.result, step.output, _placed(found, bare), FILE if looking else OUTPUT, ledger)
        if not looking:
            uuids = list(_uuids(output))
            # Rows of a table have one each; what none of them stands out for is not a finding.
            if len({value for _, value, _, _ in uuids}) <= _MOST_UUIDS:
                self._note(step.result, step.output, _placed(uuids, bare), OUTPUT, ledger)

    def _note(
        self, item: Item, text: str, found: Iterator[tuple[str, str, int, int]] | list[tuple[str, str, int, int]],
        weight: float, ledger: Ledger,
    ) -> None:  # fmt: skip
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


def _placed(found: list[tuple[str, str, int, int]], bare: Uncoloured) -> list[tuple[str, str, int, int]]:
    """What was found in a text without colours, with its places in the original."""
    return [(action, value, *bare.place(start, end)) for action, value, start, end in found]


def _said(text: str) -> Iterator[tuple[str, str, int, int]]:
    for start, end, url in urls_in(text):
        yield "url", url, start, end
    for hit in _commits(text):
        said = _COMMIT_WORD.search(text, max(0, hit.start() - _NEAR), hit.start())
        yield "commit" if said else "id", hit[0], *hit.span()
    for value, start, end in _tickets(text):
        yield "ticket", value, start, end
    for pattern in (_PULL, _HASHED):
        for hit in pattern.finditer(text):
            yield "number", f"#{hit[1]}", *hit.span()
    for hit in _ENVIRONMENT.finditer(text):
        yield "variable", hit[0], *hit.span()
    yield from _uuids(text)


def _commits(text: str) -> Iterator[re.Match[str]]:
    """What looks like the hash of a commit, and is not called the id of something else."""
    return (
        hit
        for hit in _SHA.finditer(text)
        if hit[0] not in _NO_COMMITS
        and _is_mixed(hit[0])
        and not _OTHER_ID.search(text, max(0, hit.start() - _NEAR), hit.start())
    )


def _is_mixed(word: str) -> bool:
    return not word.isdigit() and not word.isalpha()


def _tickets(text: str) -> Iterator[tuple[str, int, int]]:
    for hit in _TICKET.finditer(text):
        project = _PROJECT.search(text, max(0, hit.start() - 11), hit.start())
        if project and not _NO_TICKETS.match(project[0] + "-"):
            yield project[0] + hit[0], project.start(), hit.end()


def _uuids(text: str) -> Iterator[tuple[str, str, int, int]]:
    for hit in _UUID.finditer(text):
        start = hit.start() - 8
        if start >= 0 and _EIGHT.search(text, max(0, start - 1), hit.start()):
            yield "uuid", text[start : hit.end()], start, hit.end()


def _environment(command: str) -> list[str]:
    return [hit[0] for hit in _ENVIRONMENT.finditer(command)] if command else []


def _defined(text: str) -> Iterator[tuple[str, str, int, int]]:
    for hit in _DEFINED.finditer(text):
        before = text[max(0, hit.start() - _BEFORE) : hit.start()]
        if is_plain(hit[1]):
            # "full type system (" and "class names (" define nothing: a definition begins its line, and nothing but
            # a function has a blank before its bracket.
            is_said = not _CALLED.match(hit[0]) and _BRACKET.match(text, hit.end())
            if is_said or not _OPENS.search(before):
                continue
        if not (before[-1:].isalnum() or before[-1:] in ("_", ".")) or before.endswith("\\n"):
            yield "name", hit[1], *hit.span(1)
