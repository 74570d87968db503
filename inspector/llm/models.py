"""From a model's name to the model: ``provider/model``, ``model@address``, ``command:…``, ``replay:…``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from inspector.errors import UsageError
from inspector.llm.chat import ChatModel
from inspector.llm.command_chat import PREFIX as COMMAND
from inspector.llm.command_chat import CommandChat
from inspector.llm.guard import Guarded, Patience, Queue, is_here
from inspector.llm.keys import FOR_SERVERS, find_key, lacks_key
from inspector.llm.litellm_chat import LitellmChat
from inspector.llm.litellm_settings import refused_settings
from inspector.llm.replayed_chat import PREFIX as REPLAY
from inspector.llm.replayed_chat import ReplayedChat
from inspector.model.settings import Settings

AT_ONCE: Mapping[str, int] = {"here": 1, "command": 2, "provider": 4}
"""How many requests run at the same time: a local server or command has one machine to share."""

_AT = re.compile(r"(.*?)@(\w+://.*)")


def open_chat(name: str) -> ChatModel:
    """The model that a name leads to, unguarded. Raises UsageError for a name that leads nowhere."""
    name = name.strip()
    if name.startswith(COMMAND):
        return CommandChat(name.removeprefix(COMMAND).strip())
    if name.startswith(REPLAY):
        return ReplayedChat(Path(name.removeprefix(REPLAY)).expanduser())
    if parted := _AT.fullmatch(name):
        model, address = parted.groups()
        if not host_of(address) or not model:
            raise UsageError(f"{name!r} names no server.", hint="Write NAME@http://HOST:PORT/v1.")
        return LitellmChat(model, address.rstrip("/"))
    if not name or any(letter.isspace() for letter in name):
        raise UsageError(f"{name!r} is no model.", hint="Write provider/model, NAME@http://HOST:PORT/v1 or command:….")
    return LitellmChat(name)


def host_of(address: str) -> str:
    """The host of a server's address; "" where it is none. Raises UsageError for one that holds a password."""
    parts = urlsplit(address)
    if parts.username or parts.password:
        raise UsageError("An address must not hold a password.", hint=f"Set {FOR_SERVERS} for the server instead.")
    return (parts.hostname or "") if parts.scheme in ("http", "https") else ""


def kind_of(chat: ChatModel) -> str:
    """Where a model runs: here, command, provider."""
    if isinstance(chat, CommandChat):
        return "command"
    if isinstance(chat, ReplayedChat) or (isinstance(chat, LitellmChat) and is_here(chat.address)):
        return "here"
    return "provider"


def identity(chat: ChatModel) -> str:
    """By what a model's answers are kept: its name; of a command also its form and the model that its settings name."""
    if isinstance(chat, Guarded):
        return identity(chat.chat)
    return chat.identity if isinstance(chat, CommandChat) else chat.name


def priced_as(chat: ChatModel) -> str:
    """The name under which lists have its price; of a command the model that it asks, "" where that is not known."""
    if isinstance(chat, Guarded):
        return priced_as(chat.chat)
    if not isinstance(chat, CommandChat):
        return chat.name
    return chat.form.model if chat.form is not None else ""


def is_free(chat: ChatModel) -> bool:
    """Whether asking is sure to cost nothing: only recorded answers are."""
    return isinstance(chat, ReplayedChat)


def unpriced(chat: ChatModel) -> str:
    """For people, of a model without a known price: why there is none."""
    if kind_of(chat) == "here":
        # It may be a gateway to a provider who charges.
        return "a server on this machine: its price is not in the list"
    if kind_of(chat) == "command":
        return "price not known before it answers; a subscription may cover it"
    return "price not known"


def with_settings(chat: ChatModel, settings: Settings) -> ChatModel:
    """The same model, in the same queue, asked with settings. ``refused`` tells which it cannot be asked with."""
    if isinstance(chat, Guarded):
        return replace(chat, chat=with_settings(chat.chat, settings))
    return replace(chat, settings=settings) if isinstance(chat, LitellmChat) else chat


def refused(chat: ChatModel, settings: Settings) -> str:
    """In a sentence, which settings a model does not take; "" where it takes all. Imports litellm where any is set."""
    if isinstance(chat, Guarded):
        return refused(chat.chat, settings)
    if not settings.given:
        return ""
    if isinstance(chat, LitellmChat):
        return refused_settings(chat.model, chat.address, settings)
    told = "Recorded answers" if isinstance(chat, ReplayedChat) else "A local command"
    return f"{told} cannot be told any settings ({settings.words})."


def guarded(chat: ChatModel, patience: Patience | None = None, at_once: int = 0) -> Guarded:
    """A model with patience, tries and a queue of so many at once; 0 for what suits where it runs."""
    return Guarded(chat, patience or Patience(), Queue(at_once or AT_ONCE[kind_of(chat)]))


def keyless(chat: ChatModel) -> str:
    """Why a model is sure not to answer for want of a key; "" where it may, and where none is needed."""
    # A server by its address may need none.
    return lacks_key(chat.provider) if isinstance(chat, LitellmChat) and not chat.address else ""


def key_of(chat: ChatModel) -> str:
    """Where a model's key comes from, for people; never the key."""
    if not isinstance(chat, LitellmChat):
        return "no key is needed"
    found = find_key(chat.provider)
    if found.value:
        return f"key: {found.where}"
    return "no key is needed" if kind_of(chat) == "here" else f"no key: {found.where.removeprefix('none: ')}"
