"""A model server on the loopback address that answers by a script and keeps every request word for word."""

import gzip
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from typing import Any, cast

import zstandard

from live.script import Act, Answer
from live.wire import Body, Call, Reply, Wire

CHARS_A_TOKEN = 4
"""By which the size of a request is told, where the scenario tells no other."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One request as it came in, and what was answered."""

    number: int
    kind: str
    """main, compaction, subagent, other: as the agent's file tells them apart."""
    step: str
    """What the person had done last: say, compact or resume."""
    step_number: int
    """How many things the person had done."""
    body: Body
    prompt: int
    """Prompt tokens that were told."""
    status: int
    text: str
    """What was answered."""


class Stub:
    """One server for one run of one agent. Requests are told apart by ``kind_of``, calls made by ``tool_of``."""

    def __init__(
        self, wire: Wire, kind_of: Callable[[Body], str], tool_of: Callable[[Act], Call], window: int, folder: Path
    ) -> None:
        self.wire, self.kind_of, self.tool_of, self.window, self.folder = wire, kind_of, tool_of, window, folder
        self.sent: list[Sent] = []
        # What the person does now, and the how many-th it is.
        self.step, self.steps = "", 0
        self._plans: dict[str, Iterator[Answer]] = {}
        self._lock, self._open, self._last = threading.Lock(), 0, time.monotonic()
        self._working = False
        """Whether the agent was told to do something and has not come back with what came of it."""
        folder.mkdir(parents=True, exist_ok=True)
        handler = type("Handler", (_Handler,), {"stub": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Where it listens, without a path."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def plan(self, kind: str, answers: Iterable[Answer]) -> None:
        """What is answered next to requests of a kind; what was planned and not asked for yet is dropped."""
        self._plans[kind] = iter(answers)

    def first(self, kind: str, answers: Iterable[Answer]) -> None:
        """What is answered before all that is planned for a kind."""
        self._plans[kind] = chain(answers, self._plans[kind])

    def settle(self, quiet: float, most: float, since: int | None = None) -> bool:
        """Wait until nothing was asked for ``quiet`` seconds and no call of a tool is open.

        With ``since``, for a request behind that many first. Whether it came to that in ``most`` seconds.
        """
        end = time.monotonic() + most
        while time.monotonic() < end:
            with self._lock:
                idle = not self._open and not self._working and time.monotonic() - self._last > quiet
                asked = len(self.sent)
            if idle and (since is None or asked > since):
                return True
            time.sleep(0.05)
        return False

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, body: Body) -> tuple[Sent, Reply]:
        """Choose the answer to a request, and keep both."""
        with self._lock:
            kind = self.kind_of(body)
            answer = next(self._plans.get(kind, iter(())), Answer(f"(further answer of kind {kind})"))
            number = len(self.sent) + 1
            size = sum(len(piece.text) for piece in self.wire.pieces(body)) + len(json.dumps(body.get("tools") or ""))
            prompt = max(size // CHARS_A_TOKEN, int(answer.filled * self.window))
            calls = tuple(self.tool_of(act) for act in answer.acts)
            output = (len(answer.text) + len(answer.reasoning) + len(json.dumps(calls))) // CHARS_A_TOKEN + 1
            sent = Sent(number, kind, self.step, self.steps, body, prompt, answer.status, answer.text)
            self.sent.append(sent)
            if kind == "main":
                self._working = answer.status == 200 and bool(calls)
            kept = json.dumps(asdict(sent), ensure_ascii=False, indent=1)
            (self.folder / f"{number:03}-{kind}.json").write_text(kept)
            return sent, Reply(number, answer.text, answer.reasoning, calls, prompt, output)

    def busy(self, more: int) -> None:
        """Count an exchange that begins or ends."""
        with self._lock:
            self._open += more
            self._last = time.monotonic()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stub: Stub

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's own name
        """Say nothing."""

    def do_GET(self) -> None:
        """Lists of models are empty; an upgrade to another protocol is refused."""
        status = 426 if self.headers.get("upgrade") else 200
        self._document(status, {"object": "list", "data": [], "models": []})

    def do_POST(self) -> None:
        """Answer a request for the model; others get an empty document, and a count where tokens are asked for."""
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        body = _unpacked(raw, self.headers.get("content-encoding") or "")
        wire = self.stub.wire
        if not wire.takes(self.path):
            self._document(200, {"input_tokens": len(raw) // 4, "totalTokens": len(raw) // 4})
            return
        self.stub.busy(1)
        try:
            sent, reply = self.stub.answer(body)
            if sent.status != 200:
                self._document(sent.status, wire.error(sent.status, sent.text))
            elif wire.streams(self.path, body):
                self._stream(wire.events(body, reply))
            else:
                self._document(200, wire.whole(body, reply))
        finally:
            self.stub.busy(-1)

    def _document(self, status: int, value: Body) -> None:
        data = json.dumps(value).encode()
        with suppress(BrokenPipeError, ConnectionResetError):
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    def _stream(self, events: Iterable[str]) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for one in events:
                data = one.encode()
                self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")


def _unpacked(raw: bytes, encoding: str) -> Body:
    if encoding == "gzip":
        raw = gzip.decompress(raw)
    elif encoding == "zstd":
        raw = zstandard.ZstdDecompressor().decompressobj().decompress(raw)
    with suppress(ValueError):
        return cast(Body, json.loads(raw))
    return {}
