import json
import os
from pathlib import Path

import pytest

from inspector.resources import samples
from inspector.store.library import Library


@pytest.fixture
def log():
    (path,) = samples().glob("claude-code/2.1/fading-rules/*.jsonl")
    return path


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("checklist", "- [x] not there (line 4): “Never edit anything"), ("summary", "## Said earlier in this session"),
        ("focus", "/compact Keep these word for word"), ("pins", "- Never edit anything outside"),
        ("hook", "SessionStart"),
        ("context", "# Context before compaction 2"),
        ("messages", '"role": "user"'),
    ],
)  # fmt: skip
def test_each_form_is_printed_and_how_to_use_it_is_said(inspector, log, form, words):
    ran = inspector("mend", log, "--compaction", 2, "--as", form)
    assert ran.status == 0 and words in ran.out and ran.err.strip()


def test_messages_are_json_that_names_their_items(inspector, log):
    told = inspector("mend", log, "--compaction", 2, "--as", "messages").json
    seen = inspector("context", log, "--before", 2, "--json").json
    assert sorted(number for items in told["items"] for number in items) == sorted(
        entry["item"] for entry in seen["entries"]
    )


def test_a_file_is_written_only_where_it_was_asked_for(inspector, log, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    inspector("mend", log, "--compaction", 2, "--as", "pins")
    assert not list(tmp_path.iterdir())
    mine = tmp_path / "CLAUDE.md"
    for words in ("", "# Mine\n"):
        mine.write_text(words)
        ran = inspector("mend", log, "--compaction", 2, "--as", "pins", "-o", mine)
        assert ran.status == 0 and not ran.out and "Never edit anything" in mine.read_text().removeprefix(words)
    kept = inspector("mend", log, "--compaction", 2, "--as", "summary", "-o", mine)
    assert kept.status == 2 and "not written over" in kept.err and mine.read_text().startswith("# Mine\n")
    refused = inspector("mend", log, "--compaction", 2, "--as", "pins", "-o", log)
    assert refused.status == 2 and "is a log" in refused.err


def test_words_go_back_in_the_order_said_also_within_one_message(inspector, log):
    pins = inspector("mend", log, "--compaction", 2, "--as", "pins", "--all").out.split("\n- ")[1:]
    opening = json.loads(log.read_text("utf-8").splitlines()[3])["message"]["content"]
    places = [place for one in pins if (place := opening.find(one.splitlines()[0])) >= 0]
    assert len(places) > 2 and places == sorted(places)


def test_decisions_are_taken_by_the_ids_of_the_checklist(inspector, log):
    facts = inspector("survival", log, "--compaction", 2, "--json").json["compactions"][0]["facts"]
    rule = next(fact["id"] for fact in facts if fact["statement"].startswith("Never edit anything"))
    pins = ("mend", log, "--compaction", 2, "--as", "pins")
    assert "Never edit anything" not in inspector(*pins, "--accept", rule).out
    edited = inspector(*pins, "--edit", f"{rule}=Feeds only.")
    assert "- Feeds only.\n" in edited.out and "word for word" not in edited.out and "1 of them edited" in edited.err
    ticked = inspector(*pins, "--as", "checklist", "--edit", f"{rule}=Feeds only.").out
    assert "- [x] not there, edited (line 4): “Feeds only.”" in ticked
    assert inspector(*pins, "--accept", "typo").status == 2
    assert inspector(*pins, "--edit", "no words").status == 2


def test_what_is_there_in_part_is_put_back_only_where_all_is_asked_for(inspector, log):
    facts = inspector("survival", log, "--compaction", 1, "--json").json["compactions"][0]["facts"]
    (part,) = (fact for fact in facts if fact["statement"].startswith("No new dependency"))
    assert part["words"] == "part"
    offered = ("mend", log, "--compaction", 1, "--as", "checklist")
    assert "- [ ] in part (line 38): “No new dependency" in inspector(*offered).out, "offered, and left as it is"
    assert "- [x] in part (line 38): “No new dependency" in inspector(*offered, "--all").out
    for form in ("pins", "focus", "hook"):
        asked = ("mend", log, "--compaction", 1, "--as", form)
        assert "No new dependency" not in inspector(*asked).out
        assert "No new dependency" in inspector(*asked, "--all").out
    (nothing,) = samples().glob("atif/*/boundary/trajectory.json")
    assert "--all puts back what stands there in part" in inspector("mend", nothing, "--as", "pins").err


def test_nothing_of_the_work_is_put_back(inspector, log):
    facts = inspector("survival", log, "--compaction", 1, "--json").json["compactions"][0]["facts"]
    work = [fact["statement"] for fact in facts if fact["kind"] in ("finding", "failure") and fact["words"] == "absent"]
    told = inspector("mend", log, "--compaction", 1, "--as", "checklist", "--all").out
    assert work and not any(words in told for words in work if " " in words)


def test_which_compaction_has_to_be_said_where_there_are_several(inspector, log):
    ran = inspector("mend", log)
    assert ran.status == 2 and "which of 3" in ran.err
    assert inspector("mend", log, "--compaction", 9).status == 2


def test_a_session_without_compactions_says_so(inspector, tiny):
    ran = inspector("mend", tiny)
    assert ran.status == 2 and "never compacted" in ran.err


def test_json_says_the_text_its_use_and_its_file(inspector, log):
    told = inspector("mend", log, "--compaction", 2, "--as", "pins", "--json").json
    assert told["schema"] == 2 and told["file"] == "CLAUDE.md" and "Never edit anything" in told["text"] and told["use"]


def test_messages_on_stdout_are_the_json_alone(inspector, log):
    assert json.loads(inspector("mend", log, "--compaction", 2, "--as", "messages").out)["compaction"] == 2


def test_verdicts_entered_in_the_window_count_here_too(inspector, log):
    facts = inspector("survival", log, "--compaction", 2, "--json").json["compactions"][0]["facts"]
    rule = next(fact["id"] for fact in facts if fact["statement"].startswith("Never edit anything"))
    checklist = ("mend", log, "--compaction", 2, "--as", "checklist")
    assert rule in inspector(*checklist).out
    library = Library(Path(os.environ["INSPECTOR_HOME"]) / "data" / "library.sqlite")
    library.set_verdict("claude-code/5d0c2c8e-9a41-4f0b-8f37-6b1f4e2d7a90", rule, 2, "verbatim")
    library.close()
    assert rule not in inspector(*checklist).out


def test_a_library_that_cannot_be_read_costs_its_verdicts_and_is_named(inspector, log):
    data = Path(os.environ["INSPECTOR_HOME"]) / "data"
    data.mkdir(parents=True)
    (data / "library.sqlite").write_bytes(b"no library" * 900)
    ran = inspector("mend", log, "--compaction", 2, "--as", "checklist")
    assert ran.status == 0 and "Never edit anything" in ran.out and "Verdicts entered or judged earlier" in ran.err
