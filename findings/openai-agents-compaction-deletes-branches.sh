#!/usr/bin/env bash
# OpenAI Agents SDK (Python): a compaction of one branch deletes all branches, and what they cost, from the database.
#
# One would expect: where AdvancedSQLiteSession keeps a conversation in branches, and OpenAIResponsesCompactionSession
#   around it compacts "any session", the branch that grew too long is replaced by its summary; the others stay, as they
#   were never sent for it, and so does the usage that was stored turn by turn.
# What happens: the compaction, which comes by itself after ten answers, empties the whole session and writes what came
#   back into a new branch "main". The line that one had branched off from is in no table of the file any more, nor is
#   the branch by its name, and what is called "main" now is the other's summary, which nobody but the server can read.
#   The usage of the session begins again at the run that compacted. Nothing is raised or logged.
# Version: PyPI openai-agents 0.24.0, openai 3.57.0; 2026-11-28.
# Needs: python3 (3.10 or later) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env openai-agents==0.24.0 openai==3.57.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three turns, then a branch from the second on until it is compacted; the model is a server in here."""
import asyncio
import json
import os
import sqlite3
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

RULE, LAST = "Never count the ferry.", "Count the boats of pier 3."
DETAILS = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
USAGE = {"input_tokens": 100, "output_tokens": 10, "total_tokens": 110} | DETAILS
paths = []  # of the requests


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        paths.append(self.path)
        number = len(paths)
        if self.path.endswith("/compact"):
            output = [{"type": "compaction", "id": "c", "encrypted_content": "of the branch"}]
            reply = {"id": "k", "object": "response.compaction", "created_at": 0, "output": output, "usage": USAGE}
        else:
            content = [{"type": "output_text", "text": f"Answer {number}.", "annotations": []}]
            message = {"type": "message", "id": f"m{number}", "role": "assistant", "status": "completed", "content": content}
            reply = {"id": f"r{number}", "object": "response", "created_at": 0, "status": "completed", "model": "gpt-4.1",
                     "output": [message], "parallel_tool_calls": False, "tool_choice": "auto", "tools": [], "usage": USAGE}
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
os.environ |= {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1",
               "OPENAI_AGENTS_DISABLE_TRACING": "1"}

from agents import Agent, Runner
from agents.extensions.memory import AdvancedSQLiteSession
from agents.memory import OpenAIResponsesCompactionSession


def on_disk(text):
    """In which tables of the database this text is."""
    base = sqlite3.connect("harbour.db")
    tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [table for table in tables if text in str(base.execute(f"SELECT * FROM {table}").fetchall())]


async def look(kept):
    """Prints what there is; gives the branches' sizes by name and the number of requests in the stored usage."""
    branches = {branch["branch_id"]: branch["message_count"] for branch in await kept.list_branches()}
    usage = await kept.get_session_usage()
    print(f"  {len(paths)} requests made, {usage['requests']} in the usage of the session; messages by branch: {branches}")
    print(f"  tables with the first prompt: {on_disk(RULE)}; with the third, of the main line alone: {on_disk(LAST)}")
    return branches, usage["requests"]


async def play():
    kept = AdvancedSQLiteSession(session_id="harbour", db_path="harbour.db", create_tables=True)
    session = OpenAIResponsesCompactionSession("harbour", kept)
    agent = Agent(name="harbour", model="gpt-4.1")

    async def run(prompt):
        await kept.store_run_usage(await Runner.run(agent, prompt, session=session))

    for prompt in RULE, "Count the boats of pier 2.", LAST:
        await run(prompt)
    await kept.create_branch_from_turn(2, "other")
    before = None
    for number in range(4, 20):
        seen = len(paths)
        await run(f"Count the boats of pier {number}.")
        if "compact" in str(paths[seen:]):
            break
        before = number
    print(f"piers 4 to {before} were counted on the branch; with pier {before + 1} it was compacted by itself. Behind that:")
    branches, requests = await look(kept)
    print("  main is now:", await kept.get_items(branch_id="main"))
    try:
        await kept.switch_to_branch("other")
        there = True
    except ValueError as error:
        print("  going back to the branch:", error)
        there = False
    gone = not on_disk(RULE) and not on_disk(LAST) and not there
    return gone and branches == {"main": 1} and requests == 2 and len(paths) > 10


sys.exit(0 if asyncio.run(play()) else 1)
PY
timeout 100 env/bin/python play.py
