"""Logs of the Anthropic Messages API: request and response bodies as a client or gateway wrote them down.

Producer:  any client that logs its calls; shapes {request, response}, one call a line, in an array, or alone.
           Versions: Messages API with the betas compact-2026-01-12, context-management-2025-06-27 and
           message-threads-2026-08-12.
Evidence:  documentation and source only; no real log was read. anthropic-sdk-python 009b0353 (types/beta/
           beta_compaction_block, beta_iterations_usage, beta_context_management_response, compact_20260112 and
           clear_* edit params, lib/tools/_beta_compaction_control.py), pages on compaction and context editing;
           checked 2026-11-20. Tool runner and threads of anthropic 2.14.0, driven on 2026-11-28.
Context:   a request holds all of it: system, tools, messages; one that goes on in a thread only the new messages.
           The API drops what stands before the last compaction block of a request. Requests are tied together by
           their common prefix (read/prefix.py).
Compaction: the answer starts with a ``compaction`` block and ``usage.iterations`` tells the tokens of the call that
           wrote it; null content is a failed one. With pause_after_compaction, or where the request asks for one
           (``compaction``), the answer stops there, and the next request tells what the client put back.
           ``context_management.applied_edits`` counts results and thoughts cleared (kind edit). A client's own
           compaction shows as a history that left the prefix: inferred.
Not said:  the model's window; which results an edit cleared (the documented order, oldest first, is assumed);
           whose series a call belongs to; working directory; whether a person or a program wrote a prompt.
Damage:    retries without an answer, repeated answers, torn last lines; streams are put together again.
"""

from __future__ import annotations

from inspector.read.adapter import Match, Probe, can_say
from inspector.read.api import CallLog, bare_dialect
from inspector.read.api.dialects import Dialect


class AnthropicApi(CallLog):
    id = "anthropic-api"
    title = "Anthropic API log"
    capabilities = can_say(
        always="system_prompt tools compactions kept_tail",
        sometimes="usage reasoning summary_text timestamps",
    )

    def recognise(self, probe: Probe) -> Match | None:
        """By a request or answer of the Messages API without a proxy's envelope."""
        if bare_dialect(probe) is Dialect.ANTHROPIC:
            return Match(0.5, "a request of the Anthropic Messages API")
        return None


ADAPTER = AnthropicApi()
