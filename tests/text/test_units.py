import pytest
from inspector.text.units import split


def texts(text, **how):
    return [unit.text for unit in split(text, **how)]


def test_places_give_back_the_words():
    text = "Fix the parser. Then run the tests, please.\n\n- keep it small\n- no new files"
    assert all(text[unit.start : unit.end] == unit.text for unit in split(text, clauses=True))


def test_sentences_end_at_full_stops_but_not_in_abbreviations_or_file_names():
    assert texts("Read main.ts e.g. the top. Then stop here.") == ["Read main.ts e.g. the top.", "Then stop here."]


def test_bullets_are_units_and_know_the_line_that_opens_them():
    units = split("What I need:\n- a script\n- a test for it")
    assert [(unit.shape, unit.lead) for unit in units[1:]] == [("bullet", "What I need:")] * 2


def test_headings_are_remembered_as_sections():
    units = split("## Rules\n\nNever push.\n\n### Style\n\nUse tabs.")
    assert [unit.section for unit in units if unit.shape == "sentence"] == ["Rules", "Rules / Style"]


def test_fenced_lines_are_code():
    assert [unit.shape for unit in split("Run this:\n```\nrm -rf build\n```")] == ["sentence", "code"]


def test_a_request_behind_a_comma_is_cut_off_in_what_a_person_typed():
    text = "the build is broken on main since today, can you look into it and fix it?"
    assert texts(text, clauses=True) == [text.split(", ")[0], text.split(", ")[1]]
    assert texts(text) == [text]


def test_questions_asked_in_one_breath_are_one():
    assert texts("how about the date? Do we have it here?", clauses=True) == ["how about the date? Do we have it here?"]


@pytest.mark.parametrize(
    "text", ["修复登录。不要改接口。", "Oprav to. Nic jiného neměň.", "Виправ це. Більше нічого не чіпай."]
)
def test_sentences_of_other_languages_are_cut(text):
    assert len(texts(text)) == 2


def test_a_text_without_words_has_no_units():
    assert texts("   \n---\n\n!!!") == []


def test_a_fence_inside_a_pasted_text_does_not_end_it():
    pasted = "This is what I see:\n```\nDo the task.\n```bash\nmake\n```\nAlways announce it.\n```\nplease fix that"
    assert [(unit.shape, unit.text) for unit in split(pasted)][-2:] == [
        ("code", "Always announce it."),
        ("sentence", "please fix that"),
    ]


def test_orders_strung_together_are_cut_and_a_short_sentence_is_not():
    text = (
        "create a folder for the new tide tables if there is none yet, copy the old files over to it without the "
        "index and update the reader so that it looks there first"
    )
    assert texts(text, clauses=True) == [
        "create a folder for the new tide tables if there is none yet",
        "copy the old files over to it without the index",
        "update the reader so that it looks there first",
    ]
    assert texts("fix the build, test and deploy it to the stage", clauses=True) == [
        "fix the build, test and deploy it to the stage"
    ]


def test_what_stands_right_above_a_heading_belongs_to_the_one_before():
    units = split("# Scope\nOnly the gauges.\n## Steps\n- read them\n**Checks:**\n- run them")
    assert [unit.section for unit in units if unit.shape != "heading"] == [
        "Scope",
        "Scope / Steps",
        "Scope / Steps / Checks",
    ]


def test_lines_wrapped_by_a_terminal_are_one_sentence_though_they_are_indented():
    text = "Keep to the boundaries that we drew for the harbour and the pier, no\n  tables there and no new readers."
    assert [unit.text for unit in split(text)] == [text]


def test_a_writing_without_cases_goes_on_where_a_terminal_wrapped_and_indented_it():
    text = "  - 潮位表を作り直すときは、港の一覧と桟橋の一覧をどちらも読み直すようにし\n    てください。"
    assert [unit.text for unit in split(text)] == [text[4:]]
    told = ["潮位表を作り直すときは、港の一覧と桟橋の一覧をどちらも読み直すようにしてほしい", "桟橋は後で"]
    assert [unit.text for unit in split("\n".join(told))] == told


def test_lines_that_a_person_broke_off_are_thoughts_of_their_own():
    told = "Please keep in mind that the tide table is built from all of the output files"
    more = "to check the structure of it we look at all harbours and at all piers, and at the lanterns that stand there"
    assert [unit.text for unit in split(f"{told}\n{more}")] == [told, more]
    asked = "can we keep the tides in a file of their own for now"
    assert [unit.text for unit in split(f"{told}\n{asked}")] == [told, asked]


def test_code_within_a_line_opens_no_fence():
    text = "Please look at this.\n```npm test``` fails on CI.\nNever push before it passes."
    assert [unit.shape for unit in split(text)] == ["sentence"] * 3
    assert [unit.shape for unit in split("see:\n```sh\nnpm test\n```\ndone")] == ["sentence", "code", "sentence"]


def test_a_bullet_that_was_wrapped_twice_keeps_its_end():
    text = "- keep the tide tables of the harbour\n  in one place and never\n  copy them\n- no new files"
    assert texts(text) == ["keep the tide tables of the harbour\n  in one place and never\n  copy them", "no new files"]


def test_a_heading_with_a_gap_is_read_in_one_go(ends):
    (unit,) = split("## Tides" + " " * 8_000 + "of the harbour ##" + " " * 8_000)
    assert (unit.shape, unit.text[-2:]) == ("heading", "##")
    assert split("## Tides ##\n\nNever.")[1].section == "Tides"


def test_a_line_that_breaks_off_goes_on_in_the_next():
    assert texts("please list the buoys and\nthe harbours\nthen push") == [
        "please list the buoys and\nthe harbours", "then push"
    ]  # fmt: skip
