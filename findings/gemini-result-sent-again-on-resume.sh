#!/usr/bin/env bash
# Gemini CLI 0.61.0 (npm @google/gemini-cli), 2026-11-27.
# One would expect: a resumed session sends the result of each tool call once, as the session itself did.
# What happens: a request behind `--resume latest` holds the result of the same call twice: a session's log keeps it
# beside the call and as a message, and both are made into history again.
# Needs node 20 or newer, npm, python3. Exit 0: as described. Exit 1: it changed.
set -euo pipefail
work=$(mktemp -d)
server=
clean() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"; }
trap clean EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work/npm" @google/gemini-cli@0.61.0 >/dev/null
mkdir -p "$work/home/.gemini" "$work/project"
printf 'alpha\n' >"$work/project/notes.txt"
cat >"$work/home/.gemini/settings.json" <<'JSON'
{"security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
 "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false},
 "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false}}
JSON
cat >"$work/server.py" <<'PY'
"""Answers the first prompt with one call of a tool, all others with a word; notes the results in each request."""
import json, pathlib, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

work = pathlib.Path(sys.argv[1])

class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        streamed = "streamGenerateContent" in self.path
        if streamed and body.get("tools"):
            parts = [part for content in body["contents"] for part in content.get("parts", [])]
            count = sum("functionResponse" in part for part in parts)
            names = {part["functionResponse"].get("id") for part in parts if "functionResponse" in part}
            with (work / "requests").open("a") as out:
                out.write(f"{count} {len(names)}\n")
            call = {"functionCall": {"id": "one", "name": "read_file", "args": {"file_path": "notes.txt"}}}
            part = {"text": "Done."} if count else call
        else:
            part = {"text": "ok"}
        answer = {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
                  "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 5, "totalTokenCount": 105}}
        answer = {"totalTokens": 100} if "countTokens" in self.path else answer
        text = json.dumps(answer)
        data = (f"data: {text}\r\n\r\n" if streamed else text).encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if streamed else "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
(work / "port.new").write_text(str(server.server_address[1]))
(work / "port.new").rename(work / "port")
server.serve_forever()
PY
python3 "$work/server.py" "$work" &
server=$!
for _ in $(seq 50); do [ -f "$work/port" ] && break; sleep 0.1; done
gemini() {
  (cd "$work/project" && env -u XDG_CONFIG_HOME HOME="$work/home" GEMINI_API_KEY=none GEMINI_CLI_NO_RELAUNCH=1 \
    GEMINI_CLI_TRUST_WORKSPACE=true GEMINI_TELEMETRY_ENABLED=false NO_BROWSER=1 \
    GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$(cat "$work/port")" \
    timeout 120 "$work/npm/node_modules/.bin/gemini" -m gemini-2.5-pro --yolo --skip-trust "$@" </dev/null 2>/dev/null)
}
echo "version: $(gemini --version)"
gemini -p "Read notes.txt." >/dev/null
gemini --resume latest -p "And now?" >/dev/null
seen=$(tr '\n' ',' <"$work/requests")
echo "results in each request, and calls they answer: $seen"
[ "$seen" = "0 0,1 1,2 1," ] && echo "as described: one call, its result sent once, and twice once the session is resumed"
