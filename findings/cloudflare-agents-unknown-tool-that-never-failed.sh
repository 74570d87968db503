#!/usr/bin/env bash
# Cloudflare Agents: the summarizer reads a program's own tools as "unknown", and a failed call as one without an outcome.
#
# One would expect: createCompactFunction, as the documentation of sessions sets it up, shows its model the messages that a
#   summary is to replace: which tool was called with what, what came back, and that it failed where it did.
# What happens: in the messages of the AI SDK a tool's name is a part of the part's type ("tool-restart"). The text for
#   the summarizer looks for it in another field, which only tools have that were not known beforehand, such as those
#   of an MCP server. So reading a log and restarting a pier look alike. Of a call that threw an error only the
#   input is shown, as if nothing had come back, and of a picture that came with a prompt nothing at all. The prompt for
#   the summary says that nothing is to be invented.
# Version: npm agents 0.32.0, ai 7.0.173, zod 4.6.7; 2026-11-28.
# Needs: node 20 or later, npm. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts agents@0.32.0 ai@7.0.173 zod@4.6.7 >/dev/null 2>&1 || exit 2

cat >play.mjs <<'JS'
// The AI SDK runs five prompts with a call each, and its own messages of them are handed to the compaction.
import { createCompactFunction } from "agents/sessions";
import { convertToModelMessages, dynamicTool, isStepCount, streamText, tool } from "ai";
import { MockLanguageModelV4, convertArrayToReadableStream } from "ai/test";
import { z } from "zod";

const inputSchema = z.object({ pier: z.number() });
const tools = {
  readLog: tool({ inputSchema, execute: async ({ pier }) => `All is well at pier ${pier}.` }),
  restart: tool({
    inputSchema,
    execute: async ({ pier }) => {
      throw new Error(`Pier ${pier} is locked.`);
    },
  }),
  fromServer: dynamicTool({ inputSchema, execute: async () => "Nine boats." }),
};
const called = ["readLog", "restart", "fromServer", "readLog", "readLog"];

function model(name, pier) {
  let number = 0;
  const usage = {
    inputTokens: { total: 1000 + pier, noCache: 1000 + pier, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 20 + pier, text: 20 + pier, reasoning: 0 },
  };
  const doStream = async () => {
    const finish = (unified) => ({ type: "finish", finishReason: { unified, raw: unified }, usage });
    const call = { type: "tool-call", toolCallId: `call${pier}`, toolName: name, input: JSON.stringify({ pier }) };
    const words = [{ type: "text-start", id: "t" }, { type: "text-delta", id: "t", delta: "Done." }];
    const first = [call, finish("tool-calls")];
    const parts = number++ ? [...words, { type: "text-end", id: "t" }, finish("stop")] : first;
    return { stream: convertArrayToReadableStream([{ type: "stream-start", warnings: [] }, ...parts]) };
  };
  return new MockLanguageModelV4({ doStream });
}

let messages = [];
for (const [at, name] of called.entries()) {
  const url = "data:image/png;base64,iVBORw0KGgo=";
  const file = { type: "file", mediaType: "image/png", filename: "pier.png", url };
  const prompt = [{ type: "text", text: `Prompt ${at + 1}.` }, ...(at === 2 ? [file] : [])];
  messages.push({ id: `prompt${at}`, role: "user", parts: prompt });
  const run = streamText({
    model: model(name, 16 + at), tools, stopWhen: isStepCount(3), messages: await convertToModelMessages(messages),
  });
  const onEnd = ({ messages: all }) => (messages = all);
  const told = { originalMessages: messages, generateMessageId: () => `answer${at}`, onEnd };
  for await (const _ of run.toUIMessageStream(told)); // read to its end
}

const parts = messages.flatMap((message) => message.parts).filter((part) => part.toolCallId);
console.log("the calls in the AI SDK's messages:");
for (const part of parts) {
  console.log(`  ${part.type} ${part.toolName ?? ""} ${part.state}: ${part.errorText ?? JSON.stringify(part.output)}`);
}
let shown = "";
const summarize = async (prompt) => {
  shown = prompt.split("CONVERSATION TO SUMMARIZE:\n")[1].split("\n\nUse this structure")[0];
  return "A summary.";
};
await createCompactFunction({ summarize, keepRecentTokens: 10 })(messages);
console.log(`the summarizer reads, of what is in the middle:\n${shown.replace(/^/gm, "  ")}`);
const failed = parts.find((part) => part.state === "output-error");
if (parts.length !== 5 || !failed?.errorText.includes("locked") || !shown.includes('"pier":17')) process.exit(2);
const names = shown.match(/\[Tool: (\w+)\]/g).join(" ");
const unknown = names === "[Tool: unknown] [Tool: fromServer] [Tool: unknown]" && !/restart|readLog/.test(shown);
const silent = shown.includes("Prompt 3.") && !shown.includes("pier.png") && !shown.includes("locked");
process.exit(unknown && silent && (shown.match(/Output:/g) ?? []).length === 2 ? 0 : 1);
JS
timeout 60 node play.mjs
