#!/usr/bin/env bash
# Pipecat: a summary that is asked for with fewer messages to keep is written, paid for, and thrown away.
#
# One would expect: LLMSummarizeContextFrame takes a configuration for this one summary, and what it says holds: how many
#   of the newest messages stay, and into which template the summary goes.
# What happens: the request to the model is made by that configuration, the answer is held against the general one. Where
#   fewer messages are to stay than that one says (4, if nobody set it), the summary is dropped as if the context had
#   changed meanwhile, with a line in the log at most; the next try is paid for, too. Where more are to stay it is taken,
#   but stands in the general template.
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
"""Twelve messages, and a summary that is asked for in three ways. The model is a class that counts what it is asked."""
import asyncio
import sys

from pipecat.frames.frames import EndFrame, LLMSummarizeContextFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.services.llm_service import LLMService
from pipecat.utils.context.llm_context_summarization import LLMContextSummaryConfig
from pipecat.workers.runner import WorkerRunner

TEMPLATE = "So far: {summary}"


class Stub(LLMService):
    asked = 0

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)

    async def run_inference(self, context, max_tokens=None, system_instruction=None, response_schema=None):
        self.asked += 1
        return "The boats of some piers were counted."


async def summed(keep):
    """How often the model was asked, how many messages there are then, and the first of them."""
    messages = [{"role": role, "content": f"{said} {pier}."} for pier in range(6)
                for role, said in (("user", "Count the boats of pier"), ("assistant", "Nine boats lie at pier"))]
    context, model = LLMContext(messages), Stub()
    pair = LLMContextAggregatorPair(context)
    worker = PipelineWorker(Pipeline([pair.user(), model, pair.assistant()]))
    config = None if keep is None else LLMContextSummaryConfig(
        min_messages_after_summary=keep, summary_message_template=TEMPLATE)
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)

    async def ask():
        for _ in range(2 if keep == 2 else 1):
            await asyncio.sleep(1)
            await worker.queue_frame(LLMSummarizeContextFrame(config=config))
        await asyncio.sleep(1)
        await worker.queue_frame(EndFrame())

    await asyncio.gather(runner.run(), ask())
    return model.asked, len(context.messages), context.messages[0]["content"]


print("pipecat-ai 1.14.0, 12 messages")
told = {keep: asyncio.run(summed(keep)) for keep in (None, 6, 2)}
for keep, (asked, left, first) in told.items():
    name = "no configuration" if keep is None else f"{keep} messages to stay, template {TEMPLATE!r}"
    print(f"{name}: {asked} summaries written, {left} messages left, first {first!r}")
usual = "Conversation summary: The boats of some piers were counted."
as_described = told == {None: (1, 5, usual), 6: (1, 7, usual), 2: (2, 12, "Count the boats of pier 0.")}
sys.exit(0 if as_described else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
