import re

from inspector.resources import samples


def test_the_table_begins_with_the_humans_words_and_folds_evidence_that_nobody_missed(inspector):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    folded, whole = inspector("survival", fading), inspector("survival", fading, "--all")
    facts = [fact for one in inspector("survival", fading, "--json").json["compactions"] for fact in one["facts"]]
    human = [fact for fact in facts if fact["kind"] in ("constraint", "preference", "decision", "task", "given")]
    told = sum(int(count) for count in re.findall(r"(\d+) more facts? that the work showed", folded.err))
    assert len(whole.out.splitlines()) == len(facts) + 1 and "--all" not in whole.err
    assert len(folded.out.splitlines()) == len(facts) + 1 - told and 0 < told <= len(facts) - len(human)
    kinds = [line.split()[2] for line in folded.out.splitlines()[1:] if line.split()[0] == "1"]
    assert kinds.index("finding") == sum(kind in {fact["kind"] for fact in human} for kind in kinds)
