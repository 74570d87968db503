"""Chat sessions of Copilot in VS Code: one JSON document, since early 2026 a log of changes to one.

Producer:  microsoft/vscode with microsoft/vscode-copilot-chat. No real session was seen.
Evidence:  source: microsoft/vscode-copilot-chat 31acd00a8 (2026-03-29), the type of a result's metadata; the log of
           changes in microsoft/vscode (objectMutationLog); a reader of the same files in kenn-io/agentsview;
           checked 2026-11-20.
Context:   turns of a prompt and the rounds of calls that it took. After a summary everything up to and including its
           round is one message with the summary; later rounds stay as they are.
Compaction: ``summaries`` in the metadata of a turn's result (older: ``summary``), each naming the round it goes up to;
           an entry without a round is one that failed.
Not said:  usage of any request but a turn's last, system prompt, tool definitions, in the background: which request
           was the first to be sent the summary, the texts of encrypted reasoning.
Damage:    documents cut short, changes to places that are not there.

The same chat may also lie as a plain transcript beside these files; it is a copy, and is listed by itself.

Files: ``document`` reads both forms, ``turns`` walks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, settings_folders
from inspector.read.adapters.vscode_chat.document import apply, read_chat
from inspector.read.adapters.vscode_chat.turns import Turns
from inspector.read.documents import head_document
from inspector.read.times import iso, span
from inspector.read.values import as_dict, as_list, as_text, as_title

_EDITORS = ("Code", "Code - Insiders", "VSCodium")
_MARKS = frozenset({"requesterUsername", "responderUsername", "initialLocation", "creationDate"})


class VSCodeChat(Adapter):
    id = "vscode-chat"
    title = "VS Code Copilot Chat"
    capabilities = can_say(always="compactions summary_text kept_tail timestamps", sometimes="usage reasoning")
    named = ("workspaceStorage/*/chatSessions/*.json*", "globalStorage/emptyWindowChatSessions/*.json*")

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Where each editor keeps its workspaces, on Linux, macOS and Windows."""
        for place in settings_folders(home, env):
            for editor in _EDITORS:
                yield place / editor / "User"

    def recognise(self, probe: Probe) -> Match | None:
        """By the first change of a log, which is the whole chat, or by the keys of a document."""
        first = next(iter(probe.records), {})
        if first.get("kind") == 0 and isinstance(as_dict(first.get("v")).get("requests"), list):
            return Match(0.95, "a log of changes whose first is a chat with requests")
        if any(as_list(record.get("k"))[:1] == ["requests"] and "v" in record for record in probe.records):
            return Match(0.9, "changes of the requests of a chat")
        chat = _head(probe)
        if isinstance(chat.get("requests"), list) and (_MARKS & set(chat) or "sessionId" in chat):
            return Match(0.9, "an object with requests and what a chat of VS Code says of itself")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The title it was given, else the first prompt."""
        chat = _head(probe)
        requests = [as_dict(request) for request in as_list(chat.get("requests"))]
        texts = (as_text(as_dict(request.get("message")).get("text")) for request in requests)
        opening = next(filter(None, texts), "")
        first, latest = span(iso(request.get("timestamp")) for request in requests)
        title = as_text(chat.get("customTitle")) or as_title(opening)
        start = iso(chat.get("creationDate")) or first
        last = iso(chat.get("lastMessageDate")) or latest
        return Glance(as_title(title), start, last)

    def read(self, path: Path, report: Report) -> Session:
        chat = read_chat(path, report)
        turns = Turns(self.id, path, chat)
        turns.read()
        data = as_dict(chat.data)
        for key in ("creationDate", "lastMessageDate"):
            turns.build.seen(iso(data.get(key)))
        title = as_title(as_text(data.get("customTitle"))) or turns.build.first_words
        session = as_text(data.get("sessionId")) or path.name.split(".")[0]
        return turns.build.session(id=session, title=title, cwd="", capabilities=self.capabilities)


def _head(probe: Probe) -> Record:
    if probe.records and "kind" in probe.records[0]:
        chat = None
        for record in probe.records:
            chat, _ = apply(chat, record)
        return as_dict(chat)
    return as_dict(head_document(probe.head))


ADAPTER = VSCodeChat()
