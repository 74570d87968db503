"""Captures of HTTP proxies between an agent and its provider: claude-tap, LHAR, HAR, and the like.

Producer:  claude-tap (.traces/**/trace_*.jsonl), context-lens (.lhar, .lhar.json), anything that exports HAR
           (mitmproxy, browsers), and loggers that keep {request: {method, url, body}, response: {status, body}}; of
           the Gemini API also bare bodies (generateContent, streamGenerateContent, Code Assist's around them).
Evidence:  source only; no real capture was read. claude-tap 06c9593 (forward_proxy.py, sse.py), context-lens
           docs/LHAR.md, HAR 1.2; Gemini: googleapis/js-genai 6e9b35c4 src/types.ts, google-gemini/gemini-cli
           5411f113 packages/core/src/code_assist/{server,converter}.ts; checked 2026-11-20.
Context:   every request holds all of it; see anthropic_api and openai_api for the bodies,
           read/api/responses.py for Gemini's. Series of several agents
           interleave in one capture: the longest is the main thread, the others are threads beside it.
Compaction: the provider's own, as its answers tell; an agent's own only by the prefix rule (read/prefix.py): two
           successive requests share a start, and what left it was compacted or edited. Those are inferred.
Not said:  which agent sent a request; what the agent kept to itself; windows; why a history was cut; what stands in
           a ``cachedContent`` that a Gemini request goes on from. Calls that only count tokens are events.
Damage:    answers kept as event streams or as text are decoded and their texts held; failed and repeated calls.
           Headers are never read: they hold keys.
"""

from __future__ import annotations

from inspector.read.adapter import Match, Probe, can_say
from inspector.read.api import CallLog, bare_dialect
from inspector.read.api.dialects import Dialect
from inspector.read.api.sniff import first_exchange


class Proxy(CallLog):
    id = "proxy"
    title = "Proxy capture"
    capabilities = can_say(
        always="system_prompt tools kept_tail timestamps",
        sometimes="usage reasoning compactions summary_text",
    )
    kept_in = (("", ".traces", ""), ("", ".context-lens/data", ""))
    """Where claude-tap and context-lens keep captures unless told otherwise."""
    named = ("**/trace_*.jsonl", "**/*.lhar", "**/*.lhar.json")

    def recognise(self, probe: Probe) -> Match | None:
        """By a provider's request inside a proxy's envelope, or a bare one of the Gemini API."""
        found = first_exchange(probe)
        if found is not None and found.envelope:
            return Match(0.5, "a request to a provider inside a proxy's envelope")
        if bare_dialect(probe) is Dialect.GEMINI:
            return Match(0.5, "a request of the Gemini API")
        return None


ADAPTER = Proxy()
