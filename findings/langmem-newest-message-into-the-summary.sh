#!/usr/bin/env bash
# langmem: the message that reaches the limit is summed up itself, so that the model gets no prompt, or not what its tool gave.
#
# One would expect: older messages are summed up, and what has just been asked, or come back from a tool, goes to the
#   model as it is.
# What happens: messages are gone through from the oldest on until they reach max_tokens_before_summary, and all up to
#   there are summed up. Where nothing is set that is max_tokens, and in a session that grows it is the newest message
#   that reaches it: with a prompt the next request is two system messages and nobody's question, with a tool's result
#   also without the call and what it gave. They stand in the summary alone, in the summarizer's words. With a lower
#   max_tokens_before_summary the newest one stays.
# Version: PyPI langmem 0.0.30, langchain-core 1.8.3; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env langmem==0.0.30 langchain-core==1.8.3 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A limit of 60 words that the newest message reaches. The model is a function that writes down what it is asked."""
import sys

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.runnables import RunnableLambda
from langmem.short_term import summarize_messages

PROMPT, RESULT = "Count what lies at pier four, and never the ferry. ", "A lantern burns at the quay. "
BEGUN = [
    SystemMessage("You mind a harbour.", id="rules"),
    HumanMessage("Count the boats. " * 5, id="asked"),
    AIMessage("Nine boats lie there. " * 7, id="told"),
]
RUN = AIMessage("", id="run", tool_calls=[{"name": "look", "args": {"pier": 4}, "id": "1"}])
ENDS = {
    "a prompt": [HumanMessage(PROMPT * 3, id="newest")],
    "a result": [HumanMessage("And pier four?", id="second"), RUN, ToolMessage(RESULT * 5, tool_call_id="1", id="newest")],
}


def words(messages):
    return sum(len(message.content.split()) for message in messages)


def summed(end, **more):
    """Whether the summarizer was shown the newest message, and the kinds of what the model then gets."""
    shown = []

    def answer(messages):
        shown.extend(messages)
        return AIMessage("Boats were counted.")

    done = summarize_messages(
        [*BEGUN, *end], running_summary=None, model=RunnableLambda(answer), max_tokens=60, max_summary_tokens=10,
        token_counter=words, **more,
    )
    return end[-1] in shown, [message.type for message in done.messages]


is_so = True
for name, end in ENDS.items():
    plain, early = summed(end), summed(end, max_tokens_before_summary=40)
    print(f"{name} reaches the limit: it was summed up: {plain[0]}; the request is {plain[1]}")
    print(f"  with max_tokens_before_summary=40: {early[0]}; the request is {early[1]}")
    is_so = is_so and plain == (True, ["system", "system"]) and not early[0] and early[1][-1] == end[-1].type
sys.exit(0 if is_so else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
