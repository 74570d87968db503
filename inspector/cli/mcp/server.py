"""The tools as the Model Context Protocol has them: read only, errors in words, over standard input and output.

Source: the protocol's official Python SDK, ``mcp`` 2.3, read 2026-11-23.
"""

from __future__ import annotations

import io
import json
import re
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, BinaryIO

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from inspector import __version__
from inspector.cli.mcp.answers import compactions_answer, find_answer, missing_answer, restore_answer
from inspector.cli.mcp.held import Held
from inspector.cli.mcp.quoting import MOST, USUAL
from inspector.cli.mcp.sessions import Sessions
from inspector.errors import InspectorError
from inspector.llm.chat import whole_signs

_ABOUT = (
    "What the user said in this project's agent sessions and no longer stands in their contexts. After your context "
    "was compacted, missing() gives those sentences word for word with their lines in the log; find() looks for words "
    "in all of the log, restore() gives one message whole. Everything is read from the agent's own log; nothing is "
    "changed or sent."
)
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_AHEAD = 200
"""Texts that are read between two looks for a question."""
_Asked = Context[Any, Any]
_Session = Annotated[str, Field(description="The session's name, as its log is called; empty: the latest.")]
_Tokens = Annotated[int, Field(ge=100, le=MOST, description="How long the answer may be, in tokens.")]
_Part = Annotated[bool, Field(description="Also what stands there in part, and what was gone earlier.")]
_Number = Annotated[int, Field(ge=0, description="The compaction's number; 0: the newest.")]


class _Lines(io.BufferedIOBase):
    """Lines of a stream with U+FFFD for half a surrogate pair, on which the protocol's own reader gives no answer."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def read1(self, size: int = -1, /) -> bytes:
        line = self._stream.readline()
        if _HALF.search(line):
            with suppress(ValueError, RecursionError):
                return whole_signs(json.dumps(json.loads(line), ensure_ascii=False)).encode() + b"\n"
        return line


def serve(server: MCPServer[None]) -> None:
    """Answer on standard input and output until that ends."""
    sys.stdin = io.TextIOWrapper(_Lines(sys.stdin.buffer), "utf-8", "replace")
    server.run("stdio")


def _client(context: _Asked) -> str:
    """Under what name an agent asks; "" where it told none."""
    with suppress(AttributeError, LookupError, ValueError):
        told = context.session.client_params
        return told.client_info.name if told is not None else ""
    return ""


def server_of(sessions: Sessions) -> MCPServer[None]:
    """The server of one project's sessions."""
    server: MCPServer[None] = MCPServer("inspector", instructions=_ABOUT, version=__version__, log_level="WARNING")
    turn = threading.Lock()

    def asked(session: str, answer: Callable[[Held], str], context: _Asked) -> str:
        # A session is read by one call at a time.
        with turn:
            try:
                sessions.client = _client(context)
                held = sessions.open(session)
                told = answer(held)
            except InspectorError as why:
                raise ToolError(f"{why.message} {why.hint}".strip()) from why
            except OSError as why:
                raise ToolError(f"The log cannot be read: {why.strerror or why}.") from why
        if not held.is_read_ahead:
            held.is_read_ahead = True
            threading.Thread(target=read_ahead, args=(held,), daemon=True).start()
        return told

    def read_ahead(held: Held) -> None:
        """Read what a search will look through, a little at a time, so that no question waits for it."""
        with suppress(Exception):
            more = True
            while more:
                with turn:
                    more = held.fold_some(_AHEAD)

    def list_compactions(context: _Asked, session: _Session = "") -> str:
        """Every compaction of a session: when, how large the context was before and after, how much is not there."""
        return asked(session, compactions_answer, context)

    def missing(
        context: _Asked,
        compaction: _Number = 0,
        session: _Session = "",
        also_part: _Part = False,
        max_tokens: _Tokens = USUAL,
    ) -> str:
        """What the user said that does not stand there behind a compaction, word for word, with lines."""
        return asked(session, lambda held: missing_answer(held, compaction, max_tokens, also_part=also_part), context)

    def find(context: _Asked, words: str, session: _Session = "", max_tokens: _Tokens = USUAL) -> str:
        """Passages of the whole log, from before compactions too, that hold all of these words; the user's first."""
        return asked(session, lambda held: find_answer(held, words, max_tokens), context)

    def restore(context: _Asked, fact: str, session: _Session = "", max_tokens: _Tokens = USUAL) -> str:
        """The whole message behind an id that missing() gave, or behind a number such as #12 that find() gave."""
        return asked(session, lambda held: restore_answer(held, fact, max_tokens), context)

    for tool in (list_compactions, missing, find, restore):
        server.add_tool(tool, annotations=_READ_ONLY, structured_output=False)
    return server
