import pytest

from inspector.model import Verdict
from tests.evidence_scene import scene

RUN = """tests/test_rum.py::TestRumDelete::test_not_found PASSED [ 50%]
tests/test_slo.py::TestSloGet::test_not_found PASSED [100%]
tests/test_slo.py::TestSloGet::test_alone PASSED [100%]
"""


def verdict(tmp_path, summary, value="tests/test_rum.py::TestRumDelete::test_not_found"):
    found = scene(tmp_path / "log.jsonl", lambda log: log.bash("pytest -v", RUN), summary=summary)
    return found["tests", value][1].verdict


@pytest.mark.parametrize(
    "summary",
    [
        "`TestRumDelete`: `test_not_found`",
        "## tests/test_rum.py\n\n- test_not_found",
        "- `test_rum.py`\n  - 42 tests:\n    - more\n    - added `test_not_found`",
        "tests/test_rum.py::TestRumDelete::test_not_found",
    ],
)
def test_a_shared_last_name_counts_beside_its_class_or_file(tmp_path, summary):
    assert verdict(tmp_path, summary) is Verdict.VERBATIM


@pytest.mark.parametrize("summary", ["`test_not_found` for get_slo", "- `test_slo.py`\n  - `test_not_found`"])
def test_a_shared_last_name_alone_may_be_another_test(tmp_path, summary):
    assert verdict(tmp_path, summary) is Verdict.UNDECIDED


def test_no_name_of_it_is_lost(tmp_path):
    assert verdict(tmp_path, "The gauges were read.") is Verdict.LOST


def test_a_name_of_one_test_stands_for_itself(tmp_path):
    assert verdict(tmp_path, "`test_alone`", "tests/test_slo.py::TestSloGet::test_alone") is Verdict.VERBATIM
