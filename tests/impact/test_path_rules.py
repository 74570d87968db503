import pytest

from inspector.impact.path_rules import matches, path_rules


@pytest.mark.parametrize(
    ("text", "form", "words"),
    [
        ("Never edit anything outside src/feeds/ and tests/feeds/.", "only", ("src/feeds", "tests/feeds")),
        ("Only edit files under src/feeds/.", "only", ("src/feeds",)),
        ("Keep all changes inside web/ please.", "only", ("web",)),
        ("Nothing outside web/ may be changed.", "only", ("web",)),
        ("Do not touch package-lock.json.", "path", ("package-lock.json",)),
        ("You must not modify the vendor folder.", "path", ("vendor/",)),
        ("Leave src/old/ alone.", "path", ("src/old",)),
        ("src/old/ is frozen.", "path", ("src/old",)),
        ("schema.sql must not be changed.", "path", ("schema.sql",)),
        ("Please stay out of infra/.", "path", ("infra",)),
        ("No changes to infra/ please.", "path", ("infra",)),
        ("api.gen.ts is generated, don't edit it.", "path", ("api.gen.ts",)),
    ],
)
def test_plain_sentences_about_files_set_a_rule(text, form, words):
    (rule,) = path_rules(text)
    assert (rule.form, tuple(word.strip("/") for word in rule.words)) == (
        form,
        tuple(word.strip("/") for word in words),
    )


@pytest.mark.parametrize(
    "text", ["The alerting code is frozen until the audit is over.", "Don't change the behaviour.", "Edit src/a.py."]
)
def test_sentences_without_a_path_or_a_ban_set_none(text):
    assert list(path_rules(text)) == []


@pytest.mark.parametrize(
    ("form", "target"),
    [
        ("src/a.py", "src/"),
        ("src/feeds/a.py", "src/"),
        ("db/migrations/0001.sql", "db/migrations"),
        ("src/a.py", "a.py"),
        ("src/a.py", "/src/"),
        ("/etc/hosts", "/etc/hosts"),
        ("web/vendor/a.js", "vendor"),
        ("go/x.lock", "*.lock"),
        ("src/a.py", "src/**/*.py"),
        ("src/feeds/deep/a.py", "src/**/*.py"),
        ("web/gen/a.py", "**/gen/"),
        ("packages/one/dist/a.js", "packages/*/dist/"),
    ],
)
def test_a_target_is_a_file_a_folder_or_a_pattern(form, target):
    assert matches(form, target)


@pytest.mark.parametrize(
    ("form", "target"),
    [
        ("tests/src/x.py", "src/"),
        ("web/src/a.py", "/src/"),
        ("/home/other/src/a.py", "src/"),
        ("/src/a.py", "src/"),
        ("old/db/migrations/0001.sql", "db/migrations"),
        ("tests/src/a.py", "src/*.py"),
        ("src/feeds/a.py", "src/*.py"),
        ("src/ba.py", "a.py"),
        ("srcs/a.py", "src"),
    ],
)
def test_a_target_with_a_slash_is_that_of_the_project_alone(form, target):
    assert not matches(form, target)


@pytest.mark.parametrize(
    ("text", "path", "told"),
    [
        ("Never edit files in src/.", "src/x.py", "edited src/x.py"),
        ("Never edit files in src/.", "tests/src/x.py", ""),
        ("You must not modify the vendor folder.", "web/vendor/x.py", "edited web/vendor/x.py"),
        ("Only edit files under src/feeds/.", "project/src/feeds/x.py", ""),
        ("Only edit files under src/feeds/.", "src/x.py", "changed src/x.py, outside src/feeds"),
    ],
)
def test_a_folder_is_forbidden_where_the_rule_puts_it_and_spared_wherever_it_lies(story, follow, text, path, told):
    story.files[path] = "one = 1\ntwo = 2\n"
    story.human("Please look after the feeds.")
    story.say(story.edit(path, "one = 1", "one = 2"))
    story.cut()
    scene = follow(story).scene
    (act,) = scene.acts
    (rule,) = path_rules(text)
    assert rule.broken(act) == told
