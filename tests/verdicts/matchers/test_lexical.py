from dataclasses import replace

import pytest
from inspector.facts.linear import LinearModel, model, use
from inspector.verdicts.likeliest import likeliest
from inspector.verdicts.matchers.lexical import MATCHER, fact_features
from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Quote, Verdict, Zone
from tests.talk import compactions, read, session


def said(words, kind, item=1):
    return Fact(id="f", kind=kind, statement="s", quotes=(Quote(item, 0, 1),), texts=(words,))


def match(words, summary, kind=FactKind.CONSTRAINT):
    made = session(("human", words), ("summary", summary))
    return MATCHER.match(said(words, kind), look_after(made, compactions(made)[0], read))


def test_no_word_in_common_is_lost_without_a_nearest_passage():
    found = match("store timestamps in UTC", "Nothing was said.")
    assert found.verdict is Verdict.LOST and found.nearest is None and found.similarity == 0.0


def test_numbers_that_agree_outweigh_other_words():
    found = match(
        "retry at most 4 times and never wait over 90 seconds", "No more than 4 retries and 90 seconds of waiting."
    )
    assert found.verdict is Verdict.REWORDED


def test_whether_a_rule_without_its_only_still_limits_is_undecided():
    found = match("only the harbour feeds get the new backoff", "The feeds get the new backoff everywhere in town.")
    assert found.verdict is Verdict.UNDECIDED and "only" in found.why


def test_that_numbers_agree_is_said_only_where_they_do():
    other = "moor the three ferries at the old pier by night"
    assert "agree" in match(other, "The three ferries moor at the old pier by night, as agreed.").why
    found = match(f"{other} at 4", "The three ferries moor at the old pier by night, as agreed.", FactKind.TASK)
    assert found.verdict is Verdict.REWORDED and "numbers" not in found.why


def test_a_sentence_of_a_long_plan_is_seen_as_one():
    plan = "\n".join(f"- step {number}: measure gauge {number} of the harbour" for number in range(60))
    made = session(("human", plan), ("human", "cap the backoff"), ("summary", "The backoff is capped."))
    after = look_after(made, compactions(made)[0], read)
    for item, seen in ((1, True), (2, False)):
        fact = said("cap the backoff", FactKind.TASK, item)
        assert ("in long" in fact_features(fact, likeliest("cap the backoff", after), after)) is seen


def test_of_what_a_summary_told_again_only_the_best_telling_is_weighed():
    made = session(("human", "go on"), ("summary", "The ferries wait at the old pier."))
    after = look_after(made, compactions(made)[0], read)
    texts = ("store every timestamp of the gauges in UTC", "The ferries wait")
    fact = replace(said(texts[0], FactKind.CONSTRAINT), quotes=(Quote(1, 0, 1), Quote(1, 1, 2)), texts=texts)
    assert MATCHER.match(fact, after).verdict is Verdict.REWORDED
    assert MATCHER.match(replace(fact, from_summary=True), after).verdict is Verdict.LOST


@pytest.mark.parametrize("kind", list(FactKind)[:4])
def test_what_is_weighed_does_not_hang_on_the_kind(kind):
    made = session(("human", "cap the backoff"), ("summary", "The backoff is capped."))
    after = look_after(made, compactions(made)[0], read)
    fact = said("cap the backoff", FactKind.GIVEN)
    likely = likeliest("cap the backoff", after)
    assert fact_features(replace(fact, kind=kind), likely, after) == fact_features(fact, likely, after)


@pytest.fixture
def all_harmed():
    names = ("statement human", "statement summary", "live", "harmed", "accused", "kept")
    shipped = {name: told(model(name)) for name in names}
    use(shipped | {"harmed": told(LinearModel({"one": {"yes": 9.0}}, ("yes",)))})
    yield
    use(shipped)


def told(one):
    return {"classes": list(one.classes), "threshold": one.threshold, "weights": one.weights}


def test_without_a_ruling_that_names_what_is_missing_a_statement_is_lost_not_weakened(all_harmed):
    held = match("moor the ferries at the old pier by night", "The ferries moor at the old pier.", FactKind.TASK)
    assert held.verdict is Verdict.LOST and held.nearest is not None and held.evidence == ()
    named = match("you must run the linter on every commit", "The linter may be run on every commit.")
    assert named.verdict is Verdict.WEAKENED


@pytest.fixture
def none_harmed():
    names = ("statement human", "statement summary", "live", "harmed", "accused", "kept")
    shipped = {name: told(model(name)) for name in names}
    use(shipped | {"harmed": told(LinearModel({"one": {"yes": -9.0}}, ("yes",)))})
    yield
    use(shipped)


def test_a_passage_with_hardly_a_word_of_it_shows_nothing(none_harmed):
    fact = "list the lanterns, the bollards, the gangways, the moorings and the ferries of the harbour by their colour"
    found = match(fact, "The harbour is quiet. Tides come twice.", FactKind.TASK)
    assert found.verdict is Verdict.UNDECIDED and found.nearest is not None and not found.evidence
    assert match("moor the ferries at night", "The ferries moor.", FactKind.TASK).verdict is Verdict.REWORDED


@pytest.mark.parametrize(
    "words",
    ["добавь тест для чтения, но не трогай старый порт", "Bitte füge einen Test für den Leser hinzu", "不要修改数据库"],
)
def test_a_statement_in_another_language_than_what_is_left_is_undecided_not_lost(words):
    summary = "The user is planning a trip to the islands and would like to know when the ferries leave."
    found = match(words, summary)
    assert found.verdict is Verdict.UNDECIDED and "another language" in found.why
    assert match("Please add a test for the reader, but not in the old folder.", summary).verdict is Verdict.LOST


def test_in_the_same_language_what_is_gone_is_lost():
    assert match("не трогай старый маяк", "Паром уходит вечером, и порт закрыт.").verdict is Verdict.LOST


def test_names_and_numbers_keep_a_statement_in_any_language():
    found = match("порт 8443 и файл tides.toml", "Port 8443 and the file tides.toml are to be used for the server.")
    assert found.verdict is Verdict.REWORDED


def test_a_name_that_is_left_is_the_nearest_passage_and_no_place_where_the_fact_stands():
    path = "`/home/jo/harbour/night.md`"
    found = match("draw up the night plan in /home/jo/harbour/night.md before any coding", f"- {path}")
    assert found.verdict is Verdict.LOST and found.evidence == ()
    assert found.nearest is not None and found.nearest.text == path


def foreign(said, summary):
    people = [
        ("human", text)
        for text in ("拡張機能は使わないでください", "テストを先に書いてください", "古いパーサーは残してください")
    ]
    made = session(*people, ("human", said), ("summary", summary))
    fact = Fact(id="f", kind=FactKind.CONSTRAINT, statement=said, quotes=(Quote(4, 0, len(said)),), texts=(said,))
    return MATCHER.match(fact, look_after(made, compactions(made)[0], read))


def test_between_two_languages_nothing_is_lost():
    match = foreign(
        "main には絶対に push しないで",
        "The old parser stays and the tests are written first, before any other work is done.",
    )
    assert match.verdict is Verdict.UNDECIDED and "another language" in match.why


def test_between_two_languages_names_and_numbers_tell_that_a_fact_stands_there():
    there = "The timeout in `src/tide.py` is raised to 45 seconds, as the user asked for it."
    assert foreign("`src/tide.py` のタイムアウトは 45 秒にして", there).verdict is Verdict.REWORDED
    assert foreign("`src/tide.py` のタイムアウトは 90 秒にして", there).verdict is Verdict.UNDECIDED


def test_a_sentence_in_the_persons_own_language_is_weighed_by_its_words():
    english = "The person wrote to the agent, and the agent answered all of it in plain English words. " * 3
    there = f"{english}パーサーは削除されました。"
    assert foreign("古いパーサーは残してください", there).verdict is not Verdict.LOST


def test_what_the_harness_put_there_is_no_evidence_for_other_words():
    rule, skills = "write the release notes in plain words", "Skills: release-notes writes notes in plain words."
    made = session(("human", rule), ("summary", "The port was changed to 8080."))
    after = look_after(made, compactions(made)[0], read)
    listed = [replace(after.texts[0], zone=zone, text=skills) for zone in (Zone.RESTORED, Zone.SUMMARY)]
    found = [MATCHER.match(said(rule, FactKind.CONSTRAINT), after.with_texts((*after.texts, one))) for one in listed]
    assert [one.verdict for one in found] == [Verdict.LOST, Verdict.REWORDED]
