"""Which model is asked: a provider's, one on a server, a command; and where its name leads."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QFormLayout, QLineEdit, QPushButton, QWidget

from inspector.errors import InspectorError
from inspector.gui.language import number
from inspector.gui.layouts import FLUSH, row
from inspector.gui.plain import PlainLabel
from inspector.gui.widgets.banner import error_words
from inspector.llm.models import key_of, open_chat
from inspector.measure.models import find_model
from inspector.rerun.column import RECORDED_WORDS
from inspector.rerun.spending import SetPrice

WORDS, PROVIDER, SERVER, COMMAND = "words", "provider", "server", "command"


class ModelChoice(QObject):
    """Rows of a form. ``has_words`` also offers the recorded words in the place of a model."""

    changed = Signal()
    names_asked = Signal(str)
    """The models of the server at this address are wanted; ``show_names`` takes them."""

    def __init__(self, known: Sequence[str], *, has_words: bool, who: str = "") -> None:
        """``who`` stands beside the kind: what the model is to do; "" for writing a summary."""
        super().__init__()
        self._who, self._writes_summary = who or self.tr("Who &writes"), not who
        self.kind, self.model, self.address, self.price = QComboBox(), QLineEdit(), QLineEdit(), QLineEdit()
        self.ask_names, self.told = QPushButton(self.tr("&List its models")), PlainLabel(wrap=True)
        self._server = QWidget()
        row(self._server, (self.address, 1), self.ask_names, margins=FLUSH)
        self._form = QFormLayout()
        self._fill(known, has_words)

    def add_to(self, form: QFormLayout) -> None:
        """Put the rows into a form."""
        self._form = form
        rows = (
            (self._who, self.kind),
            (self.tr("&Model"), self.model),
            (self.tr("&Address"), self._server),
            (self.tr("Pri&ce"), self.price),
        )
        for words, part in rows:
            label = PlainLabel(words)
            field = self.address if part is self._server else part
            label.setBuddy(field)
            form.addRow(label, part)
            field.setAccessibleName(words.replace("&", ""))
        form.insertRow(form.rowCount() - 1, "", self.told)
        form.setRowVisible(self.told, False)

    def name(self) -> str:
        """The name that is entered; "" where none is."""
        kind, name = self.kind.currentData(), self.model.text().strip()
        if kind == WORDS:
            return RECORDED_WORDS
        if kind == COMMAND:
            return f"command:{name}" if name else ""
        if kind == SERVER:
            return f"{name}@{self.address.text().strip()}" if name else ""
        return name

    def show_name(self, model: str) -> None:
        """Enter a name."""
        kind, name = kind_of_name(model)
        place = self.kind.findData(kind)
        self.kind.setCurrentIndex(place if place >= 0 else self.kind.findData(PROVIDER))
        if kind == SERVER:
            name, start, address = name.rpartition("@http")
            self.address.setText(start.removeprefix("@") + address)
        self.model.setText(name)

    def allow(self, wanted: bool) -> None:
        """Whether a model is wanted at all; rows that say nothing then are hidden."""
        kind = str(self.kind.currentData())
        self.kind.setEnabled(wanted)
        self.model.setEnabled(wanted and kind != WORDS)
        self.model.setPlaceholderText(self._hint(kind))
        for part in (self._server, self.price):
            self._form.setRowVisible(part, wanted and kind == SERVER)
        self._form.setRowVisible(self.told, wanted and kind == SERVER and bool(self.told.text()))
        self.ask_names.setEnabled(bool(self.address.text().strip()))

    def show_names(self, names: Sequence[str]) -> None:
        """Offer the models that a server has: all of them at once, and by what is typed from then on."""
        self._tell(self.tr("{n} models, offered as you type.").format(n=number(len(names))))
        self._offer(names)
        self.model.setFocus(Qt.FocusReason.OtherFocusReason)
        completer = self.model.completer()
        completer.setCompletionPrefix("")
        completer.complete()

    def show_no_names(self, why: Exception) -> None:
        """Say why a server gave no list; a name can be typed all the same."""
        self._tell(error_words(why))

    def _tell(self, words: str) -> None:
        self.told.setText(words)
        self.ask_names.setText(self.tr("&List its models"))
        self.changed.emit()

    def _ask_names(self) -> None:
        self._tell("")
        self.ask_names.setText(self.tr("Asking…"))
        self.ask_names.setEnabled(False)
        self.names_asked.emit(self.address.text().strip())

    def set_price(self) -> SetPrice | None:
        """What the user says that a server's model costs; None where they say nothing, or no price."""
        parts = self.price.text().replace(",", " ").split()
        try:
            into, out = (float(part) for part in parts)
        except ValueError:
            return None
        is_price = all(0 <= one < float("inf") for one in (into, out))
        return SetPrice(self.name(), into, out) if is_price and self.kind.currentData() == SERVER else None

    def show_price(self, price: SetPrice | None) -> None:
        """Enter a price that was set before."""
        self.price.setText("" if price is None else f"{price.input:g}, {price.output:g}")

    def checked(self) -> tuple[str, bool]:
        """What the name leads to, and whether it leads anywhere. Never the key itself."""
        model = self.name()
        if model == RECORDED_WORDS:
            return self.tr("The summary in the log is used as it is; nothing is sent."), True
        if not model:
            return self.tr("Name a model. Nothing is sent before you have seen what."), False
        try:
            chat = open_chat(model)
        except InspectorError as why:
            return error_words(why), False
        if self.kind.currentData() == SERVER and self.price.text().strip() and self.set_price() is None:
            return self.tr("A price is two numbers: US dollars per million tokens in and out, such as 0.5, 1.5."), False
        known = find_model(model)
        size = known.window if known else None
        window = self.tr("window {n} tokens").format(n=number(size)) if size else self.tr("window not known")
        to = self.tr("sent to {destination}").format(destination=chat.destination)
        return f"{to} · {key_of(chat)} · {window}", True

    def _hint(self, kind: str) -> str:
        return {
            PROVIDER: self.tr("provider/model"),
            SERVER: self.tr("its name on the server"),
            COMMAND: self.tr("a command line that reads the prompt and writes the summary")
            if self._writes_summary
            else self.tr("a command line that reads the prompt and writes the answer"),
        }.get(kind, "")

    def _fill(self, known: Sequence[str], has_words: bool) -> None:
        if has_words:
            self.kind.addItem(self.tr("none: the recorded words"), WORDS)
        self.kind.addItem(self.tr("a provider's model"), PROVIDER)
        self.kind.addItem(self.tr("a server by its address"), SERVER)
        self.kind.addItem(self.tr("a local command"), COMMAND)
        self.address.setPlaceholderText("http://127.0.0.1:8080/v1")
        self.price.setPlaceholderText(self.tr("not known; or US dollars per million tokens in and out: 0.5, 1.5"))
        self._offer(known)
        self.ask_names.setToolTip(self.tr("Asks the server which models it has. Nothing of the session is sent."))
        self.ask_names.clicked.connect(lambda _=False: self._ask_names())
        self.kind.currentIndexChanged.connect(lambda _: self.changed.emit())
        for field in (self.model, self.address, self.price):
            field.textChanged.connect(lambda _: self.changed.emit())

    def _offer(self, names: Sequence[str]) -> None:
        completer = QCompleter(list(dict.fromkeys(names)), self.model)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.model.setCompleter(completer)


def kind_of_name(model: str) -> tuple[str, str]:
    """Which kind of name a model's is, and what stands in the field for it."""
    if model == RECORDED_WORDS:
        return WORDS, ""
    if model.startswith("command:"):
        return COMMAND, model.removeprefix("command:")
    return (SERVER if "@http" in model else PROVIDER), model
