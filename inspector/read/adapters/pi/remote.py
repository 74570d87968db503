"""Compactions of oh-my-pi that the provider made: a list of its own is sent, of which a part is sealed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from inspector.model import ItemKind, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.pi.by_hand import ByHand
from inspector.read.values import as_dict, as_int, as_list, as_text, preview, render

_NOT_READABLE = "summary, encrypted: not readable"
_PLACE = "/preserveData/openaiRemoteCompaction/replacementHistory"


def replacement(record: Record) -> list[Any]:
    """The list that is sent for what was compacted; empty where the provider made no such one."""
    kept = as_dict(as_dict(record.get("preserveData")).get("openaiRemoteCompaction"))
    return as_list(kept.get("replacementHistory"))


def _told(part: Any) -> Any:
    # A call has no content: it is shown as it stands.
    return as_dict(part).get("content", part)


def _known_by(part: Any) -> tuple[int, str]:
    text = render(_told(part))
    return len(text), preview(text)


class Remote(ByHand):
    """Takes in such a compaction. Its ``summary`` is a sentence for the person's screen, which no model is sent, and
    its first kept entry is not kept: the list stands for all up to there."""

    def _sealed(self, record: Record, history: list[Any]) -> None:
        self._is_oh_my_pi()
        items, new, summary = self.build.items, list(self._system), None
        standing: dict[tuple[int, str], list[int]] = {}
        for one in self._standing():
            standing.setdefault((items[one - 1].chars, items[one - 1].preview), []).append(one)
        left = Counter(map(_known_by, history))
        for place, part in enumerate(history):
            about = as_dict(part)
            if as_text(about.get("type")).startswith("compaction"):
                where = (f"{_PLACE}/{place}", "encrypted_summary")
                summary = self.build.add(ItemKind.SUMMARY, "", *where, headline=_NOT_READABLE, hold=True, enter=False)
                new.append(summary)
                continue
            # Of prompts that are alike, such as "go on", the last ones stay.
            known = _known_by(part)
            alike, nth = standing.get(known, []), left[known]
            left[known] -= 1
            kind = ItemKind.ASSISTANT if about.get("role") == "assistant" else ItemKind.ATTACHMENT
            where = (f"{_PLACE}/{place}{'/content' if 'content' in about else ''}", "retained")
            new.append(alike[-nth] if nth <= len(alike) else self.build.add(kind, _told(part), *where, enter=False))
        new += [item for entry in self._later(record) for item in self._known[entry].items]
        compaction = self.build.compaction(
            self.build.id,
            "native",
            summary=summary,
            readable=False,
            reported_before=as_int(record.get("tokensBefore")),
            reported_after=as_int(record.get("tokensAfter")),
            method=as_text(record.get("method")),
        )
        self.build.ops.append(Splice(remove=None, insert=tuple(new), compaction=compaction))
        self._is_now(tuple(new))

    def _later(self, record: Record) -> list[str]:
        """The entries that came while the provider was at it: what it made stands for those before alone."""
        path, through = self._path(), as_text(record.get("providerReplayThroughEntryId"))
        return path[path.index(through) + 1 :] if through in path else []
