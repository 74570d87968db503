"""Which lines of a person's message look pasted: output, code, traces. Told by form alone, so folded, never dropped."""

from __future__ import annotations

import re
from itertools import pairwise

from inspector.read.elements import elements

_OUTPUT = re.compile(
    r"^\s*+(?:"
    r"[\$❯➜%]\s+\S|>>>\s|PS [A-Z]:\\|\w+@[\w.-]+[:~]"  # prompts
    r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\w{3} \d{1,2} \d\d:\d\d"  # clocks
    r"|\[[A-Z]\w{2,40}\]:? \S"  # who logs
    r"|[\w./-]+\.\w{1,5}:\d+(?::\d+)?(?:: | (?:Warning|Uncaught|Error|Info|Deprecat|\w+Error))"  # places
    r"|at [\w.$<>]+ ?\(|File \"[^\"]+\", line \d+|Traceback|Caused by:|goroutine \d+"  # traces
    r"|-{3} (?:FAIL|PASS|SKIP|BENCH)\b|[+-]{3} [ab/]|@@ |diff --git|index [0-9a-f]{7}"  # diffs
    r"|[│├└┌┐┘┤┬┴┼─═║╭╰╮╯⎿⏺●▶✓✔✗✘×>|]+(?:\s|$)"  # drawings
    r"|={3,}|-{5,}|#{5,}|\*{5,}"
    r"|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|FAIL|PASS|panic|error\[\w+\]|npm ERR!)[\s:\[!]"
    # tests; a person says "ok I see", and "ok 2 but not 3"
    r"|not ok\s+\d+\b"
    r"|ok\s+\d+ (?:- |# |(?!(?:but|and|or|then|so|with|without|please|is|for|not|as|if|first|now)\b)[\w`'\"])"
    r"|ok\s+[\w.-]+[/.]\S*\s+(?:\d[\d.]*s\b|\(cached\)|\[no |coverage)"
    r"|\d+\s*[|│]\s|\d{2,}:\s(?!\s*[^\W\d_]{2,}(?:\s+[^\W\d_]+){3})"
    # what git says; a person says "deleted the old config"
    r"|(?:(?:both )?modified|both added|new file|deleted|renamed):\s+\S+(?: -> \S+)?(?: \(.*\))?\s*$"
    r"|(?:create|delete) mode \d|On branch \S+\s*$|Your branch (?:is (?:up to date|ahead|behind)|and ')"
    r"|commit [0-9a-f]{7,40}(?:\s+\(.*\))?\s*$|Author:.*<\S+@\S+>|Date:\s+(?:\w{3} \w{3} +\d|\d{4}-\d)"
    r"|[MADRCU?]{1,2}\s+\S+/\S+$"
    # A level or a process may stand before the clock: "error    21:33:35.347879+0100    harbour    moored".
    r"|(?i:(?:[\w.\[\]:/|-]++\s++){1,3}\[?\d{1,2}:\d\d:\d\d"
    r"(?:[.,]\d{2,}|.*(?:\t|\s{3}|\b(?:error|warn|info|debug|fault|trace))))"
    r")",
)
_CODE = re.compile(
    r"^\s*+(?:"
    r"[{}\[\]()<>;,]+\s*$|\"[\w .-]+\"\s*:|'[\w .-]+'\s*:"
    r"|(?:import|from|export|const|let|var|def|class|func|fn|pub|public|private|static|type|interface|struct|return"
    r"|package|using|namespace|async|await|if|for|while|elif|switch|case|catch)\b.*[(){}=\[\]].*[(){}:;=]\s*$"
    r"|[\w.]+\s*(?::=|=>|=)\s*\S|\w[\w.]*\(.*\)[;,]?\s*$|//|/\*|\*/|<!--|</?\w+[^>]*>\s*$"
    r"|[\w.-]+:\s*[\"'\[{]"
    r"|.*[;{}]\s*$"
    r")"
)
_HASHED = re.compile(r"\b[0-9a-f]{12,}\b|/var/folders/|https?://\S{80,}")
_PROSE = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+(?:\s++[^\W\d_]++){3}")
# Documents and pages stand in a message between tags of their own, from the start of a line.
_DOCUMENT = re.compile(
    r"^[ \t]*<(documents?|webpage|page|files?|attachments?|e?mail|transcript|channel|html|body|article|blockquote|pre"
    r"|(?!user)[a-z]+(?:[_-](?!query|message|request|input|task)[a-z]+)+)(?: [^>\n]*)?>",
    re.MULTILINE | re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d+")
_RULE = re.compile(r"\s*(?:={3,}|-{5,}|#{5,}|\*{5,})\s*$")
_ALIKE, _REPEATED = 40, 4
"""Characters by which lines are alike but for their numbers, and how many such lines nobody types."""


def looks_pasted(line: str) -> bool:
    """Whether one line by itself is output or code rather than prose."""
    if _OUTPUT.match(line) or (_HASHED.search(line) and not _PROSE.search(line)):
        return True
    bare = line.lstrip()
    if bare[:1].isdecimal() and bare[1:2] == ":" and bare[2:3].isspace():
        # As grep shows a line, and as a person answers: what stands behind the number tells.
        line = bare[2:].lstrip()
    return bool(_CODE.match(line)) and not (_PROSE.search(line) and line.rstrip()[-1:] in ".?!;:")


def pasted_ranges(text: str) -> tuple[tuple[int, int], ...]:
    """Character ranges that were pasted, in order: runs of output and code, with the odd line between; documents."""
    quoted = [*elements(text, _DOCUMENT)]
    runs = [one for one in _runs(text) if not any(first <= one[0] and one[1] <= last for first, last in quoted)]
    return tuple(sorted((*runs, *quoted)))


def _runs(text: str) -> tuple[tuple[int, int], ...]:
    lines = []
    start = 0
    for raw in text.splitlines(keepends=True):
        lines.append((start, start + len(raw), raw))
        start += len(raw)
    repeated = _repeated([raw for _, _, raw in lines])
    pasted = [raw in repeated or looks_pasted(raw) if raw.strip() else None for _, _, raw in lines]
    _fill(pasted, [raw for _, _, raw in lines])
    ranges: list[tuple[int, int]] = []
    for (first, last, _), is_pasted in zip(lines, pasted, strict=True):
        if is_pasted:
            if ranges and ranges[-1][1] == first:
                ranges[-1] = (ranges[-1][0], last)
            else:
                ranges.append((first, last))
    return tuple(ranges)


def _repeated(lines: list[str]) -> frozenset[str]:
    """Lines that begin alike but for their numbers, as only a program writes them."""
    if len(lines) < _REPEATED:
        return frozenset()
    begun: dict[str, list[str]] = {}
    for line in lines:
        begin = _NUMBERS.sub("0", line.strip()[:_ALIKE])
        # Addresses of four issues are alike, too.
        if "0" in begin and len(begin) >= _ALIKE // 2 and "://" not in begin:
            begun.setdefault(begin, []).append(line)
    return frozenset(line for alike in begun.values() if len(alike) >= _REPEATED for line in alike)


def _fill(pasted: list[bool | None], lines: list[str]) -> None:
    """Count short gaps inside a run as pasted: blank lines, and lines that no rule knows.

    What a person writes between two pastes stands apart, behind a rule or a blank line, or is more than one line.
    """
    marked = [place for place, is_pasted in enumerate(pasted) if is_pasted]
    for before, after in pairwise(marked):
        gap = lines[before + 1 : after]
        if not 0 < len(gap) <= 3:
            continue
        is_apart = _RULE.match(lines[before]) or not (gap[0].strip() or gap[-1].strip())
        if sum(bool(_PROSE.search(line)) for line in gap) <= (0 if is_apart else 1):
            for place in range(before + 1, after):
                pasted[place] = True
