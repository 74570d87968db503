import pytest

from inspector.text.shell import simple_commands
from inspector.work.finders.shown import shown_outcome


def outcome(line, output, place=0):
    return shown_outcome(tuple(simple_commands(line)), place, output)


@pytest.mark.parametrize(
    ("line", "output", "told"),
    [
        ("xcodebuild build 2>&1 | tail -30", "xcodebuild: error: Unable to find a device", "failed"),
        ("xcodebuild build 2>&1 | tail -30", "text\n** BUILD SUCCEEDED **\n", "passed"),
        ("xcodebuild build 2>&1 | tail -30", "** BUILD FAILED **", "failed"),
        ("pytest | tail -5", "=== 10 passed in 1.2s ===", "passed"),
        ("pytest | tail -5", "=== 2 failed, 8 passed in 1.2s ===", "failed"),
        ("mend --all | head", "bash: line 3: mend: command not found", "failed"),
        ("python mend.py | tail", "Traceback (most recent call last):\n  File x\nValueError: slot 3", "failed"),
        ("yarn lint | tail", "error Command failed with exit code 1.", "failed"),
        # It is grep that is not there.
        ("make all | grep x", "zsh: command not found: grep", ""),
        # The agent tells the code of the whole line, so of grep.
        ("make all | grep x", "Process exited with code 1", ""),
        ("bun test | tail -5", " 159 pass\n 0 fail\n 3 errors", ""),
        # The code is that of tail.
        ("make all | tail; echo exit=$?", "text\nexit=0", ""),
        ("make all | tail", "text", ""),
        # A total that was picked out says nothing of the others.
        ("cargo test | grep 'test result: ok'", "test result: ok. 7 passed; 0 failed", ""),
        ("pytest | tail", "Traceback (most recent call last):\nValueError: x\n=== 10 passed in 1.2s ===", "passed"),
        ("pytest | tail", "=== 10 passed in 1.2s ===\nerror: no coverage", ""),
        ("vitest | tail", " Test Files  1 failed | 3 passed (4)\n      Tests  12 passed (12)", ""),
        # What is shown is also of the other command.
        ("make all | tail; git push", "** BUILD SUCCEEDED **", ""),
        ("make all", "** BUILD SUCCEEDED **", ""),
    ],
)
def test_only_what_the_output_plainly_says_is_an_outcome(line, output, told):
    assert outcome(line, output) == told


def test_a_command_that_shows_something_in_front_hides_whose_output_it_is():
    assert outcome("cat log && make all | tail", "** BUILD FAILED **", 1) == ""
    assert outcome("cd web && make all | tail", "** BUILD FAILED **", 1) == "failed"


@pytest.mark.parametrize("sign", [" ", "1", "-", "*", "a", "\n", "A ", "error"])
def test_a_long_output_of_one_sign_shows_nothing_and_comes_to_its_end(ends, sign):
    assert outcome("make all | tail", sign * (240_000 // len(sign))) == ""
