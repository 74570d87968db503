"""The system prompt and the tools in force, put together from system messages as pi does before it sends them."""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.read.adapter import Record
from inspector.read.values import as_dict, as_list, as_text, render


class System(NamedTuple):
    """What the system messages up to one entry add up to."""

    texts: tuple[str, ...] = ()
    sections: tuple[tuple[str, str], ...] = ()
    """By name, in the order in which they were first set; that is how they are joined."""
    tools: tuple[tuple[str, Any], ...] = ()

    @property
    def prompt(self) -> str:
        """The prompt as it is sent: the texts, then the sections."""
        texts = ["\n\n".join(self.texts), *(text for _, text in self.sections)]
        return "\n\n".join(text for text in texts if text)

    @property
    def definitions(self) -> list[Any]:
        """The tools that can be called."""
        return [tool for _, tool in self.tools]

    def patched(self, message: Record) -> System:
        """With one more system message: sections by name, of which null takes one away, and tools by name."""
        text = _text(message.get("content"))
        sections = dict(self.sections)
        for name, value in as_dict(message.get("sections")).items():
            if isinstance(value, str):
                sections[name] = value
            else:
                sections.pop(name, None)
        tools = dict(self.tools)
        for gone in as_list(message.get("toolsRemoved")):
            tools.pop(_name(gone), None)
        for tool in as_list(message.get("toolsAdded")):
            tools[_name(tool)] = tool
        return System((*self.texts, text) if text else self.texts, tuple(sections.items()), tuple(tools.items()))


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(as_text(as_dict(block).get("text")) for block in content if as_dict(block).get("text"))
    return render(content)


def _name(tool: Any) -> str:
    return as_text(as_dict(tool).get("name")) or as_text(tool)
