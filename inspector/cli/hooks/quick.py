"""What a hook looks at before anything is imported: most calls have nothing to do, and an agent waits for each.

Rule: ``os``, ``sys`` and ``select`` alone. Click, ``json`` and ``pathlib`` cost a tenth of a second, at every prompt.
"""

import os
import select
import sys
import time

MOST = 64_000_000
"""Bytes of a payload: Gemini CLI hands over a whole request."""
COMPACTED = (b"Thanks for the additional context", b"<state_snapshot>")
"""What the log of Gemini CLI has new behind every compaction: what the model is made to answer to its summary, or the
summary's own mark."""
_AT_EVERY_PROMPT = ("UserPromptSubmit", "SubagentStop", "BeforeAgent", "BeforeModel")
_PATIENCE = 12.0
_taken: bytes | None = None


def payload() -> bytes:
    """What the agent hands over on standard input, read once."""
    return sys.stdin.buffer.read(MOST + 1) if _taken is None else _taken


def has_nothing_to_do(words: list[str]) -> bool:
    """Whether a command line calls a hook that need not look at anything; then it is over, with nothing printed.

    Where that cannot be told, it is not over. Windows has no way to wait for standard input without a thread.
    """
    if words[:1] != ["hook"] or len(words) < 2 or os.name != "posix":
        return False
    event = words[1]
    if "GROK_HOOK_EVENT" in os.environ and "--agent claude-code" in " ".join(words):
        _note(event, "Grok Build runs the hooks of Claude Code and takes no words from them")
        return True
    if event not in _AT_EVERY_PROMPT and (event != "PostCompact" or "--open" in words):
        return False
    try:
        return _is_over(event, words)
    except OSError:
        # A disk that is full cannot remember what was looked at, and a prompt is no time to look at all anew.
        return True
    except (ValueError, LookupError, TypeError):
        return False


def folder() -> str:
    """The folder of the user's data, as ``store.folders`` has it."""
    home = os.environ.get("INSPECTOR_HOME")
    if home:
        return os.path.join(os.path.abspath(os.path.expanduser(home)), "data")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/inspector")
    data = os.environ.get("XDG_DATA_HOME", "")
    return os.path.join(data if data.strip() else os.path.expanduser("~/.local/share"), "inspector")


def mark(session: str, what: str) -> str:
    """The file that remembers something about a session; "" for a session without a name."""
    name = "".join(sign for sign in session if sign.isalnum() or sign in "-_")[:80]
    return os.path.join(folder(), "hooks", f"{name}.{what}") if name else ""


def _is_over(event: str, words: list[str]) -> bool:
    global _taken
    _taken = _read()
    if _taken is None:
        return True
    session = _value(_taken, b"session_id")
    if not session:
        return False
    if event == "PostCompact":
        return _is_announced(session, words)
    if event == "UserPromptSubmit":
        return not os.path.exists(mark(session, "pending"))
    if event == "SubagentStop":
        return not os.path.exists(mark(session, "compacting"))
    if _is_compacted(session, _value(_taken, b"transcript_path")):
        return False
    given = mark(session, "words")
    if os.path.exists(given):
        with open(given, encoding="utf-8") as remembered:
            _put_in_again(event, session, remembered.read())
    return True


def _is_announced(session: str, words: list[str]) -> bool:
    """Remember a compaction for the next prompt, where that is all there is to do: Kimi Code does not wait for it."""
    agent = words[words.index("--agent") + 1]
    pending = mark(session, "pending")
    assert _taken is not None, "it was read"
    if _value(_taken, b"agent_id") or (agent == "claude-code" and not os.path.exists(pending)):
        return False
    os.makedirs(os.path.dirname(pending), exist_ok=True)
    with open(pending, "w", encoding="utf-8"):
        pass
    _note("PostCompact", "the next prompt is looked at", agent, session)
    return True


def _put_in_again(event: str, session: str, words: str) -> None:
    """What was put into the first request of Gemini CLI behind a compaction: into each, until a prompt takes it."""
    from inspector.cli.hooks import gemini

    assert _taken is not None, "it was read"
    if event == "BeforeModel":
        sys.stdout.write(gemini.put_in(_taken, words))
        return
    os.unlink(mark(session, "words"))
    sys.stdout.write(gemini.to_stay(words))
    _note(event, "what was put into the last request stays with this prompt", "gemini", session)


def _is_compacted(session: str, log: str) -> bool:
    """Whether a log tells of a compaction behind the place up to which it was looked at; the place moves on."""
    if "\\" in log or not os.path.exists(log):
        return False
    place = mark(session, "place")
    before = 0
    if os.path.exists(place):
        with open(place, "rb") as known:
            before = int(known.read() or 0)
    with open(log, "rb") as lines:
        size = lines.seek(0, os.SEEK_END)
        lines.seek(before if before <= size else 0)
        more = lines.read()
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place, "wb") as known:
        # A line that is being written is looked at again.
        known.write(b"%d" % (size - len(more) + more.rfind(b"\n") + 1))
    return any(sign in more for sign in COMPACTED)


def _read() -> bytes | None:
    """All of standard input; None where it does not end in time."""
    end, parts = time.monotonic() + _PATIENCE, list[bytes]()
    source = sys.stdin.fileno()
    while time.monotonic() < end:
        if select.select([source], [], [], 0.5)[0]:
            part = os.read(source, 1 << 20)
            if not part:
                return b"".join(parts)
            parts.append(part)
    return None


def _value(raw: bytes, key: bytes) -> str:
    """The first text of a key, as it is written; "" where there is none."""
    _, found, rest = raw.partition(b'"%b"' % key)
    rest = rest.lstrip(b" \t\r\n")
    if not found or not rest.startswith(b":"):
        return ""
    rest = rest[1:].lstrip(b" \t\r\n")
    return rest[1:].partition(b'"')[0].decode("utf-8", "replace") if rest.startswith(b'"') else ""


def _note(event: str, words: str, agent: str = "grok", session: str = "") -> None:
    name = os.path.basename(mark(session, ""))[:-1] or "-"
    try:
        os.makedirs(folder(), exist_ok=True)
        with open(os.path.join(folder(), "hooks.log"), "a", encoding="utf-8") as out:
            out.write(f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {agent} {event} {name} {words}\n")
    except OSError:
        pass
