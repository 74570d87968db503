#!/usr/bin/env bash
# Pipecat: what is too large is sent to the summarizer at nearly twice its size, with each result in it twice.
#
# One would expect: what is sent for a summary is about as large as what is to be summed up, and holds a result once.
# What happens: the conversation is written out as text, and what a tool gave is written out twice, first as the words of
#   someone called TOOL, then as the result of its call, by the call's id. A context of results that is summed up at
#   8,300 estimated tokens becomes a request of 16,300, so that it no longer fits a window that the context just fitted.
# Version: PyPI pipecat-ai 1.14.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env pipecat-ai==1.14.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Four piers are looked at, one after the other; then a summary is asked for. The model is a class."""
import asyncio
import sys

from pipecat.frames.frames import EndFrame, LLMSummarizeContextFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.services.llm_service import LLMService
from pipecat.utils.context.llm_context_summarization import LLMContextSummarizationUtil as Util
from pipecat.workers.runner import WorkerRunner

sent = []
messages = [{"role": "user", "content": "Which berths are empty?"}]
for pier in range(4):
    call = {"id": f"c{pier}", "type": "function", "function": {"name": "look", "arguments": f'{{"pier": {pier}}}'}}
    result = f"LOOKED-{pier}: " + "Berth 7 is empty. " * 450
    messages.append({"role": "assistant", "tool_calls": [call]})
    messages.append({"role": "tool", "tool_call_id": f"c{pier}", "content": result})
for number in range(4):
    role, text = ("user", "And now?") if number % 2 else ("assistant", "Berth 7 is.")
    messages.append({"role": role, "content": text})


class Stub(LLMService):
    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)

    async def run_inference(self, context, max_tokens=None, system_instruction=None, response_schema=None):
        sent.append(context.messages)
        return "Berth 7 is empty."


async def played():
    context = LLMContext(messages)
    size = Util.estimate_context_tokens(context)
    pair = LLMContextAggregatorPair(context)
    worker = PipelineWorker(Pipeline([pair.user(), Stub(), pair.assistant()]))
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)

    async def ask():
        await asyncio.sleep(1)
        await worker.queue_frame(LLMSummarizeContextFrame())
        await asyncio.sleep(1)
        await worker.queue_frame(EndFrame())

    await asyncio.gather(runner.run(), ask())
    return size, len(context.messages)


size, left = asyncio.run(played())
(request,) = sent
text = request[0]["content"]
asked = Util.estimate_context_tokens(LLMContext(request))
times = [text.count(f"LOOKED-{pier}") for pier in range(4)]
print(f"pipecat-ai 1.14.0, by its own estimate: context {size} tokens, request for its summary {asked}")
print("how often each result stands in it:", times, "-", left, "messages are left")
print([line[:40] for line in text.splitlines() if "LOOKED-0" in line])
sys.exit(0 if times == [2, 2, 2, 2] and asked > 1.8 * size and left == 5 else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
