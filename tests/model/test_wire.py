from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from inspector.errors import CannotRead
from inspector.model import Compaction, Session
from inspector.model.wire import FORM, from_json, to_json
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay

Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def session(samples: Path) -> Session:
    log = next((samples / "claude-code" / "2.1" / "kept-messages").glob("*.jsonl"))
    return open_log(log).session


def changed(session: Session, change: Change) -> bytes:
    envelope = orjson.loads(to_json(session))
    change(envelope)
    return orjson.dumps(envelope)


def test_a_session_comes_back_equal(session: Session) -> None:
    assert from_json(to_json(session), Session) == session


def test_compactions_come_back_equal(session: Session) -> None:
    for compaction in find_compactions(session, Replay(session)).all:
        assert from_json(to_json(compaction), Compaction) == compaction


def test_fields_at_their_defaults_are_left_out(session: Session) -> None:
    item = orjson.loads(to_json(session))["value"]["items"][0]
    assert "error" not in item
    assert "call_id" not in item


def test_a_newer_form_asks_for_an_update(session: Session) -> None:
    raw = changed(session, lambda envelope: envelope.update(inspector=FORM + 1))
    with pytest.raises(CannotRead) as caught:
        from_json(raw, Session)
    assert "update" in caught.value.hint


def test_keys_of_a_newer_writer_are_passed_over(session: Session) -> None:
    raw = changed(session, lambda envelope: envelope["value"]["items"][0].update(colour="green"))
    assert from_json(raw, Session) == session


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda value: value["items"][2].update(number="3"), "$.value.items[2].number"),
        (lambda value: value["items"][2].update(kind="nonsense"), "$.value.items[2].kind"),
        (lambda value: value["items"][1].update(preview=None), "$.value.items[1].preview"),
        (lambda value: value["items"][1].update(error=1), "$.value.items[1].error"),
        (lambda value: value["ops"][1].update(do="fly"), "$.value.ops[1]"),
        (lambda value: value["requests"][0]["usage"].update(input=True), "$.value.requests[0].usage.input"),
        (lambda value: value.pop("id"), "$.value.id"),
        (lambda value: value.update(items=5), "$.value.items"),
        (lambda value: value["items"].append(1), "$.value.items["),
    ],
    ids=["number", "kind", "null", "flag", "operation", "usage", "missing", "no-list", "no-object"],
)
def test_what_does_not_fit_is_named_by_its_place(session: Session, change: Change, place: str) -> None:
    raw = changed(session, lambda envelope: change(envelope["value"]))
    with pytest.raises(CannotRead) as caught:
        from_json(raw, Session)
    assert place in caught.value.message


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"null", b'{"inspector": true}', b'{"inspector": 0}', b'{"inspector": 1, "kind": "session"}'],
)
def test_what_the_inspector_did_not_write_is_refused(raw: bytes) -> None:
    with pytest.raises(CannotRead):
        from_json(raw, Session)


def test_one_noun_is_not_taken_for_another(session: Session) -> None:
    with pytest.raises(CannotRead):
        from_json(to_json(session), Compaction)


def test_what_has_no_form_is_refused(session: Session) -> None:
    with pytest.raises(TypeError):
        to_json(session.items[0])  # type: ignore[arg-type]
