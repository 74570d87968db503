"""Which messages of a session OpenCode sends, and in which order: its own rule, applied to all messages so far.

A compaction counts where a summary names, as its parent, a user message with a ``compaction`` part. The tail that it
kept stands in front of it in the store and behind the summary in what is sent.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace

from inspector.model import ItemKind
from inspector.read.adapters.opencode import compaction
from inspector.read.adapters.opencode.nouns import Message
from inspector.read.adapters.opencode.walk import usage_of
from inspector.read.build import Builder
from inspector.read.values import as_dict, as_text, render, version_numbers

RECAP = "What did we do so far?"
"""What the part that asks for a compaction is sent as, whether it succeeded or not."""
INTERRUPTED = "[Tool execution was interrupted]"
"""The result of a call that never ended."""
RAN = "The following tool was executed by the user"
"""What stands in front of a call that the user made."""
_UNSENT = frozenset({"text/plain", "application/x-directory"})
_ABORTED = "MessageAbortedError"


def places(messages: Sequence[Message], marks: Sequence[int], unheeded: Container[str] = ()) -> list[int]:
    """The places of the messages that a request sends now, in its order.

    ``marks`` are the places of requests for a compaction and of summaries: a long session holds few.
    ``unheeded`` are requests whose tail is not looked at.
    """
    first = _first(messages, marks)
    tails = (place for place in reversed(marks) if place >= first and compaction.tail_start(messages[place]))
    last = next((place for place in tails if messages[place].id not in unheeded), None)
    if last is None:
        return list(range(first, len(messages)))
    asked = messages[last]
    behind = ((place, messages[place]) for place in marks if place > last)
    answers = (at for at, message in behind if message.is_summary and message.parent == asked.id)
    summary, start = next(answers, None), compaction.tail_start(asked)
    tail = next((place for place in range(first, last) if messages[place].id == start), None)
    if summary is None or tail is None:
        return list(range(first, len(messages)))
    return [*range(last, summary + 1), *range(tail, last), *range(summary + 1, len(messages))]


def runs(messages: Sequence[Message]) -> list[int]:
    """The run that each message belongs to, by the place of its prompt: what Kilo asks by itself goes with the run
    under way, an answer with what it answers (7.7.9)."""
    found: list[int] = []
    of: dict[str, int] = {}
    run = 0
    for place, message in enumerate(messages):
        if message.info.get("role") == "user":
            found.append(run if place and _is_asked_by_itself(message, messages[place - 1]) else place)
        else:
            run = of.get(message.parent, found[-1] if found else 0)
            found.append(run)
        of[message.id] = found[-1]
    return found


def _is_asked_by_itself(message: Message, before: Message) -> bool:
    texts = [part.value for part in message.parts if part.value.get("type") == "text"]
    behind = before.is_summary and bool(texts) and all(one.get("synthetic") is True for one in texts)
    return behind or compaction.request(message).get("auto") is True


def next_run(messages: Sequence[Message], of: Sequence[int], place: int) -> int | None:
    """The run of the next request from a place on that is none for a summary; None where there is none."""
    for run, message in zip(of[place:], messages[place:], strict=False):
        if message.info.get("role") == "assistant" and not message.is_summary:
            return run
    return None


def in_run(messages: Sequence[Message], order: Sequence[int], of: Sequence[int], run: int) -> list[int]:
    """The places that Kilo sends in a run: what belongs to it last, without prompts that wait for a run of their own;
    what comes to stand before the last request for a summary is left out, also of the tail."""
    left = sorted((place for place in order if of[place] <= run), key=lambda place: of[place] == run)
    done = [at for at in left if messages[at].is_summary and compaction.succeeded(messages[at])]
    asked = messages[max(done)].parent if done else ""
    return left[next((at for at, place in enumerate(left) if messages[place].id == asked), 0) :]


def is_mark(message: Message) -> bool:
    """Whether a message asks for a compaction, or is a summary."""
    return message.is_summary or bool(compaction.request(message))


def _first(messages: Sequence[Message], marks: Sequence[int]) -> int:
    done: set[str] = set()
    for place in reversed(marks):
        message = messages[place]
        if message.info.get("role") == "user":
            if message.id in done and compaction.request(message):
                start = compaction.tail_start(message)
                behind = range(place if start in ("", message.id) else place - 1, -1, -1)
                return next((at for at in behind if start in ("", messages[at].id)), 0)
        elif message.is_summary and compaction.succeeded(message):
            done.add(message.parent)
    return 0


def is_all_sent(messages: Sequence[Message], place: int, lost: int) -> bool:
    """Whether the request behind a place was sent more than it can have been without so many characters.

    At most one token in two characters came since the request before, and one in eight at least would have left.
    """
    before = next((at for at in range(place - 1, -1, -1) if _prompt(messages[at])), None)
    behind = next((at for at in range(place + 1, len(messages)) if _prompt(messages[at])), None)
    if before is None or behind is None:
        return False
    came = sum(len(render(part.value)) for message in messages[before:behind] for part in message.parts)
    return _prompt(messages[behind]) > _prompt(messages[before]) + came / 2 - lost / 8


def _prompt(message: Message) -> int:
    if message.is_summary:
        return 0
    usage = usage_of(as_dict(message.info.get("tokens")))
    return (usage and usage.prompt) or 0


def is_dropped(message: Message) -> bool:
    """Whether an answer that ended in an error is left out; one that the user broke off stays as far as it came."""
    error = as_dict(message.info.get("error"))
    if not error:
        return False
    said = any(part.value.get("type") not in ("step-start", "reasoning") for part in message.parts)
    return error.get("name") != _ABORTED or not said


def is_run_by_user(asked: Message | None, message: Message) -> bool:
    """Whether a message holds a tool that the user ran, so that no model was asked for it."""
    kinds = {as_text(part.value.get("type")) for part in message.parts}
    if asked is None or "tool" not in kinds or kinds & {"step-start", "step-finish"}:
        return False
    return any(part.value.get("type") == "subtask" or part.value.get("text") == RAN for part in asked.parts)


def is_driven(version: str) -> bool:
    """Whether a version is one of those whose requests were held against the contexts, or a later one."""
    counts = version_numbers(version)[:2]
    return len(counts) == 2 and (
        (1, 18) <= (counts[0], counts[1]) < (2, 0) or (7, 7) <= (counts[0], counts[1]) < (8, 0)
    )


def model_of(message: Message) -> tuple[str, str]:
    """The model that wrote a message."""
    return as_text(message.info.get("providerID")), as_text(message.info.get("modelID"))


def is_file_sent(mime: str) -> bool:
    """Whether a file is sent itself; of texts and folders the content stands in a part beside it."""
    return mime not in _UNSENT


Model = tuple[str, str]
"""Its provider and its own name."""


@dataclass(slots=True)
class Thoughts:
    """The thoughts of a session, and the items that they are to another model."""

    build: Builder
    model: Model | None = None
    """The model that is asked."""
    _models: set[Model] = field(default_factory=set)
    _owners: dict[int, Model] = field(default_factory=dict)
    _texts: dict[int, int] = field(default_factory=dict)
    _thoughts: dict[int, int] = field(default_factory=dict)

    def of(self, model: Model, begun: int) -> None:
        """The thoughts among the items behind the first ``begun`` are this model's."""
        for item in self.build.items[begun:]:
            if item.kind is ItemKind.REASONING:
                self._owners[item.number] = model
                self._models.add(model)

    def as_sent(self, items: Iterable[int]) -> list[int]:
        """The items with each thought as what it is to the model that is asked."""
        if not self._thoughts and self._models <= {self.model}:
            return list(items)
        return [self._sent(self._thoughts.get(number, number)) for number in items]

    def _sent(self, number: int) -> int:
        owner = self._owners.get(number)
        if owner is None or self.model in (None, owner):
            return number
        if number not in self._texts:
            item = self.build.items[number - 1]
            text = len(self.build.items) + 1
            self.build.items.append(replace(item, number=text, kind=ItemKind.ASSISTANT, detail="thought"))
            self._texts[number], self._thoughts[text] = text, number
        return self._texts[number]
