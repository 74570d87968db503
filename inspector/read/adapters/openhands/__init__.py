"""OpenHands sessions: V1 conversations of its SDK, and V0 event streams and exported trajectories.

Producer:  OpenHands (All-Hands-AI), open source. Read as real logs: V1 folders of September 2025, a V0 trajectory
           of 0.53.0 (August 2025). Later V1 (event tree, several summaries) in the source only.
Evidence:  source: OpenHands/software-agent-sdk 611629e6 openhands-sdk/openhands/sdk/{event,context/view,
           context/condenser,conversation/event_store.py,llm/utils/metrics.py}, its d616ab07 (several summaries,
           2026-01-22); All-Hands-AI/OpenHands openhands/memory/{view,conversation_memory}.py as of 0.5x;
           observed in real logs; checked 2026-11-20.
Context:   the events in order, those the model is not shown left out; V1 may branch (parent_id). The event log is
           never changed.
Compaction: an event (V1 Condensation, V0 condensation) that names the events it forgets and where among those
           left its summary stands; exact. Until January 2026 only the newest summary is shown, whatever the event
           names; later ones forget an earlier summary by its id.
Not said:  V0's condensers that mask observations or drop old events at every request (observation_masking,
           browser_output, recent): neither their settings nor what they did. The condenser's prompt. Whether a
           condensation that was asked for was asked by the user or by an overflow (V1). The model of V0 messages
           without a call. Truncation of long results and the words around them when they are sent. The zone of times.
Damage:    one event a file: a torn file costs one event. Totals that start again when a session is resumed: those
           requests have no usage.

An evaluation's output.jsonl holds many runs, which follow each other, each with an empty context.

Files: ``conversation`` walks V1, ``trajectory`` V0, ``evaluation`` the lines of an output.jsonl; ``events`` is what
both walks share, turns condensations into splices and makes disjoint parts of LiteLLM's counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from inspector.errors import CannotRead
from inspector.model import Session, Severity, Source
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, own_folder
from inspector.read.adapters.openhands.conversation import Conversation
from inspector.read.adapters.openhands.evaluation import Evaluation, holds_instances
from inspector.read.adapters.openhands.trajectory import Trajectory
from inspector.read.content import plain_stem, read_bytes
from inspector.read.documents import read_document, read_part, small_object
from inspector.read.ends import times_in
from inspector.read.lines import loads_tolerant
from inspector.read.times import as_time, span
from inspector.read.values import as_dict, as_list, as_text, as_title, render

STATE = "base_state.json"
_SERVICE = "event_service"
_V1_FILE = re.compile(r"event-(\d+)-.+\.json")
_V0_FILE = re.compile(r"(\d+)\.json")
_LOOKED_AT = 40
_HEAD = 256 * 1024
_BLANK = b"\xef\xbb\xbf \t\r\n"
_SIGNS = (
    re.compile(rb'"source":\s*"(?:environment|agent|user)"'),
    re.compile(rb'"(?:action|observation)":\s*"[a-z_]+"'),
    re.compile(rb'"(?:llm_metrics|tool_call_metadata|agent_state|wait_for_response|openhands_version|recall_type)":'),
)
_KIND = re.compile(
    rb'"kind":\s*"(?:SystemPromptEvent|MessageEvent|ActionEvent|ObservationEvent|AgentErrorEvent|Condensation)"'
)
_TYPED = re.compile(rb'"source":\s*"user".{0,4000}?"args":\s*\{\s*"content":\s*("(?:[^"\\]|\\.)*")', re.DOTALL)
_TIME = re.compile(rb'"timestamp":\s*"([0-9T:.+Z-]+)"')


class OpenHands(Adapter):
    id = "openhands"
    title = "OpenHands"
    capabilities = can_say(
        always="usage system_prompt tools compactions summary_text kept_tail timestamps",
        sometimes="reasoning",
    )

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """The same on every system: of V1, then of V0."""
        base = own_folder(env, "OPENHANDS_PERSISTENCE_DIR") or home / ".openhands"
        yield own_folder(env, "OPENHANDS_CONVERSATIONS_DIR") or base / "conversations"
        yield base / "sessions"
        yield home / ".openhands-state" / "sessions"

    def find(self, folder: Path) -> Iterable[Path]:
        """One folder a session."""
        for path in sorted(folder.iterdir()):
            if path.is_dir() and _events(path) is not None:
                yield path

    def recognise(self, probe: Probe) -> Match | None:
        """A folder by its events, a file by the envelope of an event."""
        if probe.is_folder:
            if not probe.siblings & {STATE, _SERVICE, "events"} and probe.path.name != "events":
                return None
            found = _events(probe.path)
            return Match(0.95, f"a folder with {len(found)} event files") if found else None
        if self.whole(probe.path) != probe.path:
            return Match(0.95, f"{probe.path.name} is a part of a conversation")
        head = probe.head.lstrip(_BLANK)
        if holds_instances(head):
            return Match(0.95, "an instance of an evaluation with the events of its run")
        if head[:1] == b"{" and _KIND.search(head) and _SIGNS[0].search(head):
            return Match(0.9, "an event with its kind and source")
        if head[:1] in (b"{", b"[") and all(sign.search(head) for sign in _SIGNS):
            return Match(0.9, "events with source, action or observation, and metrics")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first words of the user, and the first and last time."""
        if not probe.is_folder:
            said = _TYPED.search(probe.head)
            title = as_title(as_text(loads_tolerant(said[1])[0])) if said else ""
            return Glance(title, *times_in(probe, _TIME))
        files = _events(probe.path) or []
        first = [small_object(path) for path in files[:_LOOKED_AT]]
        both = (*first[:1], *map(small_object, files[-1:]))
        title = next(filter(None, map(_typed, first)), "")
        return Glance(title, *span(as_time(record.get("timestamp")) for record in both))

    def whole(self, path: Path) -> Path:
        """The folder that an event or the state of a conversation stands in."""
        folder = path.parent
        if path.is_dir():
            return _above(folder) if path.name == "events" else path
        if folder.name == "events" and (_V1_FILE.fullmatch(path.name) or _V0_FILE.fullmatch(path.name)):
            return _above(folder.parent)
        return _above(folder) if path.name == STATE and (folder / "events").is_dir() else path

    def read(self, path: Path, report: Report) -> Session:
        """Read a folder event by event, or one exported document. Raises CannotRead."""
        if path.is_dir():
            return self._folder(path, report)
        if holds_instances(read_bytes(path, _HEAD)[0].lstrip(_BLANK)):
            instances = Evaluation(self.id, path)
            instances.read(report)
            return self._session(instances, plain_stem(path))
        document = read_document(path, report)
        if "kind" in as_dict(document):
            return self._walked(Conversation(self.id, path, {}), [(document, Source(str(path)))], path.stem)
        return self._walked(Trajectory(self.id, str(path)), _in_document(document, str(path)), path.name.split(".")[0])

    def _folder(self, path: Path, report: Report) -> Session:
        files = _events(path)
        if files is None:
            raise CannotRead(f"{path} holds no events.", hint="Name the folder of one conversation.")
        documents = ((read_part(file, report), Source(str(file))) for file in files)
        events = ((record, at) for record, at in documents if isinstance(record, dict))
        if files and not _V1_FILE.fullmatch(files[0].name):
            return self._walked(Trajectory(self.id, str(path)), events, path.name.split(".")[0])
        file = next((place for place in (path / STATE, path / _SERVICE / STATE) if place.is_file()), None)
        walk = Conversation(self.id, path, as_dict(read_part(file, report)) if file else {})
        if not file:
            walk.build.problem(Severity.WARNING, "no-state", f"There is no {STATE}; the requests have no usage.")
        there = {int(found[1]) for place in files if (found := _V1_FILE.fullmatch(place.name))}
        gone = [number for number in range(max(there, default=-1)) if number not in there]
        if gone:
            # They are numbered from 0 without a gap.
            told = f"Events whose file is missing: {len(gone):,}, the first of them number {gone[0]}."
            walk.build.problem(Severity.ERROR, "missing-events", told)
        return self._walked(walk, events, path.name)

    def _walked(self, walk: Conversation | Trajectory, events: Iterable[tuple[Record, Source]], name: str) -> Session:
        for record, source in events:
            walk.add(record, source)
        walk.close()
        if isinstance(walk, Trajectory):
            # Its total grows by more than one call at a time: what one call cost does not follow from it.
            walk.build.cost = walk.paid
        return self._session(walk, name)

    def _session(self, walk: Conversation | Trajectory | Evaluation, name: str) -> Session:
        name = walk.id if isinstance(walk, Conversation) and walk.id else name
        return walk.build.session(id=name, title=walk.build.opening, cwd=walk.cwd, capabilities=self.capabilities)


def _in_document(document: Any, path: str) -> Iterator[tuple[Record, Source]]:
    """The events of an exported trajectory, with where each stands."""
    lists = (key for key in ("trajectory", "history", "events") if isinstance(as_dict(document).get(key), list))
    key = next(lists, "")
    holder, pointer = (document[key], f"/{key}") if key else (document, "")
    if isinstance(holder, dict):
        yield holder, Source(path)
    for index, record in enumerate(as_list(holder)):
        if isinstance(record, dict):
            yield record, Source(path, pointer=f"{pointer}/{index}")


def _above(folder: Path) -> Path:
    return folder.parent if folder.name == _SERVICE else folder


def _events(folder: Path) -> list[Path] | None:
    """The event files of a conversation in order; None where it has no place for them."""
    for place in (folder / "events", folder / _SERVICE / "events", folder):
        if place.is_dir() and (place.name == "events" or any(place.glob("event-*.json"))):
            numbered = [
                (int(found[1]), path)
                for path in place.iterdir()
                if (found := _V1_FILE.fullmatch(path.name) or _V0_FILE.fullmatch(path.name))
            ]
            return [path for _, path in sorted(numbered)]
    return None


def _typed(record: Record) -> str:
    if record.get("source") != "user":
        return ""
    message, args = as_dict(record.get("llm_message")), as_dict(record.get("args"))
    return as_title(render(message.get("content") or args.get("content")))


ADAPTER = OpenHands()
