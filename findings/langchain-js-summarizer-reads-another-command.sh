#!/usr/bin/env bash
# LangChain.js: where a command in the history holds a dollar sign, the summarizer reads another command.
#
# One would expect: the summarizer is shown the history as it was said.
# What happens: the history is put into the prompt as the replacement of a string, in which JavaScript reads dollar
#   signs as its own. `kill -9 $$` is shown as `kill -9 $`. An end of line in a quoted pattern, as in
#   grep 'total$' log.txt, becomes all of the prompt that comes behind the history, in the middle of the command. A
#   backtick in that place (a command told in Markdown) puts the part of the prompt before the history there once more.
#   Nothing is raised; without dollar signs all is as it was.
# Version: npm langchain 1.5.14, @langchain/core 1.4.0; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . langchain@1.5.14 @langchain/core@1.4.0 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
import { readFileSync } from "node:fs";
import { createAgent, summarizationMiddleware } from "langchain";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage } from "@langchain/core/messages";

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
    this.asked.push(messages);
    return { generations: [{ text: "Noted.", message: new AIMessage("Noted.") }] };
  }
}

// What the summarizer reads of an answer that is summed up, with a summary prompt of our own.
async function shown(command) {
  const summarizer = new Model();
  const summaryPrompt = "Sum this up.\n{messages}\nBe brief.";
  const when = { trigger: { messages: 3 }, keep: { messages: 1 } };
  const middleware = [summarizationMiddleware({ model: summarizer, summaryPrompt, ...when })];
  const messages = [new HumanMessage("How do I do it?"), new AIMessage(command), new HumanMessage("Thanks. Go on.")];
  await createAgent({ model: new Model(), tools: [], middleware }).invoke({ messages });
  if (summarizer.asked.length !== 1) process.exit(2);
  return summarizer.asked[0].map((message) => message.content).join("\n");
}

console.log("langchain", JSON.parse(readFileSync("node_modules/langchain/package.json", "utf8")).version);
const said = {
  plain: "Run: wc -l log.txt (all lines).",
  process: "Run: kill -9 $$ (the shell itself).",
  quoted: "Run: grep 'total$' log.txt (sums alone).",
  markdown: "The pattern is `total$` in log.txt.",
};
const read = {};
for (const [name, command] of Object.entries(said)) {
  read[name] = await shown(command);
  console.log(`\nsaid: ${command}\nthe summarizer reads:\n${read[name].replace(/^/gm, "  ")}`);
}
const times = (text, word) => text.split(word).length - 1;
const same = read.plain.includes(said.plain);
const less = read.process.includes("kill -9 $ (") && !read.process.includes("$$");
const broken = read.quoted.includes("grep 'total\nBe brief. log.txt") && times(read.quoted, "Be brief.") === 2;
const again = times(read.markdown, "Sum this up.") === 2 && !read.markdown.includes(said.markdown);
process.exit(same && less && broken && again ? 0 : 1);
JS
timeout 120 node play.mjs
