#!/usr/bin/env bash
# gptme: /compact trim takes sentences out of what the model wrote, and says they can be read at bytes that it overwrote.
#
# One would expect: trimming shortens what tools gave; where the model's own words are cut, the place is marked; and where
#   the model is told to recover the original from a byte range of a file, the original is there. gptme's own words for
#   that file are that it is never compacted.
# What happens: of a long answer three sentences in ten go, here the longer ones, and the others follow each other as if
#   nothing had stood between: "Pier 16 is free" loses the sentence behind it, which says when not to enter. Below stands a
#   range of conversation.jsonl, found before the cut; then that very file is written anew with the cut answer. The range
#   begins and ends within other messages, and the original is not in the file. It is in events.jsonl, which is not named.
# Version: PyPI gptme 0.35.1; 2026-11-28.
# Needs: python3 (3.10 to 3.14) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env gptme==0.35.1 >/dev/null 2>&1 || exit 2
mkdir home work

cat >play.py <<'PY'
"""A report and three short turns, then the command; the model is a server in here, the program is the one of PyPI."""
import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FREE, UNLESS = "Pier {} is free.", "It must not be entered before the harbour master was asked about pier {} by telephone."
REPORT = " ".join(f"{FREE} {UNLESS}".format(number, number) for number in range(1, 41))


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        first = sum(message["role"] == "assistant" for message in body["messages"]) == 0
        message = {"role": "assistant", "content": REPORT if first else "Done."}
        tokens = len(json.dumps(body["messages"])) // 4
        reply = {"id": "x", "object": "chat.completion", "created": 0, "model": "stub",
                 "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                 "usage": {"prompt_tokens": tokens, "completion_tokens": 9, "total_tokens": tokens + 9}}
        text = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
around = {"PATH": os.environ["PATH"], "HOME": f"{os.getcwd()}/home", "OPENAI_API_KEY": "none",
          "OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1", "GPTME_CONTEXT_BUDGET": "1500"}


def gptme(*prompts, **more):
    """Runs the program on a conversation's prompts."""
    words = [word for prompt in prompts for word in (prompt, "-")][:-1]
    options = ["-n", "-m", "local/stub", "--name", "boats", "--system", "Be brief.", "-t", "shell,autocompact"]
    command = [f"{os.getcwd()}/env/bin/gptme", *options, "--no-workspace", "--no-stream", *words]
    run = subprocess.run(command, env=around | more, cwd="work", capture_output=True, text=True, timeout=100)
    return run.stdout


gptme("Write the report.", "Go on.", "And on.", "And on again.", GPTME_CONTEXT_BUDGET="100000")
log = next(Path("home").rglob("boats/conversation.jsonl"))
told = gptme("/compact trim")
print(*[line for line in told.splitlines() if "Trim" in line or "Messages:" in line or "Tokens:" in line], sep="\n")
rows = [json.loads(line) for line in log.read_text().splitlines()]
cut = next(row["content"] for row in rows if row["role"] == "assistant")
silent = [number for number in range(1, 40) if f"{FREE} {FREE}".format(number, number + 1) in cut]
print(f"{len(silent)} piers follow each other without what stood between, such as:")
print("  before:", " ".join([FREE, UNLESS, FREE]).format(silent[0], silent[0], silent[0] + 1))
print("  now:   ", f"{FREE} {FREE}".format(silent[0], silent[0] + 1))
print("at its end:", *[line.replace(f"{os.getcwd()}/", "") for line in cut.splitlines() if ":" in line[:20]], sep="\n  ")
start, end = map(int, re.search(r"bytes (\d+)-(\d+)", cut).groups())
there = log.read_bytes()[start:end].decode(errors="replace")
lost = UNLESS.format(silent[0])
print(f"these bytes begin with {there[:40]!r} and end with {there[-40:]!r}")
files = [path.name for path in sorted(log.parent.rglob("*")) if path.is_file() and lost in path.read_text(errors="replace")]
print("the lost sentence is in that range:", lost in there, "- it is in these files:", files)
sys.exit(0 if len(silent) > 10 and lost not in log.read_text() and not there.startswith('{"role"') else 1)
PY
timeout 200 env/bin/python play.py
