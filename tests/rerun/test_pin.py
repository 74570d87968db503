from inspector.model import Fact, FactKind, Quote
from inspector.model.run import State
from inspector.rerun.pin import line_of, pins
from inspector.rerun.select import Chosen
from inspector.rerun.strategy import FactsPin, FilesPin, Pin
from tests.made_context import MadeContext, words


def fact(name: str, item: int = 1, extractor: str = "paths", action: str = "edited", **more) -> Fact:
    settings = {"kind": FactKind.FINDING, "statement": name}
    return Fact(
        id=name, quotes=(Quote(item, 0, 1),), texts=(name,), extractor=extractor, action=action, **(settings | more)
    )


def texts(wanted: Pin, made: MadeContext, chosen: Chosen = Chosen(), **more) -> list[str]:  # noqa: B008 - frozen
    return [entry.text for entry in pins(wanted, made.material(**more), chosen)]


def test_the_rules_that_a_judge_found_are_written_out_word_for_word_and_without_one_every_sentence():
    rule, task = fact("never edit\nvendor/", kind=FactKind.CONSTRAINT), fact("mend it", kind=FactKind.TASK)
    said = fact("never edit\nvendor/", kind=FactKind.SAID), fact("mend it", kind=FactKind.SAID)
    made = MadeContext()
    made.prompt("Go.")
    head, wanted = "What the user said, word for word:", Pin(constraints="verbatim")
    assert texts(wanted, made, facts=said, judged=(rule, task)) == [f"{head}\n- never edit vendor/"]
    assert texts(wanted, made, facts=said) == [f"{head}\n- never edit vendor/\n- mend it"]


def test_the_weightiest_evidence_fills_the_budget():
    made = MadeContext()
    made.prompt("Go.")
    patch, test, read = fact("a.py"), fact("3 failed", extractor="tests", action=""), fact("b.py", action="read")
    wanted = Pin(facts=FactsPin(budget=12, decay=1.0))
    (text,) = texts(wanted, made, evidence=(read, test, patch))
    assert "[PATCH] edited a.py" in text
    assert "[TEST] 3 failed" in text
    assert "b.py" not in text, "the lightest does not fit any more"


def test_what_lies_further_back_weighs_less():
    made = MadeContext()
    for _ in range(200):
        made.say("x")
    old, new = fact("old.py", item=1), fact("new.py", item=200, action="read")
    (text,) = texts(Pin(facts=FactsPin(budget=6, decay=0.9)), made, evidence=(old, new))
    assert "new.py" in text and "old.py" not in text


def test_a_file_that_was_changed_is_not_listed_among_those_read():
    made = MadeContext()
    made.run("r", "text", tool="Read", file_path="a.py")
    made.run("r", "text", tool="Read", file_path="b.py")
    made.run("e", "ok", tool="Edit", file_path="a.py")
    told = texts(Pin(files=FilesPin(read=True, modified=True)), made)
    assert told == ["Files read:\n- b.py", "Files changed:\n- a.py"]


def test_commands_are_cut_to_their_length():
    made = MadeContext()
    made.run("x", "ok", command="make " + "a" * 50)
    assert texts(Pin(files=FilesPin(commands_chars=8)), made) == ["Commands run:\n- make aaa"]


def test_a_pointer_names_the_items_that_went():
    made = MadeContext()
    made.prompt("Go.")
    made.say(words(10))
    material = made.material()
    (entry,) = pins(Pin(transcript=True), material, Chosen(span=material.entries))
    assert entry.state is State.POINTER
    assert "items 1 to 2" in entry.text
    assert pins(Pin(transcript=True), material, Chosen()) == ()


def test_a_line_says_what_was_done_once():
    code = fact("TS1: a.ts: error TS1: no", extractor="errors", action="code", value="TS1")
    assert line_of(code) == "[TEST] code TS1"
    assert line_of(fact("src/a.py", action="created", value="src/a.py")) == "[PATCH] created src/a.py"
    assert (
        line_of(fact("exit code", extractor="commands", action="ran", value="exit 1")) == "[CMD] ran exit code exit 1"
    )
