"""A provider that behaves badly on purpose: a real HTTP server on this machine, one fault a model name."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

from inspector.llm.loop import Loop
from inspector.measure.tokenizer import default_tokenizer
from tests.llm.protocols import protocol_of

T = TypeVar("T")
WORDS = ("The user ", "wants port 8443", " and forbids ", "new dependencies.")
SUMMARY = "".join(WORDS)
USAGE = {"prompt_tokens": 180, "completion_tokens": 12, "prompt_tokens_details": {"cached_tokens": 100}}
OVERFLOW = "This model's maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens."
KEY = "sk-verysecretkey0123456789abcdef"


class Provider:
    """What the server was asked, and what holds its answers back."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.released = threading.Event()
        """Set at the end: whoever hangs lets go."""
        self.hanging = threading.Event()
        """Set once a caller is kept waiting."""
        self.gone = threading.Event()
        """Set when a caller who was being answered has hung up."""
        self.address = ""
        self.elsewhere = ""
        """Where ``elsewhere`` redirects to."""
        self.script: Callable[[list[dict[str, str]]], str] = lambda messages: SUMMARY
        """What the model ``scripted`` says to messages."""
        self.finish = "stop"
        """How it says that its answer ended."""
        self.window = 0
        """Tokens that it takes, with those that the answer may have; 0 for any number."""
        self.fault: Callable[[int], str] = lambda nth: "ok"
        """What happens to the nth request to the model ``faulty``."""
        self.ended: list[tuple[str, str]] = []
        """Of those to ``faulty`` that came to an end: the messages and the fault."""
        self.models: tuple[int, Any] = (200, {"data": [{"id": "small-1"}]})
        """Status and body of the list of models; 0 keeps whoever asks waiting."""
        self.headers: Any = {}
        """Of the last request for that list."""
        self._lock = threading.Lock()

    def is_too_large(self, request: dict[str, Any]) -> bool:
        """Whether a request does not fit the window."""
        told = default_tokenizer().count_many([message["content"] for message in request["messages"]])
        return bool(self.window) and sum(told) + request.get("max_tokens", 0) > self.window

    def count(self, model: str) -> int:
        """How often a model was asked."""
        return sum(request["model"] == model for request in self.asked)

    def note(self, request: dict[str, Any]) -> int:
        """Keep a request; how many there were for this model."""
        with self._lock:
            self.asked.append(request)
            return self.count(request["model"])


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine on a loop of its own."""
    with Loop() as loop:
        return loop.submit(work).result(60)


@contextmanager
def served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """A running server; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def provider() -> Iterator[Provider]:
    """A running server."""
    state = Provider()
    handler = type("Handler", (_Handler,), {"provider": state})
    with served(handler) as state.address:
        try:
            yield state
        finally:
            state.released.set()


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        nth = self.provider.note({"model": self.path, **request})
        with suppress(BrokenPipeError, ConnectionResetError):
            if speak := protocol_of(self.path):
                speak(self, WORDS, request.get("model") or self.path)
            elif request["model"] == "scripted" and self.provider.is_too_large(request):
                words = f"request exceeds the available context size ({self.provider.window} tokens)"
                self.fail(400, words, code="context_length_exceeded")
            elif request["model"] == "scripted":
                _whole(self.provider.script(request["messages"]), finish=self.provider.finish)(self, nth)
            elif request["model"] == "faulty":
                fault = self.provider.fault(nth)
                _FAULTS.get(fault, _ok)(self, nth)
                if fault != "hang":
                    self.provider.ended.append((json.dumps(request["messages"]), fault))
            else:
                _FAULTS.get(request["model"], _ok)(self, nth)

    def do_GET(self) -> None:
        self.provider.headers = self.headers
        status, body = self.provider.models
        if not status:
            self.hang()
            return
        sent = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(sent)))
        if status == 307:
            self.send_header("location", self.provider.elsewhere)
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *args: object) -> None:
        """Silent."""

    def fail(self, status: int, message: str, *, code: str = "", headers: tuple[tuple[str, str], ...] = ()) -> None:
        body = json.dumps({"error": {"message": message, "type": "error", "code": code or None}}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def open_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()

    def say(self, text: str, **more: Any) -> None:
        self.event(self.chunk({"content": text}, **more))

    def chunk(self, delta: dict[str, Any], finish: str | None = None, model: str = "small-1") -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": model, "choices": [choice]}

    def event(self, value: dict[str, Any]) -> None:
        self.raw(f"data: {json.dumps(value)}\n\n")

    def raw(self, text: str) -> None:
        try:
            self.wfile.write(text.encode())
            self.wfile.flush()
        except OSError:
            self.provider.gone.set()
            raise

    def end(self, finish: str = "stop", usage: bool = True, model: str = "small-1") -> None:
        self.event(self.chunk({}, finish, model))
        if usage:
            self.event({**self.chunk({}, None, model), "choices": [], "usage": {**USAGE, "total_tokens": 192}})
        self.raw("data: [DONE]\n\n")
        self.close_connection = True

    def hang(self) -> None:
        self.provider.hanging.set()
        self.provider.released.wait(30)
        self.close_connection = True


def _ok(handler: _Handler, nth: int) -> None:
    _whole(*WORDS)(handler, nth)


def _whole(*words: str, finish: str = "stop", usage: bool = True, model: str = "small-1") -> Callable[..., None]:
    def answer(handler: _Handler, nth: int) -> None:
        handler.open_stream()
        for word in words:
            handler.say(word, model=model)
        handler.end(finish, usage, model)

    return answer


def _failing(status: int, message: str, code: str = "") -> Callable[..., None]:
    return lambda handler, nth: handler.fail(status, message, code=code)


def _recovers(status: int, *headers: tuple[str, str]) -> Callable[..., None]:
    def answer(handler: _Handler, nth: int) -> None:
        if nth == 1:
            handler.fail(status, "Try again.", headers=headers)
        else:
            _ok(handler, nth)

    return answer


def _hang(handler: _Handler, nth: int) -> None:
    handler.hang()


def _hang_once(handler: _Handler, nth: int) -> None:
    (_hang if nth == 1 else _ok)(handler, nth)


def _stall(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    handler.say(WORDS[0])
    handler.hang()


def _drip(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    for letter in SUMMARY:
        handler.say(letter)
        handler.provider.released.wait(0.002)
    handler.end()


def _endless(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    turn = 0
    while not handler.provider.released.is_set():
        # Never twice the same: litellm ends a stream that repeats itself a hundred times.
        handler.say(f"on and {turn} ")
        turn += 1
        handler.provider.hanging.set()


def _cut(handler: _Handler, nth: int) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    handler.say(WORDS[0])
    handler.say(WORDS[1])
    handler.close_connection = True


def _without_end(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    handler.say(WORDS[0])
    handler.close_connection = True


def _malformed(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    handler.say(WORDS[0])
    handler.raw('data: {"choices": [{"delta": {"content": \n\n')
    handler.end()


def _error_event(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    handler.say(WORDS[0])
    handler.event({"error": {"message": "The server had an error.", "type": "server_error", "code": 500}})
    handler.close_connection = True


def _refusal_field(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    handler.event(handler.chunk({"refusal": "I can't help with that."}))
    handler.end()


def _done_without_a_reason(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    for word in WORDS:
        handler.say(word)
    handler.raw("data: [DONE]\n\n")
    handler.close_connection = True


def _says_done(handler: _Handler, nth: int) -> None:
    handler.open_stream()
    handler.say("A stream ends with\ndata: [DONE]")
    handler.close_connection = True


def _in_one_piece(handler: _Handler, nth: int) -> None:
    message = {"role": "assistant", "content": SUMMARY}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "small-1",
        "choices": [{"index": 0, "message": message, "finish_reason": "length"}],
        "usage": {**USAGE, "total_tokens": 192},
    }
    sent = json.dumps(body).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json; charset=utf-8")
    handler.send_header("Content-Length", str(len(sent)))
    handler.end_headers()
    handler.wfile.write(sent)


def _elsewhere(handler: Any, nth: int) -> None:
    handler.fail(307, "Moved.", headers=(("location", handler.provider.elsewhere),))


_FAULTS: dict[str, Callable[..., None]] = {
    "elsewhere": _elsewhere,
    "moved": lambda handler, nth: (_elsewhere if nth == 1 else _ok)(handler, nth),
    "unauthorised": _failing(401, f"Incorrect API key provided: {KEY}.", "invalid_api_key"),
    "forbidden": _failing(403, "Your account may not use this model."),
    "renamed": _failing(404, "The model `renamed` does not exist.", "model_not_found"),
    "limited": _recovers(429, ("retry-after", "0.01")),
    "busy": lambda handler, nth: handler.fail(429, "Try again.", headers=(("retry-after", "0.01"),)),
    "limited-for-long": _failing(429, "Quota exceeded."),
    "limited-for-an-hour": lambda handler, nth: handler.fail(429, "Later.", headers=(("retry-after", "3600"),)),
    "internal": _failing(500, "Internal error."),
    "internal-once": _recovers(500),
    "overloaded": _failing(503, "Overloaded."),
    "overflow": _failing(400, OVERFLOW, "context_length_exceeded"),
    "bad-request": _failing(400, "temperature must be at most 2."),
    "hang": _hang,
    "hang-once": _hang_once,
    "stall": _stall,
    "drip": _drip,
    "endless": _endless,
    "cut": _cut,
    "without-end": _without_end,
    "malformed": _malformed,
    "done-without-a-reason": _done_without_a_reason,
    "says-done": _says_done,
    "in-one-piece": _in_one_piece,
    "error-event": _error_event,
    "empty": _whole(),
    "blank": _whole(" \n"),
    "refused": _whole("", finish="content_filter"),
    "refusal-field": _refusal_field,
    "refusal-words": _whole("I'm sorry, but I can't help with that request."),
    "error-text": _whole("Error: prompt is too long: 210000 tokens > 200000 maximum"),
    "truncated": _whole(*WORDS, finish="length"),
    "thinking": _whole("<analysis>What matters? ", "The port.</analysis>\n<summary>", *WORDS, "</summary>"),
    "repeats": _whole(*("- ",) * 300),
    "longer": _whole(*WORDS * 400),
    "other-model": _whole(*WORDS, model="small-2-turbo"),
    "no-usage": _whole(*WORDS, usage=False),
}
