from dataclasses import replace
from pathlib import Path

from inspector.gui.models.session_lines import (
    COLUMNS,
    LATEST,
    SORTS,
    WORST,
    Line,
    by_project,
    fitting,
    in_order,
    project_names,
    says_nothing,
    short_project,
    told_apart,
)
from tests.made_found import found, line

OF = {column.name: column for column in COLUMNS}


def names(lines):
    return [one.found.path.name for one in lines]


def test_a_session_is_called_by_its_title_else_its_first_words_else_its_file():
    assert line("a", "fix  the\nparser").title == "fix the parser"
    assert line("a", first_words="port it").title == "port it"
    assert line("a", "<command-name>/go</command-name> <b>x").title == "/go x"
    assert line("a.jsonl").title == "a.jsonl"


def test_first_words_are_said_beside_a_title_that_does_not_say_them():
    assert line("a", "The parser", first_words="please fix it").first_words == "please fix it"
    assert line("a", "please fix it at once", first_words="Please fix it at once, or later").first_words == ""


def test_projects_stand_by_their_latest_session_and_hold_theirs_latest_first():
    lines = [line("1", minute=1, project="/w/a"), line("2", minute=2, project="/w/b"), line("3", minute=3),
             line("4", minute=4, project="/w/a")]  # fmt: skip
    assert [(path, names(own)) for path, own in by_project(lines)] == [
        ("/w/a", ["4", "1"]), ("", ["3"]), ("/w/b", ["2"]),
    ]  # fmt: skip


def test_unreadable_logs_are_in_no_project_and_last_in_every_order():
    broken = Line(found("x", minute=9, error="torn"))
    lines = [broken, line("1", minute=1, items=3)]
    assert by_project(lines) == [("", [lines[1]])]
    for by in SORTS.values():
        assert names(in_order(lines, by)) == ["1", "x"]
    assert names(in_order(lines, "title", largest_first=False)) == ["1", "x"]


def test_the_worst_come_first_and_an_unknown_loss_is_neither_worst_nor_none():
    lines = [
        line("none found", compactions=2, losses=0, removed=900),
        line("lost", compactions=1, losses=2),
        line("unknown, loops", compactions=3, loops=2, removed=5),
        line("unknown", compactions=3, removed=800),
        line("not compacted", items=4),
        line("not read"),
    ]
    assert names(in_order(lines, WORST)) == [
        "lost", "unknown, loops", "unknown", "none found", "not compacted", "not read",
    ]  # fmt: skip


def test_what_is_unknown_sorts_last_in_both_directions():
    lines = [line("unknown", items=1), line("few", items=1, removed=5), line("many", items=1, removed=50)]
    assert names(in_order(lines, "removed")) == ["many", "few", "unknown"]
    assert names(in_order(lines, "removed", largest_first=False)) == ["few", "many", "unknown"]


def test_unknown_figures_are_empty_and_no_loss_is_said():
    unknown, none, opaque, some = (
        line("a", compactions=1), line("a", compactions=1, losses=0), line("a", compactions=1, unjudged=1),
        line("a", compactions=1, losses=3),
    )  # fmt: skip
    assert [OF["losses"].text(one) for one in (unknown, none, opaque, some)] == [
        "", "none", "cannot be read", "3",
    ]  # fmt: skip
    assert OF["losses"].text(line("a", compactions=1, losses=0, is_silent=True)) == "nothing to look for"
    assert OF["items"].text(line("a")) == "" and OF["removed"].text(line("a", removed=120_000)) == "120k"
    assert not unknown.is_judged and none.is_judged and opaque.is_judged and not line("a").is_judged
    assert line("a", items=2).is_judged


def test_how_it_ended_is_unknown_in_words_and_no_loop_is_a_dash():
    assert [OF["ending"].text(one) for one in (line("a", items=1), line("a", ending="finished"), line("a"))] == [
        "unknown", "finished", "",
    ]  # fmt: skip
    assert [OF["loops"].text(one) for one in (line("a", items=1), line("a", loops=2), line("a"))] == ["–", "2", ""]
    assert says_nothing("unknown") and says_nothing("–") and not says_nothing("finished")


def test_no_letter_of_a_title_is_cut_before_a_list_knows_its_room():
    assert line("a", "fix the parser " * 20).title == ("fix the parser " * 20).strip()


def test_a_time_that_only_the_file_has_is_marked():
    assert not OF["last"].text(line("a")).startswith("≈")
    assert OF["last"].text(Line(replace(found("a"), ended=None))).startswith("≈")


def test_equal_titles_are_told_apart_by_when_they_began_else_by_the_file():
    lines = [line("a.jsonl", "fix it", 1), line("b.jsonl", "fix it", 2), line("c.jsonl", "other", 2)]
    apart = told_apart(lines)
    assert set(apart) == {Path("/logs/a.jsonl"), Path("/logs/b.jsonl")} and len(set(apart.values())) == 2
    same = told_apart([line("0123456789.jsonl", "fix it"), line("abcdefghij.jsonl", "fix it")])
    assert set(same.values()) == {"01234567", "abcdefgh"}
    nested = told_apart([line("x/a.jsonl", "fix it"), line("y/a.jsonl", "fix it")])
    assert set(nested.values()) == {"x/a", "y/a"}


def test_a_search_needs_all_words_somewhere():
    lines = [line("a.jsonl", "Fix the parser", project="/w/tide"), line("b.jsonl", "write docs", first_words="hello")]
    assert names(fitting(lines, "PARSER tide claude")) == ["a.jsonl"]
    assert names(fitting(lines, "hello")) == ["b.jsonl"]
    assert names(fitting(lines, "b.jsonl")) == ["b.jsonl"]
    assert names(fitting(lines, "")) == ["a.jsonl", "b.jsonl"]


def test_projects_of_one_name_say_what_they_are_in():
    assert project_names(["/w/cli", "/x/cli", "/w/tide"]) == {"/w/cli": "w/cli", "/x/cli": "x/cli", "/w/tide": "tide"}
    assert short_project("C:\\work\\tide") == "tide"
    assert project_names(["/w/tide/1", "/1", "/w/v2"]) == {"/w/tide/1": "tide/1", "/1": "1", "/w/v2": "v2"}


def test_every_order_that_can_be_chosen_has_a_key():
    assert {LATEST, WORST} <= set(SORTS.values())
    for by in (*SORTS.values(), *OF):
        assert in_order([line("a", items=1)], by)


def test_compactions_of_subagents_stand_beside_the_sessions_own():
    told = [OF["compactions"].text(line("a", compactions=own, in_subagents=theirs)) for own, theirs in
            ((2, 0), (2, 1), (0, 3), (0, 0))]  # fmt: skip
    assert told == ["2┊", "2 + 1┊", "0 + 3┊", ""]
