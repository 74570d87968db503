#!/usr/bin/env bash
# LiteLLM: trim_messages gives a history that no prompt is in, that begins with half a result, and that is too long.
#
# One would expect: a history that is too long for its budget loses its oldest turns; a call and its result go together,
#   the prompt that is being worked on stays, and the outcome fits the budget.
# What happens: of a prompt and six calls with their results, at a budget of 1,000 tokens, the prompt and the first call
#   are gone, the first result stands without its call and is cut in its middle, and the outcome has 1,202 tokens.
# Version: PyPI litellm 1.106.2; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env litellm==1.106.2 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""An agent in the middle of its work: system prompt, one prompt, six calls and what each of them gave."""
import sys

import litellm

BUDGET = 1000
RESULT = "result " * 200
history = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tidy up. Never touch vendor/."}]
for number in range(6):
    call = {"id": f"call{number}", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    history.append({"role": "assistant", "content": None, "tool_calls": [call]})
    history.append({"role": "tool", "tool_call_id": f"call{number}", "content": RESULT})


def tokens(messages):
    return litellm.token_counter(model="gpt-4o", messages=messages)


trimmed = litellm.utils.trim_messages(history, model="gpt-4o", max_tokens=BUDGET)
first = trimmed[1]
called = {call["id"] for message in trimmed for call in message.get("tool_calls") or []}
answered = {message["tool_call_id"] for message in trimmed if message["role"] == "tool"}
print("litellm 1.106.2")
print(f"{len(history)} messages of {tokens(history)} tokens; budget {BUDGET}; left {len(trimmed)} of {tokens(trimmed)}")
print("roles left:", " ".join(message["role"] for message in trimmed))
print("results without their call:", sorted(answered - called), "- characters of it:", len(first["content"]), "of 1400")
orphan = first["role"] == "tool" and answered - called == {"call0"} and len(first["content"]) < len(RESULT)
no_prompt = all(message["role"] != "user" for message in trimmed)
sys.exit(0 if orphan and no_prompt and tokens(trimmed) > BUDGET else 1)
PY
LITELLM_LOCAL_MODEL_COST_MAP=True timeout 100 env/bin/python play.py
