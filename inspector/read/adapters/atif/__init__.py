"""ATIF trajectories, the interchange format of Harbor and of those who export to it.

Producer:  Harbor's agents (terminus-2 itself, converters for others), VS Code Copilot Chat's export, NVIDIA NeMo
           Evaluator and others; schema versions 1.0 to 1.7. Seen only as documented; no real log was read.
Evidence:  documentation: RFC 0001 of laude-institute/harbor in its mirrors, models v1.0 to v1.7 as in
           datacurve-ai/pier 0daf53d; conventions of boundaries as third parties' code and tests have them
           (context_management, copied context, summarization subagents); checked 2026-11-20.
Context:   the steps in order. Copied steps stand in the context; their requests were made in an earlier file.
Compaction: no field of its own. Read here: a step with extra.context_management (type compaction or boundary
           replace), extra.compaction or extra.compacted; terminus-2's step that names summarization subagents; a
           continuation file that begins with copied steps. What stays is a convention of the writer.
Not said:  what exactly stayed (the system prompt and, with terminus-2, the first prompt are taken to), cache writes,
           the native log's own markers where an agent's log was converted.
Damage:    cut documents, continuations that are not on this machine.

Files: ``steps`` walks the steps and turns boundaries into splices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from inspector.model import Link, Session, Severity, Source
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.adapters.atif.steps import Steps
from inspector.read.content import plain_stem
from inspector.read.documents import read_document
from inspector.read.ends import times_in
from inspector.read.values import as_dict, as_text

_VERSION = re.compile(rb'"schema_version":\s*"ATIF-v?[\d.]+"')
_LOOSE = re.compile(rb'"schema_version":\s*"v?1\.\d"')
_DAMAGED = re.compile(rb'"schema_version":\s*[^"\s]')
_STEP = re.compile(rb'"step_id":\s*\d+')
_TIME = re.compile(rb'"timestamp":\s*"([0-9T:.+Z-]+)"')
_CONTINUATION = re.compile(r"(.+)\.cont-\d+\.json")


class Atif(Adapter):
    id = "atif"
    title = "ATIF"
    capabilities = can_say(
        sometimes="usage system_prompt tools reasoning compactions summary_text kept_tail timestamps"
    )
    named = ("**/trajectory.json",)

    def recognise(self, probe: Probe) -> Match | None:
        """By the schema's version, which stands first."""
        if _VERSION.search(probe.head) and b'"steps"' in probe.head:
            return Match(1.0, "schema_version names ATIF")
        if _LOOSE.search(probe.head[:2000]) and _STEP.search(probe.head) and b'"agent"' in probe.head:
            return Match(0.85, "steps with a step_id, and an agent")
        if _DAMAGED.search(probe.head[:2000]) and _STEP.search(probe.head) and b'"agent"' in probe.head:
            return Match(0.8, "steps with a step_id, an agent and a schema_version that is none")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The times of its steps."""
        return Glance("", *times_in(probe, _TIME))

    def whole(self, path: Path) -> Path:
        """The first file of a session, for a continuation."""
        part = _CONTINUATION.fullmatch(path.name)
        first = path.with_name(f"{part[1]}.json") if part else path
        return first if first.is_file() else path

    def read(self, path: Path, report: Report) -> Session:
        walk = Steps(self.id, path)
        for file, document in _chain(path, report, walk):
            walk.document(document, file)
        walk.settle(None)
        name = walk.name or plain_stem(path)
        return walk.build.session(id=name, title=walk.build.opening, cwd="", capabilities=self.capabilities)


def _chain(path: Path, report: Report, walk: Steps) -> Iterator[tuple[Path, Record]]:
    """A trajectory and those that continue it, as far as they are on this machine."""
    seen: set[Path] = set()
    while path not in seen:
        seen.add(path)
        document = as_dict(read_document(path, report))
        yield path, document
        ref = document.get("continued_trajectory_ref")
        following = as_text(ref) or as_text(as_dict(ref).get("trajectory_path"))
        if not following:
            return
        beside = path.with_name(re.split(r"[/\\]", following)[-1])
        walk.build.links.append(Link("continuation", following, path=str(beside) if beside.is_file() else ""))
        if not beside.is_file():
            message = f"It is continued in {following}, which is not here."
            walk.build.problem(Severity.WARNING, "no-continuation", message, Source(str(path)))
            return
        path = beside


ADAPTER = Atif()
