from dataclasses import replace

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from inspector.gui.models.fact_listing import listing_of
from inspector.gui.models.facts import FactRows
from inspector.gui.widgets.fact_painter import FactPainter
from inspector.impact.finding import Finding, Kind, Sure
from inspector.model import Claim, FactKind, Quote, Strength, Verdict
from inspector.report.judged import Judged
from inspector.workbench.groups import ListedClaim, group, key_of
from inspector.workbench.review import ReviewFilter
from tests.made_facts import fact, survival


def painted(theme, row, *, selected=False, width=500, led=()):
    rows, is_claim = FactRows(), isinstance(row, ListedClaim)
    facts, claims = ((), (row,)) if is_claim else ((row,), ())
    rows.show(listing_of(group(facts, ReviewFilter(), frozenset(), claims)))
    rows.tell({key_of(row): led})
    image = QImage(width, 24, QImage.Format.Format_RGB32)
    image.fill(theme.role("base"))
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, width, 24)
    if selected:
        option.state |= QStyle.StateFlag.State_Selected
    painter = QPainter(image)
    FactPainter(theme).paint(painter, option, rows.find(key_of(row)))
    painter.end()
    return image


def made(verdict, **more):
    one = fact("x", "never edit outside auth/.", strength=Strength.MUST)
    live = more.pop("live", True)
    return Judged(one, survival(one, 1, verdict, live=live), **more)


def test_every_verdict_looks_different(theme):
    pictures = [bytes(painted(theme, made(verdict)).constBits()) for verdict in Verdict]
    assert len(set(pictures)) == len(pictures)


def test_what_is_lost_has_a_line_under_it_and_what_is_done_has_not(theme):
    def line(image):
        return {image.pixelColor(x, 22).name() for x in range(150, 400)}

    assert len(line(painted(theme, made(Verdict.LOST)))) > 1
    assert len(line(painted(theme, made(Verdict.LOST, live=False)))) == 1


def told(kind, statement):
    one = fact("x", statement, kind, strength=None)
    return Judged(one, survival(one, 1, Verdict.LOST))


def test_in_a_narrow_list_the_kind_gives_way_first(theme):
    task, preference = told(FactKind.TASK, "Retry twice."), told(FactKind.PREFERENCE, "Retry twice.")
    assert painted(theme, task, width=700) != painted(theme, preference, width=700)
    assert painted(theme, task, width=350) == painted(theme, preference, width=350)


def test_of_a_path_the_name_of_the_file_stays_in_sight_and_of_what_was_said_the_beginning(theme):
    long = "edited " + "folder/" * 30
    for kind, is_seen in ((FactKind.FINDING, True), (FactKind.TASK, False)):
        one, other = (painted(theme, told(kind, f"{long}{name}")) for name in ("first.py", "second.py"))
        assert (one != other) is is_seen


def test_what_a_loss_led_to_is_seen_also_where_the_list_is_narrow(theme):
    read = Finding(kind=Kind.REREAD, compaction=1, item=391, subject="x", why="", sure=Sure.LIKELY, evidence=())
    for width in (420, 700):
        assert painted(theme, made(Verdict.LOST), width=width, led=(read,)) != painted(
            theme, made(Verdict.LOST), width=width
        )
    again = replace(read, kind=Kind.ASKED, item=402)
    lost = made(Verdict.LOST)
    assert painted(theme, lost, width=420, led=(read, again)) == painted(theme, lost, width=420, led=(read,))
    kept = made(Verdict.VERBATIM)
    assert painted(theme, kept, led=(read,)) == painted(theme, kept)


def test_selection_own_verdict_and_note_are_seen(theme):
    plain = painted(theme, made(Verdict.LOST))
    assert painted(theme, made(Verdict.LOST), selected=True).pixelColor(2, 2) == theme.role("selection")
    assert painted(theme, made(Verdict.LOST, entered=Verdict.LOST)) != plain
    assert painted(theme, made(Verdict.LOST, note="why?")) != plain


def test_a_claim_shows_its_words_its_fault_why_and_how_many_readings_found_it(theme):
    said = Claim(compaction=1, quote=Quote(7, 0, 4), text="412 tests pass", kind="contradicted", why="The run failed.")
    changes = ({}, {"text": "all pass"}, {"kind": "unsupported"}, {"kind": "supported"}, {"why": "No run."})
    changes += ({"items": (377,)}, {"sure": False}, {"quote": Quote(8, 0, 4)})
    pictures = [bytes(painted(theme, ListedClaim(replace(said, **one), 0)).constBits()) for one in changes]
    assert len(set(pictures)) == len(pictures)


def test_all_rows_are_one_line_high(theme):
    option = QStyleOptionViewItem()
    rows = FactRows()
    assert FactPainter(theme).sizeHint(option, rows.index(0, 0)).height() < 40


def test_where_one_reading_alone_found_it_is_seen(theme):
    def read(**more):
        one = made(Verdict.WEAKENED)
        return replace(one, survival=replace(one.survival, **more))

    assert painted(theme, read(sure=False)) != painted(theme, read()) == painted(theme, read(sure=True))


def sentence(verdict, **more):
    one = fact("x", "never edit outside auth/.", FactKind.SAID)
    return Judged(one, survival(one, 1, verdict, **more))


def test_of_a_sentence_that_stands_there_in_part_the_missing_words_are_underlined(theme):
    whole = painted(theme, sentence(Verdict.PART))
    first, last = (painted(theme, sentence(Verdict.PART, missing=(at,))) for at in ((0, 5), (11, 18)))
    assert len({bytes(image.constBits()) for image in (whole, first, last)}) == 3
    lines = [{x for x in range(500) if image.pixelColor(x, 22) != whole.pixelColor(x, 22)} for image in (first, last)]
    assert lines[0] and lines[1] and max(lines[0]) < min(lines[1])


def test_what_is_not_there_has_no_line_of_a_loss_and_none_of_its_colours(theme):
    image = painted(theme, sentence(Verdict.ABSENT))
    assert len({image.pixelColor(x, 22).name() for x in range(150, 400)}) == 1
    seen = {image.pixelColor(x, y).name() for x in range(500) for y in range(24)}
    assert not seen & {theme.role(name).name() for name in ("lost", "error", "contradicted")}
