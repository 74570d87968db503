"""What can be asked from here: commands on the PATH, model servers on this machine, providers whose key is there."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inspector.errors import ModelFailed
from inspector.llm.command_chat import PREFIX
from inspector.llm.keys import find_key, lacks_key
from inspector.llm.models import open_chat, priced_as
from inspector.llm.pure import rows
from inspector.llm.server_models import ask_names
from inspector.measure.price import Price, price_of
from inspector.model import Usage

PORTS: Mapping[int, str] = {
    11434: "Ollama",
    1234: "LM Studio",
    8080: "llama.cpp",
    8000: "vLLM",
    1337: "Jan",
    4000: "LiteLLM",
}
"""Where servers of models listen unless they are told otherwise."""
ONE_COMPACTION = Usage(18_958, 0, 0, 2_500)
"""What reading the median one of twenty-two labelled compactions takes."""
_PROVIDERS = ("anthropic", "openai", "gemini", "openrouter", "deepseek", "groq", "mistral")
_MOST = 20
"""Models of one server: gateways list hundreds."""


@dataclass(frozen=True, slots=True)
class Way:
    """One model that can be asked, or a provider of them."""

    name: str
    """As it is named to be asked; of a provider, what its models' names begin with."""
    about: str
    """Whose it is, and how it is asked."""
    model: str = ""
    """Which model answers, as far as that is known before."""
    cannot: str = ""
    """Why it is not asked."""

    @property
    def price(self) -> Price:
        """What reading the median compaction costs, by list price."""
        return price_of(self.model, ONE_COMPACTION)


def commands_there(find: Callable[[str], str | None] = shutil.which) -> list[Way]:
    """The commands of agents that this machine has."""
    return [
        Way(f"{PREFIX}{program}", row["title"], cannot=row["cannot"])
        if "cannot" in row
        else _command(f"{PREFIX}{row['bare']}")
        for program, row in rows().items()
        if find(program)
    ]


def servers_there() -> list[Way]:
    """The models of servers on this machine's usual ports; three seconds at most. Not for where a loop runs."""

    async def look(port: int) -> list[Way]:
        address = f"http://127.0.0.1:{port}/v1"
        try:
            names = await ask_names(address)
        except ModelFailed:
            return []
        about = f"a server on port {port}, where {PORTS[port]} listens"
        return [Way(f"{name}@{address}", about, f"{name}@{address}") for name in names[:_MOST]]

    async def all_of_them() -> list[list[Way]]:
        return await asyncio.gather(*map(look, PORTS))

    return [way for found in asyncio.run(all_of_them()) for way in found]


def providers_there() -> list[Way]:
    """The providers whose key is in the environment or in the keyring."""
    return [
        Way(f"{provider}/…", f"key: {find_key(provider).where}") for provider in _PROVIDERS if not lacks_key(provider)
    ]


def _command(name: str) -> Way:
    chat = open_chat(name)
    return Way(name, chat.destination.partition(", and whatever")[0], priced_as(chat))
