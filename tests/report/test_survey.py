from dataclasses import replace

import pytest

from inspector.report.survey import Round, SessionRow, distributions, survey_json
from inspector.survival.shares import Share
from inspector.workbench.batch import survey_of


def one(number=1, level=0.8, kept=8, n=10, kind="said"):
    share = Share(kind, n, kept, 0, 0, 0, n - kept)
    return Round(
        number=number, line=1, kind="summary", trigger="auto", outcome="ok", before=1, after=1, level=level,
        kept=(share,), losses=(), unjudged="",
    )  # fmt: skip


def row(path, *rounds, agent="codex", version="0.1.2, 0.3.4"):
    return SessionRow(path=path, agent=agent, version=version, rounds=rounds)


def groups(rows, name):
    return {group.name: group for group in dict(distributions(rows))[name]}


def test_sentences_are_pooled():
    (group,) = groups([row("a", one(kept=8)), row("b", one(kept=4))], "agent").values()
    assert (group.sessions, group.compactions, group.facts, group.kept, group.absent) == (2, 2, 20, 12, 8)
    assert group.quartiles is None, "two compactions have no quartiles"


def test_quartiles_are_of_single_compactions():
    rows = [row(str(kept), one(kept=kept)) for kept in (0, 2, 4, 6, 8)]
    assert groups(rows, "agent")["codex"].quartiles == (0.2, 0.4, 0.6)


@pytest.mark.parametrize(
    ("level", "name"),
    [
        (0.1, "under 25 %"),
        (0.25, "25 to 50 %"),
        (0.74, "50 to 75 %"),
        (0.9, "90 % and more"),
        (None, "not in this log"),
    ],
)
def test_a_compaction_falls_into_the_band_in_which_it_fired(level, name):
    assert list(groups([row("a", one(level=level))], "trigger level")) == [name]


def test_bands_stand_in_order_of_fullness_and_unknown_last():
    rows = [row(str(level), one(level=level)) for level in (None, 0.95, 0.1, 0.6)]
    assert list(groups(rows, "trigger level")) == ["under 25 %", "50 to 75 %", "90 % and more", "not in this log"]


def test_versions_are_grouped_by_the_newest_without_patches():
    rows = [row("a", one()), row("b", one(), version="")]
    assert list(groups(rows, "version")) == ["codex 0.3", "codex not in this log"]


def test_late_rounds_share_a_group():
    rows = [row("a", *(one(number=number) for number in (1, 2, 5, 9)))]
    told = {name: group.compactions for name, group in groups(rows, "round").items()}
    assert told == {"1": 1, "2": 1, "5 and later": 2}


def test_evidence_from_the_work_and_unjudged_compactions_are_not_counted():
    assert distributions([row("a", one(kind="finding")), row("b", one(n=0, kept=0)), row("c")]) == (
        ("agent", ()), ("version", ()), ("trigger level", ()), ("round", ()),
    )  # fmt: skip


def test_the_json_form_names_its_distributions():
    told = survey_json(survey_of([row("a", one())]))
    assert told["distributions"]["round"][0]["facts"] == 10 and told["rows"][0]["path"] == "a"


def test_an_unreadable_summary_does_not_count_as_one_that_kept_everything():
    opaque = replace(one(kept=10), unjudged="The summary cannot be read; only kept messages are judged.")
    survey = survey_of([row("a", opaque, one(number=2, kept=5))])
    (group,) = dict(survey.distributions)["agent"]
    assert (group.compactions, group.kept, group.facts) == (1, 5, 10) and survey.unjudged == 1
