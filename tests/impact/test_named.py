import pytest

from inspector.impact.named import command_named, file_named, stands_alone

FILE, COMMAND = "src/feeds/noaa.py", "python -m tidewatch.report --days 14"


@pytest.fixture
def named(story, follow):
    """What is found of a file and of a command in one message behind a compaction: None, "named" or "order"."""

    def told(words):
        story.human("Please look after the feeds.")
        story.say(story.read(FILE))
        story.cut()
        line = story.human(words)
        scene = follow(story).scene
        found = [find(scene, name, 1, scene.end) for find, name in ((file_named, FILE), (command_named, COMMAND))]
        assert all(one.words() == f" The user named it in line {line}." for one in found if one)
        return [one and ("order" if one.is_order else "named") for one in found]

    return told


@pytest.mark.parametrize(
    ("words", "of_file", "of_command"),
    [
        ("What is still missing in src/feeds/?", None, None),
        ("Is noaa.py the right place for it?", "named", None),
        ("Do not touch src/feeds/noaa.py any more.", "named", None),
        ("Read src/feeds/noaa.py again.", "named", None),
        ("Look into @src/feeds/noaa.py, then go on.", "order", None),
        ("Look into @noaa.py.", "order", None),
        ("mara@noaa.py is no file that is brought in", "named", None),
        ("Is noaa.pyc of any use?", None, None),
        (COMMAND, None, "order"),
        (f"First this:\n```\n$ {COMMAND}\n```\nThen go on.", None, "order"),
        (f"`{COMMAND}`", None, "order"),
        (f"!{COMMAND}", None, "order"),
        (f"Never run {COMMAND} here.", None, "named"),
        (f"What does {COMMAND} tell?", None, "named"),
        ("python -m tidewatch.report", None, None),
    ],
)
def test_an_order_is_a_line_that_is_the_command_or_a_file_brought_in(named, words, of_file, of_command):
    assert named(words) == [of_file, of_command]


def test_of_several_messages_an_order_counts_and_else_the_first(story, follow):
    story.human("Please look after the feeds.")
    story.human("Is noaa.py done?")
    story.human("And noaa.py?")
    scene = follow(story).scene
    assert file_named(scene, FILE, 1, scene.end).item.number == 2
    story.human("Look: @src/feeds/noaa.py")
    scene = follow(story).scene
    assert file_named(scene, FILE, 1, scene.end).is_order
    assert file_named(scene, FILE, 1, 4).item.number == 2, "what is said later counts for later work"


def test_a_call_without_a_command_is_never_named(story, follow):
    story.human("Please look after the feeds.")
    scene = follow(story).scene
    assert command_named(scene, "", 1, scene.end) is None


def test_a_name_within_another_is_none():
    assert stands_alone("noaa", "noaas of noaa.") and not stands_alone("noaa", "of noaas")
    assert not stands_alone("gauge", "lib/gauge", ahead="/.-") and stands_alone("gauge", "lib/gauge")
    assert stands_alone("gauge", "There is no gauge.", ahead="/.-")
