"""Every verb of the window, one entry each: menus, toolbar, palette and the list of keys are made from this table."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QKeySequence

from inspector.gui.command import Command, Menus
from inspector.gui.language import tr
from inspector.gui.parts import WindowParts
from inspector.gui.perspectives import COMPARE, REVIEW, TRACE
from inspector.gui.theme import Scheme

Standard = QKeySequence.StandardKey
ZOOM, PAN = 0.7, 0.25
"""The share of the plot's range that is still shown after zooming in, and by which it is moved."""


def menus(p: WindowParts) -> Menus:
    """The verbs of a window that has these parts."""
    return {
        tr("&File"): _file(p),
        tr("&Edit"): _edit(p),
        tr("&View"): _view(p),
        tr("&Go"): _go(p),
        tr("&Review"): _review(p),
        tr("Re&run"): _rerun(p),
        tr("&Session"): _session(p),
        tr("&Window"): _window(p),
        tr("&Help"): _help(p),
    }


def _file(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("file.open", tr("&Open…"), p.opener.ask_file, keys=(Standard.Open,)),
        Command("file.open_folder", tr("Open &folder…"), p.opener.ask_folder, keys=("Ctrl+Shift+O",)),
        Command("file.open_as", tr("Open &as…"), p.opener.ask_agent),
        Command("file.reload", tr("&Reload"), p.opener.reload, p.has_session, ("Ctrl+R", "F5"), starts_group=True),
        Command("file.join", tr("Open as one session with the logs &before it"), p.opener.open_joined, p.goes_on),
        Command("file.reveal", tr("Show log in its folder"), p.opener.reveal, p.has_session),
        Command("file.export_report", tr("&Export report…"), p.popups.export_report, p.can_report, ("Ctrl+E",),
                starts_group=True),
        Command("file.close", tr("&Close session"), p.opener.close, p.has_session, ("Ctrl+W",), starts_group=True),
        Command("file.preferences", tr("&Preferences…"), p.popups.preferences, keys=("Ctrl+,",)),
        Command("file.quit", tr("&Quit"), p.shell.close, keys=("Ctrl+Q",)),
    )  # fmt: skip


def _edit(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("edit.undo", tr("&Undo verdict or note"), p.bench.judgements.undo, lambda: p.bench.judgements.can_undo,
                (Standard.Undo,)),
        Command("edit.redo", tr("&Redo verdict or note"), p.bench.judgements.redo, lambda: p.bench.judgements.can_redo,
                (Standard.Redo,)),
        Command("edit.copy", tr("&Copy item"), p.navigation.copy, p.has_item, (Standard.Copy,)),
        Command("edit.find", tr("&Find…"), p.navigation.find, p.has_session, (Standard.Find,), starts_group=True),
        Command("edit.find_next", tr("Find &next"), lambda: p.perspectives.to_trace().transcript.find_bar.step(1),
                p.has_session, ("F3",)),
        Command("edit.find_previous", tr("Find &previous"),
                lambda: p.perspectives.to_trace().transcript.find_bar.step(-1), p.has_session, ("Shift+F3",)),
        Command("edit.filter", tr("F&ilter items or facts"), p.navigation.filter, p.has_session, ("Ctrl+L",), ("/",),
                starts_group=True),
        Command("edit.clear_filter", tr("Clear filter"), p.navigation.clear_filter,
                lambda: p.has_session() and bool(p.bench.filter.text)),
        Command("edit.mark", tr("&Mark item"), p.navigation.toggle_mark, p.has_item, ("Ctrl+M",), ("m",),
                checked=lambda: p.bench.selection.focus.item in p.bench.marks, starts_group=True),
        Command("edit.escape", tr("Step out: find, range, selection, filter"), p.navigation.step_out, p.has_session,
                ("Esc",)),
    )  # fmt: skip


def _view(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("view.trace", tr("&Trace"), partial(p.perspectives.show, TRACE), p.has_session, ("Ctrl+1",),
                checked=lambda: p.perspectives.current == TRACE),
        Command("view.review", tr("Re&view"), p.perspectives.begin_review, p.has_session, ("Ctrl+2",),
                checked=lambda: p.perspectives.current == REVIEW),
        Command("view.compare", tr("Co&mpare"), partial(p.perspectives.show, COMPARE), p.has_session, ("Ctrl+3",),
                checked=lambda: p.perspectives.current == COMPARE),
        Command("view.zoom_in", tr("Zoom &in"), lambda: p.trace.timeline.plot.zoom(ZOOM), p.is_measured,
                (Standard.ZoomIn,), ("w", "+", "="), starts_group=True),
        Command("view.zoom_out", tr("Zoom &out"), lambda: p.trace.timeline.plot.zoom(1 / ZOOM), p.is_measured,
                (Standard.ZoomOut,), ("s", "-")),
        Command("view.whole", tr("&Whole session"), lambda: p.trace.timeline.whole(), p.is_measured, ("Ctrl+0",),
                ("0",)),
        Command("view.pan_left", tr("Pan left"), lambda: p.trace.timeline.plot.pan(-PAN), p.is_measured,
                letters=("a",)),
        Command("view.pan_right", tr("Pan right"), lambda: p.trace.timeline.plot.pan(PAN), p.is_measured,
                letters=("d",)),
        Command("view.fit", tr("&Fit selection"), lambda: p.trace.timeline.fit_selection(), p.is_measured,
                letters=("f",)),
        Command("view.segment", tr("Range of this segment"), lambda: p.trace.timeline.segment_range(), p.is_measured,
                letters=("r",)),
        Command("view.clear_range", tr("Clear range"), lambda: p.trace.timeline.clear_range(),
                lambda: p.is_measured() and p.bench.selection.focus.first is not None),
        Command("view.reader", tr("&Reader"), p.tab("reader"), p.has_session, ("Alt+1",), starts_group=True),
        Command("view.context", tr("&Context"), p.tab("context"), p.has_session, ("Alt+2",)),
        Command("view.raw", tr("R&aw log line"), p.tab("raw"), p.has_session, ("Alt+3",)),
        Command("view.rendered", tr("Re&ndered, or as logged"), lambda: p.trace.turn_reader(), p.has_item,
                ("Ctrl+Shift+V",), ("v",), checked=lambda: p.perspectives.has_trace and p.trace.reader.is_rendered),
        Command("view.open_all", tr("Show the whole text"), lambda: p.trace.reader.open_all(), p.has_item),
        Command("view.drawer", tr("&Drawer"), lambda: p.trace.toggle_drawer(), p.has_session, ("Ctrl+J",), ("q",),
                checked=lambda: p.perspectives.has_trace and p.trace.drawer_shown(), starts_group=True),
        Command("view.compactions", tr("Compactions"), p.tab("compactions"), p.has_session, ("Alt+4",)),
        Command("view.requests", tr("Requests"), p.tab("requests"), p.has_session, ("Alt+5",)),
        Command("view.problems", tr("Problems"), p.tab("problems"), p.has_session, ("Alt+6",)),
        Command("view.consequences", tr("Conse&quences"), p.tab("consequences"), p.has_session,
                ("Alt+7", "Ctrl+Shift+A")),
        Command("view.card", tr("All of the &session card"), lambda: p.trace.card.toggle(), p.has_session,
                ("Ctrl+Shift+H",),
                checked=lambda: p.perspectives.has_trace and p.trace.card.is_whole),
        Command("view.system", tr("Colours of the system"), partial(p.shell.choose_scheme, Scheme.SYSTEM),
                checked=lambda: p.shell.theme.scheme is Scheme.SYSTEM, starts_group=True),
        Command("view.light", tr("Light"), partial(p.shell.choose_scheme, Scheme.LIGHT),
                checked=lambda: p.shell.theme.scheme is Scheme.LIGHT),
        Command("view.dark", tr("Dark"), partial(p.shell.choose_scheme, Scheme.DARK),
                checked=lambda: p.shell.theme.scheme is Scheme.DARK),
        Command("view.contrast", tr("High contrast"), partial(p.shell.choose_scheme, Scheme.CONTRAST),
                checked=lambda: p.shell.theme.scheme is Scheme.CONTRAST),
    )  # fmt: skip


def _go(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("go.to", tr("&Go to item, compaction, request, file…"), p.popups.go_to, p.has_session, ("Ctrl+P",)),
        Command("go.back", tr("&Back"), p.bench.selection.back, lambda: p.bench.selection.can_go_back,
                (Standard.Back, "Alt+Left"), starts_group=True),
        Command("go.forward", tr("&Forward"), p.bench.selection.forward, lambda: p.bench.selection.can_go_forward,
                (Standard.Forward, "Alt+Right")),
        Command("go.next", tr("&Next item or fact"), partial(p.navigation.step, 1), p.has_session, ("Ctrl+Down",),
                ("j",), starts_group=True),
        Command("go.previous", tr("&Previous item or fact"), partial(p.navigation.step, -1), p.has_session,
                ("Ctrl+Up",), ("k",)),
        Command("go.first", tr("First item or fact"), lambda: p.navigation.step(1, from_end=True), p.has_session,
                ("Ctrl+Home",), ("g",)),
        Command("go.last", tr("Last item or fact"), lambda: p.navigation.step(-1, from_end=True), p.has_session,
                ("Ctrl+End",), ("Shift+G",)),
        Command("go.next_like", tr("Next of the same call or file"), lambda: p.trace.transcript.step_alike(1),
                p.has_item, letters=(".",)),
        Command("go.previous_like", tr("Previous of the same call or file"), lambda: p.trace.transcript.step_alike(-1),
                p.has_item, letters=(",",)),
        Command("go.follow", tr("F&ollow this fact or file"), p.navigation.follow_trail,
                lambda: p.has_item() or p.has_fact(), ("Ctrl+Shift+L",), ("e",)),
        Command("go.next_compaction", tr("Next &compaction"), partial(p.perspectives.go_compaction, 1),
                p.has_compactions, ("Ctrl+]",), ("]",), starts_group=True),
        Command("go.previous_compaction", tr("Previous compaction"), partial(p.perspectives.go_compaction, -1),
                p.has_compactions, ("Ctrl+[",), ("[",)),
        Command("go.source", tr("&Source: the item, then its log line"), p.perspectives.go_source, p.has_item, ("F4",),
                starts_group=True),
    )  # fmt: skip


def _review(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("review.next_harm", tr("&Next missing or changed"), partial(p.navigation.next_harm, 1), p.has_verdicts,
                ("F7",)),
        Command("review.previous_harm", tr("&Previous missing or changed"), partial(p.navigation.next_harm, -1),
                p.has_verdicts, ("Shift+F7",)),
        Command("review.facts", tr("&Facts of the compaction"), p.tab("facts"), p.has_session, ("Alt+8",),
                starts_group=True),
        Command("review.erosion", tr("&Erosion over the session"), p.tab("erosion"), p.has_erosion, ("Alt+9",)),
        Command("review.harness", tr("&Harness: what was injected into the context"), p.tab("harness"), p.has_session),
        Command("review.take_away", tr("E&xport fixes"), p.tab("take_away"), p.has_session,
                ("Ctrl+Shift+T",)),
        Command("review.judge", tr("&Judge this compaction…"), p.judging.this, p.has_verdicts, ("Ctrl+Shift+J",),
                starts_group=True),
        Command("review.judge_all", tr("Judge &all compactions…"), p.judging.all, p.has_verdicts, ("Ctrl+Alt+J",)),
        Command("review.override", tr("Your &verdict…"), p.navigation.override, p.has_fact, letters=("o",),
                starts_group=True),
        Command("review.note", tr("N&ote on the fact"), p.navigation.note, p.has_fact, letters=("n",)),
        Command("review.reviewed", tr("&Reviewed"), lambda: p.review.toggle_reviewed(), p.has_verdicts,
                ("Ctrl+Shift+R",), checked=lambda: p.perspectives.has_review and p.review.reviewed.isChecked()),
    )  # fmt: skip


def _rerun(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("rerun.open", tr("&Compare this compaction"), partial(p.perspectives.show, COMPARE), p.has_compactions,
                ("Ctrl+Alt+R",)),
        Command("rerun.run", tr("&Run what has no result…"), lambda: p.comparing.run(), p.has_due,
                ("Ctrl+Return", "Ctrl+Enter"), starts_group=True),
        Command("rerun.again", tr("Ask a&gain…"), lambda: p.comparing.ask_again(), p.has_answers),
        Command("rerun.judge", tr("&Judge both, blind…"), lambda: p.comparing.judge(), p.has_columns,
                ("Ctrl+Shift+K",)),
        Command("rerun.write", tr("&Write or change a prompt"), lambda: p.comparing.write(), p.has_columns,
                ("Ctrl+Shift+M",), starts_group=True),
        Command("rerun.edit", tr("Cha&nge: strategy, model, prompt…"), lambda: p.comparing.edit(), p.has_columns,
                ("F2",)),
        Command("rerun.baselines", tr("Add &baselines and controls"), lambda: p.comparing.add_baselines(),
                p.has_columns, ("Ctrl+Shift+N",)),
        Command("rerun.as_recorded", tr("Ask the summary's &own call again…"), lambda: p.comparing.add_recorded(),
                p.has_columns),
        Command("rerun.remove", tr("Re&move"), lambda: p.comparing.remove(), p.has_column, ("Ctrl+Shift+D",)),
        Command("rerun.export", tr("&Export the comparison…"), lambda: p.comparing.export(), p.has_columns,
                ("Ctrl+Shift+E",), starts_group=True),
        Command("rerun.save_experiment", tr("Save as e&xperiment…"), lambda: p.comparing.save_experiment(),
                p.has_columns),
    )  # fmt: skip


def _session(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("session.about", tr("&What this session is"), p.popups.session, p.has_session, ("Ctrl+I",)),
        Command("session.follow", tr("&Follow the log as it is written"), p.following.toggle, p.has_session,
                ("Ctrl+Shift+W",), checked=lambda: p.following.on),
        Command("session.window_size", tr("Model window si&ze…"), p.popups.preferences, p.is_measured),
        Command("session.stop", tr("&Cancel"), p.stop, p.is_busy, ("Ctrl+.",), starts_group=True),
    )  # fmt: skip


def _window(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("window.new", tr("New &window"), p.windows.open, keys=("Ctrl+N",)),
        Command("window.beside", tr("Open in a window of its &own…"), p.windows.ask_beside, keys=("Ctrl+Alt+O",)),
        Command("window.list", tr("Item &list"), lambda: p.perspectives.to_trace().transcript.focus_list(),
                p.has_session, ("Ctrl+Shift+1",), starts_group=True),
        Command("window.plot", tr("&Plot"), lambda: p.perspectives.to_trace().timeline.plot.setFocus(), p.has_session,
                ("Ctrl+Shift+2",)),
        Command("window.next_pane", tr("&Next pane"), partial(p.navigation.focus_pane, 1), p.has_session, ("F6",)),
        Command("window.previous_pane", tr("P&revious pane"), partial(p.navigation.focus_pane, -1), p.has_session,
                ("Shift+F6",)),
        Command("window.full_screen", tr("&Full screen"), p.toggle_full_screen, keys=("F11",),
                checked=p.shell.isFullScreen, starts_group=True),
        Command("window.default_layout", tr("&Default layout"), p.perspectives.default_layout, keys=("Ctrl+Shift+0",)),
    )  # fmt: skip


def _help(p: WindowParts) -> tuple[Command, ...]:
    return (
        Command("help.commands", tr("&Commands…"), p.popups.commands, keys=("Ctrl+Shift+P",)),
        Command("help.keys", tr("&Keys"), p.popups.keys, keys=("F1",), letters=("?",)),
        Command("help.filter", tr("&Filter language"), p.popups.filter_help),
        Command("help.about", tr("&About Inspector"), p.popups.about, starts_group=True),
    )  # fmt: skip
