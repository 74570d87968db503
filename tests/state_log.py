"""Claude Code logs made for the ledger: something stands, a compaction comes, something is put back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.state.ledger import find_state
from inspector.reconstruct.state.nouns import State, StateKind, Thing
from tests.claude_log import Call, ClaudeLog


def log() -> ClaudeLog:
    """A log whose agent writes attachments down: one hook's output opens it."""
    made = ClaudeLog("5d2c", "/home/mara/tidewatch", "2.1.240", "main", "2026-04-02T09:00:00")
    made.hook("SessionStart", "SessionStart:startup", "The tide tables are in data/.", "scripts/hello.sh")
    made.human("Add the harbour of Brest to the list of stations.")
    return made


def compact(made: ClaudeLog, summary: str = "Brest is being added.", **more: object) -> int:
    """A compaction; gives the line of its boundary."""
    return made.compact(summary, **more)[0]  # type: ignore[arg-type]


def goes_on(made: ClaudeLog) -> None:
    """The model is called again."""
    made.say(made_call("ls"))


def made_call(command: str) -> Call:
    """A command that says nothing of the harness."""
    return Call("Bash", {"command": command}, "data")


def states(made: ClaudeLog, folder: Path) -> tuple[State, ...]:
    """The ledger of such a log."""
    path = folder / "made.jsonl"
    path.write_bytes(made.dump())
    return states_in(path)


def states_in(path: Path) -> tuple[State, ...]:
    """The ledger of a log file."""
    opened = open_log(path)
    replay = Replay(opened.session)
    return find_state(opened.session, replay, find_compactions(opened.session, replay), opened.bodies)


def told(state: State, kind: StateKind) -> dict[str, str]:
    """What became of each thing of a kind, by name."""
    return {thing.name: thing.back.value for thing in state.of(kind)}


def only(state: State, kind: StateKind) -> Thing:
    """The one thing of a kind."""
    (thing,) = state.of(kind)
    return thing


def skills(made: ClaudeLog, *names: str) -> int:
    """A list of skills, put in by the harness."""
    content = "\n".join(f"- {name}: about {name}" for name in names)
    return made.attach("skill_listing", content, content=content, skillCount=len(names), isInitial=True)


def delta(
    made: ClaudeLog, kind: str, added: Sequence[str] = (), removed: Sequence[str] = (), what: str = "Names"
) -> int:
    """A list told by its changes."""
    return made.attach(kind, **{f"added{what}": list(added), f"removed{what}": list(removed), "readdedNames": []})


def body(made: ClaudeLog, name: str, text: str) -> int:
    """The body of a skill, as its call brings it in."""
    said = f"Base directory for this skill: /home/mara/.claude/skills/{name}\n\n{text}"
    return made.tree({"type": "user", "message": {"role": "user", "content": said}, "isMeta": True})


def launch(made: ClaudeLog, number: str, prompt: str) -> None:
    """A subagent started in the background."""
    words = f"Async agent launched successfully.\nagentId: {number} (internal ID)"
    made.say(Call("Agent", {"description": "Look", "prompt": prompt, "run_in_background": True}, words))


def notify(made: ClaudeLog, number: str) -> None:
    """The notice that a subagent has ended."""
    words = f"<task-notification>\n<task-id>{number}</task-id>\n<status>completed</status>\n</task-notification>"
    made.tree({"type": "user", "message": {"role": "user", "content": words}})


def line_of(folder: Path, item: int | None) -> int | None:
    """The line of the made log that an item stands in."""
    assert item is not None
    return open_log(folder / "made.jsonl").session.items[item - 1].source.line
