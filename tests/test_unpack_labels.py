import json

from inspector.model import FactKind
from tests.unpack_labels import LABELLED, unpacked

STATES = {"verbatim", "reworded", "weakened", "altered", "lost", "superseded"}


def test_a_place_gives_back_its_words(tmp_path):
    log = tmp_path / "log.jsonl"
    rows = [{"type": "user", "message": {"content": 'Never touch the "gauges".\nRead them.'}}, {"summary": "Gauges."}]
    log.write_text("\n".join(json.dumps(row) for row in rows) + "\n", "utf-8")
    event = {
        "event": "made-1",
        "log": log.name,
        "compaction": 1,
        "facts": [[1, 1, 0, 25, "constraint", "must", "lost", 1, 0], [1, 1, 26, 36, "task", "", "verbatim", 0, 0]],
        "unsupported": [[2, 0, 0, 6, "unsupported"]],
    }
    made = unpacked(event, log)
    assert [fact["quote"] for fact in made["facts"]] == ['Never touch the "gauges".', "Read them."]
    assert made["facts"][0]["live"] and made["facts"][1]["strength"] is None
    assert made["unsupported"] == [{"quote": "Gauges", "line": 2, "type": "unsupported"}]


def test_the_places_hold_no_words_of_a_log():
    events = json.loads(LABELLED.read_text("utf-8"))["events"]
    kinds = {kind.value for kind in FactKind}
    for event in events:
        assert event["facts"] and event["compaction"] >= 1
        for line, number, start, end, kind, strength, state, live, carried in event["facts"]:
            assert line >= 1 and number >= 0 and start < end and {live, carried} <= {0, 1}
            assert kind in kinds and state in STATES and strength in ("", "must", "should", "may")
        for *place, sort in event["unsupported"]:
            assert all(isinstance(one, int) for one in place) and sort in ("unsupported", "contradicted")
