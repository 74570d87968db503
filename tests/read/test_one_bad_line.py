"""One bad line costs one line, in every format: damage in front, one value of the wrong type, one file beside the log.

What is lost is counted: texts of the session as it was that are not in the session as it is, apart from those that
stood in what was damaged.
"""

import copy
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from inspector.errors import CannotRead, InspectorError
from inspector.read.open import open_log
from inspector.workbench.samples import find_samples

RECORDS = 3
VALUES = 50
"""Looked at in each record: the outermost first."""
LARGEST = 40_000
FEW = 3
"""Items of one record."""
HANGS_ON_IT = 1
"""Texts that may go with a damaged record though they stand elsewhere: its reasoning, or an edit of it."""
GARBAGE = (b"xx not json\n", b'{"type": "us\n', b"\xff\xfe\x00\n", b'{"role": "user"}\n', b"[" * 3_000 + b"\n")
LOGS = ("context.jsonl", "events.jsonl", "updates.jsonl", "wire.jsonl")
TRANSCRIPT = b"".join(
    json.dumps({"role": role, "message": {"content": [{"type": "text", "text": text}]}}).encode() + b"\n"
    for role, text in [
        ("user", "<user_query>\nWhen is high water?\n</user_query>"),
        ("assistant", "At ten."),
        ("user", "<user_query>\nAnd tomorrow?\n</user_query>"),
        ("assistant", "At eleven."),
    ]
)


def files():
    """Every file of JSON of every sample, with the session that it is of."""
    for case in find_samples():
        inside = [case.path] if case.path.is_file() else sorted(case.path.rglob("*"))
        for file in inside:
            if file.suffix in (".jsonl", ".json", ".traj") and file.stat().st_size < LARGEST:
                yield pytest.param(case, file, id=f"{case.agent}-{file.name}")


def wrong(value):
    """A value of another type."""
    return 7 if isinstance(value, str | dict | list) else "x"


def places(value, base=()):
    """The way to every value, the outermost first; of a list to the first three."""
    here = list(value) if isinstance(value, dict) else range(min(len(value), 3)) if isinstance(value, list) else []
    yield from ((*base, key) for key in here)
    for key in here:
        yield from places(value[key], (*base, key))


def spoilt(value, place):
    """A copy with one value of the wrong type."""
    value = holder = copy.deepcopy(value)
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = wrong(holder[place[-1]])
    return value


def texts(items):
    return Counter(item.preview for item in items)


def lost(before, opened, destroyed):
    """Texts that are gone, and did not stand in what was destroyed."""
    gone = texts(before.items) - texts(opened.items)
    return list((gone - texts(destroyed)).elements())


class Damaged:
    """A copy of a sample of which one file is written anew."""

    def __init__(self, case, file, folder):
        root = folder / case.path.parent.name
        shutil.copytree(case.path.parent, root)
        self.session = root / case.path.name
        self.file = root / file.relative_to(case.path.parent)
        self.raw = file.read_bytes()
        self.before = open_log(self.session).session
        self.agent = case.agent

    def after(self, raw, agent=""):
        self.file.write_bytes(raw)
        session = open_log(self.session, agent=agent).session
        assert session.agent == self.agent
        return session


@pytest.mark.parametrize(("case", "file"), files())
@pytest.mark.parametrize("insist", [False, True])
def test_a_damaged_first_line_costs_itself(case, file, insist, tmp_path):
    damaged = Damaged(case, file, tmp_path)
    for garbage in GARBAGE:
        session = damaged.after(garbage + damaged.raw, case.agent if insist else "")
        assert lost(damaged.before, session, ()) == []


@pytest.mark.parametrize(("case", "file"), files())
def test_one_value_of_the_wrong_type_costs_its_record(case, file, tmp_path):
    damaged = Damaged(case, file, tmp_path)
    for name, raw, destroyed in spoilt_files(damaged):
        try:
            session = damaged.after(raw)
        except InspectorError:
            # Right where nothing is left: the list of all messages is a value, too.
            assert texts(damaged.before.items) == texts(destroyed), name
        else:
            assert len(lost(damaged.before, session, destroyed)) <= HANGS_ON_IT, name


def spoilt_files(damaged):
    """What was spoilt, the file with it, and the items that stood there."""
    items = [item for item in damaged.before.items if Path(item.source.path) == damaged.file]
    try:
        document = json.loads(damaged.raw)
    except ValueError:
        document = None
    if document is not None:
        for place in list(places(document))[:VALUES]:
            # A record of a document is an element of one of its lists, or the whole where it has none.
            record = "".join(f"/{key}" for key in place[: 1 if isinstance(place[0], int) else 2])
            stood = [item for item in items if f"{item.source.pointer}/".startswith(f"{record}/")]
            yield place, json.dumps(spoilt(document, place)).encode(), stood or _alone(damaged, items)
        return
    lines = damaged.raw.splitlines(keepends=True)
    for number in range(min(RECORDS, len(lines))):
        try:
            record = json.loads(lines[number])
        except ValueError:
            continue
        for place in list(places(record))[:VALUES]:
            line = json.dumps(spoilt(record, place)).encode() + b"\n"
            raw = b"".join([*lines[:number], line, *lines[number + 1 :]])
            yield (number, *place), raw, [item for item in items if item.source.line == number + 1]


def _alone(damaged, items):
    """The items of a file that is one record of a session of many files."""
    return items if damaged.session.is_dir() and len(items) <= FEW else []


def beside():
    """Every file of a sample that is not the log by itself."""
    for case in find_samples():
        for file in sorted(case.path.parent.rglob("*")):
            if file.is_file() and file != case.path and file.suffix != ".toml" and file.name not in LOGS:
                yield pytest.param(case, file, id=f"{case.agent}-{file.name}")


@pytest.mark.parametrize(("case", "file"), beside())
def test_a_file_that_cannot_be_opened_costs_itself(case, file, tmp_path):
    damaged = Damaged(case, file, tmp_path)
    damaged.file.unlink()
    damaged.file.mkdir()
    assert open_log(damaged.session, agent=case.agent).session.items


@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_transcript_of_cursor_is_known_behind_a_damaged_line(tmp_path, garbage):
    path = tmp_path / "log.jsonl"
    path.write_bytes(TRANSCRIPT)
    before = open_log(path).session
    path.write_bytes(garbage + TRANSCRIPT)
    assert lost(before, open_log(path).session, ()) == []
    path.write_bytes(TRANSCRIPT.replace(b'"user"', b"7", 1))
    session = open_log(path).session
    assert session.agent == "cursor" and len(session.items) == len(before.items)


def test_that_nothing_could_be_read_is_said_only_where_damage_is_why(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"not json\n" * 3)
    with pytest.raises(CannotRead, match="line 1: The line is not JSON"):
        open_log(path, agent="claude-code")
    path.write_bytes(b'{"messages": []}')
    with pytest.raises(CannotRead, match="none of its records says, calls or answers anything"):
        open_log(path, agent="chat")
