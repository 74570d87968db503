#!/usr/bin/env bash
# LangChain.js: of a message in parts trimMessages keeps the first instead of the last, backwards and twice; another is cut
#   in the caller's own history.
#
# One would expect: strategy "last" with allowPartial keeps the newest of what is too long: of a message in parts its last
#   ones, in their order, in one message; what is handed over stays as it is. The same function in Python does so.
# What happens: in JavaScript the first parts stay and the last go, in the reverse order, and each time one more fits,
#   the message before stands there once more: two messages of a user where one was. summarizationMiddleware cuts what its
#   model is shown with it: of a result in three parts that reads the first, where it is to sum up the newest. With
#   strategy "first" the lines that do not fit are taken out of the caller's own message, also where it is left out
#   altogether: a rule of it is then in no request, and nowhere else.
# Version: npm langchain 1.5.14, @langchain/core 1.4.0, @langchain/langgraph 1.7.3; PyPI langchain-core 1.8.3; 2026-11-28.
# Needs: node 20 or later, npm, python3 with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it
#   cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund langchain@1.5.14 @langchain/core@1.4.0 @langchain/langgraph@1.7.3 \
  >/dev/null 2>&1 || exit 2
python3 -m venv env
env/bin/pip install -q --disable-pip-version-check langchain-core==1.8.3 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// A message of five parts and one of three lines, each too long for its limit; a token is a word.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { createAgent, summarizationMiddleware } from "langchain";

const text = ({ content }) => (typeof content === "string" ? content : content.map((part) => part.text).join(" "));
const tokenCounter = (messages) => messages.map(text).join(" ").split(/\s+/).filter(Boolean).length;

const parts = ["one", "two", "three", "four", "five"].map((word) => ({ type: "text", text: word }));
const inParts = [new SystemMessage("Be brief."), new HumanMessage({ content: parts })];
const last = { strategy: "last", allowPartial: true, includeSystem: true, tokenCounter };
const kept = {};
for (const maxTokens of [3, 5, 6]) kept[maxTokens] = (await trimMessages(inParts, { ...last, maxTokens })).map(text);

const rules = "Rule one: be quick.\nRule two: never touch pier 16.";
const inLines = [new SystemMessage("Be brief."), new HumanMessage(rules)];
const first = { strategy: "first", allowPartial: true, tokenCounter };
const cut = (await trimMessages(inLines, { ...first, maxTokens: 3 })).map(text);

class Model extends BaseChatModel {
  asked = [];
  constructor() {
    super({});
  }
  _llmType() {
    return "one that says little";
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    this.asked.push(messages.map(text).join("\n"));
    return { generations: [{ text: "Noted.", message: new AIMessage("Noted.") }] };
  }
}

// A result of three pages, each of some 600 tokens, of which the summarizer is to be shown the newest 1,000.
const summarizer = new Model();
const pages = [1, 2, 3].map((page) => ({ type: "text", text: `Page ${page}: ${"a boat, ".repeat(300)}` }));
const call = { id: "one", name: "read", args: {} };
const messages = [
  new HumanMessage("What is in the log?"),
  new AIMessage({ content: "", tool_calls: [call] }),
  new ToolMessage({ tool_call_id: "one", content: pages }),
  new AIMessage("Boats."),
  new HumanMessage("Thanks. Go on."),
];
const when = { trigger: { messages: 5 }, keep: { messages: 1 }, trimTokensToSummarize: 1000 };
const middleware = [summarizationMiddleware({ model: summarizer, summaryPrompt: "Sum this up.\n{messages}", ...when })];
await createAgent({ model: new Model(), tools: [], middleware }).invoke({ messages });
const shown = summarizer.asked.join("").match(/Page \d/g);
console.log(JSON.stringify([kept, cut, text(inLines[1]), shown]));
JS

cat >play.py <<'PY'
"""The same messages and limits in Python, and what was seen of both."""

import json
import subprocess
import sys

from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.messages.utils import trim_messages


def text(message):
    content = message.content
    return content if isinstance(content, str) else " ".join(part["text"] for part in content)


def count(messages):
    return sum(len(text(message).split()) for message in messages)


parts = [{"type": "text", "text": word} for word in ("one", "two", "three", "four", "five")]
history = [SystemMessage("Be brief."), HumanMessage(parts)]
last = {"strategy": "last", "allow_partial": True, "include_system": True, "token_counter": count}
python = {limit: [text(one) for one in trim_messages(history, max_tokens=limit, **last)] for limit in (3, 5, 6)}
rules = "Rule one: be quick.\nRule two: never touch pier 16."
history = [SystemMessage("Be brief."), HumanMessage(rules)]
trim_messages(history, max_tokens=3, strategy="first", allow_partial=True, token_counter=count)
told = subprocess.run(["node", "play.mjs"], capture_output=True, text=True, timeout=60, check=True).stdout
javascript, cut, left, pages = json.loads(told)
for limit, kept in python.items():
    print(f"limit {limit}, Python: {kept}")
    print(f"limit {limit}, JavaScript: {javascript[str(limit)]}")
print(f"limit 3, strategy first, Python: the caller's message is {text(history[1])!r}")
print(f"limit 3, strategy first, JavaScript: kept {cut}, and the caller's message is {left!r}")
print(f"pages of three that the summarizer in JavaScript is shown: {pages}")
brief = "Be brief."
healthy = list(python.values()) == [[brief, "five"], [brief, "three four five"], [brief, "two three four five"]]
if not healthy or text(history[1]) != rules:
    sys.exit(2)
turned = list(javascript.values()) == [[brief, "one"], [brief, "two one", "one"], [brief, "two one", "one"]]
sys.exit(0 if turned and pages == ["Page 1"] and cut == [brief] and left == "Rule one: be quick.\n" else 1)
PY
timeout 120 env/bin/python play.py
