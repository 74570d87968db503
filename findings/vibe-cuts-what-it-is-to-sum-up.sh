#!/usr/bin/env bash
# Mistral Vibe: what lies above the threshold at which it compacts is cut from what is summed up, however large the window.
#
# One would expect: auto_compact_threshold says when to compact, below the model's window, so that there is room for all of
#   the history in the request for the summary; max_context_length says how much the model can read.
# What happens: the request for the summary is kept within the threshold as well. Since a compaction comes when the history
#   is larger, the oldest calls and results are left out of it, by as much as the last turn has brought: of fourteen results
#   the summarizer is shown the newest eight, though all of them together fill less than a third of the window. The summary
#   then takes the place of all fourteen. Neither the model that writes it nor the person is told that anything is missing.
# Version: PyPI mistral-vibe 3.0.2; 2026-11-28.
# Needs: Linux x64, python3 with pip, and a Python from 3.12 on, which uv finds or fetches. Exits with 0 as long as it is
#   so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv venv --quiet --no-project --python '>=3.12' env >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env mistral-vibe==3.0.2 >/dev/null 2>&1 || exit 2
mkdir -p home/.vibe work

cat >play.py <<'PY'
"""Eight piers are looked at one by one, six more in one turn; the model is a server in here that writes down what it reads."""
import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

WINDOW, THRESHOLD = 200_000, 40_000  # tokens
TURNS = [[number] for number in range(1, 9)] + [list(range(9, 15))]  # the piers of each turn
SUMMARY = "The piers were looked at."
asked = []  # of each request: its size in tokens as it is estimated, the piers whose boats it has, whether it wants a summary


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = json.dumps(body["messages"])
        size = len(told + json.dumps(body.get("tools", []))) // 4
        roles = [message["role"] for message in body["messages"]]
        asked.append((size, [int(pier) for pier in re.findall(r"PIER-(\d+)", told)], roles[-2:] == ["tool", "user"]))
        turn = roles.count("assistant")
        if asked[-1][2]:
            message = {"role": "assistant", "content": f"<summary>{SUMMARY}</summary>"}
        elif turn < len(TURNS) and SUMMARY not in told:
            calls = [{"index": place, "id": f"call{pier:05}", "type": "function",
                      "function": {"name": "bash", "arguments": json.dumps({"command": f"cat pier{pier}.txt"})}}
                     for place, pier in enumerate(TURNS[turn])]
            message = {"role": "assistant", "content": None, "tool_calls": calls}
        else:
            message = {"role": "assistant", "content": "Done."}
        reason = "tool_calls" if "tool_calls" in message else "stop"
        usage = {"prompt_tokens": size, "completion_tokens": 9, "total_tokens": size + 9}
        reply = {"id": "x", "created": 0, "model": "stub"}
        self.send_response(200)
        if body.get("stream"):
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for delta, ended in ((message, None), ({}, reason)):
                chunk = reply | {"object": "chat.completion.chunk", "usage": usage if ended else None,
                                 "choices": [{"index": 0, "delta": delta, "finish_reason": ended}]}
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            return self.wfile.write(b"data: [DONE]\n\n")
        choices = [{"index": 0, "message": message, "finish_reason": reason}]
        text = json.dumps(reply | {"object": "chat.completion", "choices": choices, "usage": usage}).encode()
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
Path("home/.vibe/config.toml").write_text(f"""
active_model = "stub"
enable_telemetry = false
enable_update_checks = false
[[providers]]
name = "stub"
api_base = "http://127.0.0.1:{server.server_port}/v1"
api_key_env_var = "STUB_KEY"
[[models]]
name = "stub"
provider = "stub"
alias = "stub"
max_context_length = {WINDOW}
auto_compact_threshold = {THRESHOLD}
""")
for pier in range(1, 15):
    boats = "".join(f"boat {number} lies at berth {number * 7}\n" for number in range(500))
    Path(f"work/pier{pier}.txt").write_text(f"PIER-{pier}\n{boats}")
command = [f"{os.getcwd()}/env/bin/vibe", "-p", "Look at all piers.", "--trust", "--yolo"]
around = {"PATH": os.environ["PATH"], "HOME": f"{os.getcwd()}/home", "STUB_KEY": "none"}
run = subprocess.run(command, cwd="work", env=around, capture_output=True, text=True, timeout=100)
if not asked:
    sys.exit(2)
place = next((place for place, (_, _, wanted) in enumerate(asked) if wanted), 0)
(before, seen, _), (size, summed, _), (after, left, _) = asked[place - 1:place + 2]
print(f"the last request before it: {before:,} tokens, with the boats of piers {seen}; six more were read then, by six calls")
print(f"the request for the summary: {size:,} tokens, piers {summed}; the window: {WINDOW:,}, the threshold: {THRESHOLD:,}")
print(f"the next request: {after:,} tokens, piers {left}")
unread = [pier for pier in range(1, 15) if pier not in summed]
print("read by the model, and not by what sums up:", unread)
print("the person is told:", run.stdout.strip(), "- of anything left out:", "left out" in run.stdout + run.stderr)
sys.exit(0 if seen == list(range(1, 9)) and unread and unread[-1] < 9 and size < WINDOW / 4 and not left else 1)
PY
timeout 200 env/bin/python play.py
