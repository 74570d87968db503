"""What is named as sent and not in the log: what a session's own items do not show."""

from __future__ import annotations

from dataclasses import replace

from inspector.model import Has, ItemKind, Session, Unlogged
from inspector.read.adapter import can_say
from inspector.read.build import Builder
from inspector.reconstruct.unlogged import not_in_log


def session(*details: str) -> Session:
    build = Builder("a", "log")
    for detail in details:
        build.add(ItemKind.INSTRUCTIONS, "text", detail=detail)
    build.unlogged("date", "in front", 20)
    build.unlogged("date", "in front", 20)
    return build.session(id="s", title="", cwd="", capabilities=can_say())


def names(found: Session) -> list[str]:
    return [one.name for one in not_in_log(found)]


def test_system_prompt_and_tools_are_named_where_no_item_holds_them():
    assert names(session()) == ["system prompt", "tool definitions", "date"]


def test_what_an_item_holds_is_not_named():
    assert names(session("system_prompt", "tools")) == ["date"]
    assert names(session("base_instructions")) == ["tool definitions", "date"]


def test_a_log_that_always_has_them_is_believed():
    told = session()
    sure = replace(told, capabilities=replace(told.capabilities, system_prompt=Has.YES, tools=Has.YES))
    assert not_in_log(sure) == (Unlogged("date", "in front", 20),)
