from inspector.model import Verdict
from inspector.store.cache import Cache
from inspector.store.library import Library
from inspector.workbench.annotations import Annotations
from inspector.workbench.bench import Bench
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.reports import judgements_of, report_of
from inspector.workbench.stages import advance, read
from tests.inline_executor import InlineExecutor


def test_what_losses_led_to_stands_in_the_report_in_order_of_weight(samples):
    (log,) = samples.glob("claude-code/*/fading-rules/*.jsonl")
    document = read(log)
    for stage in (Stage.MEASURE, Stage.COUNT, Stage.COMPARE, Stage.CONSEQUENCES):
        advance(document, stage, Cache.memory())
    report = report_of(document, Judgements())
    document.close()
    first = report.consequences[0]
    assert first.compaction == 2 and "outside src/tidewatch/feeds" in first.title
    assert [link.line for link in first.links] == [4, 181, 181] and first.links[0].words == "said"
    assert report.card.headlines[0].words == first.title
    again = next(one for one in report.consequences if "read again" in one.title)
    assert again.tokens and again.tokens > 0


def test_an_consequences_that_was_not_looked_at_is_none_and_one_that_is_clean_is_empty(samples):
    (log,) = samples.glob("claude-code/2.1/clean/*.jsonl")
    document = read(log)
    for stage in (Stage.MEASURE, Stage.COUNT, Stage.COMPARE):
        advance(document, stage, Cache.memory())
    assert report_of(document, Judgements()).consequences is None
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    assert report_of(document, Judgements()).consequences == ()
    document.close()


def test_what_the_user_entered_earlier_is_found_again(samples, tmp_path):
    (log,) = samples.glob("claude-code/*/fading-rules/*.jsonl")
    library = Library(tmp_path / "library.sqlite")
    document = read(log)
    bench = Bench(InlineExecutor(), Cache.memory())
    Annotations(bench, library)
    bench.open(log)
    bench.judgements.enter_verdict("f1", 2, Verdict.REWORDED)
    bench.judgements.write_note("f1", "seen")
    bench.judgements.set_reviewed(2, True)
    bench.close()
    found = judgements_of(document, library)
    document.close()
    library.close()
    assert found.verdict("f1", 2) is Verdict.REWORDED and found.note("f1") == "seen" and found.is_reviewed(2)
