#!/usr/bin/env bash
# LlamaIndex: of a call that the model made, nothing is in the summary's request, and reading the memory deletes the rest.
#
# One would expect: what no longer fits into a ChatSummaryMemoryBuffer is shown to the summarizer, calls as calls (its
#   code has words for them); get() reads; the newest prompt goes to the model as it is.
# What happens: a message of the assistant that holds a call and no words is passed over, and of one with words these
#   alone are shown, so that the summarizer reads what a tool gave and not what was run. get() puts what it returns in the
#   place of what was stored, so the call stands nowhere afterwards. And a prompt that is longer than the limit is summed
#   up with all the rest: the next request is one system message, without a prompt.
# Version: PyPI llama-index-core 0.14.25; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env llama-index-core==0.14.25 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Seven messages and a limit of 40 words; the model is a class that writes down what it is asked."""
import sys

from llama_index.core.base.llms.types import TextBlock, ToolCallBlock
from llama_index.core.llms import ChatMessage, ChatResponse, MockLLM
from llama_index.core.memory import ChatSummaryMemoryBuffer

COMMAND = "make clean"
SUMMARY = "Boats were counted."
asked = []


class Stub(MockLLM):
    def chat(self, messages, **more):
        asked.append(messages[-1].content)
        return ChatResponse(message=ChatMessage(role="assistant", content=SUMMARY))


def call(words):
    run = ToolCallBlock(tool_call_id="1", tool_name="run", tool_kwargs={"command": COMMAND})
    return ChatMessage(role="assistant", blocks=[*words, run])


def played(first):
    memory = ChatSummaryMemoryBuffer.from_defaults(llm=Stub(), token_limit=40, tokenizer_fn=str.split)
    memory.set([
        ChatMessage(role="user", content="Count the boats."),
        first,
        ChatMessage(role="tool", content="done " * 20, additional_kwargs={"tool_call_id": "1"}),
        ChatMessage(role="assistant", content="Nine boats."),
        ChatMessage(role="user", content="And the piers? " * 3),
        ChatMessage(role="assistant", content="Seven piers. " * 10),
        ChatMessage(role="user", content="And the lamps?"),
    ])
    return memory


for words in ([], [TextBlock(text="I clean first.")]):
    memory = played(call(words))
    stored = len(memory.get_all())
    memory.get()
    kept = memory.get_all()
    print(f"{len(words)} texts beside the call; before get() {stored} messages, behind it {len(kept)}")
    print("  the summarizer read:", repr(asked[-1].replace("done ", "")))
    print("  the call is in its request:", COMMAND in asked[-1], "- in the memory:", COMMAND in str(kept))
    is_gone = COMMAND not in asked[-1] and COMMAND not in str(kept) and "tool: done" in asked[-1]
    if not is_gone or len(kept) >= stored:
        sys.exit(1)
memory = played(call([]))
memory.put(ChatMessage(role="user", content="Now list these: " + "boat " * 80))
request = [(message.role.value, message.content) for message in memory.get()]
print("with a prompt of 83 words, the next request is:", request)
sys.exit(0 if request == [("system", SUMMARY)] else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
