from inspector.gui.models.table import RecordTable
from inspector.gui.panes.problems import columns, place, severity_words
from inspector.model import Diagnostic, Severity, Source


def problem(severity=Severity.ERROR, **more):
    return Diagnostic(severity, "bad-line", "The line is not JSON.", Source("/logs/a.jsonl", **more))


def test_it_is_a_sound_model(qapp, qtmodeltester):
    table = RecordTable(columns())
    table.show([problem(line=3), Diagnostic(Severity.NOTE, "x", "whole log")])
    qtmodeltester.check(table)


def test_each_severity_has_a_sign_beside_its_colour():
    assert len({severity_words(problem(severity))[0] for severity in Severity}) == len(Severity)


def test_the_place_is_a_line_or_a_pointer_or_the_whole():
    assert place(problem(line=1877)) == "a.jsonl : 1,877"
    assert place(problem(pointer="messages/12")) == "a.jsonl : messages/12"
    assert place(Diagnostic(Severity.NOTE, "x", "y")) == "the whole log"
