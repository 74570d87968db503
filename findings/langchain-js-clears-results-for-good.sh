#!/usr/bin/env bash
# LangChain.js: results that context editing is to leave out of a request are gone from the agent's own messages for good.
#
# One would expect: contextEditingMiddleware works on the model's call: old results become "[cleared]" in what is sent once
#   that is too long, and the messages that the run returns and a checkpointer saves hold what the tools gave. In Python
#   the same middleware works on a copy, and they do.
# What happens: in JavaScript it puts the placeholder into the very list that the agent's state holds. What invoke()
#   returns has "[cleared]" where the results were, and so has the state that the thread is saved with: a program that
#   shows, logs or exports the run, or goes on with another model and a larger window, has lost them. A later call without
#   the middleware sends the placeholders. Only the checkpoints of earlier steps, where they are kept, have them still.
# Version: npm langchain 1.5.14, @langchain/core 1.4.0, @langchain/langgraph 1.7.3, zod 4.6.7; PyPI langchain 1.5.2;
#   2026-11-28.
# Needs: node 20 or later, npm, python3 (3.10 or later) with venv, pip. Exits with 0 as long as it is so, with 1 when it
#   changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund langchain@1.5.14 @langchain/core@1.4.0 @langchain/langgraph@1.7.3 zod@4.6.7 \
  >/dev/null 2>&1 || exit 2
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check langchain==1.5.2 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// Four calls with all results cleared but the newest; then one more prompt in the thread without the middleware.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { ClearToolUsesEdit, contextEditingMiddleware, createAgent, tool } from "langchain";
import { z } from "zod";

const asked = [];
const results = (messages) => messages.filter((one) => one.getType() === "tool").map((one) => one.content.slice(0, 9));

class Model extends BaseChatModel {
  constructor() {
    super({});
  }
  _llmType() {
    return "one that looks at four piers";
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    asked.push(results(messages));
    const pier = asked.length;
    const usage_metadata = { input_tokens: 900 + pier, output_tokens: pier, total_tokens: 900 + 2 * pier };
    const call = { id: `call${pier}`, name: "look", args: { pier } };
    const told = pier > 4 ? { content: "Done." } : { content: "", tool_calls: [call] };
    return { generations: [{ text: "", message: new AIMessage({ ...told, usage_metadata }) }] };
  }
}

const execute = async ({ pier }) => `Pier ${pier}: ${"all is well, ".repeat(100)}`;
const look = tool(execute, { name: "look", description: "Looks.", schema: z.object({ pier: z.number() }) });
const checkpointer = new MemorySaver();
const edits = [new ClearToolUsesEdit({ trigger: { tokens: 300 }, keep: { messages: 1 } })];
const make = (middleware) => createAgent({ model: new Model(), tools: [look], checkpointer, middleware });
const thread = { configurable: { thread_id: "harbour" } };
const run = await make([contextEditingMiddleware({ edits })]).invoke({ messages: [new HumanMessage("Look.")] }, thread);
const sent = asked.at(-1);
const returned = results(run.messages);
await make([]).invoke({ messages: [new HumanMessage("And now?")] }, thread);
console.log(JSON.stringify({ sent, returned, later: asked.at(-1) }));
JS

cat >play.py <<'PY'
"""The same in Python, and what was seen of both."""

import json
import subprocess
import sys

from langchain.agents import create_agent
from langchain.agents.middleware import ClearToolUsesEdit, ContextEditingMiddleware
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import MemorySaver

asked = []


def results(messages):
    return [one.content[:9] for one in messages if one.type == "tool"]


class Model(BaseChatModel):
    @property
    def _llm_type(self):
        return "one that looks at four piers"

    def bind_tools(self, tools, **more):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **more):
        asked.append(results(messages))
        pier = len(asked)
        usage = {"input_tokens": 900 + pier, "output_tokens": pier, "total_tokens": 900 + 2 * pier}
        calls = [] if pier > 4 else [{"id": f"call{pier}", "name": "look", "args": {"pier": pier}}]
        message = AIMessage("" if calls else "Done.", tool_calls=calls, usage_metadata=usage)
        return ChatResult(generations=[ChatGeneration(message=message)])


def look(pier: int) -> str:
    """Looks."""
    return f"Pier {pier}: " + "all is well, " * 100


edits = ContextEditingMiddleware(edits=[ClearToolUsesEdit(trigger=300, keep=1)])
saver = MemorySaver()
thread = {"configurable": {"thread_id": "harbour"}}
agent = create_agent(Model(), [look], middleware=[edits], checkpointer=saver)
run = agent.invoke({"messages": [{"role": "user", "content": "Look."}]}, thread)
python = {"sent": asked[-1], "returned": results(run["messages"])}
plain = create_agent(Model(), [look], checkpointer=saver)
plain.invoke({"messages": [{"role": "user", "content": "And now?"}]}, thread)
python["later"] = asked[-1]
told = subprocess.run(["node", "play.mjs"], capture_output=True, text=True, timeout=60, check=True).stdout
javascript = json.loads(told)
for name, seen in (("Python", python), ("JavaScript", javascript)):
    print(f"{name}: results in the last request: {seen['sent']}")
    print(f"  in the messages that the run returned: {seen['returned']}")
    print(f"  sent with a prompt later, without the middleware: {seen['later']}")
cleared, whole = 3 * ["[cleared]"] + ["Pier 4: a"], [f"Pier {pier}: a" for pier in range(1, 5)]
if python != {"sent": cleared, "returned": whole, "later": whole} or javascript["sent"] != cleared:
    sys.exit(2)
sys.exit(0 if javascript["returned"] == javascript["later"] == cleared else 1)
PY
timeout 120 env/bin/python play.py
