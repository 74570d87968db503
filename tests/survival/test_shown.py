from inspector.model import Verdict
from tests.evidence_scene import scene


def verdicts(found):
    return {value: (survival.verdict, survival.why) for (_, value), (_, survival) in found.items()}


def test_what_the_work_showed_stands_there_or_it_does_not(tmp_path):
    found = scene(
        tmp_path / "log.jsonl",
        lambda log: log.bash("make all", "text", code=2),
        lambda log: log.bash("make docs", "fine"),
        summary="`make all` failed, so the build is red.",
    )
    told = verdicts(found)
    assert told["make all"][0] is Verdict.VERBATIM and "says how it ended" in told["make all"][1]
    assert told["make docs"] == (Verdict.ABSENT, "Nothing there has “make docs”.")


def test_a_message_that_was_kept_is_enough(tmp_path):
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("make docs", "fine"), keep=2)
    assert verdicts(found)["make docs"] == (Verdict.VERBATIM, "The message itself was kept.")
