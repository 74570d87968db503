"""What the programs of ``resources/commands.toml`` print in their JSON forms: the answer, what was used, the failure.

Forms as of the releases of ``live/pins.toml``, driven on 2026-11-27. Claude Code, Gemini CLI and Qwen Code print one
document, the others one a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.llm.chat import Failure
from inspector.model import Usage

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Heard:
    """What a program's output says."""

    text: str = ""
    error: str = ""
    """In its own words; "" where it tells none."""
    usage: Usage | None = None
    model: str = ""
    """"" where it does not say."""
    dollars: float | None = None
    """What it says that it cost, by its list; None where it does not."""


def heard(reader: str, output: str, used: str = "") -> Heard:
    """What an output says; empty where it is not of the form. ``used`` is what the program wrote of use in a file."""
    try:
        return _READERS[reader](_documents(output), _documents(used))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return Heard()


def _documents(output: str) -> list[Json]:
    """The documents of an output, whether it is one, a list of them, or one a line; other lines are passed over."""
    try:
        whole = json.loads(output)
    except ValueError:
        found = []
        for line in output.splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        # Behind words of others, one document may stand over many lines.
        whole = found or _behind(output)
    return [one for one in (whole if isinstance(whole, list) else [whole]) if isinstance(one, dict)]


def _behind(output: str) -> Any:
    try:
        return json.JSONDecoder().raw_decode(output, output.index("\n{") + 1)[0]
    except ValueError:
        return []


def _claude(told: Sequence[Json], used: Sequence[Json]) -> Heard:
    (result,) = (one for one in told if one.get("type") == "result")
    models = result.get("modelUsage") or {}
    model = max(models, key=lambda name: models[name].get("outputTokens") or 0, default="")
    usage = _usage(result["usage"], "input_tokens", "output_tokens", "cache_read_input_tokens", within=False)
    words = str(result.get("result") or "")
    if result.get("is_error"):
        return Heard(error=words or str(result.get("errors") or result.get("subtype")), usage=usage, model=model)
    return Heard(words, "", usage, model, result.get("total_cost_usd"))


def _qwen(told: Sequence[Json], used: Sequence[Json]) -> Heard:
    (result,) = (one for one in told if one.get("type") == "result")
    usage = _usage(result["usage"], "input_tokens", "output_tokens", "cache_read_input_tokens")
    models = [one["message"]["model"] for one in told if one.get("type") == "assistant"]
    if result.get("is_error"):
        return Heard(error=_words(result.get("error")), usage=usage)
    return Heard(str(result["result"]), "", usage, models[-1] if models else "")


def _codex(told: Sequence[Json], used: Sequence[Json]) -> Heard:
    failed = [one for one in told if one.get("type") in ("error", "turn.failed")]
    items = [one["item"] for one in told if one.get("type") == "item.completed"]
    text = [item["text"] for item in items if item.get("type") == "agent_message"]
    ended = [one["usage"] for one in told if one.get("type") == "turn.completed"]
    if not ended:
        warned = [item for item in items if item.get("type") == "error"]
        return Heard(error=_words(failed[-1].get("error") or failed[-1]) if failed else _words(warned[-1]))
    return Heard("\n".join(text), "", _usage(ended[-1], "input_tokens", "output_tokens", "cached_input_tokens"))


def _gemini(told: Sequence[Json], used: Sequence[Json]) -> Heard:
    whole = told[-1]
    models = (whole.get("stats") or {}).get("models") or {}
    model = max(models, key=lambda name: models[name]["tokens"].get("candidates") or 0, default="")
    usage = _usage(models[model]["tokens"], "prompt", "candidates", "cached", "thoughts") if model else None
    if whole.get("error"):
        return Heard(error=_words(whole["error"]), usage=usage, model=model)
    return Heard(str(whole["response"]), "", usage, model)


def _pi(told: Sequence[Json], used: Sequence[Json]) -> Heard:
    messages = [one["message"] for one in told if one.get("type") == "message_end"]
    last = [message for message in messages if message["role"] == "assistant"][-1]
    text = "".join(part["text"] for part in last["content"] if part["type"] == "text")
    spent = last["usage"]
    usage = Usage(spent["input"], spent["cacheRead"], spent["cacheWrite"], spent["output"])
    if last["stopReason"] in ("error", "aborted"):
        return Heard(error=_words(last.get("errorMessage")), usage=usage, model=last["model"])
    return Heard(text, "", usage, last["model"], spent["cost"]["total"] or None)


def _opencode(told: Sequence[Json], used: Sequence[Json]) -> Heard:
    failed = [one["error"] for one in told if one.get("type") == "error"]
    if failed:
        return Heard(error=_words(failed[-1].get("data") or failed[-1]))
    text = "\n".join(one["part"]["text"] for one in told if one.get("type") == "text")
    ended = [one["part"] for one in told if one.get("type") == "step_finish"][-1]
    tokens = ended["tokens"]
    usage = Usage(tokens["input"], tokens["cache"]["read"], tokens["cache"]["write"], tokens["output"])
    return Heard(text, "", usage, "", ended.get("cost") or None)


def _copilot(told: Sequence[Json], used: Sequence[Json]) -> Heard:
    failed = [one["data"] for one in told if one.get("type") == "session.error"]
    said = [one["data"] for one in told if one.get("type") == "assistant.message"]
    if not said:
        return Heard(error=_words(failed[-1]))
    model = said[-1].get("model") or ""
    spent = (used[-1].get("modelMetrics") or {}).get(model, {}).get("usage") if used else None
    usage = _usage(spent, "inputTokens", "outputTokens", "cacheReadTokens") if spent else None
    return Heard("\n".join(one["content"] for one in said), "", usage, model)


_READERS: Mapping[str, Callable[[Sequence[Json], Sequence[Json]], Heard]] = {
    "claude": _claude,
    "codex": _codex,
    "copilot": _copilot,
    "gemini": _gemini,
    "opencode": _opencode,
    "pi": _pi,
    "qwen": _qwen,
}


def _usage(told: Json, asked: str, answered: str, cached: str, thought: str = "", *, within: bool = True) -> Usage:
    """Tokens under a program's own names. ``within``: those of the cache are counted among those of the prompt."""
    read = told.get(cached) or 0
    written = told.get("cache_creation_input_tokens") or 0
    prompt = told[asked] - read if within else told[asked]
    return Usage(prompt, read, written, told[answered] + (told.get(thought) or 0))


def _words(told: Any) -> str:
    """An error's words, out of the objects, and the JSON in texts, that providers and programs wrap them in."""
    while True:
        if isinstance(told, str):
            start = told.find("{")
            try:
                inner = json.loads(told[start:]) if start >= 0 else None
            except ValueError:
                inner = None
            if not isinstance(inner, dict):
                return told
            told = inner
        elif isinstance(told, dict):
            told = told.get("error") or told.get("message") or told.get("name") or json.dumps(told)
        elif isinstance(told, list) and told:
            told = told[0]
        else:
            return str(told or "")


_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|.)")
_FRAME = re.compile(r"\s+at .+|\s*\.{3} \d+ lines matching cause|node:internal.*|Node\.js v[\d.]+|\s*[\^~]+\s*")
_LETTERS = 400


def complaint(errors: str, output: str = "") -> str:
    """What a program said of its failure: without colours and stack traces, from where it begins.

    Some write it to standard output alone; some put much else before it.
    """
    for text in (errors, output):
        lines = [line.strip() for line in _ESCAPE.sub("", text).splitlines() if not _FRAME.fullmatch(line)]
        told = [line for line in lines if line]
        start = next((place for place, line in enumerate(told) if _IS_ERROR.search(line)), None)
        if told and (start is not None or text is output or not output.strip()):
            return " ".join(told[start:] if start is not None else told)[:_LETTERS].strip()
    return ""


_IS_ERROR = re.compile(
    r"error|fail|cannot|not logged in|please run|unauthori|invalid|denied|limit|unknown|not running", re.I
)
_KINDS = (
    (
        Failure.OVERFLOW,
        r"prompt is too long|context (?:window|length|size)|maximum context|too many tokens|exceeds the",
    ),
    (Failure.LIMITED, r"rate.?limit|usage limit|quota|too many requests|\b429\b|limit reached|resource.exhausted"),
    (Failure.UNAVAILABLE, r"overloaded|unavailable|\b50[0234]\b|\b529\b|at capacity"),
    (
        Failure.NO_KEY,
        r"not logged in|/login|log ?in\b|sign in|auth(?:entication)?\b|api.?key|unauthori[sz]ed|\b401\b|credential",
    ),
    (Failure.UNREACHABLE, r"ECONNREFUSED|ENOTFOUND|EAI_AGAIN|connection error|error sending request|fetch failed"),
)


def failure_of(words: str) -> Failure:
    """Which kind of failure a program's words tell of."""
    return next((kind for kind, pattern in _KINDS if re.search(pattern, words, re.IGNORECASE)), Failure.COMMAND)
