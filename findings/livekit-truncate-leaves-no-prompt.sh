#!/usr/bin/env bash
# LiveKit Agents: cut to its newest six items after three calls, a history is the instructions and nothing else.
#
# One would expect: truncate(max_items=6) leaves the six newest items, or a few less where a result would lose its call;
#   the prompt that the model is at work on, or what its tools gave, is among them.
# What happens: the newest items are taken, and then each call and each result at their head goes until a message comes.
#   Where the model has called three times since the prompt, all six are calls and results, so nothing stays: the agent
#   that is handed over to reads its instructions alone. After two calls it has the prompt and all that was looked up.
# Version: PyPI livekit-agents 1.8.9; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env livekit-agents==1.8.9 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A tool of the first agent hands over to the second one, with what truncate leaves. The model is a class."""
import asyncio
import sys

from livekit.agents import Agent, AgentSession, function_tool
from livekit.agents.llm import LLM, ChatChunk, ChoiceDelta, FunctionToolCall, LLMStream

PROMPT = "Count the boats at the piers, never the ferry."
asked = []  # the items of each request: a message's text, a call's or a result's type


class Stream(LLMStream):
    async def _run(self):
        items = [item for item in self._chat_ctx.items if item.type != "agent_config_update"]
        asked.append([item.text_content if item.type == "message" else item.type for item in items])
        done = asked[-1].count("function_call")
        calls = []
        if asked[-1][0] == "You count.":
            name, more = ("look", f'{{"pier": {done}}}') if done < self._llm.looks else ("hand_over", "{}")
            calls = [FunctionToolCall(name=name, arguments=more, call_id=f"c{done}")]
        delta = ChoiceDelta(role="assistant", content=None if calls else "Nine.", tool_calls=calls)
        self._event_ch.send_nowait(ChatChunk(id="x", delta=delta))


class Model(LLM):
    def __init__(self, looks):
        super().__init__()
        self.looks = looks

    def chat(self, *, chat_ctx, tools=None, conn_options=None, **more):
        return Stream(self, chat_ctx=chat_ctx, tools=tools or [], conn_options=conn_options)


@function_tool
async def look(pier: int) -> str:
    """Look at a pier."""
    return "nine boats"


class Second(Agent):
    def __init__(self, history):
        super().__init__(instructions="You write it down.", chat_ctx=history, tools=[look])

    async def on_enter(self):
        await self.session.generate_reply()


class First(Agent):
    def __init__(self):
        super().__init__(instructions="You count.", tools=[look])

    @function_tool
    async def hand_over(self):
        """Hand over to the one who writes it down."""
        return Second(self.chat_ctx.copy(exclude_instructions=True).truncate(max_items=6))


async def played(looks):
    asked.clear()
    async with AgentSession(llm=Model(looks)) as session:
        await session.start(First())
        await session.run(user_input=PROMPT)
    return asked[-2:]


print("livekit-agents 1.8.9, cut to 6 items")
told = {looks: asyncio.run(played(looks)) for looks in (2, 3)}
for looks, (before, after) in told.items():
    print(f"{looks} calls: the first agent's last request is {before}")
    print(f"   the second agent's first is {after}")
whole = ["You write it down.", PROMPT, *["function_call", "function_call_output"] * 2]
sys.exit(0 if told[2][1] == whole and told[3][1] == ["You write it down."] and PROMPT in told[3][0] else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
