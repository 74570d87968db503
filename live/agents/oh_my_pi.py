"""oh-my-pi over pi's lines of JSON, run by Bun. It compacts by handing over, and by hand by a summary."""

import re
from collections.abc import Iterable, Iterator

from live.agents.pi import Pi
from live.wire import Piece

_PROGRAM = "PACKAGES/bun/bin/bun.exe PACKAGES/@oh-my-pi/pi-coding-agent/dist/cli.js"
_MODELS = """\
providers:
  stub:
    baseUrl: ADDRESS
    apiKey: none
    api: anthropic-messages
    models:
      - {id: stub, name: stub, contextWindow: 60000, maxTokens: 8000, reasoning: true, input: [text]}
"""


class OhMyPi(Pi):
    """A model that takes no pictures, so that something has to be summed up."""

    name = "oh-my-pi"
    window = 60_000
    keeps = 6_000
    takes_nothing = False
    # Bun's program is called so on every system.
    command = f"{_PROGRAM} --mode rpc --auto-approve --no-lsp --no-title --provider stub --model stub"
    files = {".omp/agent/models.yml": _MODELS, ".omp/agent/config.yml": "compaction:\n  keepRecentTokens: 6000\n"}
    strategies = {"handoff": "oh-my-pi/handoff", "soft": "oh-my-pi/soft"}
    sums_up = "<conversation>|andoff.{,6000}$"
    hidden = {
        "date and working directory": r"\w+\s+<system-reminder>",
        "sentences around the summary": "user .*<summary>|.*<handoff>",
        "notice above a prompt": "user <system-notice>",
    }
    logs = ".omp/agent/sessions/*/*.jsonl"

    def pieces(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        for piece in pieces:
            # On the way out every tool's name gets an underscore in front.
            text = piece.text.removeprefix("_") if piece.voice == "call" else piece.text
            parts = re.split("(?<=</system-reminder>)", text)
            yield from (Piece(piece.voice, part) for part in parts if part.strip() or part == text)
