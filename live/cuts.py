"""The compactions of a session, as the requests of its agent show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from live.stub import Sent


@dataclass(frozen=True, slots=True)
class Cut:
    """One compaction: how many main requests came before it, whether it worked, and who asked for it."""

    behind: int
    status: str
    trigger: str

    def __str__(self) -> str:
        return f"{self.trigger} behind request {self.behind}{'' if self.status == 'ok' else f', {self.status}'}"


def attempts(sent: list[Sent], takes_nothing: bool) -> Iterator[Cut]:
    """Compactions as most agents make them: calls of the summarizer between two main requests are one attempt.

    ``takes_nothing`` where an empty summary counts as one."""
    behind = 0
    for kind, group in groupby((one for one in sent if one.kind in ("main", "compaction")), lambda one: one.kind):
        calls = list(group)
        if kind == "main":
            behind += sum(one.status == 200 for one in calls)
            continue
        for _, part in groupby(calls, lambda one: one.step_number):
            last = list(part)[-1]
            worked = last.status == 200 and bool(last.text or takes_nothing)
            yield Cut(behind, "ok" if worked else "failed", "manual" if last.step == "compact" else "auto")


def same(took_place: Sequence[Cut], told: Sequence[Cut], logs_failures: bool) -> bool:
    """Whether the same are listed. A log need not tell who asked, and some leave no trace of failed ones."""
    real = [cut for cut in took_place if logs_failures or cut.status != "failed"]
    return len(real) == len(told) and all(map(_fits, real, told))


def _fits(real: Cut, told: Cut) -> bool:
    return (real.behind, real.status) == (told.behind, told.status) and told.trigger in (real.trigger, "unknown")
