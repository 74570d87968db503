from dataclasses import replace

import pytest

from inspector.gui.models.claims import ClaimRows, claim_word
from inspector.model import Basis, Claim, Quote
from tests.made_facts import HOSTILE, judged_document


@pytest.fixture
def rows(qapp):
    made = ClaimRows()
    made.show(judged_document().comparison[0].claims)
    return made


def test_it_is_a_sound_model(rows, qtmodeltester):
    qtmodeltester.check(rows)


def test_a_claim_says_what_it_is_about_and_what_is_wrong(rows):
    assert rows.index(0).data() == "⚠ approval, unsupported: “the user approved the schema”"
    claim = Claim(compaction=1, quote=Quote(1, 0, 1), text="x", kind="contradicted", subject="odd", why="")
    assert claim_word(claim) == "odd, contradicted"


def test_words_of_a_summary_are_no_markup_in_a_tooltip(qapp):
    made = ClaimRows()
    made.show((Claim(compaction=1, quote=Quote(1, 0, 1), text=HOSTILE, kind="unsupported", subject="name", why="<b>"),))
    from PySide6.QtCore import Qt

    tip = made.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tip and "<b>" not in tip


def test_a_judge_names_no_subject_and_what_is_supported_has_a_sign_of_its_own():
    claim = Claim(
        compaction=1, quote=Quote(1, 0, 4), text="pass", kind="contradicted", subject="", why="", basis=Basis.JUDGED
    )
    rows = ClaimRows()
    rows.show((claim, replace(claim, kind="supported"), replace(claim, subject="number", kind="unsupported")), 2)
    assert [rows.index(row).data() for row in range(3)] == [
        "⚠ contradicted: “pass”",
        "✓ supported: “pass”",
        "⚠ by the rules alone: number, unsupported: “pass”",
    ]
