"""The call that wrote a summary, as a column: its own prompt, the context that it read, its own model."""

from __future__ import annotations

import re

from inspector.errors import UsageError
from inspector.model import Compaction, Session
from inspector.reconstruct.calls import summarizer_calls
from inspector.rerun.column import Variant
from inspector.rerun.installed import no_recorded_prompt
from inspector.rerun.library import PLAIN, Strategies
from inspector.rerun.prompts import RECORDED

_PROVIDERS = {
    "anthropic": r"claude-",
    "openai": r"gpt-|chatgpt-|codex-|o\d",
    "gemini": r"gemini-",
    "xai": r"grok-",
    "deepseek": r"deepseek-",
    "mistral": r"mistral-|codestral|devstral|magistral",
    "moonshot": r"kimi-",
    "zai": r"glm-",
}
"""Who makes the models whose names begin so; logs seldom name the provider."""
_NAMED = re.compile(r"|".join(f"(?P<{maker}>{names})" for maker, names in _PROVIDERS.items()), re.IGNORECASE)


def as_recorded(session: Session, compaction: Compaction, strategies: Strategies, model: str = "") -> Variant:
    """The recorded call of a compaction, to be asked again: of ``model``, or of the one that the log names.

    Raises UsageError where the log does not hold the prompt, or names no model whose maker is known.
    """
    if compaction.record.prompt is None:
        raise no_recorded_prompt(session.agent, compaction.number)
    return Variant(strategies.named(PLAIN), model or recorded_model(session, compaction), RECORDED)


def recorded_model(session: Session, compaction: Compaction) -> str:
    """``provider/model`` of the call that wrote the summary. Raises UsageError where it cannot be told."""
    calls = [call.model for call in summarizer_calls(session, compaction) if call.model]
    name = (calls[-1] if calls else compaction.record.model) or ""
    if "/" in name:
        return name
    found = _NAMED.match(name)
    if found is None:
        told = f"{name!r}, and whose that is cannot be told" if name else "not in this log"
        raise UsageError(f"The model that wrote the summary is {told}.", hint="Name one with --model.")
    return f"{found.lastgroup}/{name}"
