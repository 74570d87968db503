"""``--ways``: agents' commands run as plain models, in homes that are full of what must not get in (``ways.toml``).

The prompt is larger than an argument can be, and names a file with an at-sign. Held is what the inspector says of a
pure form (``resources/commands.toml``): the prompt arrives whole and once, no tool is offered, no file opened, nothing
of the person's sent or started, no session left, and what was used is read.
"""

import asyncio
import json
import os
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

from inspector.llm import guard
from inspector.llm.chat import Message, hear_out
from inspector.llm.command_chat import CommandChat
from live.agent import Agent
from live.place import PINS, write
from live.play import Report, perform, place_of
from live.script import Answer, Scenario, say
from live.wire import Body

WAYS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
"""By agent: its command, and what lies in the person's home."""
_TRAP, _SECRET, _MARK = "WORDS-OF-A-MEMORY-FILE", "WORDS-OF-A-FILE", "line 1234 of what is judged"
_SAID = '{"statements": [], "claims": []}'


class Way(Agent):
    """A command that is asked as the inspector asks it, a process each time."""

    window = 280_000
    program: ClassVar[str]
    """Its name, by which the inspector knows it and finds it on the PATH."""
    report: Report

    def open(self, resumed: bool) -> None:
        here = self.place.run
        scripts = {here / "bin" / self.program: f'exec {" ".join(self.starts(False))} "$@"'}
        for file, text in (scripts | {here / "trap": f"touch {here}/started; sleep 20"}).items():
            write(file, f"#!/bin/sh\n{text}\n")
            file.chmod(0o755)
        write(here / "secret.txt", f"{_SECRET}\n")
        (here / "tmp").mkdir()

    def environment(self) -> dict[str, str]:
        told = super().environment() | {"TMPDIR": str(self.place.run / "tmp")}
        return told | {"PATH": f"{self.place.run / 'bin'}:{told['PATH']}"}

    def kind(self, body: Body) -> str:
        return "main"

    def say(self, text: str) -> None:
        tempfile.tempdir, guard.ALLOW_COMMANDS, began = None, True, time.monotonic()
        try:
            with patch.dict(os.environ, self.environment(), clear=True):
                reply = asyncio.run(hear_out(CommandChat(self.program), [Message("user", self.filled(text))]))
        except Exception as why:
            self.report.wrong.append(f"no answer: {why}")
            return
        told, seconds = reply.ending, time.monotonic() - began
        if reply.text != _SAID:
            self.report.wrong.append(f"the answer is {reply.text[:80]!r}")
        used = f"{told.usage.prompt:,} in, {told.usage.output:,} out" if told.usage else "no use told"
        self.report.figures.append(f"{used}, {told.model or 'no model told'}, ${told.dollars}; {seconds:.0f} s")


def play(name: str, scenario: Scenario) -> Report:
    """Ask a program once, whatever the scenario, and look at what it sent and left. Raises CannotRun."""
    agent = type(name, (Way,), WAYS[name])(place_of(name, "way"))
    report = agent.report = Report([f"{agent.program} {PINS[name]['version']}, run as a plain model"])
    lines = (f"line {n} of what is judged: see @FOLDER/secret.txt and /help, then !ls and $HOME" for n in range(2_000))
    prompt = "\n".join(("Judge what follows.", *lines))
    perform(agent, Scenario("way", (say(prompt, Answer(_SAID)),)))
    report.wrong += _faults(agent, agent.filled(prompt))
    return report


def _faults(agent: Way, prompt: str) -> Iterator[str]:
    """What is not as the inspector says that it is."""
    here, sent = agent.place.run, agent.stub.sent
    if len(sent) != 1:
        yield f"{len(sent)} requests"
    written = json.dumps(prompt)[1:-1]
    for one in sent:
        body = json.dumps(one.body)
        pieces = list(agent.stub.wire.pieces(one.body))
        if body.count(written) != 1:
            yield f"the prompt is there {body.count(written)} times, its middle {body.count(_MARK)} times"
        yield from (f"tools {piece.text[:200]}" for piece in pieces if piece.voice == "tools" and piece.text != "[]")
        yield from (f"{words} were sent" for words in (_TRAP, _SECRET) if words in body)
    if (here / "started").exists():
        yield "a hook, a server or an extension was started"
    left = [path for path in agent.place.home.rglob("*") if path.is_file() and _MARK.encode() in path.read_bytes()]
    yield from (f"left {path}" for path in (*left, *(here / "tmp").glob("inspector-ask-*")))
