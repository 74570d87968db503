"""Words in the next request of Gemini CLI: a compaction at the start of a turn comes behind every hook but that one.

``BeforeModel`` gets the texts of a request and gives them back (0.61.0: as many as it got, any further ones are a
message of the user at the end). What it adds is in that request alone; the next prompt takes the words along to stay.
"""

from __future__ import annotations

import json

_HEAD = 200
"""Characters of the first message by which a request of the session is told from a subagent's."""


def kept(words: str, first: str) -> str:
    """What is remembered until the next prompt: the words, and how the first message of the context begins."""
    return json.dumps({"words": words, "first": first[:_HEAD]})


def to_stay(remembered: str) -> str:
    """The answer to ``BeforeAgent``: the words beside the prompt, with which they stay in the history."""
    output = {"hookEventName": "BeforeAgent", "additionalContext": json.loads(remembered)["words"]}
    return json.dumps({"hookSpecificOutput": output})


def put_in(raw: bytes, remembered: str) -> str:
    """The answer to ``BeforeModel``: the request with the words behind it; "" for a request of another context."""
    told, request = json.loads(remembered), json.loads(raw)["llm_request"]
    messages = request["messages"]
    if not messages or told["first"] not in messages[0]["content"]:
        return ""
    more = {"role": "user", "content": f"<hook_context>{told['words']}</hook_context>"}
    output = {"hookEventName": "BeforeModel", "llm_request": {"messages": [*messages, more]}}
    return json.dumps({"hookSpecificOutput": output})
