"""Logs of providers' APIs: requests and answers of Anthropic Messages, OpenAI Responses, chat completions and Gemini.

Such logs have no usual place, stand alone, and are read call by call; ``CallLog`` is what their adapters share.

``exchange`` finds a request and its answer in a record, ``streams`` puts streamed answers together, ``requests`` and
``dialects`` with ``messages`` and ``responses`` turn bodies into parts of a context, ``series`` tells
which context a call goes on with and ``native`` what its provider compacted, ``log`` puts the session together,
``sniff`` looks at the head of a log.
"""

from __future__ import annotations

from pathlib import Path

from inspector.model import Origin, Session
from inspector.read.adapter import Adapter, Glance, Probe, Report
from inspector.read.api.dialects import Dialect, dialect_of
from inspector.read.api.exchange import exchange_in, read_records
from inspector.read.api.log import ApiLog
from inspector.read.api.requests import Requests
from inspector.read.api.sniff import first_exchange
from inspector.read.values import as_dict, as_text, as_title


class CallLog(Adapter):
    """An adapter of logs that hold calls; what it is called and which calls are its own, each says for itself."""

    def glance(self, probe: Probe) -> Glance:
        """The first prompt."""
        return glance_calls(probe)

    def read(self, path: Path, report: Report) -> Session:
        """Read a log call by call."""
        log = ApiLog(self.id, path)
        for logged in read_records(path, report):
            exchange = exchange_in(logged)
            if exchange:
                log.add(exchange)
            else:
                log.unknown(logged, as_text(as_dict(logged.value).get("type")) or "no call")
        return log.finish(self.capabilities)


def bare_dialect(probe: Probe) -> Dialect | None:
    """The API of a log whose first call stands in no proxy's envelope and is sure to be one."""
    found = first_exchange(probe)
    if found is None or found.envelope:
        return None
    dialect = dialect_of(found)
    named = found.answer is not None or "model" in found.request.value or dialect is Dialect.GEMINI
    return dialect if named else None


def glance_calls(probe: Probe) -> Glance:
    """The first prompt of a log, and the time of its first call."""
    found = first_exchange(probe)
    if found is None:
        return Glance()
    parts = Requests().parts(dialect_of(found), found.request)
    typed = (
        part.said[0][1] if part.said else as_text(part.value)
        for part in parts
        if part.origin is Origin.HUMAN or part.said
    )
    return Glance(as_title(next(typed, "")), found.time)
