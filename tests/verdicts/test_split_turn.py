"""A compaction may cut a turn in two: pi summarises its beginning and keeps its end."""

import orjson
import pytest

from inspector.model import Verdict
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.read.adapters.test_pi import HEADER, entry, said, user

RULE = "Never change the header of sightings.csv."
SUMMARY = (
    "## Goal\nImport the download.\n\n---\n\n**Turn Context (split turn):**\n\nPrint how many duplicates were skipped."
)


def verdict_with(kept_words, tmp_path):
    """Of the rule, said in the half of a turn that was summarised, beside the half that stays."""
    records = (
        HEADER,
        user("a", None, "Add an import for the eBird download format."),
        said("b", "a", "I look at the store first."),
        user("c", "b", f"Now print the number of skipped duplicates. {RULE}"),
        said("d", "c", "I begin with the reader of the file."),
        said("e", "d", kept_words),
        entry("f", "compaction", "e", summary=SUMMARY, firstKeptEntryId="e", tokensBefore=90_000),
        user("g", "f", "go on"),
        said("h", "g", "Done."),
    )
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
    document = read(path)
    cache = Cache.memory()
    advance(document, Stage.COMPARE, cache)
    (outcome,) = document.comparison
    document.close()
    pairs = zip(outcome.facts, outcome.survivals, strict=True)
    return next(survival for fact, survival in pairs if RULE.rstrip(".") in fact.statement)


def test_what_the_kept_half_says_again_survives(tmp_path):
    survival = verdict_with("The header of sightings.csv must never change, so I only append rows.", tmp_path)
    assert survival.verdict in (Verdict.VERBATIM, Verdict.REWORDED)


@pytest.mark.parametrize(
    "kept", ["I read the first rows of the download.", "The header of sightings.csv is changed now."]
)
def test_a_kept_half_that_does_not_say_it_keeps_nothing(kept, tmp_path):
    assert verdict_with(kept, tmp_path).verdict not in (Verdict.VERBATIM, Verdict.REWORDED)
