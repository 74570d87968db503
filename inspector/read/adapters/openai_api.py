"""Logs of the OpenAI API: Responses, its compaction endpoint, and chat completions (also LiteLLM's rows).

Producer:  any client or gateway that logs its calls; shapes {request, response}, {messages, response, usage}, one
           call a line, in an array, or alone.
Evidence:  documentation and source only; no real log was read. openai-python e43b4224 (types/responses/
           compacted_response, response_compact_params, response_compaction_item, response_usage); LiteLLM's
           standard logging payload; checked 2026-11-20.
Context:   chat completions and most Responses requests hold all of it; with previous_response_id, or in a
           conversation, a request holds only what is new, and the chain of answers gives the rest. Requests are tied
           together by their common prefix (read/prefix.py).
Compaction: a ``compaction`` item in an answer's output (server side, from context_management or an explicit
           compaction_trigger), or an answer of ``/responses/compact``, whose output is the new context. Both are
           encrypted: kind native, never readable. A client's own compaction shows as a history that left the
           prefix: inferred.
Not said:  the text of native summaries; what the server keeps beside one, unless the next request holds it; the
           model's window; whether a person or a program wrote a prompt.
Damage:    retries without an answer, repeated answers, torn last lines; streams are put together again.
"""

from __future__ import annotations

from inspector.read.adapter import Match, Probe, can_say
from inspector.read.api import CallLog, bare_dialect
from inspector.read.api.dialects import Dialect


class OpenAIApi(CallLog):
    id = "openai-api"
    title = "OpenAI API log"
    capabilities = can_say(
        always="system_prompt tools compactions",
        sometimes="usage reasoning summary_text kept_tail timestamps",
    )

    def recognise(self, probe: Probe) -> Match | None:
        """By a request or answer of the Responses API or of chat completions without a proxy's envelope."""
        dialect = bare_dialect(probe)
        if dialect in (None, Dialect.ANTHROPIC, Dialect.GEMINI):
            return None
        chat = dialect is Dialect.CHAT
        return Match(0.5, f"a request of the OpenAI {'chat completions' if chat else 'Responses'} API")


ADAPTER = OpenAIApi()
