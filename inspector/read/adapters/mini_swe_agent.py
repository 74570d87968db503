"""mini-swe-agent trajectories (``.traj.json``).

Producer:  mini-swe-agent (SWE-agent/mini-swe-agent), open source. Read as a real log: 2.2.7 (April 2026); the plain
           lists of 0.x and 1.x from its test data, Responses API messages in the source only.
Evidence:  source: SWE-agent/mini-swe-agent a83fcae8 src/minisweagent/agents/{default,interactive}.py,
           models/*.py; observed in a real log; checked 2026-11-20.
Context:   ``messages`` in order, all of them, at every request.
Compaction: none; the agent has no way of it.
Not said:  tool definitions, the task apart from the template around it, window limits. In 0.x usage and times.
Damage:    cut documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from inspector.model import ItemKind, Session, Source
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say, own_folder
from inspector.read.build import Builder, RequestDraft
from inspector.read.content import plain_stem
from inspector.read.documents import read_document
from inspector.read.times import from_epoch
from inspector.read.usage import response_usage
from inspector.read.values import as_dict, as_dollars, as_list, as_text, is_empty, render

_FORMAT = re.compile(rb'"trajectory_format":\s*"mini-swe-agent')
_INFO = re.compile(rb'"(?:mini_version|agent_type)":\s*"')
_TASKS = (
    re.compile(
        r"<pr_description>\s*(?:Consider the following PR description:\s*)?(.+?)\s*</pr_description>", re.DOTALL
    ),
    re.compile(r"Please solve this issue:\s*(.+?)\n+(?:You can execute bash commands|<instructions>)", re.DOTALL),
)
_OUTPUT = re.compile(r"\s*(?:<returncode>|<exception>|<output>|Observation:)")
_PLACEHOLDER = re.compile(r"\{\{\s*task\s*\}\}")
# What the agent's window puts in front of the words of the person beside it.
_SPOKEN = (
    (re.compile(r"Interrupted by user: "), "typed"),
    (re.compile(r"The user added a new task: "), "typed"),
    (re.compile(r".{0,40}not executed\. The user rejected your commands? with the following message:\s*"), "feedback"),
    (re.compile(r"User command: \n```bash\n"), "shell"),
)
_SAID_NOTHING = frozenset({"Temporary interruption caught.", ""})


class MiniSweAgent(Adapter):
    id = "mini-swe-agent"
    title = "mini-swe-agent"
    capabilities = can_say(always="system_prompt", sometimes="usage reasoning timestamps")
    named = ("**/*.traj.json",)

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Its settings folder holds the newest run; batches lie where they were told to."""
        if own := own_folder(env, "MSWEA_GLOBAL_CONFIG_DIR"):
            yield own
        yield home / ".config" / "mini-swe-agent"
        yield home / "Library" / "Application Support" / "mini-swe-agent"
        yield Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / "mini-swe-agent"

    def recognise(self, probe: Probe) -> Match | None:
        """By the name of its format, which stands behind the messages."""
        if _FORMAT.search(probe.tail or probe.head):
            return Match(1.0, "trajectory_format names mini-swe-agent")
        head = probe.head.lstrip()
        if b'"messages"' in head and _INFO.search(head) and b"minisweagent" in head:
            return Match(0.95, "settings of mini-swe-agent before its messages")
        if head[:1] == b"[" and probe.path.name.endswith(".traj.json") and b'"role"' in head:
            return Match(0.8, "a list of messages in a .traj.json file")
        return None

    def glance(self, probe: Probe) -> Glance:
        """Its name; title and times stand in the middle of the document."""
        return Glance(plain_stem(probe.path).removesuffix(".traj"))

    def read(self, path: Path, report: Report) -> Session:
        document = read_document(path, report)
        holder, base = as_dict(document), "" if isinstance(document, list) else "/messages"
        walk = _Walk(self.id, path, as_dict(holder.get("info")))
        for index, message in enumerate(as_list(holder.get("messages") if base else document)):
            walk.message(as_dict(message), f"{base}/{index}")
        session = as_text(holder.get("instance_id")) or plain_stem(path)
        return walk.build.session(id=session, title=walk.build.opening, cwd=walk.cwd, capabilities=self.capabilities)


class _Walk:
    def __init__(self, agent: str, path: Path, info: Record) -> None:
        self.build = Builder(agent, str(path))
        config = as_dict(info.get("config"))
        self._agent, environment = as_dict(config.get("agent")), as_dict(config.get("environment"))
        self.cwd = as_text(environment.get("cwd"))
        self._model = as_text(as_dict(config.get("model")).get("model_name"))
        self._tasked = False
        self.build.version(info.get("mini_version"))

    def message(self, message: Record, base: str) -> None:
        extra = as_dict(message.get("extra"))
        self.build.record(Source(self.build.path, pointer=base), "", from_epoch(extra.get("timestamp")))
        role, content = as_text(message.get("role")), message.get("content")
        if message.get("object") == "response" or role == "assistant":
            self._answer(message, extra)
        elif role in ("system", "developer"):
            self.build.put(ItemKind.INSTRUCTIONS, content, "/content", detail="system_prompt")
        elif role == "tool":
            self._result(message, "content", as_text(message.get("tool_call_id")))
        elif message.get("type") == "function_call_output":
            self._result(message, "output", as_text(message.get("call_id")))
        elif role == "user" and not self._tasked:
            self._tasked = True
            self._task(content)
        elif role == "user":
            self._user(message, extra)
        elif role == "exit":
            value, pointer = (content, "/content") if content else ("exit", "/role")
            self.build.put(ItemKind.EVENT, value, pointer, detail="exit")
        else:
            self.build.note_unknown(role)
            self.build.put(ItemKind.EVENT, message, "", detail=role or "unknown")

    def _task(self, content: Any) -> None:
        """The human's task, framed by a template with instructions."""
        text = render(content)
        task = _within(text, as_text(self._agent.get("instance_template")))
        if not task or task == text.strip():
            self.build.put(ItemKind.USER, content, "/content", detail="typed")
            return
        self.build.put(ItemKind.ATTACHMENT, content, "/content", detail="task_template")
        # In the context it stands inside the message before; here it is told apart from the frame.
        self.build.said(task, "/content", "typed", hold=True)

    def _user(self, message: Record, extra: Record) -> None:
        """A result, a complaint about the format, or words of the person beside the agent."""
        if isinstance(extra.get("response"), dict):
            self._refused(as_dict(extra["response"]), extra)
        content = message.get("content")
        text = render(content)
        for pattern, detail in _SPOKEN:
            said = pattern.match(text)
            if said:
                words = text[said.end() :].removesuffix("\n```").strip()
                self.build.put(ItemKind.ATTACHMENT, content, "/content", detail="interruption")
                if words not in _SAID_NOTHING:
                    self.build.said(words, "/content", detail, hold=True)
                return
        if "raw_output" in extra or "returncode" in extra or _OUTPUT.match(text):
            self._result(message, "content", "")
        else:
            detail = as_text(extra.get("interrupt_type")) or "complaint"
            self.build.put(ItemKind.ATTACHMENT, content, "/content", detail=detail)

    def _result(self, message: Record, key: str, call_id: str) -> None:
        code = as_dict(message.get("extra")).get("returncode")
        failed = isinstance(code, int) and code != 0
        if not is_empty(message.get(key)):
            self.build.add(ItemKind.TOOL_RESULT, message[key], f"/{key}", "", "bash", call_id, error=failed)

    def _refused(self, response: Record, extra: Record) -> None:
        """An answer that its reader could not use: it stands beside the complaint, and is not sent again."""
        draft = self._request(response, extra)
        first = len(self.build.items) + 1
        choices = as_list(response.get("choices"))
        said = as_dict(as_dict(choices[0]).get("message")).get("content") if choices else response.get("output")
        place = "choices/0/message/content" if choices else "output"
        self.build.put(ItemKind.ASSISTANT, said, f"/extra/response/{place}", "refused", enter=False)
        self.build.produced(draft, first)

    def _request(self, response: Record, extra: Record) -> RequestDraft:
        model = as_text(response.get("model")) or self._model
        draft = self.build.request(as_text(response.get("id")) or f"message {self.build.at.pointer}", model)
        draft.usage, draft.cost = response_usage(as_dict(response.get("usage"))), as_dollars(extra.get("cost"))
        draft.started = from_epoch(response.get("created", response.get("created_at")))
        choices = as_list(response.get("choices"))
        draft.stop = as_text(as_dict(choices[0]).get("finish_reason")) if choices else ""
        return draft

    def _answer(self, message: Record, extra: Record) -> None:
        draft = self._request(message if message.get("object") == "response" else as_dict(extra.get("response")), extra)
        first = len(self.build.items) + 1
        for key in ("reasoning_content", "thinking_blocks"):
            if self.build.put(ItemKind.REASONING, message.get(key), f"/{key}"):
                break
        self.build.put(ItemKind.ASSISTANT, message.get("content"), "/content")
        if not self._calls(message, extra) + self._output(message):
            self._commands(extra)
        self.build.produced(draft, first)

    def _calls(self, message: Record, extra: Record) -> int:
        calls = [as_dict(call) for call in as_list(message.get("tool_calls"))]
        actions = map(as_dict, as_list(extra.get("actions")))
        commands = {as_text(action.get("tool_call_id")): action for action in actions}
        for index, call in enumerate(calls):
            function, call_id = as_dict(call.get("function")), as_text(call.get("id"))
            name = as_text(function.get("name"))
            arguments, pointer = function.get("arguments"), f"/tool_calls/{index}/function/arguments"
            if not is_empty(arguments):
                self.build.called(arguments, pointer, name, call_id, commands.get(call_id))
        return len(calls)

    def _output(self, message: Record) -> int:
        """The items of a Responses API answer; gives how many calls stand in it."""
        calls = 0
        for index, part in enumerate(map(as_dict, as_list(message.get("output")))):
            kind, base = part.get("type"), f"/output/{index}"
            if kind == "function_call":
                calls += 1
                name = as_text(part.get("name"))
                call_id, pointer = as_text(part.get("call_id")), f"{base}/arguments"
                self.build.put(
                    ItemKind.TOOL_CALL, part.get("arguments"), pointer, tool=name, call_id=call_id, headline=name
                )
            elif kind == "reasoning":
                self.build.put(ItemKind.REASONING, part.get("summary"), f"{base}/summary")
            else:
                self.build.put(ItemKind.ASSISTANT, part.get("content"), f"{base}/content")
        return calls

    def _commands(self, extra: Record) -> None:
        """Commands that stand in the answer's text: shown as calls, not counted twice."""
        for index, action in enumerate(map(as_dict, as_list(extra.get("actions")))):
            if not is_empty(action.get("command")):
                pointer = f"/extra/actions/{index}/command"
                self.build.called(action["command"], pointer, "bash", "", action, enter=False)


def _within(text: str, template: str) -> str:
    """The task in a rendered template: what stands between the literal words around its place."""
    place = _PLACEHOLDER.search(template)
    if place:
        before = re.split(r"\}\}|%\}", template[: place.start()])[-1].strip()
        after = re.split(r"\{\{|\{%", template[place.end() :])[0].strip()[:200]
        start = text.find(before) + len(before) if before in text else -1
        end = text.find(after, start) if after else len(text)
        if start >= 0 and end > start:
            return text[start:end].strip()
    found = next(filter(None, (pattern.search(text) for pattern in _TASKS)), None)
    return found[1].strip() if found else ""


ADAPTER = MiniSweAgent()
