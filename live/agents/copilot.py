"""GitHub Copilot CLI in a terminal, with a model server of one's own. It counts by an estimate, whatever it is told."""

import re
from collections.abc import Iterable, Iterator, Sequence

from live.compare import Cut, attempts
from live.protocols import InTerminal
from live.stub import Sent
from live.wire import Body, Piece, text_of

_COUNTER = {"agent_type": "explore", "name": "counter"}
_QUOTED = re.compile(r"<user_message>\n(.*?)\n</user_message>|<summary>\n(.*)\n</summary>", re.DOTALL)


class Copilot(InTerminal):
    """After a compaction, one message has all words of the user, the summary, and sentences around them."""

    name = "copilot"
    wire = "completions"
    window = 36_000
    command = "PACKAGES/@github/copilot-linux-x64/copilot --allow-all --no-mouse --no-auto-update"
    resumed = "--continue"
    variables = {
        "COPILOT_PROVIDER_BASE_URL": "ADDRESS/v1",
        "COPILOT_PROVIDER_API_KEY": "none",
        "COPILOT_PROVIDER_MAX_PROMPT_TOKENS": str(window),
        "COPILOT_PROVIDER_MAX_OUTPUT_TOKENS": "4000",
        "COPILOT_MODEL": "stub",
        "COPILOT_ALLOW_ALL": "true",
        "COPILOT_OFFLINE": "true",
    }
    tools = {
        "shell": ("bash", {"command": "PATH", "description": "run"}),
        "read": ("view", {"path": "FILE"}),
        "write": ("create", {"path": "FILE", "file_text": "NEW"}),
        "edit": ("edit", {"path": "FILE", "old_str": "OLD", "new_str": "NEW"}),
        "delegate": ("task", _COUNTER | {"description": "a task", "prompt": "PATH", "mode": "sync"}),
    }
    strategies = {"summary": "copilot/cli"}
    sums_up = "^(?=.*<checkpoint_title>)(?=.*<work_done>).{3000}"
    logs = ".copilot/session-state/*/events.jsonl"
    ready = ("❯",)
    busy = "esc interrupt"
    leaves = "/exit"

    def pieces(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        """The words of the user, the summary, and what stands around them: that has a place of its own."""
        for piece in pieces:
            parts = _QUOTED.split(piece.text)
            if piece.voice != "user" or len(parts) == 1 or parts[-2] is None or piece.text.startswith("<current"):
                yield piece
            else:
                told = ((part, "" if number % 3 else "around") for number, part in enumerate(parts))
                yield from (Piece("user", part, place) for part, place in told if part and part.strip())

    def unlogged(self, piece: Piece) -> str:
        return "sentences around the words of the user and the summary" if piece.place else ""

    def cuts(self, sent: Sequence[Sent]) -> Iterator[Cut]:
        """One that goes on in the background counts when a request has its summary; a truncation shortens requests."""
        known = [one for one in sent if one.kind in ("main", "compaction") and one.status == 200]
        shown = [(one, "".join(map(_summary, one.body["messages"]))) for one in known]
        for call in (one for one in known if one.kind == "compaction" and one.text.strip()):
            has = next((one for one, now in shown if one.number > call.number and call.text.strip() in now), None)
            if has is not None:
                behind = sum(one.kind == "main" and one.number < has.number for one in known)
                yield Cut(behind, "ok", "manual" if call.step == "compact" else "auto")
        mains, size = [pair for pair in shown if pair[0].kind == "main"], 0
        for behind, (one, now) in enumerate(mains):
            if not now and len(one.body["messages"]) < size:
                yield Cut(behind, "ok", "auto")
            size = len(one.body["messages"])
        yield from (cut for cut in attempts(sent) if cut.status == "failed")


def _summary(message: Body) -> str:
    found = list(_QUOTED.finditer(text_of(message.get("content")))) if message.get("role") == "user" else []
    return found[-1][2] or "" if found else ""
