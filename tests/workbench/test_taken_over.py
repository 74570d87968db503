from inspector.model import FactKind, Verdict
from inspector.reconstruct.segment import fact_id
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.stages import advance, read
from inspector.workbench.taken_over import take_over
from tests.made_session import sample


def test_what_was_entered_under_an_id_of_before_stands_at_its_sentence_and_the_rest_is_named():
    document = read(sample("fading-rules"))
    advance(document, Stage.COMPARE, Cache.memory())
    fact = next(one for one in document.comparison[0].facts if one.statement.startswith("Never edit anything"))
    quote = fact.quotes[0]
    old = fact_id(document.session, FactKind.CONSTRAINT, quote.item, quote.start, fact.texts[0])
    judgements = Judgements()
    judgements.load({(old, 2): "lost", ("gone", 1): "lost"}, {old: "mind this", "gone": "and that"}, ())
    take_over(document, judgements)
    assert judgements.verdict(fact.id, 2) is Verdict.LOST and judgements.note(fact.id) == "mind this"
    (told,) = document.troubles
    assert told.code == "entered-not-found" and "1 of the statements" in told.message and "and that" in told.message
    document.close()


def test_where_all_is_known_nothing_is_said():
    document = read(sample("fading-rules"))
    advance(document, Stage.COMPARE, Cache.memory())
    judgements = Judgements()
    judgements.write_note(document.comparison[0].facts[0].id, "mind this")
    take_over(document, judgements)
    assert document.troubles == []
    document.close()
