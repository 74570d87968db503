"""Keys of providers: from the environment, or from the keyring of the operating system. Never shown, never kept."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

SERVICE = "inspector"
"""Under which the keyring holds them, one entry a provider."""
_VARIABLES: Mapping[str, tuple[str, ...]] = {
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "together_ai": ("TOGETHERAI_API_KEY", "TOGETHER_AI_TOKEN"),
    "huggingface": ("HF_TOKEN", "HUGGINGFACE_API_KEY"),
}
FOR_SERVERS = "INSPECTOR_API_KEY"
"""For servers by address: a key that was made for a provider is sent to nobody else."""
_OF_ITS_OWN = frozenset({"bedrock", "vertex_ai", "sagemaker", "ollama", "ollama_chat"})
"""Providers without a key, or whose libraries find their credentials themselves."""
_NOTHING_WITHOUT: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_AUTH_TOKEN",),
    "deepseek": (),
    "gemini": (),
    "groq": (),
    "mistral": (),
    "openai": (),
    "openrouter": ("OR_API_KEY",),
}
"""Providers that answer nobody without a key, each with what litellm 1.106.2 takes in the place of ours. For any other
it may find credentials in ways of its own, so that nothing is certain before it is asked."""
_LOOKS_LIKE_A_KEY = re.compile(r"(?<!\w)(?:(?:sk|pk|rk|gsk|xai)[-_][\w*-]{12,}|hf_[a-zA-Z0-9]{20,}|AIza[\w-]{12,})")
"""A mark has to stand behind the letters: ``--skip-git-repo-check`` is none, nor is ``hf_transfer``."""
HIDDEN = "[key]"


@dataclass(frozen=True, slots=True)
class Key:
    """A key and where it was found. Its value is in no representation."""

    value: str = field(repr=False)
    where: str
    """For people: the variable or the keyring; why there is none."""


def find_key(provider: str) -> Key:
    """The key of a provider; an empty value where none was found or none is needed."""
    if provider in _OF_ITS_OWN:
        return Key("", "the provider's own credentials")
    names = variables(provider)
    for name in names:
        if value := os.environ.get(name, "").strip():
            return Key(value, f"{name} in the environment")
    stored, trouble = _from_keyring(provider)
    if stored:
        return Key(stored, "the keyring")
    return Key("", f"none: {' and '.join(names)} {'is' if len(names) == 1 else 'are'} not set, and {trouble}")


def lacks_key(provider: str) -> str:
    """Why a provider is sure not to answer: it needs a key, and there is none; "" wherever it may."""
    instead = _NOTHING_WITHOUT.get(provider)
    if instead is None or any(os.environ.get(name, "").strip() for name in instead):
        return ""
    found = find_key(provider)
    if found.value:
        return ""
    return f"Nothing can be sent to {provider} without a key: {found.where.removeprefix('none: ')}."


def variables(provider: str) -> tuple[str, ...]:
    """The environment variables that may hold the key of a provider, or of a server by its host."""
    if "." in provider or ":" in provider or provider == "localhost":
        return (FOR_SERVERS,)
    return _VARIABLES.get(provider, (f"{re.sub(r'[^A-Z0-9]', '_', provider.upper())}_API_KEY",))


def without_keys(words: str, key: str = "") -> str:
    """A provider's words with keys taken out: some repeat what they were sent."""
    if key:
        words = words.replace(key, HIDDEN)
    return _LOOKS_LIKE_A_KEY.sub(HIDDEN, words)


def find_keyring() -> None:
    """Let the keyring find out what this system has, which takes a tenth of a second; no key is looked for."""
    # Who asks for a key is told what is wrong.
    with suppress(Exception):
        import keyring

        keyring.get_keyring()


def _from_keyring(provider: str) -> tuple[str, str]:
    """The key, or why there is none."""
    try:
        import keyring
        import keyring.errors
    except ImportError:
        return "", "no keyring is installed (pip install 'compaction-inspector[keyring]')"
    try:
        value = keyring.get_password(SERVICE, provider)
    except keyring.errors.NoKeyringError:
        return "", "this system has no keyring"
    except keyring.errors.KeyringError as why:
        # Its own words name addresses and settings of other programs.
        return "", f"the keyring cannot be read ({type(why).__name__})"
    return (value, "") if value else ("", f"the keyring has no entry {provider!r} for {SERVICE!r}")
