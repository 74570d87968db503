"""How many tokens a model takes: as the person says, as its server says, as a list says.

A server of one's own is most often started with a smaller window than its model has, which no list knows. It is asked
for its list of models, once; some say it there, others only when a request does not fit.
"""

from __future__ import annotations

import re

from inspector.errors import InspectorError
from inspector.llm import server_models
from inspector.llm.models import open_chat, priced_as
from inspector.measure.models import find_model

_TOLD = re.compile(
    r"(?:context (?:size|length|window)|maximum context|n_ctx|max_model_len)\D{0,40}?(\d[\d,_]{2,})", re.IGNORECASE
)
_LEAST = 512
"""A smaller number is no window."""
_known: dict[str, int | None] = {}


def window_of(model: str) -> int | None:
    """Tokens that a model takes; None where nobody tells. Asks a server by its address once: three seconds at most."""
    if model not in _known and "@http" in model:
        name, _, address = model.rpartition("@")
        try:
            _known[model] = server_models.window(address, name)
        except InspectorError:
            _known[model] = None
    told = _known.get(model)
    listed = None if told is not None else find_model(_listed_as(model))
    return told if listed is None else listed.window


def tell_window(model: str, tokens: int) -> None:
    """From now on, what a model takes."""
    _known[model] = tokens


def learn_window(model: str, words: str) -> bool:
    """Whether an error's words tell of a smaller window than was known; it is known from now on."""
    found = _TOLD.search(words)
    tokens = int(re.sub(r"\D", "", found[1])) if found else 0
    known = window_of(model)
    if tokens < _LEAST or (known is not None and tokens >= known):
        return False
    tell_window(model, tokens)
    return True


def _listed_as(model: str) -> str:
    """The name by which lists know a model."""
    return priced_as(open_chat(model)) if model.startswith("command:") else model.rsplit("@http", 1)[0]
