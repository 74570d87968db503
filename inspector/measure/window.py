"""The model's window and the point at which the agent compacts, each with how it is known."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson

from inspector.measure.models import find_model, longest_answer, usual_windows
from inspector.model import Basis, Session, Splice, TokenCount
from inspector.reconstruct.calls import main_calls
from inspector.reconstruct.compactions import tokens_before
from inspector.resources import resource

UNKNOWN = TokenCount(None, Basis.INFERRED)
_TOO_LONG = re.compile(
    r"exceeds? the (?:model'?s )?(?:maximum )?context|context[ _](?:length|window)[ _]exceeded|prompt is too long"
    r"|maximum context length|input is too long",
    re.IGNORECASE,
)
_CHARACTERS = 3
"""Of a token, at most: what came since the last answer is rather taken for more than for less."""
_BEHIND = 0.01
"""Of a window: how far behind its threshold an agent is seen to act."""
REFUTED = 0.7
"""Compactions that all fire below this share of the rule's threshold show that the agent was set otherwise; likewise a
prompt that is refused below this share of the window listed."""


@dataclass(frozen=True, slots=True)
class Window:
    """How much fits, and when the agent acts."""

    limit: TokenCount
    """Tokens of the model's window."""
    threshold: TokenCount
    """Prompt tokens at which the agent compacts by itself; value None where its rule is not known."""
    why: str
    """In words, where both come from."""


def find_window(session: Session, entered: int | None = None) -> Window:
    """The window of a session's main thread: entered, recorded, looked up, or told by its largest prompt."""
    limit, why = _limit(session, entered)
    threshold, rule = _threshold(session, limit)
    return Window(limit, threshold, f"{why} {rule}".strip())


def _limit(session: Session, entered: int | None) -> tuple[TokenCount, str]:
    if entered:
        return TokenCount(entered, Basis.ENTERED, error=0), "The window was entered by you."
    recorded, highest, names = _told(session)
    if recorded:
        return TokenCount(recorded, Basis.RECORDED, error=0), f"The log records the window{_before(session, recorded)}."
    proven = _proven(session, highest)
    found = [(name, model) for name in names or session.models[::-1] if (model := find_model(name)) is not None]
    known = [(name, model.window, model) for name, model in found if model.window is not None]
    if proven is not None and (not known or proven[0] != known[0][1]):
        size, fired = proven
        listed = f" {known[0][0]} is listed with {known[0][1]:,}." if known else ""
        why = f"It compacted at {fired:,} tokens, as its rule has it in a window of {size:,}.{listed}"
        return TokenCount(size, Basis.INFERRED), why
    if not known:
        return UNKNOWN, "The log names no window, and its model is not in the list."
    name, usual, model = known[0]
    sizes = sorted({usual, *model.windows})
    # The same model id is served with several windows; only a prompt that fits no smaller one tells.
    fits = [size for size in sizes if size >= highest]
    if not fits:
        return UNKNOWN, f"A prompt of {highest:,} tokens is larger than any known window of {name}."
    if fits[0] == sizes[0] and usual in fits:
        value, why = usual, f"The window is that of {name}, list of {model.checked}."
    else:
        value, why = fits[0], f"A prompt of {highest:,} tokens needs the larger window of {name}."
    refused = _refused(session)
    if refused is not None and refused < REFUTED * value:
        # A subscription may grant less of a window than its maker names.
        return UNKNOWN, f"{name} is listed with {value:,} tokens; here about {refused:,} were refused as too many."
    return TokenCount(value, Basis.INFERRED), why


def _before(session: Session, recorded: int) -> str:
    """The window that was recorded before the last one, and up to which request, where it was another."""
    calls = [session.requests[index] for index in main_calls(session)]
    last = next((request for request in reversed(calls) if request.limit not in (None, recorded)), None)
    return f"; up to request {last.number} it was {last.limit:,}" if last is not None else ""


def limit_at(session: Session, window: Window, request: int | None) -> int | None:
    """The window that the request with this index had: its own where the log records one."""
    own = None if request is None else session.requests[request].limit
    return window.limit.value if own is None or window.limit.basis is not Basis.RECORDED else own


def _proven(session: Session, highest: int) -> tuple[int, int] | None:
    """The one usual window in which the agent's rule gives the size at every compaction, and the first such size.

    None for an agent whose rule is not exact: a provider may grant less of a window than its maker names.
    """
    rule, (fired, _) = _rule(session.agent, session.version), _fired(session)
    if rule is None or not rule.get("exact") or not fired:
        return None
    fits = [
        size
        for size in usual_windows()
        if size >= highest and all(0 <= one - _fires_at(rule, size) <= _BEHIND * size for one in fired)
    ]
    return (fits[0], fired[0]) if len(fits) == 1 else None


def _fires_at(rule: dict[str, Any], window: int) -> int:
    special = rule.get("minus_in", {}).get(str(window))
    if special is not None:
        return window - int(special)
    if "at_most" in rule:
        room, most = window - int(rule["minus"]), int(window * rule["at_most"])
        return min(room, most) if room > 0 else most
    value = int(window * rule.get("share", 1)) - int(rule.get("minus", 0))
    return max(0, value, int(window * rule.get("at_least", 0)))


def _of_model(rule: dict[str, Any], session: Session) -> dict[str, Any]:
    """The rule with what it keeps free for the model at hand, where that hangs on the model or its longest answer."""
    name = session.models[-1].lower() if session.models else ""
    plain = name.rsplit("/", 1)[-1].replace(".", "-")
    share = next((share for match, share in rule.get("shares", {}).items() if re.fullmatch(match, plain)), None)
    if share is not None:
        return rule | {"share": share}
    if not rule.get("answer") or not name:
        return rule
    spare = next((int(n) for match, n in rule.get("input", {}).items() if re.fullmatch(match, plain)), None)
    answer = longest_answer(name) or rule["minus"]
    return rule | {"minus": min(answer, rule["minus"] if spare is None else spare)}


def _refused(session: Session) -> int | None:
    """About how many tokens the smallest prompt of the main thread had that the model refused for its length."""
    errors = [item for item in session.items if item.error and not item.thread and _TOO_LONG.search(item.preview)]
    calls = [session.requests[index] for index in main_calls(session)] if errors else []
    found = []
    for error in errors:
        before = next((one for one in reversed(calls) if one.last_item and one.last_item < error.number), None)
        if before is not None and before.usage is not None and before.usage.prompt:
            said = session.items[before.last_item or 0 : error.number - 1]
            since = sum(item.chars for item in said if not item.thread) // _CHARACTERS
            found.append(before.usage.prompt + (before.usage.output or 0) + since)
    return min(found, default=None)


def _told(session: Session) -> tuple[int | None, int, list[str]]:
    """The last window recorded, the largest prompt, and the models named, the latest first."""
    recorded, highest, last = None, 0, ""
    names: dict[str, None] = {}
    # All in one go: there may be tens of thousands, and looking them up in memory is what takes the time.
    for request in [session.requests[index] for index in main_calls(session)]:
        recorded = request.limit or recorded
        highest = max(highest, request.usage.prompt or 0) if request.usage else highest
        if request.model != last and request.model:
            last = request.model
            names.pop(last, None)
            names[last] = None
    return recorded, highest, [*reversed(names)]


def _threshold(session: Session, limit: TokenCount) -> tuple[TokenCount, str]:
    rule = _rule(session.agent, session.version)
    if rule is not None and rule.get("counts"):
        # Not tokens: nothing to draw, and yet to be said.
        return UNKNOWN, rule["why"]
    if rule is None or limit.value is None or (rule.get("recorded_only") and limit.basis is not Basis.RECORDED):
        return UNKNOWN, ""
    window = limit.value
    if limit.basis is Basis.RECORDED:
        # Some agents write what they will use of the window, not the window.
        window = round(window / rule.get("recorded_share", 1))
    value = _fires_at(_of_model(rule, session), window)
    sizes, taken_over = _fired(session)
    fired = max(sizes, default=0)
    unless = {} if fired else rule.get("unless", {})
    latest = "".join(_told(session)[2][:1]) if unless else ""
    for model, told in unless.items():
        if model in latest:
            return UNKNOWN, told
    if 0 < fired < REFUTED * value:
        return UNKNOWN, f"By its rule the agent would compact at {value:,} tokens; here it did so at {fired:,}."
    return TokenCount(value, Basis.INFERRED), f"{rule['why']}{_TAKEN_OVER if taken_over else ''}"


_TAKEN_OVER = " A compaction where another model took over is left out: it may have come for that."


def _fired(session: Session) -> tuple[list[int], bool]:
    """How full the context was at each compaction that the user did not ask for, and whether one is left out.

    Some agents compact for a model of another generation that takes over, whatever the size.
    """
    calls, taken_over = main_calls(session), False
    found = []
    for index, op in [(index, op) for index, op in enumerate(session.ops) if type(op) is Splice]:
        record = op.compaction
        if record is None or record.trigger == "manual" or record.kind == "edit":
            continue
        place = bisect_left(calls, index, key=lambda call: session.requests[call].op)
        if len({session.requests[call].model for call in calls[max(place - 1, 0) : place + 1]} - {""}) > 1:
            taken_over = True
            continue
        found.append(tokens_before(session, index, record, calls[place - 1] if place else None) or 0)
    return found, taken_over


def _rule(agent: str, version: str) -> dict[str, Any] | None:
    """The rule of the newest version in the log, or None where none is known for it."""
    newest = max((_parts(part) for part in version.split(",")), default=())
    # A fork may have rules of its own, by the name that its versions bear.
    own = next((name for name in map(str.strip, version.split(",")) if name in _rules()), agent)
    for rule in _rules().get(own, ()):
        if newest >= _parts(rule.get("from", "")) and (not rule.get("before") or newest < _parts(rule["before"])):
            return dict(rule)
    return None


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


@cache
def _rules() -> dict[str, list[dict[str, Any]]]:
    rules: dict[str, list[dict[str, Any]]] = orjson.loads(resource("thresholds.json").read_bytes())["agents"]
    return rules
