"""A small agent of our own: it asks the stub, does what it is told, and writes a log that the inspector reads."""

from __future__ import annotations

import json
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from live.agent import Agent
from live.script import Act
from live.wire import Body, text_of

_ASKS = "Write a summary."


class FakeAgent(Agent):
    """Compacts at four fifths of its window and when asked; ``unsaid`` are words of messages that it does not log."""

    name = "fake"
    wire = "completions"
    window = 20_000
    logs_failures = False
    unsaid = ""
    swapped = False
    """Whether results of parallel calls are logged the wrong way round."""

    def configure(self) -> None:
        self.file = self.place.home / "session.jsonl"
        self.lines: list[Body] = [
            {"type": "session", "version": 3, "id": "s", "timestamp": _time(0), "cwd": str(self.place.project)}
        ]
        self.messages: list[Body] = []
        self.full = False

    def open(self, resumed: bool) -> None:
        self.file.touch()

    def say(self, text: str) -> None:
        self._add({"role": "user", "content": text}, {"role": "user", "content": text})
        while True:
            if self.full:
                self.compact("")
            answer = self._ask(self.messages)
            if answer is None:
                return
            calls = answer["choices"][0]["message"].get("tool_calls") or []
            self._answered(answer)
            self._results(calls)
            if not calls:
                return

    def compact(self, focus: str) -> None:
        answer = self._ask([*self.messages, {"role": "user", "content": f"{_ASKS} {focus}".strip()}])
        text = text_of(answer["choices"][0]["message"]["content"]) if answer else ""
        if not text:
            return
        self.full = False
        self.messages = [{"role": "user", "content": text}, self.messages[-1]]
        kept = f"e{len(self.lines) - 1}"
        self._log({"type": "compaction", "summary": text, "firstKeptEntryId": kept, "tokensBefore": 1})

    def kind(self, body: Body) -> str:
        return "compaction" if text_of(body["messages"][-1]["content"]).startswith(_ASKS) else "main"

    def tool(self, act: Act) -> tuple[str, Body | str]:
        return "sh", {"command": act.path if act.what == "shell" else f"cat {act.path}"}

    def log(self) -> Path:
        self.file.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return self.file

    def _ask(self, messages: list[Body]) -> Body | None:
        body = json.dumps({"model": "m", "messages": messages}).encode()
        request = urllib.request.Request(f"{self.stub.address}/v1/chat/completions", body)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                told: Body = json.loads(answer.read())
        except urllib.error.HTTPError:
            return None
        return told

    def _answered(self, answer: Body) -> None:
        message, usage = answer["choices"][0]["message"], answer["usage"]
        self.full = usage["prompt_tokens"] > 0.8 * self.window
        content: list[Body] = []
        if message.get("reasoning_content"):
            content.append({"type": "thinking", "thinking": message["reasoning_content"]})
        if message.get("content"):
            content.append({"type": "text", "text": message["content"]})
        for call in message.get("tool_calls") or ():
            arguments = json.loads(call["function"]["arguments"])
            content.append({"type": "toolCall", "id": call["id"], "name": "sh", "arguments": arguments})
        cached = usage["prompt_tokens_details"]["cached_tokens"]
        told = {"input": usage["prompt_tokens"] - cached, "cacheRead": cached, "cacheWrite": 0}
        told["output"] = usage["completion_tokens"]
        logged = {"role": "assistant", "content": content, "model": "m", "usage": told, "stopReason": "stop"}
        self._add(message, logged)

    def _results(self, calls: list[Body]) -> None:
        entries = []
        for call in calls:
            command = json.loads(call["function"]["arguments"])["command"]
            ended = subprocess.run(command, shell=True, cwd=self.place.project, capture_output=True, text=True)
            text = ended.stdout or ended.stderr or "nothing"
            self.messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
            content = [{"type": "text", "text": text}]
            entries.append({"role": "toolResult", "toolCallId": call["id"], "toolName": "sh", "content": content})
        for entry in reversed(entries) if self.swapped else entries:
            self._log({"type": "message", "message": entry})

    def _add(self, sent: Body, logged: Body) -> None:
        self.messages.append(sent)
        if not self.unsaid or self.unsaid not in json.dumps(logged):
            self._log({"type": "message", "message": logged})

    def _log(self, line: Body) -> None:
        number = len(self.lines)
        above = f"e{number - 1}" if number > 1 else None
        self.lines.append(line | {"id": f"e{number}", "parentId": above, "timestamp": _time(number)})


def _time(second: int) -> str:
    return f"2026-11-27T10:{second // 60:02}:{second % 60:02}.000Z"
