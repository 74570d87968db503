"""What damage of a log means, in one sentence."""

from dataclasses import replace

import pytest

from inspector.model import Capabilities, Diagnostic, Severity
from inspector.read.build import Builder
from inspector.wording.damage import damage_of, damage_words, never_compacted

SESSION = Builder("claude-code", "log.jsonl").session(id="s", title="", cwd="", capabilities=Capabilities())
NOTE = Diagnostic(Severity.WARNING, "mended-line", "Read with repairs.")
BAD = Diagnostic(Severity.ERROR, "bad-line", "The line is not JSON.")
CUT = Diagnostic(Severity.ERROR, "cut-archive", "Reading stopped here.")
TORN = Diagnostic(Severity.WARNING, "torn-line", "The last line is incomplete.")


@pytest.mark.parametrize(
    ("problems", "words"),
    [
        ((BAD,), "1 place of this log cannot be read"),
        ((BAD, NOTE, BAD), "2 places of this log cannot be read"),
        ((BAD, TORN), "2 places"),
        ((TORN, CUT), "reading stopped before its end"),
        ((TORN, NOTE), "The last line of this log is incomplete"),
    ],
)
def test_damage_is_one_sentence_that_says_what_it_means(problems, words):
    damaged = replace(SESSION, diagnostics=problems)
    assert words in damage_words(damaged)
    assert "readable part" in never_compacted(bool(damage_of(damaged)))
    assert NOTE not in damage_of(damaged)


def test_a_log_that_was_read_with_repairs_is_not_damaged():
    mended = replace(SESSION, diagnostics=(NOTE,))
    assert (damage_of(mended), damage_words(mended)) == ((), "")
    assert "never compacted" in never_compacted(False)
