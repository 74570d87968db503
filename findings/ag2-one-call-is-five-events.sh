#!/usr/bin/env bash
# AG2: a tool's run stands in the history five times, so that limits count it five times and the summarizer reads it again.
#
# One would expect: TailWindowCompact(10) and CompactTrigger(max_events=10) speak of ten steps of a conversation, a run of
#   a tool being a call and a result; a result counts once towards max_tokens and is shown once to the summarizer.
# What happens: one run is an answer with the call, the call, all calls, the result and all results: five events. The tail
#   that is to hold six holds one run and an answer, without the prompt; orphans at its front go as well, so that two are
#   one. The estimate for max_tokens has the result twice. SummarizeCompact shows the call three times, twice as
#   Python prints an object with its random id, and a long result once cut and once whole.
# Version: PyPI ag2 1.2.1; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env 'ag2[openai]==1.2.1' >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""One prompt, one run of a tool, one answer. Models are those that AG2 brings along for tests."""
import asyncio
import sys

from ag2 import Agent
from ag2.compact import CompactTrigger, SummarizeCompact, TailWindowCompact
from ag2.events import ToolCallEvent, estimated_tokens
from ag2.knowledge import MemoryKnowledgeStore
from ag2.knowledge.config import KnowledgeConfig
from ag2.stream import MemoryStream
from ag2.testing import TestConfig

CALL, RESULT = '{"pier": 1}', "lantern " * 30


def count(pier: int) -> str:
    """Count what lies at a pier."""
    return RESULT


class Shown(TestConfig):
    """Writes down what the summarizer is sent."""

    said = ""

    def create(self):
        client = super().create()

        async def ask(messages, *rest, **more):
            self.said = messages[0].parts[0].content
            return await client(messages, *rest, **more)

        return ask


async def left(strategy):
    stream = MemoryStream()
    knowledge = KnowledgeConfig(
        store=MemoryKnowledgeStore(), compact=strategy, compact_trigger=CompactTrigger(max_events=6)
    )
    model = TestConfig(ToolCallEvent(name="count", arguments=CALL), "Nine boats.")
    agent = Agent("harbour", "You mind a harbour.", config=model, tools=[count], knowledge=knowledge)
    await agent.ask("Count the boats.", stream=stream)
    return [event for event in await stream.history.get_events() if estimated_tokens(event)]


def names(events):
    return [type(event).__name__ for event in events]


whole = asyncio.run(left(TailWindowCompact(99)))
twice = sum(estimated_tokens(event) for event in whole) >= 2 * len(RESULT) // 4
print("prompt, one run, answer:", names(whole), "- the estimate has the result twice:", twice)
six, two = (names(asyncio.run(left(TailWindowCompact(target)))) for target in (6, 2))
print("a tail of six:", six)
print("a tail of two:", two)
model = Shown("Boats were counted.")
asyncio.run(left(SummarizeCompact(1, model)))
calls, results, objects = model.said.count(CALL), model.said.count("lantern lantern"), model.said.count("Event(")
print("the summarizer reads the call", calls, "times,", objects, "objects of Python; the result begins", end=" ")
starts = sum("lantern lantern" in line for line in model.said.splitlines())
print("in", starts, "lines")
is_so = len(whole) == 7 and twice and "ModelRequest" not in six and len(two) == 1 and calls == 3 and starts == 2
sys.exit(0 if is_so else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
