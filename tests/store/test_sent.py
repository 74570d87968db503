import json

import pytest

from inspector.errors import CannotRead
from inspector.model.sent import Sent
from inspector.store.folders import find_folders
from inspector.store.sent import SentLog

ONE = Sent("2026-11-23T08:00:00+00:00", "the provider a", "a/b", 120, {"web token": 2})


def test_each_question_is_a_line_that_a_person_can_read(tmp_path):
    log = SentLog(tmp_path / "data" / "sent.jsonl")
    assert list(log.lines()) == []
    log.note(ONE)
    SentLog(log.path).note(ONE)
    assert [json.loads(line) for line in log.lines()] == [
        {"when": ONE.when, "to": ONE.to, "model": "a/b", "tokens": 120, "secrets": {"web token": 2}}
    ] * 2


def test_what_cannot_be_noted_is_not_to_be_sent(tmp_path):
    (tmp_path / "data").write_text("a file")
    with pytest.raises(CannotRead, match="cannot be noted") as caught:
        SentLog(tmp_path / "data" / "sent.jsonl").note(ONE)
    assert caught.value.hint.endswith("Nothing was sent.")


def test_it_lies_in_the_folder_of_what_is_never_deleted():
    assert SentLog().path.parent == find_folders().data
