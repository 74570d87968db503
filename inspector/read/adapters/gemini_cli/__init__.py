"""Gemini CLI session logs, saved chats and tool checkpoints.

Producer:  google-gemini/gemini-cli; logs of 2026-01 to 2026-04 were read as real logs (one JSON document each), JSONL
           logs of 0.61.0 were made on 2026-11-27, and what they tell was held against the requests that were sent.
Evidence:  source: google-gemini/gemini-cli 5411f113ca (v0.56 nightly) packages/core/src/services/
           {chatRecordingService,chatRecordingTypes,chatCompressionService}.ts, core/{geminiChat,logger}.ts; checked
           2026-11-20. 0.61.0 in a terminal and without one.
Context:   the list of messages without info, warning and error. A ``gemini`` message holds its tool calls and their
           results; thoughts are not sent again. Logs since v0.39 are JSON lines in which a message is written again
           when it grows, ``$set.messages`` replaces the list and ``$rewindTo`` cuts it. 0.61 writes results a second
           time, as a user's record, and that is where they enter. A content with calls in it counts alone. Outputs
           that are cut or moved to files stand in a list for which the whole history is written anew beforehand.
           Where a prompt follows on results that no answer came to (stopped, failed), a sentence of the model is
           made up in between. ``displayContent`` is what was typed where a command, files or a hook made more of it.
           Answers are logged trimmed; where a list has the text as it is sent, that counts. With
           ``experimental.contextManagement`` the list is written before every request, and what is sent of it is
           put in order and made whole by a rule of its own (``compaction``).
Compaction: since 2026-05-18 ``$set.messages`` with a text that is new and that the model is made to thank for, or that
           holds a snapshot or a state: exactly the new context. Its messages have new names; those of a resumed
           session have their old ones. Before that nothing is stored: only the prompt tokens drop, and some builds
           leave an info text.
Not said:  system prompt, tools, the model's window, the calls of the summariser, what set a compaction off without a
           terminal, words typed behind /compress (they are not sent), compactions by itself that failed or made the
           context larger, words typed while a resumed start still reads its history (they are in a file of their own),
           comments of HTML, characters without width and blanks at the ends of an answer in no list, answers without
           words and the note with which they are asked for again: nothing tells where there were any.
           Usage may stand on a neighbouring message.
Damage:    documents cut short by a crash; the same message many times; all zeros where no usage came.

Files: ``records`` gives the messages of every form of log and says what later ones tell of earlier ones, ``messages``
walks them, ``compaction`` says what a compaction was and what the context manager sends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from inspector.model import Link, Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.adapters.gemini_cli.records import read_records
from inspector.read.documents import head_document
from inspector.read.ends import first_and_last
from inspector.read.times import as_time, span
from inspector.read.values import as_dict, as_list, as_title, render

_ROOT = ".project_root"
"""Beside the folder of chats since 0.61 at the latest: the folder that the agent worked in."""
_TIME = re.compile(rb'"timestamp"\s*:\s*"([^"]{10,40})"')
# Other frameworks have parts, too (pydantic-ai): the first of Gemini's begins with what it is.
_CONTENTS = re.compile(
    rb'\s*(?:\{\s*"history"\s*:\s*)?\[\s*\{\s*"(?:role"\s*:\s*"(?:user|model)"|parts"\s*:\s*\['
    rb'\s*(?:\]|\{\s*"(?:text|thought|function|inline|file|executable|codeExec|video)))'
)


def _project(path: Path) -> str:
    try:
        return (path.parent.parent / _ROOT).read_text(encoding="utf-8").strip()[:4096]
    except (OSError, ValueError):
        return ""


class GeminiCli(Adapter):
    id = "gemini"
    title = "Gemini CLI"
    capabilities = can_say(always="usage reasoning timestamps", sometimes="compactions summary_text kept_tail")
    kept_in = (("GEMINI_CLI_HOME", "", ".gemini/tmp"),)

    def find(self, folder: Path) -> Iterable[Path]:
        """One file a session; of one written in both forms the newer. Saved chats with them."""
        newer = sorted(folder.glob("*/chats/session-*.jsonl"))
        yield from newer
        taken = {path.with_suffix("") for path in newer}
        for path in sorted(folder.glob("*/chats/session-*.json")):
            if path.with_suffix("") not in taken:
                yield path
        yield from sorted(folder.glob("*/checkpoint-*.json"))

    def recognise(self, probe: Probe) -> Match | None:
        """By the hash of the project, or by the contents of the Gemini API in a saved chat."""
        for record in probe.records:
            if "projectHash" in record and "sessionId" in record:
                return Match(1.0, "a record with projectHash and sessionId")
        head = probe.head.lstrip(b"\xef\xbb\xbf \t\r\n")
        if head[:1] == b"{" and b'"projectHash"' in head[:4096] and b'"sessionId"' in head[:4096]:
            return Match(0.95, "a document with projectHash and sessionId")
        if any(record.get("type") == "gemini" and "content" in record for record in probe.records):
            return Match(0.8, "a message of the type gemini")
        if head[:1] == b"{" and b'"history"' in head[:200] and b'"clientHistory"' in head + probe.tail:
            return Match(0.9, "a checkpoint with history and clientHistory")
        if _CONTENTS.match(head) and b'"parts"' in head[:65536]:
            sure = head[:1] == b"{" or probe.path.name.startswith("checkpoint-")
            return Match(0.85 if sure else 0.6, "a history of contents with parts")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first words typed; the times that stand in the head and the tail."""
        # A document that is laid out over many lines is most often no line by itself: none of them need be tried.
        records = () if probe.head.startswith((b"{\n", b"{\r")) else probe.records
        head = records[0] if records else as_dict(head_document(probe.head))
        messages = [as_dict(message) for message in as_list(head.get("messages"))]
        times = [as_time(record.get("timestamp")) for record in messages]
        times += first_and_last(probe) if records else ()
        times += [as_time(found.decode("ascii", "replace")) for found in _TIME.findall(probe.tail)[-1:]]
        times += [as_time(head.get("startTime")), as_time(head.get("lastUpdated"))]
        opening = next(filter(None, map(_opening, chain(records, messages))), "")
        return Glance(opening, *span(times), _project(probe.path))

    def beside(self, path: Path) -> Iterable[Path]:
        """The folder stands beside the folder of chats."""
        return (path.parent.parent / _ROOT,)

    def whole(self, path: Path) -> Path:
        """A subagent's log lies in a folder that is named for its session."""
        if path.parent.parent.name == "chats":
            for pattern in (f"session-*-{path.parent.name[:8]}.jsonl", f"session-*-{path.parent.name[:8]}.json"):
                for session in sorted(path.parent.parent.glob(pattern)):
                    return session
        return path

    def read(self, path: Path, report: Report) -> Session:
        from inspector.read.adapters.gemini_cli.messages import Messages

        messages = Messages(self.id, path)
        for record in read_records(path, report):
            messages.add(record)
        messages.finish()
        messages.build.links.extend(_subagents(path, messages.id))
        session = messages.id or path.name.split(".")[0]
        title = messages.title or messages.opening
        return messages.build.session(id=session, title=title, cwd=messages.cwd, capabilities=self.capabilities)


def _subagents(path: Path, session: str) -> Iterable[Link]:
    if session and "/" not in session and "\\" not in session and path.parent.name == "chats":
        for log in sorted((path.parent / session).glob("*.jsonl")):
            yield Link("subagent", log.stem, path=str(log))


def _opening(record: Record) -> str:
    if record.get("type") != "user":
        return ""
    content = record.get("content")
    first = content[0] if isinstance(content, list) and content else content
    return as_title(render([first]))


ADAPTER = GeminiCli()
