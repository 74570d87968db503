from __future__ import annotations

import os
import sys

from inspector.llm.litellm_library import library


def test_litellm_fetches_no_prices_and_breaks_off_no_answer_that_repeats_itself() -> None:
    assert library() is library()
    assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"
    assert vars(library())["REPEATED_STREAMING_CHUNK_LIMIT"] == sys.maxsize
