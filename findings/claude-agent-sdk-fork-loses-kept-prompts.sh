#!/usr/bin/env bash
# Claude Agent SDK (Python): a fork of a session that was compacted has lost the prompt that the compaction had kept.
#
# One would expect: fork_session copies a session under new ids, and the copy, resumed, goes on with what the original
#   goes on with; get_session_messages lists the messages that the model is sent.
# What happens: Claude Code keeps the newest round word for word, beside the summary, and does not show it to the
#   summarizer. Which rows these are stands in the boundary, by their ids. The fork gives every row a new id and leaves
#   the boundary's list as it was, so that none of them is found: the resumed fork sends the summary, and the prompt that
#   the user gave last before it is in no text at all. The answer to it is still there. get_session_messages leaves out
#   the kept messages of the original, too. A fork that the program makes itself (--fork-session) has them.
# Version: PyPI claude-agent-sdk 0.2.189, with Claude Code 2.1.332 in it; 2026-11-28.
# Needs: Linux x64, python3 with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env claude-agent-sdk==0.2.189 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three prompts; the second answer tells that the window is nearly full. Then the session and its fork are resumed."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROMPTS = ["Count the boats.", "Paint the quay.", "Never touch the ferry."]
SUMMARY = "<summary>PIER-SUMMARY: the lamp is green.</summary>"
sent, summed = [], []  # the texts of each ordinary request, and of each for a summary


def texts_of(body):
    blocks = ([{"type": "text", "text": m["content"]}] if isinstance(m["content"], str) else m["content"]
              for m in body["messages"])
    return [block["text"] for part in blocks for block in part if block["type"] == "text"]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = texts_of(body)
        wanted = not any(prompt in texts[-1] for prompt in [*PROMPTS, "And now?"])
        (summed if wanted else sent).append(texts)
        text = SUMMARY if wanted else f"Answer {len(sent)}."
        usage = {"input_tokens": 80_000 if len(sent) == 2 and not wanted else 100, "output_tokens": 5}
        message = {"id": f"msg_{len(sent)}", "type": "message", "role": "assistant", "model": body.get("model"),
                   "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
        if "/v1/messages" not in self.path or not body.get("stream"):
            whole = message | {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
            return self.answer("application/json", json.dumps(whole))
        end = {"stop_reason": "end_turn", "stop_sequence": None}
        events = ({"type": "message_start", "message": message},
                  {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
                  {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
                  {"type": "content_block_stop", "index": 0},
                  {"type": "message_delta", "delta": end, "usage": usage}, {"type": "message_stop"})
        self.answer("text/event-stream", "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events))

    def answer(self, kind, text):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
work = Path.cwd()
Path("home/.claude").mkdir(parents=True)
Path("project").mkdir()
os.environ["HOME"] = f"{work}/home"
os.environ.pop("CLAUDE_CONFIG_DIR", None)

import claude_agent_sdk

program = Path(claude_agent_sdk.__file__).with_name("_bundled") / "claude"
told = {"PATH": os.environ["PATH"], "HOME": f"{work}/home", "ANTHROPIC_API_KEY": "none",
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{server.server_port}", "DISABLE_TELEMETRY": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_ERROR_REPORTING": "1",
        "CLAUDE_CODE_AUTO_COMPACT_WINDOW": "100000"}


def say(prompt, *more):
    subprocess.run([program, "-p", "--model", "claude-opus-4-6", *more, prompt], cwd="project", env=told, timeout=90,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return [row for row in sent[-1] if not row.startswith("<system-reminder>")]


for number, prompt in enumerate(PROMPTS):
    say(prompt, *(["--continue"] if number else []))
session = next(Path("home/.claude/projects").rglob("*.jsonl")).stem
listed = str([message.message for message in claude_agent_sdk.get_session_messages(session)])
fork = claude_agent_sdk.fork_session(session).session_id
ways = {"the program's own fork": [session, "--fork-session"], "the original": [session], "the SDK's fork": [fork]}
requests = {way: say("And now?", "--resume", *more) for way, more in ways.items()}
kept = PROMPTS[-1]
print("claude-agent-sdk 0.2.189;", len(summed), "summary; its request holds the last prompt:", kept in str(summed))
print("get_session_messages lists the summary:", "PIER-SUMMARY" in listed, "- the last prompt:", kept in listed)
for way, texts in requests.items():
    print(f"{way}: summary {'PIER-SUMMARY' in str(texts)}, prompt {kept in str(texts)}; then {texts[1:]}")
is_lost = [kept in str(texts) for texts in requests.values()] == [True, True, False] and kept not in listed + str(summed)
sys.exit(0 if is_lost and "Answer 3." in requests["the SDK's fork"] and len(summed) == 1 else 1)
PY
timeout 250 env/bin/python play.py 2>/dev/null
