#!/usr/bin/env bash
# Microsoft Agent Framework: compacting tool results drops what the model said and called, and keeps the results.
#
# One would expect: a step called tool result eviction shortens results; the model's own words beside a call, and what it
#   called with which arguments, stay: they are short, and say what was decided.
# What happens: a round is replaced by one message in the assistant's voice that holds nothing but its results, up to
#   4,096 characters of them, with the tool's name. Arguments and words are gone, so the results of one tool cannot be told
#   apart. The ready-made strategy for a window does so to all but its four newest rounds, from half of the budget on.
# Version: PyPI agent-framework-core 1.23.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env agent-framework-core==1.23.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Six piers are looked at, with a word on each; then the history is compacted for a window."""
import asyncio
import sys

from agent_framework import Content, ContextWindowCompactionStrategy, Message, apply_compaction

WORDS = [f"I leave out the ferry at pier {pier}." for pier in range(6)]
RESULT = "Berth 7 is empty. " * 20
messages = [Message(role="user", contents=["Which berths are empty?"])]
for pier, words in enumerate(WORDS):
    call = Content.from_function_call(call_id=f"c{pier}", name="look", arguments={"pier": f"pier-{pier}"})
    messages.append(Message(role="assistant", contents=[Content.from_text(words), call]))
    messages.append(Message(role="tool", contents=[Content.from_function_result(call_id=f"c{pier}", result=RESULT)]))

strategy = ContextWindowCompactionStrategy(max_context_window_tokens=2_000, max_output_tokens=400)
left = asyncio.run(apply_compaction(list(messages), strategy=strategy))
texts = [message.text for message in left]
sent = " ".join(str(message.to_dict()) for message in left)
for message in left[:3]:
    print(f"{message.role}: {message.text[:60]!r}, {len(message.text)} characters")
print("words left:", [words in sent for words in WORDS])
print("arguments left:", [f"pier-{pier}" in sent for pier in range(6)])
print("results left:", sum(RESULT.strip() in str(message.to_dict()) for message in left), "of 6")
gone = [words in sent or f"pier-{pier}" in sent for pier, words in enumerate(WORDS)]
whole = [message for message in left if message.role == "assistant" and RESULT.strip() in message.text]
sys.exit(0 if gone == [False, False, True, True, True, True] and len(whole) == 2 else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
