#!/usr/bin/env bash
# Google ADK: after a compaction, what the person said stands in the history as words of the model itself.
#
# One would expect: a summary is sent as a message of the user or of the system, with a sentence that says what it is,
#   so that rules which the person gave are still the person's.
# What happens: the next request begins with a message of the role "model" that is the summary and nothing else: no
#   sentence in front, no mark. The model reads the person's rules as something that it once said itself, and an API
#   that wants a conversation to begin with the user gets one that does not.
# Version: PyPI google-adk 2.13.0 (compaction is marked as experimental); 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env google-adk==2.13.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three prompts, a compaction after two of them; the model is a class that keeps what it is sent."""
import asyncio
import logging
import sys
import warnings

from google.adk.agents import Agent
from google.adk.apps import App
from google.adk.apps.app import EventsCompactionConfig
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.genai import types

warnings.simplefilter("ignore")
logging.disable()
PROMPTS = ["Never touch vendor/.", "Count the boats.", "And now?"]
SUMMARY = "vendor/ must never be touched. Nine boats."
sent = []  # (system instruction, [(role, texts)]) of each request


class Stub(BaseLlm):
    async def generate_content_async(self, request, stream=False):
        contents = [(content.role, [part.text for part in content.parts]) for content in request.contents]
        instruction = request.config.system_instruction
        sent.append((instruction, contents))
        text = "Heard." if instruction else SUMMARY  # the summarizer is asked without an instruction
        yield LlmResponse(content=types.Content(role="model", parts=[types.Part(text=text)]))


async def play():
    agent = Agent(name="worker", model=Stub(model="stub"), instruction="Be brief.")
    compaction = EventsCompactionConfig(compaction_interval=2, overlap_size=0)
    app = App(name="app", root_agent=agent, events_compaction_config=compaction)
    sessions = InMemorySessionService()
    runner = Runner(app=app, session_service=sessions)
    await sessions.create_session(app_name="app", user_id="person", session_id="one")
    for prompt in PROMPTS:
        message = types.Content(role="user", parts=[types.Part(text=prompt)])
        async for _ in runner.run_async(user_id="person", session_id="one", new_message=message):
            pass


asyncio.run(play())
summarized = [contents for instruction, contents in sent if not instruction]
before, last = [contents for instruction, contents in sent if instruction][-2:]
print("google-adk 2.13.0; calls for a summary:", len(summarized))
for name, contents in (("before", before), ("behind", last)):
    print(f"the request {name} the compaction:", "; ".join(f"{role}: {texts}" for role, texts in contents))
sys.exit(0 if len(summarized) == 1 and last == [("model", [SUMMARY]), ("user", [PROMPTS[2]])] else 1)
PY
timeout 150 env/bin/python play.py 2>/dev/null
