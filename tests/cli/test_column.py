from inspector.cli.output import Column, figures, findings, labels


def test_figures_stand_on_the_right_and_words_on_the_left():
    assert figures("kept", "lost") == (Column("kept", right=True), Column("lost", right=True))
    assert labels("kind") == (Column("kind"),)


def test_what_was_found_ends_in_why_below_the_words_it_is_about():
    columns = findings("kind", text="statement")
    assert [column.title for column in columns] == ["at", "line", "kind", "statement", "why"]
    assert [column.title for column in columns if column.wide] == ["statement", "why"] and columns[-1].under
