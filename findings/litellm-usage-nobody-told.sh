#!/usr/bin/env bash
# LiteLLM: where a server tells no usage, an answer has used 0 tokens, or as many as LiteLLM counted, by how it came.
#
# One would expect: what the server did not tell is missing from the answer; whoever reckons costs sees that.
# What happens: the answer that comes at once has used 0 tokens in and 0 out. The same answer streamed has used some:
#   the library has counted the texts itself. Both stand in `usage`, as what a server does tell would.
# Version: PyPI litellm 1.106.2; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env litellm==1.106.2 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""A server that tells no usage, and then one that no count of the texts could give, asked in both ways."""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import litellm

litellm.suppress_debug_info = True
HEAD = {"id": "r", "created": 1, "model": "stub"}
TRUE = {"prompt_tokens": 1234, "completion_tokens": 567, "total_tokens": 1801}
usage = []  # what the server tells: nothing, or one usage


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        message = {"role": "assistant", "content": "All done."}
        told = {"usage": usage[0]} if usage else {}
        if body.get("stream"):
            kind, head = "text/event-stream", HEAD | {"object": "chat.completion.chunk"}
            rows = [head | {"choices": [{"index": 0, "delta": message, "finish_reason": None}]},
                    head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}]
            rows += [head | {"choices": []} | told] if told else []
            text = "".join(f"data: {json.dumps(row)}\n\n" for row in rows) + "data: [DONE]\n\n"
        else:
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            answer = HEAD | {"object": "chat.completion", "choices": [choice]} | told
            kind, text = "application/json", json.dumps(answer)
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
request = {"model": "openai/stub", "messages": [{"role": "user", "content": "Tidy up."}], "api_key": "none",
           "api_base": f"http://127.0.0.1:{server.server_port}/v1", "max_retries": 0}


def used(answer):
    return answer.usage.prompt_tokens, answer.usage.completion_tokens


def ask():
    """Tokens in and out of the answer at once, and of the same streamed."""
    chunks = litellm.completion(**request, stream=True, stream_options={"include_usage": True})
    return used(litellm.completion(**request)), next(used(chunk) for chunk in chunks if hasattr(chunk, "usage"))


untold = ask()
usage.append(TRUE)
told = ask()
print("litellm 1.106.2; tokens in and out")
print("server tells no usage: at once", untold[0], "- streamed", untold[1])
print("server tells", (1234, 567), ": at once", told[0], "- streamed", told[1])
sys.exit(0 if untold[0] == (0, 0) and min(untold[1]) > 0 and told == ((1234, 567),) * 2 else 1)
PY
LITELLM_LOCAL_MODEL_COST_MAP=True timeout 100 env/bin/python play.py
