from __future__ import annotations

import numpy as np

from inspector.measure.calibrate import NOT_FITTED, Calibration
from inspector.measure.composition import compose
from inspector.measure.count import Counts
from inspector.model import Basis, ItemKind
from inspector.reconstruct.replay import Replay


def nfc(session, tokens, calibration=NOT_FITTED):
    n = len(tokens)
    counts = Counts(np.array(tokens, np.int32), np.ones(n, np.bool_), np.zeros(n, np.int32), "words")
    return compose(session, Replay(session), counts, calibration)


def test_kinds_and_the_unlogged_rest_add_up_to_the_recorded_prompt(say, ask, finish) -> None:
    say(ItemKind.USER)
    say(ItemKind.TOOL_RESULT)
    ask(5_000)
    parts = nfc(finish(), [100, 900], Calibration(1.2, 3_800.0, 0.01, Basis.ESTIMATED, 9))
    row = dict(zip(parts.kinds, parts.tokens[0], strict=True))
    assert (row["user"], row["tool_result"], row["summary"]) == (120, 1_080, 0)
    assert parts.tokens.sum() + parts.unlogged[0] == 5_000


def test_unlogged_is_unknown_without_a_recorded_prompt_and_never_negative(say, ask, finish) -> None:
    say()
    ask(None)
    ask(10)
    parts = nfc(finish(), [500])
    assert np.isnan(parts.unlogged[0])
    assert parts.unlogged[1] == 0


def test_a_summarisers_call_and_a_subagents_are_no_rows(builder, say, ask, finish) -> None:
    say()
    ask(600)
    ask(700, purpose="compaction")
    ask(800, thread="sub")
    ask(900)
    assert nfc(finish(), [500]).requests.tolist() == [0, 3]


def test_kinds_stand_in_plot_order(finish) -> None:
    assert nfc(finish(), []).kinds == (
        "instructions", "summary", "user", "assistant", "reasoning", "tool_call", "tool_result", "attachment",
    )  # fmt: skip
