from PySide6.QtWidgets import QToolButton


def button(window, name):
    (found,) = [one for one in window.toolbar.findChildren(QToolButton) if one.accessibleName() == name]
    return found


def test_the_count_follows_the_filter(opened, settled):
    items = len(opened.bench.document.session.items)
    assert opened.toolbar.count.text() == f"{items:,} items"
    opened.bench.set_filter("kind:user")
    settled(opened)
    assert opened.toolbar.count.text() == f"{opened.perspectives.trace.transcript.shown():,} of {items:,}"
    opened.toolbar.filter_bar.clear()
    settled(opened)
    assert opened.toolbar.count.text() == f"{items:,} items"


def test_a_filter_that_goes_wrong_says_so_without_pushing_anything_off_the_bar(opened, settled):
    """The field one types in would go, and the keyboard with it."""
    opened.resize(1024, 700)
    settled(opened)
    bar = opened.toolbar.filter_bar
    bar.field.setText("bogus:xyz")
    bar.apply()
    settled(opened)
    buttons = [one for one in opened.toolbar.findChildren(QToolButton) if one.text() in ("Trace", "Review", "Compare")]
    assert len(buttons) == 3 and all(one.isVisible() for one in (*buttons, bar.field, bar.words))
    assert bar.field.width() > 150 and bar.words.width() > bar.field.width()


def test_back_and_forward_follow_the_selection(opened):
    opened.bench.selection.clear()
    back, forward = button(opened, "Back"), button(opened, "Forward")
    assert (back.isEnabled(), forward.isEnabled()) == (False, False)
    opened.bench.selection.select(item=2)
    opened.bench.selection.select(item=7)
    back.click()
    assert opened.bench.selection.focus.item == 2
    assert (back.isEnabled(), forward.isEnabled()) == (True, True)
    forward.click()
    assert opened.bench.selection.focus.item == 7


def test_open_offers_recent_sessions_and_samples(opened, log):
    menu = button(opened, "Open a session").menu()
    opened.recent_menu.aboutToShow.emit()
    assert [one.toolTip() for one in opened.recent_menu.actions()] == [str(log)]
    assert opened.recent_menu.menuAction() in menu.actions()
    assert opened.sample_menu.menuAction() in menu.actions()
    *lessons, _, rest = opened.sample_menu.actions()
    assert len(lessons) == 5 and len(lessons) + len(rest.menu().actions()) == len(opened.samples)


def test_no_recent_session_is_said(window):
    window.recent_menu.aboutToShow.emit()
    (only,) = window.recent_menu.actions()
    assert only.text() == "(none)" and not only.isEnabled()
