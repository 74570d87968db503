#!/usr/bin/env bash
# AG2: a policy that holds a budget of 500 tokens sends 60,000, because it counts an abbreviation of each event.
#
# One would expect: TokenBudgetPolicy(max_tokens=500) leaves out older events until what is sent is about 500 tokens, as
#   TokenLimiter does, which estimates at four characters a token as well.
# What happens: the policy counts the length of an event as Python prints it, and there a text is cut to its first 80
#   characters, with its length behind. A prompt of 20,000 characters counts some 35 tokens, so that all twelve of them
#   are sent. Short ones are left out instead: what is printed around a prompt of one word counts more than the word, and
#   26 of 60 are sent, 52 tokens in all, where TokenLimiter sends every one.
# Version: PyPI ag2 1.2.1; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env 'ag2[openai]==1.2.1' >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Prompts in one session, under a budget of 500 tokens. The model is the one that AG2 brings along for tests."""
import asyncio
import sys

from ag2 import Agent
from ag2.events import ModelRequest, estimated_tokens
from ag2.middleware import TokenLimiter
from ag2.policies import ConversationPolicy, TokenBudgetPolicy
from ag2.stream import MemoryStream
from ag2.testing import TestConfig

BUDGET = 500


class Shown(TestConfig):
    """Writes down how many prompts each request has, and how many tokens by AG2's own estimate."""

    def create(self):
        client = super().create()
        self.sent = []

        async def ask(messages, *rest, **more):
            self.sent.append((sum(isinstance(event, ModelRequest) for event in messages),
                              sum(estimated_tokens(event) for event in messages)))
            return await client(messages, *rest, **more)

        return ask


async def last(prompts, **how):
    model, stream = Shown(*["Yes."] * len(prompts)), MemoryStream()
    agent = Agent("harbour", "You mind a harbour.", config=model, **how)
    for prompt in prompts:
        await agent.ask(prompt, stream=stream)
    return model.sent[-1]


ways = {"TokenBudgetPolicy": {"assembly": [ConversationPolicy(), TokenBudgetPolicy(BUDGET)]},
        "TokenLimiter": {"middleware": [TokenLimiter(BUDGET)]}}
kinds = {"12 prompts of 20,000 characters": [f"{number} " + "boat " * 4000 for number in range(12)],
         "60 prompts of one word": ["Boats?"] * 60}
told = {}
print("ag2 1.2.1, budget", BUDGET, "tokens")
for kind, prompts in kinds.items():
    for way, how in ways.items():
        told[kind[:2], way] = count, tokens = asyncio.run(last(prompts, **how))
        print(f"{kind}, {way}: the last request has {count} prompts, {tokens} tokens")
long, short = told["12", "TokenBudgetPolicy"], told["60", "TokenBudgetPolicy"]
limited = [told[kind, "TokenLimiter"][0] for kind in ("12", "60")]
sys.exit(0 if long[0] == 12 and long[1] > 100 * BUDGET and short[0] < 30 and limited == [2, 60] else 1)
PY
timeout 100 env/bin/python play.py 2>/dev/null
