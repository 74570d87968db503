"""Every verb of the window, one entry each: menus, toolbar, palette and the list of keys are made from this table.

``keys`` work anywhere in the window. ``letters`` are single keys and work only while a list or the plot has the
focus, so that they never take a letter from a text field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QKeySequence

from inspector.gui.theme import Scheme

if TYPE_CHECKING:
    from inspector.gui.main_window import MainWindow

Key = QKeySequence.StandardKey | str
Standard = QKeySequence.StandardKey


def _always(window: MainWindow) -> bool:
    return True


def has_session(window: MainWindow) -> bool:
    """Whether a session is open."""
    return window.bench.document is not None


def has_item(window: MainWindow) -> bool:
    """Whether an item is selected."""
    return has_session(window) and window.bench.selection.focus.item is not None


def has_compactions(window: MainWindow) -> bool:
    """Whether there is a compaction to go to."""
    return window.bench.document is not None and bool(window.bench.document.compactions)


def has_verdicts(window: MainWindow) -> bool:
    """Whether facts were judged."""
    return window.bench.document is not None and bool(window.bench.document.comparison)


def has_fact(window: MainWindow) -> bool:
    """Whether a fact is selected."""
    return has_verdicts(window) and window.bench.selection.focus.fact is not None


def has_columns(window: MainWindow) -> bool:
    """Whether a compaction stands ready to be run again."""
    shown = has_session(window) and window.perspectives.has_compare
    return shown and window.perspectives.comparing.runs.ready is not None


def has_scenes(window: MainWindow) -> bool:
    """Whether there are several compactions to compare over."""
    document = window.bench.document
    return has_columns(window) and document is not None and len(document.compactions) > 1


def has_column(window: MainWindow) -> bool:
    """Whether a column is at hand that can be run."""
    if not has_columns(window):
        return False
    runs = window.perspectives.comparing.runs
    return runs.get(runs.picked) is not None


def has_paid_failure(window: MainWindow) -> bool:
    """Whether the column at hand failed although its model may charge for it."""
    if not has_column(window):
        return False
    runs = window.perspectives.comparing.runs
    return runs.can_ask_again(runs.picked)


def is_busy(window: MainWindow) -> bool:
    """Whether something is being worked on."""
    if window.executor.busy() or window.judging.is_running or not window.perspectives.has_compare:
        return bool(window.executor.busy()) or window.judging.is_running
    comparing = window.perspectives.comparing
    asking = comparing.probes.is_running or comparing.judging.is_running
    return bool(comparing.runs.running()) or asking


def is_measured(window: MainWindow) -> bool:
    """Whether the plot is there."""
    return window.bench.document is not None and window.bench.document.measurement is not None


def can_report(window: MainWindow) -> bool:
    """Whether all is known that a report needs."""
    return is_measured(window) and window.bench.document is not None and window.bench.document.comparison is not None


@dataclass(frozen=True, slots=True)
class Command:
    """One verb. ``title`` is in English and translated where it is shown."""

    id: str
    menu: str
    title: str
    run: Callable[[MainWindow], object]
    keys: tuple[Key, ...] = ()
    letters: tuple[str, ...] = ()
    enabled: Callable[[MainWindow], bool] = _always
    checked: Callable[[MainWindow], bool] | None = None
    """For a verb that turns something on and off: whether it is on."""
    starts_group: bool = False
    """A line stands before it in its menu."""

    def sequences(self) -> list[QKeySequence]:
        """The keys as this platform has them; a standard key may be several or none."""
        found: list[QKeySequence] = []
        for key in self.keys:
            known = [QKeySequence(key)] if isinstance(key, str) else QKeySequence.keyBindings(key)
            found += [sequence for sequence in known if sequence not in found]
        return found


MENUS = ("&File", "&Edit", "&View", "&Go", "&Review", "Re&run", "&Session", "&Window", "&Help")


def _c(*args: object, **more: object) -> Command:
    return Command(*args, **more)  # type: ignore[arg-type]


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("inspector", text))


def _scheme(scheme: Scheme) -> tuple[Callable[[MainWindow], object], Callable[[MainWindow], bool]]:
    return (lambda w: w.choose_scheme(scheme)), (lambda w: w.theme.scheme is scheme)


_FILE = (
    _c("file.open", "&File", _t("&Open…"), lambda w: w.opener.ask_file(), (Standard.Open,)),
    _c("file.open_folder", "&File", _t("Open &folder…"), lambda w: w.opener.ask_folder(), ("Ctrl+Shift+O",)),
    _c("file.open_as", "&File", _t("Open &as…"), lambda w: w.opener.ask_agent()),
    _c("file.reload", "&File", _t("&Reload"), lambda w: w.opener.reload(), ("Ctrl+R", "F5"),
       enabled=has_session, starts_group=True),
    _c("file.reveal", "&File", _t("Show log in its folder"), lambda w: w.reveal(), enabled=has_session),
    _c("file.export_report", "&File", _t("&Export report…"), lambda w: w.popups.export_report(), ("Ctrl+E",),
       enabled=can_report, starts_group=True),
    _c("file.export_plot", "&File", _t("Export plo&t…"), lambda w: w.popups.export(), enabled=is_measured),
    _c("file.close", "&File", _t("&Close session"), lambda w: w.opener.close(), ("Ctrl+W",),
       enabled=has_session, starts_group=True),
    _c("file.preferences", "&File", _t("&Preferences…"), lambda w: w.popups.preferences(), ("Ctrl+,",)),
    _c("file.quit", "&File", _t("&Quit"), lambda w: w.close(), ("Ctrl+Q",)),
)  # fmt: skip

_EDIT = (
    _c("edit.undo", "&Edit", _t("&Undo verdict or note"), lambda w: w.bench.judgements.undo(), (Standard.Undo,),
       enabled=lambda w: w.bench.judgements.can_undo),
    _c("edit.redo", "&Edit", _t("&Redo verdict or note"), lambda w: w.bench.judgements.redo(), (Standard.Redo,),
       enabled=lambda w: w.bench.judgements.can_redo),
    _c("edit.copy", "&Edit", _t("&Copy item"), lambda w: w.perspectives.copy(), (Standard.Copy,), enabled=has_item),
    _c("edit.find", "&Edit", _t("&Find…"), lambda w: w.perspectives.find(), (Standard.Find,),
       enabled=has_session, starts_group=True),
    _c("edit.find_next", "&Edit", _t("Find &next"), lambda w: w.trace.transcript.find_next(), ("F3",),
       enabled=has_session),
    _c("edit.find_previous", "&Edit", _t("Find &previous"), lambda w: w.trace.transcript.find_previous(),
       ("Shift+F3",), enabled=has_session),
    _c("edit.filter", "&Edit", _t("F&ilter items or facts"), lambda w: w.perspectives.search(), ("Ctrl+L",), ("/",),
       enabled=has_session, starts_group=True),
    _c("edit.clear_filter", "&Edit", _t("Clear filter"), lambda w: w.filter_bar.clear(),
       enabled=lambda w: has_session(w) and bool(w.bench.filter.text)),
    _c("edit.mark", "&Edit", _t("&Mark item"), lambda w: w.toggle_mark(), ("Ctrl+M",), ("m",), enabled=has_item,
       checked=lambda w: w.bench.selection.focus.item in w.bench.marks, starts_group=True),
    _c("edit.escape", "&Edit", _t("Step out: find, range, selection, filter"), lambda w: w.step_out(), ("Esc",),
       enabled=has_session),
)  # fmt: skip

_VIEW = (
    _c("view.trace", "&View", _t("&Trace"), lambda w: w.perspectives.show("trace"), ("Ctrl+1",), enabled=has_session,
       checked=lambda w: w.perspectives.current == "trace"),
    _c("view.review", "&View", _t("Re&view"), lambda w: w.perspectives.show("review"), ("Ctrl+2",),
       enabled=has_session, checked=lambda w: w.perspectives.current == "review"),
    _c("view.compare", "&View", _t("Co&mpare"), lambda w: w.perspectives.show("compare"), ("Ctrl+3",),
       enabled=has_session, checked=lambda w: w.perspectives.current == "compare"),
    _c("view.zoom_in", "&View", _t("Zoom &in"), lambda w: w.trace.timeline.zoom_in(), (Standard.ZoomIn,),
       ("w", "+", "="), enabled=is_measured, starts_group=True),
    _c("view.zoom_out", "&View", _t("Zoom &out"), lambda w: w.trace.timeline.zoom_out(), (Standard.ZoomOut,),
       ("s", "-"), enabled=is_measured),
    _c("view.whole", "&View", _t("&Whole session"), lambda w: w.trace.timeline.whole(), ("Ctrl+0",), ("0",),
       enabled=is_measured),
    _c("view.pan_left", "&View", _t("Pan left"), lambda w: w.trace.timeline.pan_left(), (), ("a",),
       enabled=is_measured),
    _c("view.pan_right", "&View", _t("Pan right"), lambda w: w.trace.timeline.pan_right(), (), ("d",),
       enabled=is_measured),
    _c("view.fit", "&View", _t("&Fit selection"), lambda w: w.trace.timeline.fit_selection(), (), ("f",),
       enabled=is_measured),
    _c("view.segment", "&View", _t("Range = this segment"), lambda w: w.trace.timeline.segment_range(), (), ("r",),
       enabled=is_measured),
    _c("view.clear_range", "&View", _t("Clear range"), lambda w: w.trace.timeline.clear_range(),
       enabled=lambda w: is_measured(w) and w.bench.selection.focus.first is not None),
    _c("view.reader", "&View", _t("&Reader"), lambda w: w.perspectives.show_tab("reader"), ("Alt+1",),
       enabled=has_session, starts_group=True),
    _c("view.context", "&View", _t("&Context"), lambda w: w.perspectives.show_tab("context"), ("Alt+2",),
       enabled=has_session),
    _c("view.raw", "&View", _t("R&aw log line"), lambda w: w.perspectives.show_tab("raw"), ("Alt+3",),
       enabled=has_session),
    _c("view.open_all", "&View", _t("Show the whole text"), lambda w: w.trace.reader.open_all(), enabled=has_item),
    _c("view.drawer", "&View", _t("&Drawer"), lambda w: w.trace.toggle_drawer(), ("Ctrl+J",), ("q",),
       enabled=has_session, checked=lambda w: w.has_trace and w.trace.drawer_shown(), starts_group=True),
    _c("view.compactions", "&View", _t("Compactions"), lambda w: w.perspectives.show_tab("compactions"), ("Alt+4",),
       enabled=has_session),
    _c("view.requests", "&View", _t("Requests"), lambda w: w.perspectives.show_tab("requests"), ("Alt+5",),
       enabled=has_session),
    _c("view.problems", "&View", _t("Problems"), lambda w: w.perspectives.show_tab("problems"), ("Alt+6",),
       enabled=has_session),
    _c("view.lost", "&View", _t("Facts &lost"), lambda w: w.perspectives.show_tab("lost"), ("Alt+7",),
       enabled=has_session),
    _c("view.aftermath", "&View", _t("Aftermath"), lambda w: w.perspectives.show_tab("aftermath"),
       ("Ctrl+Shift+A",), enabled=has_session),
    _c("view.chains", "&View", _t("All c&hains on the plot"), lambda w: w.trace.timeline.bar.all_chains.toggle(),
       enabled=is_measured, checked=lambda w: w.has_trace and w.trace.timeline.bar.all_chains.isChecked()),
    _c("view.stands_out", "&View", _t("Why it failed and what &stands out"),
       lambda w: w.trace.want_words(not w.trace.words_wanted),
       enabled=has_session, checked=lambda w: w.has_trace and w.trace.words_wanted),
    _c("view.system", "&View", _t("Colours of the system"), _scheme(Scheme.SYSTEM)[0],
       checked=_scheme(Scheme.SYSTEM)[1], starts_group=True),
    _c("view.light", "&View", _t("Light"), _scheme(Scheme.LIGHT)[0], checked=_scheme(Scheme.LIGHT)[1]),
    _c("view.dark", "&View", _t("Dark"), _scheme(Scheme.DARK)[0], checked=_scheme(Scheme.DARK)[1]),
)  # fmt: skip

_GO = (
    _c("go.to", "&Go", _t("&Go to item, compaction, request, file…"), lambda w: w.popups.go_to(), ("Ctrl+P",),
       enabled=has_session),
    _c("go.back", "&Go", _t("&Back"), lambda w: w.bench.selection.back(), (Standard.Back, "Alt+Left"),
       enabled=lambda w: w.bench.selection.can_go_back, starts_group=True),
    _c("go.forward", "&Go", _t("&Forward"), lambda w: w.bench.selection.forward(), (Standard.Forward, "Alt+Right"),
       enabled=lambda w: w.bench.selection.can_go_forward),
    _c("go.next", "&Go", _t("&Next item or fact"), lambda w: w.perspectives.step(1), ("Ctrl+Down",), ("j",),
       enabled=has_session, starts_group=True),
    _c("go.previous", "&Go", _t("&Previous item or fact"), lambda w: w.perspectives.step(-1), ("Ctrl+Up",), ("k",),
       enabled=has_session),
    _c("go.first", "&Go", _t("First item or fact"), lambda w: w.perspectives.step(1, from_end=True),
       ("Ctrl+Home",), ("g",), enabled=has_session),
    _c("go.last", "&Go", _t("Last item or fact"), lambda w: w.perspectives.step(-1, from_end=True),
       ("Ctrl+End",), ("Shift+G",), enabled=has_session),
    _c("go.next_like", "&Go", _t("Next of the same call or file"), lambda w: w.trace.transcript.next_like(), (), (".",),
       enabled=has_item),
    _c("go.previous_like", "&Go", _t("Previous of the same call or file"),
       lambda w: w.trace.transcript.previous_like(), (), (",",), enabled=has_item),
    _c("go.follow", "&Go", _t("F&ollow this fact or file"), lambda w: w.follow_trail(), ("Ctrl+Shift+L",), ("e",),
       enabled=lambda w: has_item(w) or has_fact(w)),
    _c("go.next_compaction", "&Go", _t("Next &compaction"), lambda w: w.go_compaction(1), ("Ctrl+]",), ("]",),
       enabled=has_compactions, starts_group=True),
    _c("go.previous_compaction", "&Go", _t("Previous compaction"), lambda w: w.go_compaction(-1), ("Ctrl+[",), ("[",),
       enabled=has_compactions),
    _c("go.source", "&Go", _t("&Source: the item, then its log line"), lambda w: w.perspectives.go_source(),
       ("F4",), enabled=has_item,
       starts_group=True),
)  # fmt: skip

_REVIEW = (
    _c("review.next_harm", "&Review", _t("&Next loss or difference"), lambda w: w.perspectives.next_harm(1),
       ("F7",), enabled=has_verdicts),
    _c("review.previous_harm", "&Review", _t("&Previous loss or difference"),
       lambda w: w.perspectives.next_harm(-1), ("Shift+F7",), enabled=has_verdicts),
    _c("review.facts", "&Review", _t("&Facts of the compaction"), lambda w: w.perspectives.show_tab("facts"),
       ("Alt+8",), enabled=has_session, starts_group=True),
    _c("review.erosion", "&Review", _t("&Erosion over the session"), lambda w: w.perspectives.show_tab("erosion"),
       ("Alt+9",), enabled=has_session),
    _c("review.difference", "&Review", _t("&Before and after"), lambda w: w.perspectives.show_tab("difference"),
       ("Alt+0",), enabled=has_session),
    _c("review.take_away", "&Review", _t("E&xport fixes and sign off"),
       lambda w: w.perspectives.show_tab("take_away"), ("Ctrl+Shift+T",), enabled=has_session),
    _c("review.judge", "&Review", _t("&Judge this compaction…"), lambda w: w.judging.this(), ("Ctrl+Shift+J",),
       enabled=has_verdicts, starts_group=True),
    _c("review.judge_all", "&Review", _t("Judge &all compactions…"), lambda w: w.judging.all(), ("Ctrl+Alt+J",),
       enabled=has_verdicts),
    _c("review.override", "&Review", _t("Your &verdict…"), lambda w: w.perspectives.override(), (), ("o",),
       enabled=has_fact, starts_group=True),
    _c("review.note", "&Review", _t("N&ote on the fact"), lambda w: w.perspectives.note(), (), ("n",),
       enabled=has_fact),
    _c("review.reviewed", "&Review", _t("&Reviewed"), lambda w: w.review.toggle_reviewed(), ("Ctrl+Shift+R",),
       enabled=has_verdicts, checked=lambda w: w.perspectives.has_review and w.review.reviewed.isChecked()),
)  # fmt: skip

_RERUN = (
    _c("rerun.open", "Re&run", _t("Rerun this &compaction"), lambda w: w.perspectives.show_tab("runs"),
       ("Ctrl+Alt+R",), enabled=has_compactions),
    _c("rerun.all", "Re&run", _t("Run &all"), lambda w: w.perspectives.comparing.runs.run_all(),
       ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"), enabled=has_columns, starts_group=True),
    _c("rerun.column", "Re&run", _t("&Run column"), lambda w: w.perspectives.comparing.run_column(),
       ("Ctrl+Return", "Ctrl+Enter"), enabled=has_column),
    _c("rerun.again", "Re&run", _t("Ask agai&n"), lambda w: w.perspectives.comparing.ask_again(),
       enabled=has_paid_failure),
    _c("rerun.sent", "Re&run", _t("What is &sent…"), lambda w: w.perspectives.comparing.view.what_is_sent(),
       enabled=has_columns),
    _c("rerun.probe", "Re&run", _t("Ask pro&be questions…"), lambda w: w.perspectives.comparing.probe(),
       ("Ctrl+Shift+B",), enabled=has_columns),
    _c("rerun.judge", "Re&run", _t("&Judge columns…"), lambda w: w.perspectives.comparing.judge(),
       ("Ctrl+Shift+K",), enabled=has_columns),
    _c("rerun.compactions", "Re&run", _t("Compactions that ta&ke part…"),
       lambda w: w.perspectives.comparing.view.choose_scenes(), ("Ctrl+Alt+C",), enabled=has_scenes),
    _c("rerun.over_all", "Re&run", _t("Fi&gures over all of them"),
       lambda w: w.perspectives.comparing.over_all(), ("Ctrl+Alt+A",), enabled=has_scenes,
       checked=lambda w: has_scenes(w) and w.perspectives.comparing.runs.wants_all),
    _c("rerun.add", "Re&run", _t("A&dd a column…"), lambda w: w.perspectives.comparing.edit("strategy", ""),
       ("Ctrl+Shift+N",), enabled=has_columns, starts_group=True),
    _c("rerun.edit", "Re&run", _t("Change the column: strategy, prompt, &model…"),
       lambda w: w.perspectives.comparing.edit("model"), ("F2",), enabled=has_column),
    _c("rerun.duplicate", "Re&run", _t("D&uplicate column"), lambda w: w.perspectives.comparing.duplicate(),
       ("Ctrl+D",), enabled=has_column),
    _c("rerun.remove", "Re&run", _t("Rem&ove column"), lambda w: w.perspectives.comparing.remove(),
       ("Ctrl+Shift+D",), enabled=has_column),
    _c("rerun.runs", "Re&run", _t("Runs side b&y side"), lambda w: w.perspectives.show_tab("runs"), ("Alt+Shift+1",),
       enabled=has_session, starts_group=True),
    _c("rerun.quality", "Re&run", _t("&Quality against tokens"), lambda w: w.perspectives.show_tab("quality"),
       ("Alt+Shift+2",), enabled=has_session),
    _c("rerun.simulate", "Re&run", _t("S&imulate over the session"), lambda w: w.perspectives.show_tab("simulate"),
       ("Alt+Shift+3",), enabled=has_session),
    _c("rerun.chain", "Re&run", _t("C&hain: a strategy on its own output"), lambda w: w.perspectives.show_tab("chain"),
       ("Alt+Shift+6",), enabled=has_session),
    _c("rerun.strategy", "Re&run", _t("S&trategy documents"), lambda w: w.perspectives.show_tab("strategy"),
       ("Alt+Shift+4",), enabled=has_session),
    _c("rerun.prompt", "Re&run", _t("&Prompts"), lambda w: w.perspectives.show_tab("prompt"), ("Alt+Shift+5",),
       enabled=has_session),
    _c("rerun.export", "Re&run", _t("&Export the experiment…"), lambda w: w.perspectives.comparing.export(),
       ("Ctrl+Shift+E",), enabled=has_columns, starts_group=True),
)  # fmt: skip

_SESSION = (
    _c("session.about", "&Session", _t("&What this session is"), lambda w: w.popups.session(), ("Ctrl+I",),
       enabled=has_session),
    _c("session.follow", "&Session", _t("&Follow the log as it is written"), lambda w: w.following.toggle(),
       ("Ctrl+Shift+W",), enabled=has_session, checked=lambda w: w.following.on),
    _c("session.window_size", "&Session", _t("Model window si&ze…"), lambda w: w.popups.preferences(),
       enabled=is_measured),
    _c("session.stop", "&Session", _t("&Cancel"), lambda w: w.stop(), ("Ctrl+.",),
       enabled=is_busy, starts_group=True),
)  # fmt: skip

_WINDOW = (
    _c("window.list", "&Window", _t("Item &list"), lambda w: w.perspectives.focus_part("list"), ("Ctrl+Shift+1",),
       enabled=has_session),
    _c("window.plot", "&Window", _t("&Plot"), lambda w: w.perspectives.focus_part("plot"), ("Ctrl+Shift+2",),
       enabled=has_session),
    _c("window.next_pane", "&Window", _t("&Next pane"), lambda w: w.perspectives.focus_pane(1), ("F6",),
       enabled=has_session),
    _c("window.previous_pane", "&Window", _t("P&revious pane"), lambda w: w.perspectives.focus_pane(-1), ("Shift+F6",),
       enabled=has_session),
    _c("window.full_screen", "&Window", _t("&Full screen"), lambda w: w.toggle_full_screen(), ("F11",),
       checked=lambda w: w.isFullScreen(), starts_group=True),
    _c("window.default_layout", "&Window", _t("&Default layout"), lambda w: w.default_layout(), ("Ctrl+Shift+0",)),
)  # fmt: skip

_HELP = (
    _c("help.commands", "&Help", _t("&Commands…"), lambda w: w.popups.commands(), ("Ctrl+Shift+P",)),
    _c("help.keys", "&Help", _t("&Keys"), lambda w: w.popups.keys(), ("F1",), ("?",)),
    _c("help.filter", "&Help", _t("&Filter language"), lambda w: w.popups.filter_help()),
    _c("help.about", "&Help", _t("&About Inspector"), lambda w: w.popups.about(), starts_group=True),
)

COMMANDS: tuple[Command, ...] = (*_FILE, *_EDIT, *_VIEW, *_GO, *_REVIEW, *_RERUN, *_SESSION, *_WINDOW, *_HELP)
