"""litellm, ready to use.

Rule: the only file that imports it, and on first use: the import takes seconds and 160 MB.
"""

from __future__ import annotations

import logging
import os
import sys
from functools import cache
from typing import Any

from inspector.llm.wire import guard_connections


@cache
def library() -> Any:
    """The module, with what it would do behind our back put off."""
    # Without this, the import itself fetches a list of prices from the network.
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    import litellm

    # Else the first question loads it, and the loop stands still meanwhile.
    import openai.resources  # noqa: F401

    guard_connections()
    # A row of dashes is an answer, too: it would be broken off at the hundredth equal piece.
    vars(litellm)["REPEATED_STREAMING_CHUNK_LIMIT"] = sys.maxsize
    litellm.suppress_debug_info = True
    logging.getLogger("LiteLLM").setLevel(logging.CRITICAL)
    return litellm
