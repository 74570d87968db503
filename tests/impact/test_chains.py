from inspector.impact.chains import chains
from inspector.impact.finding import Finding, Kind, Sure
from inspector.model import Verdict


def finding(kind, item, *, said=2, compaction=1, subject="", text="Never edit vendor/.", sure=Sure.LIKELY):
    return Finding(
        kind=kind,
        compaction=compaction,
        item=item,
        subject=subject,
        why="",
        sure=sure,
        evidence=(said, item),
        fact="f",
        said=said,
        verdict=Verdict.LOST,
        text=text,
    )


def test_a_breach_and_the_words_said_again_are_one_chain_and_certain():
    broken = finding(Kind.VIOLATION, 50, subject="edited vendor/a.py")
    again = finding(Kind.RESTATED, 60, subject="Never edit vendor/.", text="I said: never edit vendor/.")
    (chain,) = chains([broken, again])
    assert (chain.said, chain.compaction, chain.broken, chain.again) == (2, 1, 50, 60)
    assert chain.text == "Never edit vendor/."
    assert chain.deed == "edited vendor/a.py"
    assert chain.sure is Sure.CERTAIN


def test_one_end_alone_is_a_chain_that_is_as_sure_as_its_finding():
    (chain,) = chains([finding(Kind.RESTATED, 60, subject="Never edit vendor/.")])
    assert (chain.broken, chain.again, chain.deed, chain.sure) == (None, 60, "", Sure.LIKELY)


def test_what_was_said_elsewhere_or_lost_elsewhere_is_another_chain():
    found = [
        finding(Kind.VIOLATION, 90, said=8),
        finding(Kind.VIOLATION, 50),
        finding(Kind.VIOLATION, 95, compaction=2),
    ]
    assert [(chain.compaction, chain.said) for chain in chains(found)] == [(1, 2), (1, 8), (2, 2)]


def test_work_done_again_hangs_on_no_words():
    assert chains([finding(Kind.REREAD, 50, said=None)]) == ()
