"""The walk over the attempts of a trajectory, and in each over the steps beside the history."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from inspector.model import Append, Basis, ItemKind, Severity, Source, Splice
from inspector.read.adapter import Record
from inspector.read.build import Builder, noted
from inspector.read.documents import not_records
from inspector.read.values import as_dict, as_dollars, as_int, as_list, as_text, is_empty, parsed, render

_TASKS = (
    re.compile(r"<pr_description>\s*(.+?)\s*</pr_description>", re.DOTALL),
    re.compile(r"\bISSUE:\n(.+?)\n+(?:INSTRUCTIONS:|\(Open file:)", re.DOTALL),
    re.compile(r"\bThe description is:\n(.+?)\n+INSTRUCTIONS:", re.DOTALL),
)
_ONCE = "Every later request clears older results the same way; it is listed once, where it begins."
_BY_RULE = "What was cleared follows from the settings of last_n_observations; the log has no queries."


class Attempts:
    """Walks the attempts of one log, and in each the steps beside the history."""

    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self.cwd = ""

    def attempt(self, document: Record, base: str, number: int) -> None:
        """One run from the system prompt to the end; each begins with an empty context."""
        if number > 1:
            self.build.become(())
        self.build.record(Source(self.build.path, pointer=base))
        history = as_list(document.get("history"))
        if problem := not_records(history, self.build.path, f"{base}/history"):
            self.build.diagnostics.append(problem)
        # What is no message takes no place among them: steps are told apart by how many came before.
        self._standing = [place for place, message in enumerate(history) if isinstance(message, dict)]
        self._history: list[Record] = [history[place] for place in self._standing]
        self._places: dict[int, tuple[int, ...]] = {}
        self._masked: set[int] = set()
        self._temporary: list[int] = []
        self._failed: tuple[int, str] | None = None
        self._next = 0
        self._listed = self._tasked = False
        self._settings(document)
        if number:
            self.build.put(ItemKind.EVENT, document.get("environment"), "/environment", detail="attempt")
        steps = [as_dict(step) for step in as_list(document.get("trajectory"))]
        while self._next < len(self._history) and not _is_answer(self._history[self._next]):
            self._message()
        for index, step in enumerate(steps):
            self._step(step, index, len(steps) - index)
        while self._next < len(self._history):
            self._drop_temporary()
            self._message()
        if self._cleared.other_form:
            message = "Some messages were sent in another form than the history has."
            self.build.problem(Severity.NOTE, "other-form", message, Source(self.build.path, pointer=base))

    def close(self, info: Record) -> None:
        """What the log says of the whole run."""
        self.build.record(Source(self.build.path, pointer="/info"))
        self.build.version(info.get("swe_agent_version"))
        self.build.cost = as_dollars(as_dict(info.get("model_stats")).get("instance_cost"))
        for key in ("model_stats", "exit_status"):
            self.build.put(ItemKind.EVENT, info.get(key), f"/{key}", detail=key)

    def _settings(self, document: Record) -> None:
        told = as_dict(parsed(document.get("replay_config")))
        agent = as_dict(told.get("agent"))
        self._model = as_text(as_dict(agent.get("model")).get("name"))
        self._task = as_text(as_dict(told.get("problem_statement")).get("text")).strip()
        self._cleared = Cleared(self._history, rule_of(agent))

    def _message(self) -> None:
        """The next message of the history enters the context."""
        place, self._next = self._next, self._next + 1
        message, first = self._history[place], len(self.build.items) + 1
        base = f"/history/{self._standing[place]}"
        content = message.get("content")
        role, told = as_text(message.get("role")), as_text(message.get("message_type"))
        demonstrates = message.get("is_demo") is True or told == "demonstration"
        if demonstrates or role == "system":
            detail = "demonstration" if demonstrates else "system_prompt"
            self.build.put(ItemKind.INSTRUCTIONS, content, f"{base}/content", detail=detail)
        elif role == "assistant":
            self._answer(message, base)
        elif not self._tasked:
            self._instance(content, f"{base}/content")
        elif role in ("user", "tool"):
            ids = as_list(message.get("tool_call_ids"))
            call = as_text(ids[0]) if ids else as_text(message.get("tool_call_id"))
            if not is_empty(content):
                tool = self.build.tools.get(call, "")
                self.build.add(ItemKind.TOOL_RESULT, content, f"{base}/content", "", tool, call)
        else:
            self.build.put(ItemKind.EVENT, content, f"{base}/content", detail=role or "unknown")
        if role in ("user", "tool") and not message.get("is_demo") and told != "demonstration":
            self._tasked = True
        if told == "observation" and not message.get("is_demo"):
            self._cleared.result(place)
        self._places[place] = tuple(item.number for item in self.build.items[first - 1 :] if item.text is None)

    def _instance(self, content: Any, pointer: str) -> None:
        """The first message: the human's task, framed by a template with instructions."""
        text = render(content)
        found = next(filter(None, (pattern.search(text) for pattern in _TASKS)), None)
        task = self._task if self._task and self._task in text else found[1].strip() if found else ""
        if not task or task == text.strip():
            self.build.put(ItemKind.USER, content, pointer, detail="typed")
            return
        self.build.put(ItemKind.ATTACHMENT, content, pointer, detail="task_template")
        # In the context it stands inside the message before; here it is told apart from the frame.
        self.build.said(task, pointer, "typed", hold=True)

    def _answer(self, message: Record, base: str) -> None:
        self.build.put(ItemKind.REASONING, message.get("thinking_blocks"), f"{base}/thinking_blocks")
        self.build.put(ItemKind.ASSISTANT, message.get("content"), f"{base}/content")
        calls = as_list(message.get("tool_calls"))
        for index, call in enumerate(map(as_dict, calls)):
            function = as_dict(call.get("function"))
            name, call_id = as_text(function.get("name")), as_text(call.get("id"))
            self.build.tools[call_id] = name
            action = {"command": as_text(message.get("action"))}
            arguments, pointer = function.get("arguments"), f"{base}/tool_calls/{index}/function/arguments"
            if not is_empty(arguments):
                self.build.called(arguments, pointer, name, call_id, action)
        command = as_text(message.get("action"))
        if not calls and command.strip():
            # The command is a part of the answer's text: shown as a call, not counted twice.
            self.build.called(command, f"{base}/action", "bash", "", {"command": command}, enter=False)

    def _step(self, step: Record, index: int, steps_left: int) -> None:
        if not self.cwd:
            self.cwd = as_text(as_dict(parsed(step.get("state"))).get("working_dir"))
        query = _query(step)
        self._drop_temporary()
        self._enter_temporary(query, index, "query" if step.get("query") else "messages")
        self._mask(query, index)
        draft = self.build.call(f"step {index + 1}", self._model, self.build.below(f"/trajectory/{index}"))
        response = render(step.get("response"))
        history = self._history
        if self._next < len(history) and (
            render(history[self._next].get("content")) == response
            or steps_left <= sum(map(_is_answer, history[self._next :]))
        ):
            self._failed = None
            self._drop_temporary()
            first = len(self.build.items) + 1
            self._message()
            self.build.produced(draft, first)
            while self._next < len(history) and not _is_answer(history[self._next]):
                self._message()
        elif response:
            # An answer that could not be used: not in the history, and sent only until a better one came. The last
            # one of all stands in no history of early versions.
            last = steps_left == 1
            pointer, detail = f"/trajectory/{index}/response", "" if last else "unusable"
            number = self.build.add(ItemKind.ASSISTANT, response, pointer, detail, enter=last)
            draft.first_item = draft.last_item = number
            self._failed = (number, response)

    def _enter_temporary(self, query: list[Any], index: int, name: str) -> None:
        """What a query holds beyond the history: an answer that could not be used and the complaint about it."""
        for place in range(self._next, len(query)):
            message = as_dict(query[place])
            if self._failed and render(message.get("content")) == self._failed[1]:
                self.build.ops.append(Append(self._failed[0]))
                self._temporary.append(self._failed[0])
                continue
            kind = ItemKind.ASSISTANT if message.get("role") == "assistant" else ItemKind.ATTACHMENT
            pointer = f"/trajectory/{index}/{name}/{place}/content"
            number = self.build.put(kind, message.get("content"), pointer, "complaint")
            self._temporary += [number] if number else []

    def _drop_temporary(self) -> None:
        if self._temporary:
            self.build.ops.append(Splice(remove=tuple(self._temporary)))
            self._temporary = []

    def _mask(self, query: list[Any], index: int) -> None:
        """Clear what this request was sent without, as its query shows or the settings say."""
        places = self._cleared.places(query, self._next)
        new = [
            number
            for place in places
            for number in self._places.get(place, ())
            if number not in self._masked and self.build.items[number - 1].kind is not ItemKind.EVENT
        ]
        if not new:
            return
        self._masked.update(new)
        record = None
        if not self._listed:
            self._listed = True
            place = self.build.below(f"/trajectory/{index}")
            basis = Basis.RECORDED if query else Basis.INFERRED
            notes = (_ONCE,) if query else (_ONCE, _BY_RULE)
            record = noted(f"cleared {place.pointer}", place, "edit", "auto", basis=basis, readable=True, notes=notes)
        self.build.ops.append(Splice(mask=tuple(new), compaction=record))


def _is_answer(message: Record) -> bool:
    return message.get("role") == "assistant" and message.get("is_demo") is not True


def _query(step: Record) -> list[Any]:
    """What a step's request was sent. For a time steps had all messages instead, their own answer and result too."""
    query = as_list(step.get("query"))
    if not query:
        query = as_list(step.get("messages"))
        answers = [place for place, message in enumerate(query) if as_dict(message).get("role") == "assistant"]
        query = query[: answers[-1]] if answers else []
    for message in query:
        if as_dict(message).get("role"):
            return query
    return []


_CLEARED = re.compile(r"Old environment output: \(|Outdated window with \d+ lines omitted")


class Rule(NamedTuple):
    """The settings of last_n_observations."""

    keep: int
    polling: int


def rule_of(agent: Record) -> Rule | None:
    """The rule among an agent's settings; None where it has none."""
    found = None
    for processor in map(as_dict, as_list(agent.get("history_processors"))):
        keep = as_int(processor.get("n"))
        if processor.get("type") == "last_n_observations" and keep:
            found = Rule(keep, as_int(processor.get("polling")) or 1)
    return found


class Cleared:
    """Which results a request was sent without: as its query shows, or as the settings say where there is none."""

    def __init__(self, history: list[Record], rule: Rule | None) -> None:
        self.other_form = False
        """Whether a query has a message in another form than the history, and not as a cleared one."""
        self._history, self._rule = history, rule
        self._results: list[int] = []
        # The first result is never cleared.
        self._ruled = 1

    def result(self, place: int) -> None:
        """A result entered the context, at this place of the history."""
        self._results.append(place)

    def places(self, query: list[Any], entered: int) -> list[int]:
        """Places of the history that are cleared now; ``entered`` of it are in the context."""
        return self._shortened(query, entered) if query else self._by_rule()

    def _shortened(self, query: list[Any], entered: int) -> list[int]:
        found = []
        for place, (message, held) in enumerate(zip(query, self._history[:entered], strict=False)):
            sent, kept = as_dict(message).get("content"), held.get("content")
            if sent == kept:
                continue
            sent = render(sent)
            if sent == render(kept):
                continue
            if _CLEARED.search(sent):
                found.append(place)
            else:
                self.other_form = True
        return found

    def _by_rule(self) -> list[int]:
        if self._rule is None:
            return []
        keep, polling = self._rule
        last = max(0, len(self._results) // polling * polling - keep)
        # What was cleared stays so: only the results behind it are looked at.
        first, self._ruled = self._ruled, max(self._ruled, last)
        return [p for p in self._results[first:last] if "keep_output" not in as_list(self._history[p].get("tags"))]
