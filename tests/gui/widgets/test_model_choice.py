import pytest
from PySide6.QtWidgets import QFormLayout, QWidget

from inspector.errors import UsageError
from inspector.gui.widgets.model_choice import COMMAND, PROVIDER, SERVER, WORDS, ModelChoice, kind_of_name
from inspector.rerun.column import RECORDED_WORDS
from inspector.rerun.spending import SetPrice


@pytest.fixture
def choice(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    made = ModelChoice(("a/b",), has_words=True)
    made.setParent(holder)
    made.add_to(QFormLayout(holder))
    made.allow(True)
    holder.show()
    yield made
    holder.close()


@pytest.mark.parametrize(
    ("name", "kind", "field"),
    [
        (RECORDED_WORDS, WORDS, ""),
        ("anthropic/claude-sonnet-4-5", PROVIDER, "anthropic/claude-sonnet-4-5"),
        ("m@http://127.0.0.1:1/v1", SERVER, "m@http://127.0.0.1:1/v1"),
        ("command:cat -", COMMAND, "cat -"),
    ],
)
def test_every_name_has_its_kind(name, kind, field):
    assert kind_of_name(name) == (kind, field)


@pytest.mark.parametrize("name", [RECORDED_WORDS, "a/b", "m@http://127.0.0.1:1/v1", "command:cat -"])
def test_a_name_comes_back_as_it_was(choice, name):
    choice.show_name(name)
    assert choice.name() == name and choice.checked()[1]


def test_an_address_begins_where_it_does_and_not_at_any_sign_before(choice):
    choice.show_name("m@q8@http://127.0.0.1:1/v1")
    assert (choice.model.text(), choice.address.text()) == ("m@q8", "http://127.0.0.1:1/v1")
    assert choice.name() == "m@q8@http://127.0.0.1:1/v1"


def test_only_what_a_kind_needs_is_asked_for(choice, qtbot):
    choice.show_name("m@http://127.0.0.1:1/v1")
    choice.allow(True)
    assert choice.address.isVisible()
    with qtbot.waitSignal(choice.changed):
        choice.show_name("a/b")
    choice.allow(True)
    assert not choice.address.isVisible() and choice.model.isEnabled()
    choice.allow(False)
    assert not choice.kind.isEnabled() and not choice.model.isEnabled()


def test_a_name_that_leads_nowhere_is_said(choice):
    choice.show_name("no model at all")
    assert choice.checked() == (choice.checked()[0], False) and "is no model" in choice.checked()[0]


def test_a_servers_model_may_have_a_price_and_nothing_else_may(choice):
    choice.show_name("m@http://127.0.0.1:1/v1")
    assert choice.set_price() is None and choice.checked()[1]
    choice.price.setText("0.5, 1.5")
    price = SetPrice("m@http://127.0.0.1:1/v1", 0.5, 1.5)
    assert choice.set_price() == price and choice.checked()[1]
    choice.show_price(None)
    assert choice.set_price() is None
    choice.show_price(price)
    assert choice.set_price() == price
    choice.show_name("a/b")
    assert choice.set_price() is None


@pytest.mark.parametrize("words", ["1", "one, two", "-1, 2", "nan, 1", "1, 2, 3"])
def test_what_is_no_price_is_said(choice, words):
    choice.show_name("m@http://127.0.0.1:1/v1")
    choice.price.setText(words)
    told, good = choice.checked()
    assert not good and "two numbers" in told


def server(choice, address="http://127.0.0.1:1/v1"):
    choice.kind.setCurrentIndex(choice.kind.findData(SERVER))
    choice.address.setText(address)
    choice.allow(True)


def test_the_models_of_a_server_are_offered_once_they_are_wanted(choice, qtbot):
    choice.changed.connect(lambda: choice.allow(True))
    server(choice)
    with qtbot.waitSignal(choice.names_asked) as told:
        choice.ask_names.click()
    assert told.args == ["http://127.0.0.1:1/v1"] and choice.ask_names.text() == "Asking…"
    choice.show_names(["small-1", "large-2"])
    assert "2 models" in choice.told.text() and choice.ask_names.isEnabled()
    completer = choice.model.completer()
    completer.setCompletionPrefix("arge")
    assert completer.currentCompletion() == "large-2"
    completer.popup().hide()


def test_a_server_without_a_list_is_said_and_its_model_can_be_typed(choice):
    choice.changed.connect(lambda: choice.allow(True))
    server(choice)
    choice.show_no_names(UsageError("No list came.", hint="A name can be typed."))
    assert choice.told.isVisible() and "No list came." in choice.told.text()
    choice.model.setText("m")
    assert choice.checked()[1]


def test_nobody_is_asked_without_an_address(choice):
    server(choice, "")
    assert not choice.ask_names.isEnabled()
