"""One call of a hook from its payload to its answer. It fails open: whatever goes wrong, the agent goes on."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from inspector.cli.hooks import journal
from inspector.cli.hooks.payload import MOST, BadPayload, Payload, read_payload
from inspector.errors import InspectorError


def run(
    event: str,
    answer: Callable[[Payload], object],
    patience: float,
    find: Callable[[str], Path | None] | None = None,
) -> int:
    """Answer one event within so many seconds; gives the exit status, 0 for every fault. None says nothing at all.

    Past its time the process ends at once, with nothing said: an agent waits for it.
    """
    clock = threading.Timer(patience, _give_up, (event, patience))
    clock.daemon = True
    clock.start()
    session = ""
    try:
        payload = read_payload(sys.stdin.buffer.read(MOST + 1), event, find)
        session = payload.session
        told = answer(payload)
        return 0 if told is None else _say(event, session, told)
    except BadPayload as why:
        journal.note(event, session, f"nothing was done: {why}")
    except FileNotFoundError as why:
        journal.note(event, session, f"nothing was done: there is no log {why.filename}")
    except InspectorError as why:
        journal.note(event, session, f"nothing was done: {why.message}")
    except Exception as why:
        journal.note(event, session, f"nothing was done: {type(why).__name__}: {why}")
    finally:
        clock.cancel()
    return 0


def _say(event: str, session: str, told: object) -> int:
    from inspector.cli.hooks.answers import Answer

    assert isinstance(told, Answer)
    journal.note(event, session, told.note)
    if told.words:
        sys.stdout.write(told.words)
        sys.stdout.flush()
    if told.error:
        sys.stderr.write(f"{told.error}\n")
    if told.leaves:
        sys.stderr.flush()
        os._exit(told.status)
    return told.status


def _give_up(event: str, patience: float) -> None:
    journal.note(event, "", f"nothing was done: it took more than {patience:g} s")
    os._exit(0)
