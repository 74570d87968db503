#!/usr/bin/env bash
# LlamaIndex.TS: where a prompt fills the memory, the next step has facts in the place of all messages, that prompt's too.
#
# One would expect: as documented, an agent is given the newest messages that fit, and facts are extracted from those that
#   are outside of the limit; where that fails, messages stay what they were.
# What happens: once the messages pass 70 % of tokenLimit all of them are handed to the extraction, and none of them is
#   sent again. Where a prompt passes it, the step behind its first call holds facts, the call and the result, and
#   nothing of what was asked; where a result does, the same facts are extracted twice, and the next prompt comes with
#   nothing of the turn before. Whatever becomes of the extraction, the messages are passed over: an answer whose JSON
#   stands in a code fence counts as failed, so the step has no facts either. A line on the console tells of that.
# Version: npm llamaindex 0.12.1, @llamaindex/core 0.6.22, @llamaindex/workflow 1.1.24, zod 4.6.7; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . llamaindex@0.12.1 @llamaindex/core@0.6.22 \
  @llamaindex/workflow@1.1.24 zod@4.6.7 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// Six prompts with one call each, of some 160 tokens a turn, at a limit of 1,000; a person waits before each.
import { ToolCallLLM } from "@llamaindex/core/llms";
import { createMemory, factExtractionBlock } from "@llamaindex/core/memory";
import { tool } from "@llamaindex/core/tools";
import { agent } from "@llamaindex/workflow";
import { z } from "zod";

const wait = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));

class Model extends ToolCallLLM {
  supportToolCall = true;
  metadata = { model: "stub", temperature: 0, topP: 1, contextWindow: 8000, structuredOutput: false };
  asked = [];
  extracted = [];
  constructor(fence) {
    super();
    this.fence = fence;
  }
  async chat({ messages }) {
    this.asked.push(structuredClone(messages));
    const call = { name: "count", input: { pier: 1 }, id: `call${this.asked.length}` };
    const answered = Boolean(messages.at(-1).options?.toolResult);
    return (async function* () {
      await wait(100);
      yield { raw: {}, ...(answered ? { delta: "Nine.", options: {} } : { delta: "", options: { toolCall: [call] } }) };
    })();
  }
  async complete({ prompt }) {
    this.extracted.push(prompt);
    await wait(40);
    const facts = JSON.stringify({ facts: ["The user asks for boats."] });
    return { text: this.fence ? `\`\`\`json\n${facts}\n\`\`\`` : facts, raw: {} };
  }
}

// What a request holds, as letters: s(ystem), f(acts), p(rompt), c(all), r(esult), a(nswer).
function letters(messages) {
  return messages.map(({ role, content, options }) => {
    if (options?.toolCall || options?.toolResult) return options.toolCall ? "c" : "r";
    if (role === "memory") return content ? `f${content.split("\n").length}` : "";
    return role === "user" ? "p" : role[0];
  }).join("");
}

async function played(name, fence, words) {
  const llm = new Model(fence);
  const memoryBlocks = [factExtractionBlock({ llm, maxFacts: 50, priority: 1 })];
  const memory = createMemory({ tokenLimit: 1000, llm, memoryBlocks });
  const count = tool({
    name: "count", description: "Counts the boats at a pier.", parameters: z.object({ pier: z.number() }),
    execute: () => "boat ".repeat(150),
  });
  const harbour = agent({ name: "harbour", llm, tools: [count], memory, systemPrompt: "You mind a harbour." });
  for (let turn = 1; turn <= 6; turn++) {
    await harbour.run(`Prompt ${turn}: count the boats. ${turn === 5 ? words : ""}`);
    await wait(300);
  }
  const requests = llm.asked.map(letters).slice(-4);
  console.log(`${name}: turn 5: ${requests[0]} ${requests[1]}, turn 6: ${requests[2]} ${requests[3]};`,
    "extractions:", llm.extracted.length);
  return [...requests, llm.extracted.length].join(" ");
}

console.warn = () => {};
console.log("llamaindex 0.12.1; s(ystem), f(acts, and how many), p(rompt), c(all), r(esult), a(nswer)");
const rules = "Never name the ferry. ".repeat(30);
const found = [
  await played("long prompt 5", false, rules), await played("the same, facts in a code fence", true, rules),
  await played("short prompt 5", false, ""),
];
const expected = [
  "spcrapcrapcrapcrap sf1cr sf1crap sf1crapcr 1", "spcrapcrapcrapcrap scr scrap scrapcr 1",
  "spcrapcrapcrapcrap spcrapcrapcrapcrapcr sf2p sf2pcr 2",
];
process.exit(found.every((one, number) => one === expected[number]) ? 0 : 1);
JS
timeout 100 node play.mjs 2>/dev/null
