"""oh-my-pi over pi's lines of JSON, run by Bun. It compacts by handing over, and by hand by a summary."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from live.agents.pi import Pi, last
from live.wire import Body, Piece

_MODELS = """\
providers:
  stub:
    baseUrl: {address}
    apiKey: none
    api: anthropic-messages
    models:
      - {{id: stub, name: stub, contextWindow: 60000, maxTokens: 8000, reasoning: true, input: [text]}}
"""


class OhMyPi(Pi):
    """A model that takes no pictures, so that something has to be summed up."""

    name = "oh-my-pi"
    window = 60_000
    folder = ".omp"
    takes_nothing = False

    def configure(self) -> None:
        self.write(".omp/agent/models.yml", _MODELS.format(address=self.stub.address))
        self.write(".omp/agent/config.yml", "compaction:\n  keepRecentTokens: 6000\n")

    def command(self) -> Sequence[str]:
        bun = self.place.release / "node_modules/bun/bin/bun.exe"  # so it is called on every system
        main = self.place.release / "node_modules/@oh-my-pi/pi-coding-agent/dist/cli.js"
        return (str(bun), str(main), "--mode", "rpc", "--auto-approve", "--no-lsp", "--no-title")

    def say(self, text: str) -> None:
        super().say(text)
        self.stub.settle(1.5, 30)

    def kind(self, body: Body) -> str:
        asked = last(body)
        if (
            "<conversation>" in asked
            or "andoff" in asked[-6000:]
            or ("ummar" in asked[-4000:] and not body.get("tools"))
        ):
            return "compaction"
        return "main"

    def pieces(self, pieces: list[Piece]) -> list[Piece]:
        found = []
        for piece in pieces:
            if piece.voice == "call":
                # On the way out every tool's name gets an underscore in front.
                found.append(Piece("call", piece.text.removeprefix("_")))
            elif piece.text.lstrip().startswith("<system-reminder>"):
                reminder, mark, rest = piece.text.partition("</system-reminder>")
                found += [Piece("user", reminder + mark), *([Piece("user", rest)] if rest.strip() else [])]
            else:
                found.append(piece)
        return found

    def unlogged(self, piece: Piece) -> str:
        if piece.text.lstrip().startswith("<system-reminder>"):
            return "date and working directory"
        return super().unlogged(piece) or ("sentences around the summary" if "<handoff>" in piece.text else "")

    def log(self) -> Path:
        return self.newest(".omp/agent/sessions/*/*.jsonl")


AGENTS = (OhMyPi,)
