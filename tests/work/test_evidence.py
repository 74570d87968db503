from inspector.model import FactKind
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.segment import find_segments
from inspector.work.evidence import find_evidence
from tests.claude_log import ClaudeLog
from tests.evidence_scene import CWD, scene


def segments_of(path, log):
    path.write_bytes(log.dump())
    opened = open_log(path)
    compactions = find_compactions(opened.session, Replay(opened.session)).all
    return find_segments(opened.session, compactions, opened.bodies.text)


def two_segments(path, first_summary):
    log = ClaudeLog("ab" * 16, CWD, "2.1.219", "main", "2026-03-02T09:00:00")
    log.human("Go on.")
    for name in ("kelp", "moss"):
        log.say(log.bash(f"make {name}", "made"))
    log.say(log.todo(Mend_the_gauge="open"))
    log.compact(first_summary)
    log.say(log.bash("make fern", "made"))
    log.compact("Nothing.")
    return segments_of(path, log)


def test_what_the_next_forty_calls_use_is_needed_later(tmp_path):
    found = scene(
        tmp_path / "log.jsonl",
        lambda log: log.bash("cat src/a.py", "text"),
        lambda log: log.bash("cat src/b.py", "text"),
        lambda log: log.bash("cat src/c.py", "text"),
        later=(
            lambda log: log.bash("sed -i 's/x/y/' src/a.py", ""),
            *[lambda log: log.bash("ls", "text")] * 39,
            lambda log: log.bash("cat src/b.py", "text"),
        ),
    )
    assert {value: fact.needed_later for (_, value), (fact, _) in found.items()} == {
        "src/a.py": True,
        "src/b.py": False,
        "src/c.py": False,
    }


def test_what_stands_in_the_summary_before_is_carried_on(tmp_path):
    first, second = two_segments(tmp_path / "log.jsonl", "`make kelp` is done.")
    earlier = find_evidence(first)
    later = {fact.value: fact for fact in find_evidence(second, earlier)}
    assert later["make kelp"].from_summary
    assert later["make kelp"].texts == ("make kelp",)
    assert later["make kelp"].id == next(fact.id for fact in earlier if fact.value == "make kelp")
    assert "make moss" not in later
    assert not later["make fern"].from_summary


def test_the_list_of_to_dos_outlives_a_compaction(tmp_path):
    _, second = two_segments(tmp_path / "log.jsonl", "Nothing.")
    assert [fact.kind for fact in find_evidence(second) if fact.value == "mend the gauge"] == [FactKind.QUESTION]


def test_the_same_segment_gives_the_same_facts(tmp_path):
    first, _ = two_segments(tmp_path / "log.jsonl", "Nothing.")
    assert find_evidence(first) == find_evidence(first)


def test_every_text_is_read_once(tmp_path):
    first, _ = two_segments(tmp_path / "log.jsonl", "Nothing.")
    seen = []

    def read(item):
        seen.append(item.number)
        return first.read(item)

    find_evidence(type(first)(first.session, first.compaction, first.items, None, read))
    inside = [number for number in seen if number in {item.number for item in first.items}]
    assert len(inside) == len(set(inside))
