#!/usr/bin/env bash
# smolagents: the answer that a run gives when its steps are used up is told to the person, and never to the model again.
#
# One would expect: run(..., reset=False) goes on with the conversation, in which stands what the person was answered; and
#   replay() shows each step as it was.
# What happens: where max_steps is reached, a last request asks for an answer, and run() returns it as any other. In the
#   memory it is a value beside an error. What the next request has in its place is that error and the words that it is to
#   be retried, so that "Why that one?" comes after no answer at all. The request that brought it is not kept. replay()
#   shows neither the error nor the answer, nor what any tool gave. An answer by the final_answer tool is sent on.
# Version: PyPI smolagents 1.26.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env smolagents==1.26.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Two questions to one agent; the model is a class in here that looks at piers until it is asked without tools."""
import io
import sys

from rich.console import Console
from smolagents import ToolCallingAgent, tool
from smolagents.models import ChatMessage, ChatMessageToolCall, ChatMessageToolCallFunction, MessageRole, Model

ANSWER, FOUND, WORDS = "Take berth 7.", "Berth 7 is empty.", "I look at a pier."
asked = []  # the texts of each request


class Stub(Model):
    """Calls a tool wherever it is given any: "final_answer" in the third request if it is to end by itself."""

    def __init__(self, by_itself):
        super().__init__()
        self.by_itself = by_itself

    def generate(self, messages, tools_to_call_from=None, **more):
        asked.append([(message.role.value, message.content[0]["text"]) for message in messages])
        if not tools_to_call_from:
            return ChatMessage(role=MessageRole.ASSISTANT, content=ANSWER)
        ends = self.by_itself and len(asked) == 3
        called = ("final_answer", {"answer": ANSWER}) if ends else ("look", {"pier": len(asked)})
        function = ChatMessageToolCallFunction(name=called[0], arguments=called[1])
        calls = [ChatMessageToolCall(id=f"c{len(asked)}", type="function", function=function)]
        return ChatMessage(role=MessageRole.ASSISTANT, content=WORDS, tool_calls=calls)


@tool
def look(pier: int) -> str:
    """Looks at a pier.

    Args:
        pier: Which one.
    """
    return FOUND


seen = {}
for by_itself in (False, True):
    asked.clear()
    agent = ToolCallingAgent(tools=[look], model=Stub(by_itself), max_steps=3 if by_itself else 2, verbosity_level=0)
    told = agent.run("Which berth shall I take?")
    first = len(asked)
    last = agent.memory.steps[-1]
    agent.run("Why that one?", reset=False)
    print("--- the model ends by itself" if by_itself else "--- the steps are used up")
    print(f"the person is told: {told!r}; in the memory: output {last.action_output!r}, error {last.error and str(last.error)!r}")
    print("the end of the next request:")
    for role, text in asked[first][-3:]:
        print(f"  {role}:", " ".join(text.split())[:150])
    shown = io.StringIO()
    agent.logger.console = Console(file=shown, width=200)
    agent.replay()
    replayed = shown.getvalue().split("Which berth shall I take?")[-1]
    kept = [step for step in agent.memory.steps if getattr(step, "model_input_messages", None)]
    answered = ANSWER in str(asked[first:])
    print(f"that answer in any later request: {answered} - in replay(): {ANSWER in replayed}, results in it: {FOUND in replayed}")
    print(f"{len(asked)} requests were made, {len(kept)} are kept")
    seen[by_itself] = told, answered, ANSWER in replayed or FOUND in replayed or WORDS not in replayed, len(asked) - len(kept)
sys.exit(0 if seen[False] == (ANSWER, False, False, 2) and seen[True][:2] == (ANSWER, True) else 1)
PY
timeout 100 env/bin/python play.py
