#!/usr/bin/env bash
# Semantic Kernel: a rule given as a second system message is gone after a reduction, and its summarizer never saw it.
#
# One would expect: a history that is reduced keeps its system messages, or they are summed up like the rest; what is
#   said in a developer's voice in the midst of a session (a rule that the application adds) is the last to be dropped.
# What happens: only the first one is kept. Any other that is older than the tail is left out of what the summarizer is
#   shown and out of the new history, by both reducers, and nothing is raised. As said by a user it would have been summed
#   up. The summary then stands there as an answer of the assistant.
# Version: PyPI semantic-kernel 1.45.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env semantic-kernel==1.45.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A rule in three voices, then four rounds; four messages are to stay. The service is a class that notes what it is shown."""
import asyncio
import sys

from semantic_kernel.connectors.ai.chat_completion_client_base import ChatCompletionClientBase
from semantic_kernel.contents import (
    AuthorRole,
    ChatHistorySummarizationReducer,
    ChatHistoryTruncationReducer,
    ChatMessageContent,
)

RULE = "Never count the ferry."
shown = []


class Stub(ChatCompletionClientBase):
    async def get_chat_message_content(self, chat_history, settings, **more):
        shown.append(" ".join(message.content for message in chat_history.messages))
        return ChatMessageContent(role=AuthorRole.ASSISTANT, content="Boats were counted.")


def reduced(reducer, voice):
    reducer.add_system_message("You mind a harbour.")
    reducer.add_user_message("Count the boats.")
    reducer.add_assistant_message("Nine.")
    reducer.add_message({"role": voice, "content": RULE})
    for pier in range(4):
        reducer.add_user_message(f"Pier {pier}?")
        reducer.add_assistant_message(f"{pier} boats.")
    asyncio.run(reducer.reduce())
    return [(message.role.value, message.content) for message in reducer.messages]


found = {}
for voice in ("user", "system", "developer"):
    shown.clear()
    left = reduced(ChatHistorySummarizationReducer(target_count=4, service=Stub(ai_model_id="stub")), voice)
    cut = reduced(ChatHistoryTruncationReducer(target_count=4), voice)
    found[voice] = (RULE in shown[0], RULE in str(left), RULE in str(cut))
    print(f"the rule as {voice}: shown to the summarizer {found[voice][0]}, left {found[voice][1]},",
          f"left by cutting alone {found[voice][2]}")
print("left:", left)
gone = (False, False, False)
as_described = found == {"user": (True, False, False), "system": gone, "developer": gone}
sys.exit(0 if as_described and left[1] == ("assistant", "Boats were counted.") else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
