def test_with_nothing_open_only_what_can_be_done_is_enabled(window):
    enabled = {command.id for command in window.verbs.commands() if command.enabled()}
    assert {"file.open", "file.open_as", "file.quit", "help.commands", "help.keys", "view.dark"} <= enabled
    assert (
        not {"file.close", "file.reload", "edit.find", "go.next", "view.zoom_in", "go.back", "session.stop"} & enabled
    )


def test_with_a_session_open_all_but_stopping_and_asking_again_can_be_done(opened, settled):
    opened.bench.selection.select(item=2, compaction=1, fact="any")
    opened.bench.selection.select(item=3, first=1.0, last=2.0)
    opened.bench.selection.back()
    opened.bench.selection.select(first=1.0, last=2.0)
    opened.bench.set_filter("kind:user")
    opened.bench.judgements.write_note("a", "x")
    opened.bench.judgements.write_note("b", "x")
    opened.bench.judgements.undo()
    opened.perspectives.show("compare")
    settled(opened)
    disabled = {command.id for command in opened.verbs.commands() if not command.enabled()}
    assert disabled <= {"session.stop", "rerun.again", "file.join", "review.erosion"}
