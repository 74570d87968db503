#!/usr/bin/env bash
# LangChain replaces a history by a summary that no model wrote, and that says nothing of it.
#
# One would expect: once the history is too long, SummarizationMiddleware asks its model for a summary; where too much
#   is to be summed up, an older part of it is left out.
# What happens: where an agent has worked for a while on one prompt, here by reading four files, no model is asked. All
#   but the newest messages, the only prompt among them, are replaced by a summary that is one fixed sentence (that it
#   was too long to summarize), and the agent goes on without its task. The summarizer is healthy and is never called.
# Version: PyPI langchain 1.5.2, langgraph 1.2.24; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile langchain==1.5.2 langgraph==1.2.24 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""One prompt, five files read one after the other; two models in this process say what they are asked."""
import sys

from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool

TASK = "Find the error in the logs. Never touch vendor/."
asked = {"agent": [], "summarizer": []}


class Stub(BaseChatModel):
    part: str

    @property
    def _llm_type(self):
        return "stub"

    def bind_tools(self, tools, **more):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **more):
        asked[self.part].append([message.text for message in messages])
        number = len(asked[self.part])
        if self.part == "summarizer":
            answer = AIMessage("They look for an error in the logs, and must not touch vendor/.")
        elif number <= 5:
            answer = AIMessage("", tool_calls=[{"name": "read", "args": {"number": number}, "id": f"call{number}"}])
        else:
            answer = AIMessage("Done.")
        return ChatResult(generations=[ChatGeneration(message=answer)])


@tool
def read(number: int) -> str:
    """Read one of the logs."""
    return f"Log {number}: " + "a line of the log. " * 500


middleware = SummarizationMiddleware(model=Stub(part="summarizer"), trigger=("tokens", 8000), keep=("messages", 2))
agent = create_agent(Stub(part="agent"), [read], middleware=[middleware])
agent.invoke({"messages": [("user", TASK)]})
last = asked["agent"][-1]
print("langchain 1.5.2")
print("calls of the summarizer:", len(asked["summarizer"]))
print("the agent's last request begins with:", repr(last[0]))
print("its task stands in the first request:", TASK in asked["agent"][0][0], "- in the last:", TASK in " ".join(last))
sys.exit(0 if not asked["summarizer"] and "too long to summarize" in last[0] and TASK not in " ".join(last) else 1)
PY
timeout 100 env/bin/python play.py
