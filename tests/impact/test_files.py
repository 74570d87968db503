from inspector.impact.files import same_file


def test_a_path_may_be_seen_from_another_folder():
    assert same_file("web/src/app.ts", "src/app.ts")
    assert not same_file("web/src/app.ts", "web/lib/app.ts")
    assert not same_file("src/xapp.ts", "app.ts")
