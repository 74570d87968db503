"""Tasks of Cline, Roo Code and Kilo Code (those before Kilo became a fork of OpenCode), and Cline's SDK sessions.

Producer:  cline/cline (extension and CLI up to 3.8x; SDK since 2026-06), RooCodeInc/Roo-Code, Kilo-Org/kilocode.
           Tasks of Cline 3.14 (2025-05) were read as real logs; the CLI 3.0.65 (npm cline, @cline/core 0.0.86) was
           held against 95 of its own requests, 2026-11-27; everything else only in the source.
Evidence:  source: cline/cline 94f5a47a59^ apps/vscode/src/core/{context/context-management/ContextManager,
           prompts/responses,task/index}.ts, 21cb8d2525 sdk/packages/core/docs/messages-contract-v1.md;
           RooCodeInc/Roo-Code cb83656718 src/core/{condense,context-management}/index.ts; Kilo Code is taken to be as
           Roo Code was; checked 2026-11-20.
Context:   a task is a folder: api_conversation_history.json has every message ever sent, ui_messages.json what the
           window showed, with each call's tokens and the range of messages left out of it by then. Messages 0 and 1
           always stay. context_history.json has the blocks that are sent in other words; where it is missing, a
           prompt that falls while the range stays is taken for files that were read twice.
Compaction: a range that grew is a cut; with a summarize_task or condense in front of it a summary. Roo Code hides
           messages by tag (condenseParent, truncationParent) behind a summary or a mark, which stays in the file;
           before 2025-12 it rewrote the file, and what was there is lost. The SDK keeps only the latest new context;
           of earlier ones logs/cline.log in the data folder has time, trigger, way, tokens and numbers of messages,
           and db/hub-events*.db those that a resumed session made in the program's hub.
Not said:  system prompt and tools (the SDK: tools, and rules in the prompt), the SDK's earlier summaries and notes,
           compactions that failed in Cline, the model's window in Roo Code; messages that Roo Code repaired before
           sending (results whose call was hidden), how a picture in a result is sent, whether a prompt is what a
           workflow was filled into (the SDK: where its history of input does not tell). What triggered a compaction of
           a task follows from the flow.
Damage:    files cut short; calls without tokens (under way, or given up); ranges that shrink when a task goes back.

Files: ``task`` finds the files, ``calls`` the calls, ``blocks`` and ``words`` turn messages into items, ``context``
knows what is left out, ``condensing`` what a compaction says of itself and how much fits, ``walk`` goes through it all.
Sessions of the SDK: ``sdk`` finds the files and has what the program's log tells, ``sdk_messages`` what is sent of a
message and what stays where no model was asked, ``sdk_walk`` goes through it all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say, own_folder, settings_folders
from inspector.read.adapters.cline import sdk
from inspector.read.adapters.cline.task import API, METADATA, SENT_KEYS, SHOWN, SHOWN_KEYS, read_task
from inspector.read.content import both_ends, plain_stem
from inspector.read.documents import loads_document
from inspector.read.times import span, utc
from inspector.read.values import as_text, as_title

_PRODUCTS = ("saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code")
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
_PARTS = frozenset({API, *SHOWN, METADATA, "context_history.json", "history_item.json"})
_ROW = re.compile(rb'"(?:say|ask)"\s*:\s*"[a-z_]+"')
_CONTENT = re.compile(rb'\[\s*\{\s*"(?:role"\s*:\s*"user|content|ts)"')
_MARKS = (b"<environment_details>", b'"condenseParent"', b"<task>\\n", b"<user_message>\\n")
_MERGED = re.compile(rb'"(?:' + "|".join((*SHOWN_KEYS, *SENT_KEYS)).encode() + rb')"\s*:\s*\[')
_TEXT = re.compile(rb'"(?:text|content)"\s*:\s*"((?:[^"\\]|\\.){1,400})', re.DOTALL)
_WORDS = re.compile(r"\s*<(?:task|user_message|user_input[^>]*)>\n?(.*?)(?:\n?</|$)", re.DOTALL)
_TIME = re.compile(rb'"ts"\s*:\s*(\d{13})')
_HEAD = 64 * 1024


class Cline(Adapter):
    id = "cline"
    title = "Cline, Roo Code, Kilo Code"
    capabilities = can_say(always="usage compactions kept_tail timestamps", sometimes="reasoning summary_text")

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """The extensions' folders in every editor on Linux, macOS and Windows, and that of the command line."""
        for place in settings_folders(home, env):
            for editor in _EDITORS:
                for product in _PRODUCTS:
                    yield place / editor / "User" / "globalStorage" / product
        for server in (".vscode-server", ".vscode-server-insiders", ".cursor-server", ".windsurf-server"):
            for product in _PRODUCTS:
                yield home / server / "data" / "User" / "globalStorage" / product
        yield own_folder(env, "CLINE_DATA_DIR") or (own_folder(env, "CLINE_DIR") or home / ".cline") / "data"

    def find(self, folder: Path) -> Iterable[Path]:
        """The folder of every task, and the messages of every session of the SDK."""
        for task in sorted(folder.glob("tasks/*")):
            if any((task / name).is_file() for name in (API, *SHOWN)):
                yield task
        for log in sorted(folder.glob("sessions/*/*.messages.json")):
            if log.name == f"{log.parent.name}.messages.json":
                yield log

    def recognise(self, probe: Probe) -> Match | None:
        """By the names of a task's files, or by what was shown or sent in one of them."""
        if probe.is_folder:
            if probe.siblings.isdisjoint((API, *SHOWN)):
                return None
            return Match(0.95, "a folder with " + ", ".join(sorted(probe.siblings.intersection((API, *SHOWN)))))
        if sdk.is_messages(probe.head):
            return Match(0.95, "messages of a session with its agent, or the context beside them")
        if probe.path.name in _PARTS and self.whole(probe.path) != probe.path:
            return Match(0.95, f"{probe.path.name} belongs to the task in its folder")
        head = probe.head.lstrip(b"\xef\xbb\xbf \t\r\n")
        if head[:1] == b"{" and _MERGED.search(head):
            return Match(0.95, "an object with what was shown or sent in a task")
        if head[:1] == b"[" and b'"ts"' in head and _ROW.search(head):
            return Match(0.95, "rows with say or ask")
        if head[:1] == b"[" and _CONTENT.match(head) and any(mark in head for mark in _MARKS):
            return Match(0.9, "messages with environment_details or the tags of a task")
        if probe.path.name == API and head[:1] == b"[":
            return Match(0.8, f"the name {API}")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first words typed, and the first and last time."""
        head, tail, path = probe.head, probe.tail, probe.path
        if probe.is_folder:
            path = next((path / name for name in (*SHOWN, API) if name in probe.siblings), path)
            with suppress(CannotRead, OSError):
                head, tail = both_ends(path, path.stat().st_size, _HEAD)
        times = span(utc(int(found)) for found in _TIME.findall(head + tail))
        project = "" if probe.is_folder else as_text(sdk.about_of(path).get("cwd"))
        return Glance(_opening(head), *times, project)

    def beside(self, path: Path) -> Iterable[Path]:
        """The folder of a session of the SDK stands beside its messages."""
        return (path.with_name(f"{path.parent.name}.json"),)

    def whole(self, path: Path) -> Path:
        """The folder of the task that a file belongs to, where what was shown and what was sent are both there."""
        if path.is_dir() or path.name not in _PARTS:
            return sdk.whole(path)
        folder = path.parent
        shown = any((folder / name).is_file() for name in SHOWN)
        return folder if shown and (folder / API).is_file() else path

    def read(self, path: Path, report: Report) -> Session:
        from inspector.read.adapters.cline.walk import Walk

        if sdk.is_session(path):
            return sdk.read(self.id, path, report, self.capabilities)
        task = read_task(path, report)
        walk = Walk(self.id, path, task)
        walk.run()
        name = path.name if path.is_dir() else plain_stem(path)
        title = as_title(as_text(task.item.get("task"))) or walk.writer.opening
        cwd = as_text(task.item.get("workspace")) or walk.cwd
        return walk.build.session(id=name, title=title, cwd=cwd, capabilities=self.capabilities)


def _opening(head: bytes) -> str:
    """The first text of all, without the tags around it; found without parsing, as a list shows hundreds of tasks."""
    said = _TEXT.search(head)
    if not said:
        return ""
    text = as_text(loads_document(b'"' + said[1] + b'"'))
    words = _WORDS.match(text)
    return as_title(words[1] if words else text)


ADAPTER = Cline()
