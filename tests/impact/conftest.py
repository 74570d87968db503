"""Small logs with one compaction, written step by step and followed to the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from inspector.impact.finding import Finding, Kind
from inspector.impact.look import Consequences
from inspector.impact.scene import Scene
from inspector.store.cache import Cache
from inspector.survival.survive import survive
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, read
from tests.claude_log import ClaudeLog

CWD = "/home/mara/tidewatch"


def follow_all(document: Document) -> None:
    """Follow every loss that the rules find, however sure they are: what follows one does not hang on that."""
    cache = Cache.memory()
    advance(document, Stage.COMPARE, cache)
    assert document.extraction is not None
    document.comparison = tuple(survive(found) for found in document.extraction)
    advance(document, Stage.CONSEQUENCES, cache)


RULE = "Never edit anything outside src/feeds/ and tests/feeds/."
HEAD = "This session is being continued from a previous conversation that ran out of context.\n\n"


@dataclass(slots=True)
class Followed:
    """A log that was read and followed."""

    document: Document

    @property
    def consequences(self) -> tuple[Consequences, ...]:
        """One a compaction."""
        assert self.document.consequences is not None
        return self.document.consequences

    def of(self, kind: Kind) -> list[Finding]:
        """All findings of a kind."""
        return [finding for one in self.consequences for finding in one.of(kind)]

    def lines(self, kind: Kind) -> list[int | None]:
        """The log lines of those."""
        return [self.document.item(finding.item).source.line for finding in self.of(kind)]

    @property
    def scene(self) -> Scene:
        """What the families looked at."""
        document = self.document
        assert document.reconstruction is not None and document.comparison is not None
        replay = document.reconstruction.replay
        return Scene(
            document.session, document.compactions, document.comparison, replay, document.bodies.text, lambda item: 10
        )


class Story(ClaudeLog):
    """A log under construction that knows how to cut itself short."""

    def cut(self, *lines: str, trigger: str = "auto") -> None:
        """A compaction whose summary holds these lines."""
        self.compact(HEAD + "\n".join(("Summary:", "1. The feeds are being looked after.", *lines)), trigger=trigger)


def new_story() -> Story:
    """An empty log with a few files."""
    log = Story("5d0c2c8e-1111-4f0b-8f37-6b1f4e2d7a90", CWD, "2.1.219", "main", "2026-03-02T09:00:00")
    for name in ("noaa", "bodc", "shom", "base"):
        log.files[f"src/feeds/{name}.py"] = "".join(f"{name}_{place} = '{place} of {name}'\n" for place in range(12))
    log.files["src/alerts/limits.py"] = "".join(f"limit_{place} = {place}\n" for place in range(12))
    return log


def ruled(story: Story, rule: str = RULE) -> Story:
    """A story whose human sets a rule, and in which the agent works within it."""
    story.human(f"The poller loses readings. The ground rules:\n- {rule}\n- I like short names.")
    story.say(story.read("src/feeds/noaa.py"))
    story.say(story.edit("src/feeds/noaa.py", "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))
    for name in ("bodc", "shom", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    return story


@pytest.fixture
def story() -> Story:
    """An empty log with a few files."""
    return new_story()


@pytest.fixture
def follow(tmp_path: Path) -> Iterator:
    """Writes a story to disk and follows it."""
    opened: list[Document] = []

    def run(log: ClaudeLog) -> Followed:
        path = tmp_path / f"{len(opened)}.jsonl"
        path.write_bytes(log.dump())
        document = read(path)
        opened.append(document)
        follow_all(document)
        return Followed(document)

    yield run
    for document in opened:
        document.close()
