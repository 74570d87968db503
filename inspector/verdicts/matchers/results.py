"""Commands, tests, to-dos and those sent off: the thing itself, and how it ended."""

from __future__ import annotations

import re
from itertools import islice

from inspector.model import Fact, Verdict, Zone
from inspector.text.shell import arguments, git_verb, program, simple_commands
from inspector.text.text_index import Hit
from inspector.text.tokens import WORD
from inspector.text.word_rows import rows
from inspector.verdicts.evidence_index import EvidenceIndex
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.outcomes import asserted, is_now, state_told, told, told_above
from inspector.work.lookup import places

_SEEN = 8
_ALL_PASS = rows(
    "all|every *? *? *? test|tests|spec|specs|suite|suites .. pass*|green|succeed*",
    "test|tests suite? are|is? now|all|still|currently|again? pass|passes|passed|passing|green",
)
_SOME_FAIL = rows(
    "#|some|several|one|two|three|still test|tests? are? still? fail*",
    "test|tests are|is? now|still|currently? fail*",
    "failing test|tests",
)
_DEEDS = {
    "push": ("pushed",),
    "merge": ("merged",),
    "rebase": ("rebased",),
    "pr merge": ("merged",),
    "pr create": ("created|opened .. pr|pull_request", "pr|pull_request .. created|opened"),
}
"""Commands of git and gh whose deed has a word of its own, that nobody tells by the command."""
_NO_KINDS = frozenset({"error", "fatal", "panic", "exception"})
_ENOUGH = 0.8
_TELLING = 3
_EARLIER = "It tells of a failure, which may be one before the latest result."


def match_result(fact: Fact, index: EvidenceIndex) -> Match:
    """A command or a test: verbatim, weakened (its failure is not told), altered (told the other way), or lost."""
    if fact.value == "latest run":
        return _latest_run(fact, index)
    is_command = fact.extractor == "commands"
    what = "The command" if is_command else "The test"
    first, other = None, None
    for hit in islice(places(fact, index.texts), _SEEN):
        first = first or hit
        if index.zone(hit) is not Zone.SUMMARY or fact.action not in ("passed", "failed"):
            return index.there(hit, what)
        outcomes = _told(hit, index)
        if fact.action in outcomes:
            return index.there(hit, what)
        if outcomes:
            other = other or hit
    if first is None:
        deed = _deed(fact.value, index) if is_command and fact.action != "failed" else None
        if deed is not None:
            return index.differs(Verdict.UNDECIDED, deed, "It tells in words of such a command, which may be another.")
        return index.gone(what)
    if other is None:
        if fact.action == "failed":
            return index.differs(Verdict.WEAKENED, first, f"{what} stands there, but not that it failed.")
        return index.there(first, what)
    if fact.action == "failed":
        return index.differs(Verdict.ALTERED, other, "It says passed; the latest result was failed.")
    if not is_now(index.line(other)) and (is_command or _failed_before(fact.value, index)):
        return index.differs(Verdict.UNDECIDED, other, _EARLIER)
    return index.differs(Verdict.ALTERED, other, "It says failed; the latest result was passed.")


def _deed(command: str, index: EvidenceIndex) -> Hit | None:
    """Where a summary says in words that what a command does was done: "pushed" for git push."""
    (simple, *_) = simple_commands(command) or (None,)
    if simple is None:
        return None
    verb = git_verb(simple) if program(simple) == "git" else " ".join(arguments(simple)[:2])
    told = _DEEDS.get(verb) if program(simple) in ("git", "gh") else None
    return _first(rows(*told), index, result=False) if told else None


def _failed_before(test: str, index: EvidenceIndex) -> bool:
    """Whether the history has a sign of failure beside the name of a test."""
    return any(sign in words for around in index.around(test) for words in around for sign in _FAILURES)


_FAILURES = ("FAIL", "ERROR", "✗", "×", "✕", "✘", "not ok")


def _told(hit: Hit, index: EvidenceIndex) -> frozenset[str]:
    line = index.line(hit)
    name = index.evidence(hit).text
    # In a line about several things, what comes behind the name up to the next one is about it.
    if line.count("`") > 2 and f"{name}`" in line:
        behind = line.partition(f"{name}`")[2].partition("`")[0]
        if outcomes := told(behind):
            return outcomes
    return told(line, name) or told_above(index.heading(hit))


def _latest_run(fact: Fact, index: EvidenceIndex) -> Match:
    counts = {word: count for count, word in map(str.split, fact.action.split(", "))}
    failed, passed = counts.get("failed"), counts.get("passed")
    row = f"{failed} test|tests? fail*" if failed else f"{passed} *? test|tests? are? pass*"
    exact, says_pass, says_fail = (_first(words, index) for words in (rows(row), _ALL_PASS, _SOME_FAIL))
    if exact:
        return index.there(exact, "The result of the latest run")
    same, other = (says_fail, says_pass) if failed else (says_pass, says_fail)
    if same and other:
        return index.differs(Verdict.UNDECIDED, other, "It tells of tests that pass and of tests that fail.")
    if same:
        return index.differs(Verdict.REWORDED, same, "The result is told without its numbers.")
    if other is None:
        return index.gone("The result of the latest run")
    if not failed and (not is_now(index.line(other)) or "passed" in told(index.line(other))):
        return index.differs(Verdict.UNDECIDED, other, _EARLIER)
    said = "pass" if failed else "fail"
    return index.differs(Verdict.ALTERED, other, f"It says that tests {said}; the latest run: {fact.action}.")


def _first(pattern: re.Pattern[str], index: EvidenceIndex, *, result: bool = True) -> Hit | None:
    """Where a summary says such words and means them; ``result`` where they have to tell how something ended."""
    for place, text in index.summaries:
        for hit in pattern.finditer(text):
            found = Hit(place, *hit.span())
            # An aim holds the same words as a result: they count where they stand outside of what is wished.
            if pattern.search(asserted(index.line(found))) and (not result or told(index.line(found))):
                return found
    return None


def match_todo(fact: Fact, index: EvidenceIndex) -> Match:
    """An entry of the to-do list: its words, or all that tell, and its state."""
    hit = next(places(fact, index.texts), None)
    verdict, similarity = Verdict.VERBATIM, 1.0
    if hit is None:
        hit, similarity = _likely(fact.value, index)
        if hit is None or similarity < _ENOUGH:
            return index.gone("The entry", hit)
        verdict = Verdict.REWORDED
    words = index.line(hit)
    states = state_told(words, fact.value) or state_told(index.heading(hit))
    wanted = "done" if fact.action == "done" else "open"
    if states and wanted not in states:
        return index.differs(
            Verdict.ALTERED, hit, f"It says {next(iter(states))}; the entry was {fact.action}.", similarity
        )
    if verdict is Verdict.VERBATIM:
        return index.there(hit, "The entry")
    return index.differs(verdict, hit, "All its telling words stand in one line.", similarity)


def _likely(text: str, index: EvidenceIndex) -> tuple[Hit | None, float]:
    """The line with the largest share of a text's telling words."""
    words = {word for word in WORD.findall(text.lower()) if len(word) > _TELLING}
    votes: dict[int, int] = {}
    texts = index.texts.fitting(text)
    for word in words:
        for number in texts.lines_of.get(word, ()):
            votes[number] = votes.get(number, 0) + 1
    if not votes:
        return None, 0.0
    # Of equals the first line: the words of a set come in another order in every process.
    best = max(votes, key=lambda number: (votes[number], -number))
    return texts.lines[best][0], votes[best] / len(words)


def match_delegate(fact: Fact, index: EvidenceIndex) -> Match:
    """Someone sent off: named or not."""
    hit = next(places(fact, index.texts), None)
    return index.there(hit, "The name") if hit else index.gone("The name")


def match_error(fact: Fact, index: EvidenceIndex) -> Match:
    """An error: the whole, its telling words, its type alone, or nothing."""
    hit = next(places(fact, index.texts), None)
    if hit is not None:
        return index.there(hit, "The error")
    if fact.action != "error":
        return index.gone("The code")
    kind, _, message = fact.value.partition(": ")
    line, share = _likely(message, index)
    if line is not None and share >= _ENOUGH and _numbers(message) <= _numbers(index.line(line)):
        return index.differs(Verdict.REWORDED, line, "Its telling words stand in one line.", share)
    kind = kind.rsplit(".", 1)[-1]
    named = index.texts.find(kind) if kind in index.texts.words and kind.lower() not in _NO_KINDS else None
    if named is not None:
        return index.differs(Verdict.WEAKENED, named, "Only the type of the error stands there.", share)
    return index.gone("The error", line)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(filter(str.isdigit, WORD.findall(text)))
