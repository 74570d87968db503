"""The compactions of a session, as the requests of its agent show them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from live.stub import Sent


@dataclass(frozen=True, slots=True)
class Cut:
    """One compaction: how many main requests came before it, whether it worked, and who asked for it."""

    behind: int
    status: str
    trigger: str
    again: bool = field(default=False, compare=False)
    """Whether it failed before, asked for by hand, and was tried again unasked at the next prompt."""

    def __str__(self) -> str:
        return f"{self.trigger} behind request {self.behind}{'' if self.status == 'ok' else f', {self.status}'}"


def rounds(sent: Sequence[Sent]) -> Iterator[tuple[int, list[Sent]]]:
    """Calls of the summarizer that belong together, since the person did nothing between them and no main request
    stands there, each with how many main requests came before."""
    behind = 0
    told = (one for one in sent if one.kind in ("main", "compaction"))
    for (kind, _), group in groupby(told, lambda one: (one.kind, one.step_number)):
        calls = list(group)
        if kind == "main":
            behind += sum(one.status == 200 for one in calls)
        else:
            yield behind, calls


def attempts(sent: Sequence[Sent], takes_nothing: bool = False, takes_failures: bool = False) -> Iterator[Cut]:
    """Compactions as most agents make them: a round of calls is one. What it works with is told by ``Agent``."""
    refused = None
    for behind, calls in rounds(sent):
        last = calls[-1]
        worked = last.status == 200 and bool(last.text or takes_nothing)
        again = refused == behind and last.step != "compact"
        trigger = "manual" if again or last.step == "compact" else "auto"
        refused = behind if trigger == "manual" and not worked else None
        yield Cut(behind, "ok" if worked or takes_failures else "failed", trigger, again)


def same(took_place: Sequence[Cut], told: Sequence[Cut], logs_failures: bool) -> bool:
    """Whether the same are listed. A log need not tell who asked, and some leave no trace of failed ones."""
    real = [cut for cut in took_place if logs_failures or cut.status != "failed"]
    return len(real) == len(told) and all(
        one in (cut, replace(cut, trigger="unknown")) for cut, one in zip(real, told, strict=True)
    )
