"""The inspector, asked through its command line as a person would."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import cast

from inspector.cli.main import run
from live.wire import Body


class Refused(Exception):
    """The inspector could not answer; why, it has said on standard error."""


def ask(*words: str | Path) -> Body:
    """What a command prints with ``--json``. Raises Refused."""
    told = StringIO()
    with redirect_stdout(told):
        status = run([*map(str, words), "--json"])
    if status not in (0, 1):
        raise Refused(f"inspector {' '.join(map(str, words))} ended with status {status}.")
    return cast(Body, json.loads(told.getvalue()))
