from inspector.cli.column import Column, figures, labels


def test_figures_stand_on_the_right_and_words_on_the_left():
    assert figures("kept", "lost") == (Column("kept", right=True), Column("lost", right=True))
    assert labels("kind") == (Column("kind"),)
