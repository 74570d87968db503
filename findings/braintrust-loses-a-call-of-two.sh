#!/usr/bin/env bash
# Braintrust: of two tool calls that a stream brings in one chunk the log has the first alone, as if there had been one.
#
# One would expect: wrap_openai logs the answer that the program got, streamed or not; calls are told apart by the index
#   that each piece of them has, as the openai package's own stream helper does.
# What happens: of each chunk the first call is read. Where a server sends calls whole, as many that take this API do, two
#   of one turn are one in the log, and the second is nowhere. Where the pieces of two calls alternate, pieces without an
#   id go to the call that came last: the first has no arguments, and the second has those of both, mixed into each other.
#   Only calls that come piece by piece, one after the other, are logged as they were. Nothing is raised.
# Version: PyPI braintrust 0.48.1, openai 3.57.0; 2026-11-28.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env braintrust==0.48.1 openai==3.57.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Two piers are looked at in one turn, streamed in three ways; the model and the place of the log are one server in here."""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

posted = []
NORTH, SOUTH = '{"pier": "north"}', '{"pier": "south"}'
TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}


def begun(index, arguments=""):
    return {"index": index, "id": f"c{index}", "type": "function", "function": {"name": "look", "arguments": arguments}}


def more(index, arguments):
    return {"index": index, "function": {"arguments": arguments}}


STREAMS = {
    "one after the other": [[begun(0)], [more(0, NORTH[:9])], [more(0, NORTH[9:])], [begun(1)], [more(1, SOUTH)]],
    "whole in one chunk": [[begun(0, NORTH), begun(1, SOUTH)]],
    "piece by piece in turns": [[begun(0)], [begun(1)], [more(0, NORTH[:9])], [more(1, SOUTH)], [more(0, NORTH[9:])]],
}


class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer({})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or "{}")
        if "/chat/" in self.path:
            return self.stream(body)
        posted.extend(body.get("rows", []))
        project = {"id": "p", "name": "harbour"}
        organization = {"id": "o", "name": "Harbour", "api_url": address, "proxy_url": address}
        self.answer(project | {"project": project, "org_info": [organization], "ids": []})

    def answer(self, told):
        text = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def stream(self, body):
        deltas = [{"tool_calls": calls} for calls in STREAMS[body["messages"][0]["content"]]]
        deltas[0] |= {"role": "assistant", "content": None}
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "stub"}
        choices = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
        choices.append({"index": 0, "delta": {}, "finish_reason": "tool_calls"})
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for choice in choices:
            self.wfile.write(f"data: {json.dumps(chunk | {'choices': [choice]})}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *more):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()

address = f"http://127.0.0.1:{server.server_port}"
os.environ |= {"BRAINTRUST_API_KEY": "none", "BRAINTRUST_APP_URL": address, "BRAINTRUST_API_URL": address}

import braintrust
import openai

braintrust.init_logger(project="harbour")
plain = openai.OpenAI(api_key="none", base_url=f"{address}/v1")


def told(calls):
    return [call["function"]["arguments"] for call in calls or []]


logged = {}
for way in STREAMS:
    asked = {"model": "stub", "messages": [{"role": "user", "content": way}], "tools": [TOOL]}
    with plain.chat.completions.stream(**asked) as stream:
        got = told(stream.get_final_completion().model_dump()["choices"][0]["message"]["tool_calls"])
    for _ in braintrust.wrap_openai(plain).chat.completions.create(**asked, stream=True):
        pass
    braintrust.flush()
    logged[way] = told([row["output"] for row in posted if row.get("output")][-1][0]["message"]["tool_calls"])
    print(f"{way}: the openai package has {got}, the log has {logged[way]}")
ways = list(logged.values())
sys.exit(0 if ways[0] == [NORTH, SOUTH] and ways[1] == [NORTH] and ways[2] == ["", NORTH[:9] + SOUTH + NORTH[9:]] else 1)
PY
timeout 300 env/bin/python play.py 2>/dev/null
