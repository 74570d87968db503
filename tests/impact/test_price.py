from dataclasses import replace

import pytest

from inspector.impact.finding import Cost, Finding, Kind, Sure
from inspector.impact.price import price_of_call, price_of_losses
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read


def costing(cost):
    return Finding(
        kind=Kind.REPEAT, compaction=1, item=1, subject="x", why="", sure=Sure.LIKELY, evidence=(1,), cost=cost
    )


def test_losses_add_up_and_what_no_log_tells_stays_unknown():
    found = [costing(Cost(tokens=100, seconds=2.0)), costing(Cost(tokens=50, seconds=None)), costing(None)]
    total = price_of_losses(found)
    assert (total.tokens, total.seconds, total.dollars) == (150, 2.0, None)
    assert price_of_losses([]) == Cost(tokens=None, seconds=None, dollars=None)


def test_the_price_of_the_compaction_is_its_cache_write_and_its_time(story, follow):
    story.human("Please look after the feeds.")
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    story.say("Going on.")
    document = follow(story).document
    (compaction,) = document.compactions
    price = price_of_call(document.session, compaction)
    first = document.session.requests[compaction.request_after].usage
    assert price.tokens is None
    assert price.cache_write == first.cache_write > 0
    assert price.seconds == compaction.record.seconds > 0
    assert price.dollars > 0


def test_a_compaction_at_the_end_of_a_log_was_not_yet_paid_for(story, follow):
    story.human("Please look after the feeds.")
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    document = follow(story).document
    price = price_of_call(document.session, document.compactions[0])
    assert (price.tokens, price.cache_write, price.dollars) == (None, None, None)


def test_a_summarisers_call_that_the_log_holds_is_counted(samples):
    (log,) = (samples / "claude-code/2.1/kept-messages").glob("*.jsonl")
    document = read(log)
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    (own,) = [request for request in document.session.requests if request.purpose == "compaction"]
    price = price_of_call(document.session, document.compactions[0])
    assert price.tokens == own.usage.prompt + own.usage.output
    assert price.dollars is not None
    assert (price.own.calls, price.own.recorded) == (1, None)
    assert 0 < price.own.listed < price.dollars, "the cache that was written is another part"
    paid = tuple(replace(one, cost=0.5) if one is own else one for one in document.session.requests)
    assert price_of_call(replace(document.session, requests=paid), document.compactions[0]).own.recorded == 0.5
    half = replace(own, usage=replace(own.usage, output=None))
    requests = tuple(half if one is own else one for one in document.session.requests)
    price = price_of_call(replace(document.session, requests=requests), document.compactions[0])
    assert (price.tokens, price.dollars) == (None, None)
    document.close()


@pytest.mark.parametrize(
    "sample", ["copilot/1.0.74/failed-then-compacted/events.jsonl", "opencode/1.14/database/opencode.db"]
)
def test_a_summarisers_call_is_counted_once_and_where_the_agent_worked_on_meanwhile(samples, sample):
    (log,) = samples.glob(sample)
    document = read(log)
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    (*_, own) = [one.usage for one in document.session.requests if one.purpose == "compaction"]
    failed, then = [price_of_call(document.session, compaction) for compaction in document.compactions]
    assert (failed.tokens, then.tokens) == (None, own.prompt + own.output)
    document.close()


def test_of_a_call_whose_cost_alone_is_told_nothing_else_is_known(samples):
    (log,) = samples.glob("cline/roo-3.46/condensed-then-truncated/0*")
    document = read(log)
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    on_the_list = tuple(replace(one, model="claude-opus-4-5") for one in document.session.requests)
    price = price_of_call(replace(document.session, requests=on_the_list), document.compactions[1])
    assert (price.own.recorded, price.tokens, price.dollars) == (0.31, None, None)
    assert price.cache_write > 0
    document.close()
