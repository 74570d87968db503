from tests.generate_consequences import write_consequences_log


def test_the_same_seed_writes_the_same_log(tmp_path):
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    assert write_consequences_log(one, 7).truth == write_consequences_log(other, 7).truth
    assert one.read_bytes() == other.read_bytes()


def test_every_kind_is_planted_and_so_are_sessions_with_things_that_only_look_alike(tmp_path):
    plans = [write_consequences_log(tmp_path / "log.jsonl", seed) for seed in range(30)]
    kinds = {kind for plan in plans for kind, _ in plan.truth}
    assert kinds == {"reread", "repeat", "retry", "asked", "said", "mistake"}
    assert all(line <= len(plan.log.rows) for plan in plans for _, line in plan.truth)
