#!/usr/bin/env bash
# Aider: behind every edit it pays for a summary of the history, throws it away, and sends the whole history again.
#
# One would expect: once the history is longer than --max-chat-history-tokens, a summary is made in the background, and
#   from the next request on it stands in the place of the old turns.
# What happens: a summary is taken only if the history is still what it was when the summary was begun. After an edit it
#   is begun, and at once two messages are added to the history, which say that the edit was committed. So it does not
#   fit any more when it comes: of eight summaries none is ever sent, each request is longer than the one before, and
#   the next edit pays again. Where the model's window is not known, the summarizer gets the oldest part alone, which no
#   longer changes: from the fourth on it is sent the very same text.
# Version: PyPI aider-chat 0.86.2; 2026-11-28.
# Needs: git, python3 (3.10 to 3.12) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env aider-chat==0.86.2 >/dev/null 2>&1 || exit 2

mkdir harbour
git -C harbour init --quiet
git -C harbour config user.email clerk@example.org
git -C harbour config user.name Clerk
git -C harbour commit --quiet --allow-empty --message "The harbour."

cat >play.py <<'PY'
"""Eight prompts on the standard input of Aider, each answered by an edit; the model is a server in here."""
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SUMMARY = "We counted boats and wrote them down."
asked, summed = [], []


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        messages = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        newest = messages[-1]["content"]
        if "# USER" in newest:
            summed.append(newest)
            words = SUMMARY
        elif len(messages) < 3:
            words = "Count boats"
        else:
            asked.append(json.dumps(messages))
            lines = "".join(f"At berth {berth} of pier {len(asked)} there are nine boats.\n" for berth in range(60))
            words = f"Counted.\n\nboats.txt\n```\n{lines}```\n"
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": words}}
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        reply = {"id": "x", "object": "chat.completion", "created": 0, "model": "stub", "choices": [choice]}
        text = json.dumps(reply | {"usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/v1"
quiet = ["--no-pretty", "--no-fancy-input", "--no-stream", "--no-check-update", "--no-show-model-warnings"]
command = ["../env/bin/aider", "--model", "openai/stub", "--edit-format", "whole", "--yes-always", "--analytics-disable"]
environment = {**os.environ, "OPENAI_API_BASE": address, "OPENAI_API_KEY": "none", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
prompts = "".join(f"Count the boats at pier {pier}.\n" for pier in range(1, 9))
run = [*command, *quiet, "boats.txt"]
subprocess.run(run, input=prompts, text=True, cwd="harbour", env=environment, stdout=subprocess.DEVNULL, timeout=400)

print("requests for an edit:", len(asked), "- their characters:", *[len(one) for one in asked])
print("requests for a summary:", len(summed), "- their characters:", *[len(one) for one in summed])
sent = [one for one in asked if SUMMARY in one]
print("requests for an edit that hold a summary:", len(sent))
print("the summaries from the fourth on are of one and the same text:", len(set(summed[3:])) == 1)
grows = all(len(one) < len(next_one) for one, next_one in zip(asked, asked[1:]))
sys.exit(0 if not sent and len(asked) == 8 and len(summed) > 5 and grows and len(set(summed[3:])) == 1 else 1)
PY
timeout 450 env/bin/python play.py 2>/dev/null
