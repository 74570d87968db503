"""One call of a hook from its payload to its answer. It fails open: whatever goes wrong, the agent goes on."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

from inspector.cli.hooks import journal, quick
from inspector.cli.hooks.payload import BadPayload, Payload, read_payload
from inspector.errors import InspectorError


@dataclass(frozen=True, slots=True)
class Answer:
    """What the agent gets, and what is written down about it."""

    words: str
    """On standard output."""
    note: str
    leaves: bool = False
    """Whether something is left running that nobody waits for: the process has to be ended."""


def run(event: str, agent: str, answer: Callable[[Payload], Answer], patience: float) -> int:
    """Answer one event within so many seconds; gives the exit status, 0 for every fault. A subagent is never answered.

    Past its time the process ends at once, with nothing said: an agent waits for it.
    """
    clock = threading.Timer(patience, _give_up, (event, agent, patience))
    clock.daemon = True
    clock.start()
    session = ""

    def note(words: str) -> None:
        journal.note(event, session, words, agent)

    try:
        payload = read_payload(quick.payload(), event, agent)
        session = payload.session
        if not payload.subagent:
            return _say(answer(payload), note)
        note("it is a subagent's: nobody spoke to it")
    except BadPayload as why:
        note(f"nothing was done: {why}")
    except FileNotFoundError as why:
        note(f"nothing was done: there is no log {why.filename}")
    except InspectorError as why:
        note(f"nothing was done: {why.message}")
    except Exception as why:
        note(f"nothing was done: {type(why).__name__}: {why}")
    finally:
        clock.cancel()
    return 0


def _say(told: Answer, note: Callable[[str], None]) -> int:
    note(told.note)
    if told.words:
        sys.stdout.write(told.words)
        sys.stdout.flush()
    if told.leaves:
        sys.stderr.flush()
        os._exit(0)
    return 0


def _give_up(event: str, agent: str, patience: float) -> None:
    journal.note(event, "", f"nothing was done: it took more than {patience:g} s", agent)
    os._exit(0)
