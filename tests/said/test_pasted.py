import pytest

from inspector.said.pasted import looks_pasted, pasted_ranges


@pytest.mark.parametrize(
    "line",
    [
        "$ npm test",
        "2026-01-27T22:41:29 INFO started",
        '  File "a.py", line 3, in <module>',
        "@@ -1,3 +1,4 @@",
        "    at Object.run (index.js:3:1)",
        "ERROR: no such table",
        '  "name": "x",',
        "let depth = tide.depth;",
        "return this;",
        "--- FAIL: TestTides (3.40s)",
        "    hooks.go:209: Hook output: state before the prompt",
        "12: tide = read(gauge)",
        "3: return tide;",
        "7 | tide = read(gauge)",
        "\tmodified:   src/tide.py",
        "\trenamed:    src/tide.py -> src/tides.py",
        "On branch main",
        "Your branch is ahead of 'origin/main' by 2 commits.",
        "commit 3f8a9b2c4d5e6f70 (HEAD -> main, origin/main)",
        "Author: Mara Tide <mara@pier.example>",
        "Date:   Mon Mar 2 09:00:00 2026 +0100",
        " create mode 100644 src/tide.py",
        "\tboth added:      src/tide.py",
        "ok 12 gauge reads the tide",
        "error    21:33:35.347879+0100    harbour    [Gate] .onAppear open=false",
        "gate-1 | 21:33:35 WARN the gate is shut",
        "ok 1 - the gates open",
        "ok  \texample.org/gates\t0.01s",
        "not ok 2 - the tides",
    ],
)
def test_output_and_code_look_pasted(line):
    assert looks_pasted(line)


@pytest.mark.parametrize(
    "line",
    [
        "please fix the error in the parser",
        "can you run npm test again?",
        "- keep it small",
        "look at tides.py:20 please, it is wrong",
        "let's drop the old lighthouse:",
        "for the second option:",
        "if you can, do this one first;",
        "I closed another one and it wrote into the log of 3f8a9b2c-0000-4111-8222-9d5e6f708192",
        "look it up in /var/folders/k3/tides/T/log.txt if you need to",
        "1: yes",
        "1: yes, but only for the harbour",
        "12: keep the old table for now",
        "deleted the old config",
        "renamed it to harbour",
        "added: logging",
        "modified: the old table has to stay as it was",
        "ok 2 but not the third",
        "ok 2",
        "ok src/tide.py is fine then",
        "at 21:33:35 it fell over again",
        "Restart it at 10:30 please",
        "ok I'm logged in",
        "ok I just sent /start and hello",
        "ok so the gates stay shut then",
        "On branch main we keep the old table",
        "Your branch is missing the gauge",
        "commit 3f8a9b2 broke the gauge",
        "Author: please leave my name in the footer",
        "Date: always write it as in ISO",
        "kind of like this one: https://example.org/" + "tides/" * 15,
    ],
)
def test_prose_does_not_look_pasted(line):
    assert not looks_pasted(line)


def test_a_line_between_two_lines_of_output_is_pasted_too():
    text = "$ make\nsomething odd\nERROR: failed\n\nwhat is this?"
    ((start, end),) = pasted_ranges(text)
    assert start == 0 and text[end:].strip() == "what is this?"


@pytest.mark.parametrize(
    "typed", ["No.\nLeave it as it was please.\n{}", "\nNever open it again.\n", "-----\n{}-----\n"]
)
def test_what_somebody_types_between_two_pastes_is_not_pasted(typed):
    text = (log := "10:00:00 INFO open\n" * 30) + typed.format("Never open it again by yourself.\n") + f"\n{log}"
    pasted = {line for one in pasted_ranges(text) for line in text[slice(*one)].splitlines()}
    assert pasted <= {"10:00:00 INFO open", "-----", ""}


def test_lines_that_differ_in_their_numbers_only_are_output():
    said = "the gates hang, see:\n"
    lines = "".join(f"gate {number} reported a level of {number}.2 metres to the harbour\n" for number in range(4))
    assert pasted_ranges(said + lines) == ((len(said), len(said + lines)),)
    assert pasted_ranges(said + "".join(lines.splitlines(keepends=True)[:3])) == ()
    wishes = "".join(
        f"{number}. {what}\n" for number, what in enumerate(("sort gates", "drop tides", "log it", "stop"), 1)
    )
    assert pasted_ranges(wishes) == ()
    assert pasted_ranges("".join(f"https://example.org/tides/issues/{number}\n" for number in range(40, 45))) == ()


def test_a_line_of_one_long_word_is_read_in_one_go(ends):
    assert looks_pasted("tides = " + "t" * 160_000)
    assert not looks_pasted("tides = " + "t" * 160_000 + " and all the others?")
