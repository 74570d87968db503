"""What build servers take for JUnit: the rules of jenkinsci/xunit-plugin 031e285e junit-10.xsd, checked 2026-11-23."""

from __future__ import annotations

import re
from xml.etree import ElementTree

_TIME = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?")
_ATTRIBUTES = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {
        "name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id", "package",
        "file", "log", "url",
    },
    "testcase": {"name", "time", "classname", "group"},
    "failure": {"type", "message"}, "error": {"type", "message"}, "skipped": {"type", "message"},
    "system-out": set(), "system-err": set(),
}  # fmt: skip
_NEEDED = {"testsuite": {"name", "tests", "failures", "errors"}, "testcase": {"name"}}
_INSIDE = {
    "testsuites": {"testsuite"},
    "testsuite": {"testsuite", "properties", "testcase", "system-out", "system-err"},
    "testcase": {"skipped", "error", "failure", "system-out", "system-err"},
}


def broken_rules(text: str) -> list[str]:
    """The rules that a file breaks; [] for one that is as it has to be."""
    root = ElementTree.fromstring(text.encode())
    broken = [] if root.tag in ("testsuites", "testsuite") else [f"root {root.tag}"]
    for element in root.iter():
        tag, said = element.tag, set(element.attrib)
        broken += [f"{tag} has {name}" for name in said - _ATTRIBUTES.get(tag, set())]
        broken += [f"{tag} lacks {name}" for name in _NEEDED.get(tag, set()) - said]
        broken += [f"{child.tag} in {tag}" for child in element if child.tag not in _INSIDE.get(tag, set())]
        if tag.startswith("testsuite") and not _TIME.fullmatch(element.get("time", "")):
            broken.append(f"time {element.get('time')}")
        if tag in ("testsuites", "testsuite", "testcase") and (element.text or "").strip():
            broken.append(f"words in {tag}")
    return broken
