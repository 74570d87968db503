from dataclasses import replace

from inspector.report.redact import LOGS, PROJECT, Redactor, redact, redact_survey
from inspector.report.reporters import REPORTERS
from inspector.report.survey import SessionRow
from inspector.workbench.batch import survey_of

# Put together here, so that no scanner takes this file for a leak.
KEY = "sk-ant-" + "api03-" + "Zq8" * 12


def test_no_format_holds_what_was_taken_out(report):
    words = f"never push to /home/marianne/app with {KEY} or as marianne@example.org; ask Marianne"
    one = report.compactions[0]
    fact = replace(one.facts[0], statement=words, said=(replace(one.facts[0].said[0], text=words),), why=words)
    card = replace(report.card, cwd="/home/marianne/app", path="/home/marianne/.agent/log.jsonl", title=words)
    spoiled = replace(report, card=card, compactions=(replace(one, facts=(fact,), summary=words, notes=(words,)),))
    cleaned, taken = redact(spoiled)
    for reporter in REPORTERS:
        text = reporter.session(cleaned)
        assert "marianne" not in text.lower() and KEY not in text, reporter.name
    assert cleaned.card.title == "never push to . with [model provider key 1] or as [e-mail address 1]; ask [user]"
    assert {one.kind for one in taken} >= {"secret: model provider key", "e-mail address", "user name", PROJECT, LOGS}
    assert cleaned.redacted and not report.redacted


def test_the_list_for_the_report_has_no_words_and_the_one_for_the_screen_no_secret(report):
    card = replace(report.card, title=f"{KEY} of bob@example.org")
    cleaned, taken = redact(replace(report, card=card))
    assert not [one for one in cleaned.removed if "bob" in str(one) or KEY[:8] in str(one)]
    shown = {one.kind: one.words for one in taken}
    assert shown["e-mail address"] == "bob@example.org"
    assert shown["secret: model provider key"] == f"sk-a… ({len(KEY)} characters)"


def test_the_same_words_get_the_same_placeholder_and_others_another():
    redactor = Redactor([])
    assert redactor.clean("a@example.org b@example.org a@example.org") == (
        "[e-mail address 1] [e-mail address 2] [e-mail address 1]"
    )
    assert [(one.words, one.times) for one in redactor.taken] == [("a@example.org", 2), ("b@example.org", 1)]


def test_paths_inside_the_project_stay_readable():
    redactor = Redactor([], {"/srv/shop": PROJECT})
    assert redactor.clean("edit /srv/shop/src/a.py, not /srv/shopping or /srv/shop") == (
        "edit ./src/a.py, not /srv/shopping or ."
    )


def test_a_secret_that_one_text_gives_away_is_taken_out_of_every_other():
    shout = "hunter2-" + "harbour-secret"
    texts = (f'DB_PASSWORD="{shout}"', f"Never use the old word {shout}!")
    redactor = Redactor(texts)
    assert not any(shout in redactor.clean(text) for text in texts)
    assert Redactor(texts[1:]).clean(texts[1]) == texts[1]


def test_a_secret_that_overlaps_something_else_leaves_no_part_behind():
    url = "https://" + "carol:hunter2secret" + "@db.example.org/x"
    cleaned = Redactor([]).clean(f"connect to {url} now")
    assert "hunter2" not in cleaned and cleaned.startswith("connect to https://") and cleaned.endswith("/x now")


def test_words_of_ours_are_left_alone_when_a_user_is_called_like_them(report):
    one = report.compactions[0]
    fact = replace(one.facts[0], statement="/home/auto/x and /home/claude/y")
    spoiled = replace(report, compactions=(replace(one, facts=(fact,)),))
    cleaned, _ = redact(spoiled)
    assert cleaned.compactions[0].trigger == "auto" and cleaned.card.agent == "claude-code"
    assert cleaned.card.agent_title == "Claude Code"
    assert cleaned.compactions[0].facts[0].statement == "~/x and ~/y"


def test_of_many_sessions_only_what_is_above_all_of_them_is_taken_out():
    rows = [SessionRow(path=f"/data/logs/{name}/s.jsonl", agent="codex") for name in ("one", "two")]
    cleaned, _ = redact_survey(survey_of(rows))
    assert [row.path for row in cleaned.rows] == ["…/one/s.jsonl", "…/two/s.jsonl"]
    assert redact_survey(survey_of([]))[0].rows == ()


def test_nothing_to_take_out_changes_nothing(report):
    card = replace(report.card, path="", cwd="", title="plain words")
    cleaned, taken = redact(replace(report, card=card))
    assert taken == () and cleaned.card == card
