"""Settings of a request as litellm takes them, and which of them a model does not take.

Facts of litellm 1.106.2, held by ``tests/llm/test_litellm_settings.py``: what it knows a model not to take it refuses,
when it is asked. It does not know that Anthropic's models take no temperature while they think, nor mind that a budget
for thinking leaves nothing to write; those are looked for here. A server by its address is sent what is set: only it
knows what it takes.
"""

from __future__ import annotations

from typing import Any

from inspector.llm.litellm_library import library
from inspector.model.settings import Settings

_NAMES = {"temperature": "temperature", "effort": "reasoning_effort", "seed": "seed"}


def parameters(settings: Settings) -> dict[str, Any]:
    """What a request gets, in OpenAI's words; its maximum output comes with the question."""
    return {_NAMES[name]: value for name, value in settings.given.items() if name in _NAMES}


def refused_settings(model: str, address: str, settings: Settings) -> str:
    """Which settings a model does not take, in a sentence; "" where it takes all that litellm knows of.

    Whether it may write as much as ``max_output`` is not looked at.
    """
    if address:
        return ""
    asked = {**settings.given, "effort": settings.effort or None}
    one_by_one = (name for name in _NAMES if asked.get(name) is not None)
    try:
        names = [name for name in one_by_one if not _takes(model, settings, name)]
    except library().BadRequestError:
        return f"No provider is known that has {model}."
    if names:
        return f"{model} does not take {' and '.join(f'{name} {asked[name]}' for name in names)}."
    if settings.effort and settings.temperature not in (None, 1) and _is_fixed(model, settings):
        return f"{model} takes no temperature but 1 together with an effort."
    return _without_room(model, settings)


def _without_room(model: str, settings: Settings) -> str:
    """Why an effort and a maximum output do not go together: some models are told how many tokens they may think."""
    if not settings.effort or settings.max_output is None:
        return ""
    thinking = _sent(model, settings, "effort").get("thinking")
    room = thinking.get("budget_tokens") if isinstance(thinking, dict) else None
    if room is None or room < settings.max_output:
        return ""
    return f"With effort {settings.effort} {model} may think for {room:,} of its {settings.max_output:,} tokens."


def _takes(model: str, settings: Settings, name: str) -> bool:
    """Whether a request gets anything of a setting."""
    try:
        return _sent(model, settings, name) != _sent(model, settings, "")
    except library().UnsupportedParamsError:
        return False


def _sent(model: str, settings: Settings, name: str) -> dict[str, Any]:
    """What litellm makes of one setting."""
    litellm = library()
    bare, provider, _, _ = litellm.get_llm_provider(model)
    told = {_NAMES[name]: settings.given[name]} if name else {}
    if settings.max_output is not None:
        told["max_tokens"] = settings.max_output
    made: dict[str, Any] = litellm.utils.get_optional_params(model=bare, custom_llm_provider=provider, **told)
    return made


def _is_fixed(model: str, settings: Settings) -> bool:
    """Whether a model that thinks takes no temperature of its own: Anthropic's, and those litellm knows of."""
    if "claude" in model.lower():
        return True
    litellm = library()
    bare, provider, _, _ = litellm.get_llm_provider(model)
    told = {"temperature": settings.temperature, "reasoning_effort": settings.effort}
    try:
        litellm.utils.get_optional_params(model=bare, custom_llm_provider=provider, **told)
    except litellm.UnsupportedParamsError:
        return True
    return False
