"""What ``codex exec`` prints for people, kept in a file (.txt, .log), as pipelines do.

Producer:  Codex CLI, ``codex exec`` without ``--json``, and ``codex review``. Its printer writes to standard error,
           and since 0.43 or so the last message once more to standard output: a file may hold that below or above.
Evidence:  source: openai/codex codex-rs/exec/src/event_processor_with_human_output.rs in seven of its states: two that
           stamp (summer and September 2025), three plain ones up to 00155cc6 (autumn 2025 to spring 2026; add36294
           between them), two on the app server (2026, the later without “research preview”), and the tests (0a628fb5).
           Read as real logs: 400 public ones, of 0.29, 0.34, 0.46 to 0.104, 0.120 to 0.135, and one of 0.111 in part;
           checked 2026-11-23; 0.171.0 driven 2026-11-27. From the source only: images, plans with a heading, tools
           with arguments, subagents (kept as notices).
Forms:     up to 0.42 headings have a time; from 0.46 on they are words on lines of their own; between 0.111 and 0.120
           outputs became whole, and reasoning, plans and what changed lost their headings.
Context:   the prompt, messages, calls and results in order. Outputs are cut by the printer to 20 lines up to 0.111.
Compaction: the line “context compacted” (no stamped version has it); what was kept, and a summary, are never printed.
Requests:  inferred: a call of the model goes on until a result came; in stamped logs until tokens are counted.
Headings:  any text may hold a line such as “codex”. In an output it counts as a heading where it cannot be ruled out
           by time, by the 20 lines, by the range that ``sed -n`` was given, or since this very log is quoted; “user”
           counts below the header alone. A log of another session inside of an output without such a bound, and a
           prompt with a heading in it, are cut wrongly: nothing tells. Which output is whose is not told where several
           commands run at once; those results have no call.
Not said:  the system prompt, tools, usage by call (the count of tokens is a sum without what was cached); in plain
           logs times, but for the beginning, which the session's id holds; in the newest form arguments and results of
           MCP tools, patches but as changes of the whole turn, and, without
           colours, which words of a block are reasoning.
Damage:    a beginning that is cut off, a header without its end, a cut end, several runs in one file (each begins with
           nothing known, unless its session's id is that of the one above). Texts are held in memory.
"""

from __future__ import annotations

import re
from pathlib import Path

from inspector.model import Session, Severity
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say
from inspector.read.adapters.codex_exec.header import header_at, plain, untimed, with_headings
from inspector.read.content import COMPRESSED, plain_stem
from inspector.read.lines import TextLine, text_lines
from inspector.read.times import iso
from inspector.read.values import as_title

_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_BEFORE = re.compile(r"Reading (?:prompt|additional input) from stdin\.\.\.|\d{4}-\d\d-\d\dT[\d:.]+Z +[A-Z]+ .*|")
"""What the agent itself may print above its header."""
_KEPT = frozenset({"", ".txt", ".log", ".out", ".err", ".md", *COMPRESSED})
"""Endings of files in which a script may have kept more than a log; the code of tests quotes logs, too."""
_FOLDER = r"(?:/|~|[A-Za-z]:[\\/])"
_TOOK = r"(?: in (?:\d+ms|[\d.]+s|\d+m ?\d+s))?:"
_HOW = rf" (?:succeeded|declined|exited -?\d+){_TOOK}"
_RAN = re.compile(rf"^exec\r?\n.+ in {_FOLDER}.*?(?:\r?\n)?{_HOW}\r?$", re.MULTILINE)
_RAN_STAMPED = re.compile(rf"^\[\d{{4}}-\d\d-\d\dT[\d:]+\] .+{_HOW}\r?$", re.MULTILINE)
_SAYS = re.compile(r"^(?:\[\d{4}-\d\d-\d\dT[\d:]+\] )?(?:codex|thinking)\r?$", re.MULTILINE)
_LAST = re.compile(rb"^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\] ", re.MULTILINE)


_UNMARKED = (
    "This version prints the agent's thoughts without a heading: they may stand at the end of the prompt and of "
    "results. The rollout with the session's id tells them apart."
)


class CodexExec(Adapter):
    id = "codex-exec"
    title = "codex exec output"
    capabilities = can_say(sometimes="reasoning compactions timestamps")

    def recognise(self, probe: Probe) -> Match | None:
        """By the header of a run; without one, by two commands with their ends and a heading of what was said."""
        lines = _head(probe)
        if not lines or (lines[0].text.lstrip("\x00 ")[:1] in ("{", "[") and not _LAST.match(probe.head)):
            return None
        is_own, is_quoted = True, False
        for at, line in enumerate(lines):
            text = plain(line.text)
            header = None if is_quoted else header_at(lines, at)
            if header and (header.is_whole or (is_own and at + header.lines >= len(lines) - 1)):
                is_kept = is_own or probe.path.suffix.lower() in _KEPT
                return Match(1.0 if is_own else 0.8, "the header of a run of codex exec") if is_kept else None
            is_own = is_own and _BEFORE.fullmatch(text) is not None
            is_quoted ^= _FENCE.match(text) is not None
        text = plain(probe.head.decode("utf-8", "replace"))
        ran = len(_RAN.findall(text)) + len(_RAN_STAMPED.findall(text))
        if ran > 1 and _SAYS.search(text) and not any(_FENCE.match(line.text) for line in lines):
            return Match(0.8, "commands with their ends as codex exec prints them")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first line of the prompt, and the times that are told."""
        lines = _head(probe)
        ends = _LAST.findall(probe.tail or (probe.head if len(probe.head) >= probe.size else b""))
        for at in range(len(lines)):
            header = header_at(lines, at)
            if header is None:
                continue
            below = lines[at + header.lines + 1 :]
            title = next((line.text for line in below if line.text.strip()), "")
            ended = iso(ends[-1].decode() + "Z") if ends and header.is_stamped else None
            return Glance(as_title(title), header.started, ended)
        return Glance()

    def read(self, path: Path, report: Report) -> Session:
        """Read a log heading by heading. Raises CannotRead."""
        from inspector.read.adapters.codex_exec.cut import Cutter
        from inspector.read.adapters.codex_exec.walk import Walk

        lines, times = untimed(list(text_lines(path, report)))
        is_coloured = False
        if any(header_at(lines, at) and "\x1b" in line.text + lines[at + 2].text for at, line in enumerate(lines)):
            # Kept with colours: they are the printer's, not of what was said.
            lines, is_coloured = with_headings(lines), True
        cutter = Cutter(lines, [plain(line.text) for line in lines])
        walk = Walk(self.id, path, cutter, times)
        walk.walk()
        told = walk.headers[0].told if walk.headers else {}
        if walk.headers and not is_coloured and walk.headers[0].hides_thoughts:
            walk.build.problem(Severity.NOTE, "reasoning-unmarked", _UNMARKED)
        if not cutter.is_stamped and not times:
            # Only the session's id tells a time, that of the beginning.
            walk.build.last_time = None
        return walk.build.session(
            id=told.get("session id") or plain_stem(path),
            title=walk.opening or plain_stem(path),
            cwd=told.get("workdir", ""),
            capabilities=self.capabilities,
        )


def _head(probe: Probe) -> list[TextLine]:
    text = probe.head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    lines = [TextLine(at, 0, 0, line.removesuffix("\r")) for at, line in enumerate(text.split("\n"))]
    return untimed(lines)[0] if text else []


ADAPTER = CodexExec()
