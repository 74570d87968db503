#!/usr/bin/env bash
# OpenHands: the summarizer reads previews of 500 characters, of a call the name alone, of the last summary the beginning.
#
# One would expect: LLMSummarizingCondenser shows its model the events that are to be forgotten as the agent had them, or
#   shortens them where they are too long for its window; a later summary takes in the earlier.
# What happens: each event is shown as it prints itself for a terminal. A prompt and a summary end after 497 characters, a
#   result after 500, whatever the window is; a call is the name of its class, so that no path, command or text that the
#   agent wrote is there. The second condensation reads the first 497 characters of the first one's summary and then
#   forgets it, so what stood behind them is in no text from then on. The settings and sub-agents use this condenser.
# Version: PyPI openhands-sdk 1.58.2; 2026-11-28.
# Needs: python3 with pip, and a Python from 3.12 on, which uv finds or fetches. Exits with 0 as long as it is so, with 1
#   when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export OPENHANDS_SUPPRESS_BANNER=1 LITELLM_LOCAL_MODEL_COST_MAP=True
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv venv --quiet --no-project --python '>=3.12' env >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env openhands-sdk==1.58.2 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Piers are looked at until two condensations are made; the model is a server in here that keeps what it is sent."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILLER = "Boats lie there, as they did on the day before. " * 15
RULE, FACT, ARGUMENT, KEPT = "Never count the ferry.", "Berth 7 is empty.", "north-quay", "The ferry is not to be counted."
asked, shown = [], []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        (asked if body.get("tools") else shown).append(body["messages"])
        message = {"role": "assistant", "content": "Noted." if body.get("tools") else FILLER + KEPT}
        if body.get("tools") and body["messages"][-1]["role"] == "user":
            called = {"name": "look", "arguments": json.dumps({"pier": ARGUMENT})}
            message |= {"tool_calls": [{"id": f"c{len(asked)}", "type": "function", "function": called}]}
        choice = {"index": 0, "finish_reason": "tool_calls" if "tool_calls" in message else "stop", "message": message}
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        reply = {"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]}
        text = json.dumps(reply | {"usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()

from openhands.sdk import LLM, Agent, Conversation
from openhands.sdk.context.condenser import LLMSummarizingCondenser
from openhands.sdk.tool import Action, Observation, Tool, ToolDefinition, ToolExecutor, register_tool


class LookAction(Action):
    pier: str


class LookObservation(Observation):
    pass


class Look(ToolExecutor):
    def __call__(self, action, conversation=None):
        return LookObservation.from_text(FILLER + FACT)


class LookTool(ToolDefinition[LookAction, LookObservation]):
    name = "look"

    @classmethod
    def create(cls, conv_state=None, **more):
        made = {"action_type": LookAction, "observation_type": LookObservation, "executor": Look()}
        return [cls(description="Look at a pier.", **made)]


register_tool("look", LookTool)
address = f"http://127.0.0.1:{server.server_port}/v1"
llm = LLM(model="openai/stub", api_key="none", base_url=address, usage_id="agent")
condenser = LLMSummarizingCondenser(llm=llm, max_size=12, keep_first=2)
agent = Agent(llm=llm, tools=[Tool(name="look")], include_default_tools=[], condenser=condenser)
talk = Conversation(agent=agent, workspace=".", visualizer=None)
while len(shown) < 2 and len(asked) < 40:
    talk.send_message(f"Look at the next pier. {FILLER}{RULE}")
    talk.run()


def has(messages, *texts):
    return [text in json.dumps(messages) for text in texts]


before = next(messages for messages in asked if has(messages, KEPT)[0])
print("the agent was sent the rule, the fact and the argument:", *has(asked[3], RULE, FACT, ARGUMENT))
print("the first summarizer was sent them:", *has(shown[0], RULE, FACT, ARGUMENT))
events = [event for event in json.dumps(shown[0]).split("<EVENT>")[1:]]
print("a prompt, a call and a result as it is shown them:")
for kind in ("MessageEvent (user)", "ActionEvent", "ObservationEvent"):
    event = next(event for event in events if kind in event)
    print(f"  {event.split('</EVENT>')[0].strip()[:90]} ... {len(event)} characters")
print("the agent was sent the end of the first summary:", *has(before, KEPT))
print("the second summarizer was, its beginning and its end:", *has(shown[1], "CondensationSummaryEvent", KEPT))
lost = not any(has(shown[0], RULE, FACT, ARGUMENT)) and all(has(asked[3], RULE, FACT, ARGUMENT))
sys.exit(0 if lost and has(shown[1], "CondensationSummaryEvent", KEPT) == [True, False] else 1)
PY
timeout 300 env/bin/python play.py 2>/dev/null
