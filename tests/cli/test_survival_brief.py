"""The first answer of the command line: a screen at most, the same counts as everywhere, and the way to the rest."""

import re

import pytest

from inspector.resources import samples
from inspector.store.library import Library
from tests.cli.test_facts_table import fading
from tests.codex_log import compacted, lines, says, usage
from tests.made_unread import SEALED, unread_log


@pytest.mark.parametrize("log", ["fading", "clean", "unread", "none"])
def test_it_is_at_most_a_screen(inspector, log, tiny, tmp_path):
    (clean,) = samples().glob("claude-code/*/clean/*.jsonl")
    unread = unread_log(tmp_path)
    with unread.open("ab") as file:
        file.write(lines(compacted({**SEALED, "id": "cmp_2"}), usage(20_000), says("assistant", "I go on.")))
    ran = inspector("survival", {"fading": fading(), "clean": clean, "unread": unread, "none": tiny}[log])
    assert ("Each of compactions 1, 2: Its summary is encrypted" in ran.out) is (log == "unread")
    shown = (ran.out + ran.err).splitlines()
    # On 80 columns a sentence of the head takes two lines, a table is cut.
    taken = sum(1 if re.match(r"C\d|at |$", line) else -(-len(line) // 80) for line in shown)
    assert ran.status == 0 and 0 < taken <= 24


def test_it_lists_what_is_not_there_the_last_compaction_first_and_says_how_much_more(inspector):
    ran = inspector("survival", fading())
    said = [one["said"] for one in inspector("survival", fading(), "--json").json["compactions"]]
    rows = [row for row in ran.tables[1] if "not there" in row]
    more = int((re.search(r"--all lists (\d+) more sentence", ran.err) or [0, 0])[1])
    assert len(rows) + more == sum(one["absent"] for one in said) and rows
    places = [row.split()[0] for row in rows]
    assert places == sorted(places, reverse=True)
    assert "in part" not in "".join(ran.tables[1]) and "lost" not in ran.out


def test_what_the_person_calls_lost_leads(inspector):
    facts = inspector("survival", fading(), "--compaction", 1, "--json").json["compactions"][0]["facts"]
    there = next(one["id"] for one in facts if one["words"] == "there" and one["before"])
    library = Library.default()
    library.set_verdict("claude-code/5d0c2c8e-9a41-4f0b-8f37-6b1f4e2d7a90", there, 1, "lost")
    library.close()
    assert re.match(r"C1 .* lost ", inspector("survival", fading()).tables[1][1])


def test_without_a_judge_it_says_so_once_and_lists_of_the_work_what_was_used_again_and_is_not_there(inspector):
    ran = inspector("survival", fading())
    assert (ran.out + ran.err).count("ot read by a model") == 1
    assert "inspector survival FILE --judge MODEL --dry-run" in ran.err
    facts = [fact for one in inspector("survival", fading(), "--json").json["compactions"] for fact in one["facts"]]
    needed = {one["statement"] for one in facts if one["used_again"] and one["words"] == "absent"}
    shown = [row for table in ran.tables[2:] for row in table if row.startswith("C")]
    assert needed and shown and all(any(words[:60] in row for words in needed) for row in shown)
