from inspector.model import ItemKind
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.highlights import highlights
from inspector.workbench.stages import advance
from inspector.workbench.unseen import Jump, jumps
from tests.made_session import MadeSession


def opened(*prompts):
    made = MadeSession()
    for tokens in prompts:
        made.add(ItemKind.USER, "Go on, please.")
        made.call(tokens)
    document = made.document()
    advance(document, Stage.COUNT, Cache.memory())
    return document


def test_growth_that_no_item_explains_is_told_with_its_request():
    document = opened(20_000, 20_300, 33_300, 33_600)
    (found,) = jumps(document)
    assert found.request == 2 and 12_500 < found.tokens < 13_100
    one = next(one for one in highlights(document) if one.code == "unseen")
    assert (one.focus.request, one.word) == (2, "3")


def test_a_few_thousand_tokens_are_the_estimates_error():
    assert jumps(opened(20_000, 26_000, 33_000)) == ()


def test_before_tokens_are_counted_nothing_is_told():
    made = MadeSession()
    made.call(20_000)
    assert jumps(made.document()) == ()
    assert Jump(2, 9_000).tokens == 9_000
