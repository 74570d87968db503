from inspector.model import ItemKind
from inspector.model.run import State
from inspector.rerun.estimate import estimator
from inspector.rerun.prune import PLACEHOLDER, path_of, prune
from inspector.rerun.strategy import Protect, Prune
from tests.made_context import MadeContext, words

CHARS4 = estimator("chars4")


def results(made: MadeContext, step: Prune) -> list[str]:
    entries = prune(made.material().entries, [step], CHARS4).entries
    return [entry.text for entry in entries if entry.kind == "tool_output"]


def ten(tokens: int = 100) -> MadeContext:
    made = MadeContext()
    made.prompt("Go.")
    for number in range(10):
        made.run(str(number), words(tokens, f"out{number}"))
    return made


def test_all_but_the_newest_are_counted_in_lines():
    step = Prune("mask", protect=Protect(newest_items=3), shape="line_count")
    told = results(ten(), step)
    assert [text == "[Output left out: 1 lines]" for text in told] == 7 * [True] + 3 * [False]


def test_nothing_is_cleared_where_it_would_not_save_enough():
    step = Prune("mask", protect=Protect(newest_tokens=500), min_saving=501)
    assert PLACEHOLDER not in results(ten(), step)
    assert results(ten(), Prune("mask", protect=Protect(newest_tokens=500), min_saving=500)).count(PLACEHOLDER) == 5


def test_tools_are_chosen_by_what_they_do_or_by_name():
    made = MadeContext()
    made.run("a", words(100), tool="Read", file_path="a.py")
    made.run("b", words(100), tool="skill")
    assert [text == PLACEHOLDER for text in results(made, Prune("mask", only=("read",)))] == [True, False]
    assert [text == PLACEHOLDER for text in results(made, Prune("mask", except_=("skill",)))] == [True, False]


def test_the_newest_turns_are_left_alone():
    made = MadeContext()
    for number in range(4):
        made.prompt(f"{number}")
        made.run(str(number), words(100))
    step = Prune("mask", protect=Protect(newest_turns=2))
    assert [text == PLACEHOLDER for text in results(made, step)] == [True, True, False, False]


def test_a_long_result_keeps_its_ends_and_says_how_much_is_out():
    step = Prune("mask", shape="head_tail", head_chars=250, tail_chars=250)
    made = MadeContext()
    made.run("a", "A" * 1000 + "B" * 1000)
    entries = prune(made.material().entries, [step], CHARS4).entries
    assert entries[-1].state is State.TRUNCATED
    assert entries[-1].text == "A" * 250 + "\n[… 1,500 characters left out …]\n" + "B" * 250


def test_beyond_the_protected_tokens_a_fifth_of_the_head_stays_and_four_fifths_of_the_tail():
    made = MadeContext()
    made.run("old", "H" * 100_000 + "T" * 100_000)
    made.run("new", words(40_000))
    step = Prune("truncate", protect=Protect(newest_tokens=50_000), max_chars=40_000)
    old, new = results(made, step)
    assert new == words(40_000)
    assert (old.count("H"), old.count("T")) == (8_000, 32_000)


def test_of_what_passes_the_budget_so_many_characters_stay_whatever_is_left_of_it():
    made = MadeContext()
    made.run("oldest", "O" * 100_000)
    made.run("short", words(1_000))
    made.run("old", "H" * 100_000 + "T" * 100_000)
    made.run("new", words(49_000))
    step = Prune("truncate", protect=Protect(newest_tokens=50_000), max_chars=40_000)
    oldest, short, old, new = results(made, step)
    assert (new, short) == (words(49_000), words(1_000))
    assert (old.count("H"), old.count("T"), oldest.count("O")) == (8_000, 32_000, 40_000)


def test_only_the_newest_read_of_a_file_stays():
    made = MadeContext()
    for number in range(3):
        made.run(f"r{number}", words(100, f"v{number}"), tool="Read", file_path="a.py")
    made.run("other", words(100), tool="Read", file_path="b.py")
    told = results(made, Prune("dedupe_reads"))
    assert [text.startswith("[This file was read again") for text in told] == [True, True, False, False]


def test_enough_is_said_where_so_much_was_saved():
    made = MadeContext()
    for number in range(2):
        made.run(f"r{number}", words(1_000), tool="Read", file_path="a.py")
    entries = made.material().entries
    assert prune(entries, [Prune("dedupe_reads", enough_if_saved=0.3)], CHARS4).enough
    assert not prune(entries, [Prune("dedupe_reads", enough_if_saved=0.6)], CHARS4).enough


def test_steps_for_the_summariser_leave_the_context_alone():
    step = Prune("truncate", on="summarizer_input", head_chars=10)
    entries = ten().material().entries
    assert prune(entries, [step], CHARS4).entries == entries
    assert all(len(entry.text) < 60 for entry in prune(entries, [step], CHARS4, "summarizer_input").entries)


def test_a_path_is_found_in_arguments_and_in_calls_written_as_text():
    made = MadeContext()
    made.run("a", "x", tool="Read", file_path="src/a.py")
    entry = made.material().entries[0]
    assert path_of(entry) == "src/a.py"
    assert path_of(entry.changed("<read_file>\n<path> b.py </path>", State.VERBATIM, "")) == "b.py"
    assert path_of(entry.changed("ls", State.VERBATIM, "")) == ""


def test_kinds_that_a_summarizer_is_not_shown_are_left_out_without_a_trace():
    made = MadeContext()
    made.prompt("Go.")
    made.add(ItemKind.REASONING, "Where to begin?")
    made.run("1", "out")
    steps = [Prune("drop", on="summarizer_input", kinds=("reasoning",))]
    shown = prune(made.material().entries, steps, CHARS4, "summarizer_input").entries
    assert [entry.kind for entry in shown] == ["user_typed", "tool_call", "tool_output"]
    assert prune(made.material().entries, steps, CHARS4).entries == tuple(made.material().entries)
