"""A model server on the loopback address that answers by a script and keeps every request word for word."""

import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

import uvicorn
import zstandard
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from live.script import Act, Answer
from live.wire import Body, Call, Reply, Wire


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
        self._lock, self._last = threading.Lock(), time.monotonic()
        self._working = False
        """Whether the agent was told to do something and has not come back with what came of it."""
        folder.mkdir(parents=True, exist_ok=True)
        self._socket = socket.create_server(("127.0.0.1", 0))
        routes = [Route("/{path:path}", self._answer, methods=["GET", "POST"])]
        settings = uvicorn.Config(Starlette(routes=routes), ws="none", lifespan="off", log_level="critical")
        self._server = uvicorn.Server(settings)
        threading.Thread(target=self._server.run, args=[[self._socket]], daemon=True).start()

    @property
    def address(self) -> str:
        """Where it listens, without a path."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def plan(self, kind: str, answers: Iterable[Answer]) -> None:
        """What is answered next to requests of a kind; what was planned and not asked for yet is dropped."""
        self._plans[kind] = iter(answers)

    def settle(self, quiet: float, most: float, since: int | None = None) -> bool:
        """Wait until nothing was asked for ``quiet`` seconds and no call of a tool is open; with ``since``, for a
        request behind that many first. Whether it came to that in ``most`` seconds."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            with self._lock:
                idle = not self._working and time.monotonic() - self._last > quiet
                asked = len(self.sent)
            if idle and (since is None or asked > since):
                return True
            time.sleep(0.05)
        return False

    def close(self) -> None:
        """Stop listening."""
        self._server.should_exit = True

    def answer(self, body: Body) -> tuple[Sent, Reply]:
        """Choose the answer to a request, and keep both."""
        with self._lock:
            kind = self.kind_of(body)
            answer = next(self._plans.get(kind, iter(())), Answer(f"(further answer of kind {kind})"))
            number = len(self.sent) + 1
            size = sum(len(piece.text) for piece in self.wire.pieces(body)) + len(json.dumps(body.get("tools") or ""))
            prompt = max(size // 4, int(answer.filled * self.window))
            calls = tuple(self.tool_of(act) for act in answer.acts)
            output = (len(answer.text) + len(answer.reasoning) + len(json.dumps(calls))) // 4 + 1
            sent = Sent(number, kind, self.step, self.steps, body, prompt, answer.status, answer.text)
            self.sent.append(sent)
            self._last = time.monotonic()
            if kind == "main":
                self._working = answer.status == 200 and bool(calls)
            kept = json.dumps(asdict(sent), ensure_ascii=False, indent=1)
            (self.folder / f"{number:03}-{kind}.json").write_text(kept)
            return sent, Reply(number, answer.text, answer.reasoning, calls, prompt, output)

    async def _answer(self, request: Request) -> Response:
        """Answer a request for the model. A list of models is empty, an upgrade to another protocol is refused; what is
        posted elsewhere gets a count, where tokens are asked for."""
        raw, path, wire = await request.body(), request.url.path, self.wire
        if request.method == "GET":
            status = 426 if "upgrade" in request.headers else 200
            return JSONResponse({"object": "list", "data": [], "models": []}, status)
        if not path.endswith(wire.path):
            return JSONResponse({"input_tokens": len(raw) // 4, "totalTokens": len(raw) // 4})
        body = _unpacked(raw, request.headers.get("content-encoding", ""))
        sent, reply = self.answer(body)
        if sent.status != 200:
            return JSONResponse(_error(sent.status, sent.text), sent.status)
        if body.get("stream") or ":stream" in path:
            return StreamingResponse(wire.events(body, reply), media_type="text/event-stream")
        return JSONResponse(wire.whole(body, reply))


def _unpacked(raw: bytes, encoding: str) -> Body:
    if encoding == "gzip":
        raw = gzip.decompress(raw)
    elif encoding == "zstd":
        raw = zstandard.ZstdDecompressor().decompressobj().decompress(raw)
    with suppress(ValueError):
        return cast(Body, json.loads(raw))
    return {}


def _error(status: int, message: str) -> Body:
    """What is said instead of an answer, for every interface in one."""
    kind, name = ("invalid_request_error", "INVALID_ARGUMENT") if status < 500 else ("server_error", "INTERNAL")
    return {"type": "error", "error": {"message": message, "type": kind, "code": status, "status": name}}
