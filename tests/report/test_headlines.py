from dataclasses import replace

from inspector.report.headlines import headlines


def test_at_most_three_things_are_said_first_the_most_telling_ahead(report):
    assert report.card.headlines == headlines(report.consequences or (), report.compactions)
    words = [line.words for line in report.card.headlines]
    assert words[0] == "“never edit outside auth/.” was lost at compaction 1."
    assert words[1] == "“Retry twice on 401.” was altered by compaction 1."
    assert "the user approved the schema" in words[2]
    assert report.card.headlines[0].fact == "outside"


def test_what_is_lost_at_each_compaction_is_said_once(report):
    first, second = report.compactions
    again = replace(second, facts=first.facts, claims=())
    words = [line.words for line in headlines((), (replace(first, claims=()), again))]
    assert len(words) == len(set(words)) and all("compaction 1" in line for line in words)


def test_without_a_judge_the_compaction_with_most_that_is_not_there_comes_first(exact):
    words = [line.words for line in exact.card.headlines]
    assert words[0] == "The user said 4 things before compaction 1. 1 stands there word for word, 1 in part, 2 do not."
    assert "before compaction 2." in words[1] and not any("lost" in line for line in words)


def test_a_compaction_that_went_wrong_is_said_where_nothing_else_is(report):
    first = replace(report.compactions[0], facts=(), claims=(), outcome="failed")
    assert [line.words for line in headlines((), (first,))] == ["Compaction 1: it failed, and nothing was removed."]
    assert headlines((), (replace(first, outcome="ok"),)) == ()
