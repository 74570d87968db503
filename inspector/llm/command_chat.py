"""A local command as a model: the prompt on its stdin, the answer on its stdout.

For those who have a subscription and its command line, but no key. What is known of a program is in ``pure``: it is run
without all that could act or read. Any other command is run as it is written, in an empty folder.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import shlex
import signal
import tempfile
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.errors import ModelFailed
from inspector.llm import guard
from inspector.llm.chat import Ending, Failure, Message
from inspector.llm.command_answer import Heard, complaint, failure_of, heard
from inspector.llm.keys import without_keys
from inspector.llm.pure import Form, form_of, models_listed, without_tools
from inspector.model.sent import ASKED_IN

PREFIX = "command:"
_PIECE = 4_096
_MOST_ERRORS = 64_000
_CATALOG_SECONDS, _PATIENCE, _OFTEN = 30.0, 1.0, 0.02
_BY_HAND = "Run it by hand with a short prompt on stdin to see what it wants."
_HINTS = {
    Failure.NO_KEY: "Log in with the program itself, then ask again.",
    Failure.OVERFLOW: "Choose a model with a larger window.",
    Failure.LIMITED: "Ask again later, or choose another model.",
    Failure.UNAVAILABLE: "The program has tried again itself; ask again later.",
    Failure.UNREACHABLE: "Check the network, and what the program's settings name.",
}


@dataclass(frozen=True, slots=True)
class CommandChat:
    """One command line."""

    line: str

    @property
    def name(self) -> str:
        """``command:…``"""
        return PREFIX + self.line

    @property
    def form(self) -> Form | None:
        """How it is run; None where the line cannot be read."""
        try:
            return form_of(self.line)
        except ValueError:
            return None

    @property
    def destination(self) -> str:
        """The command, in which form it runs, and what cannot be vouched for; what it sends where is its affair."""
        form = self.form
        if form is None or not form.row:
            return (
                f"the local command {self.line!r}, run as it is written, and whatever it sends it to; whether it uses "
                "tools, opens files that the text names, reads memory files or keeps a session is not known"
            )
        if "cannot" in form.row:
            return f"nobody: {form.row['cannot']}"
        left = f"; left out: {' '.join(form.left_out)}" if form.left_out else ""
        return (
            f"{form.row['title']} as a plain model (no tools, files, memory, hooks or MCP servers, no session kept), "
            f"and whatever it sends it to{left}"
        )

    @property
    def runs(self) -> str:
        """The command line that is run."""
        form = self.form
        return shlex.join(form.parts) if form is not None else self.line

    @property
    def identity(self) -> str:
        """What its answers are kept by: in another form, or with another model, the same line is another model."""
        form = self.form
        return self.name if form is None or not form.row else f"{PREFIX}{self.runs} ({form.model})"

    async def ask(self, messages: Sequence[Message], limit: int | None = None) -> AsyncGenerator[str | Ending, None]:
        """The command's output as it comes. ``limit`` cannot be told to a command. Raises ModelFailed."""
        form = self._allowed()
        with tempfile.TemporaryDirectory(prefix=ASKED_IN, ignore_cleanup_errors=True) as folder:
            own = Path(folder)
            process, model = await self._start(form, own)
            fed = asyncio.create_task(_feed(process, as_text(messages)))
            complained = asyncio.create_task(_tail(process))
            ended = asyncio.create_task(_ended(process))
            try:
                pieces: list[str] = []
                async for text in _pieces(process):
                    pieces.append(text)
                    if not form.row:
                        yield text
                status, output = await ended, "".join(pieces)
                told = heard(form.row["answer"], output, _used(own)) if form.row else Heard(output)
                if status or told.error or (form.row and not told.text):
                    raise self._failed(status, told, await complained, output)
                if form.row:
                    yield told.text
                yield Ending("", told.usage, told.model or model, dollars=told.dollars)
            finally:
                _end(process)
                # What it complained about ends with it, unless something of it got away.
                await asyncio.wait((fed, complained), timeout=_PATIENCE)
                fed.cancel()
                complained.cancel()
                await asyncio.gather(fed, complained, ended, return_exceptions=True)
                _let_go(process)

    def _allowed(self) -> Form:
        """The form. Raises ModelFailed where the command is none, or must not be run."""
        if not guard.ALLOW_COMMANDS:
            raise ModelFailed(
                f"{self.name} was not run: requests may not leave this machine, and a command may send them on.",
                kind=Failure.NOT_ALLOWED,
                hint=f"Unset {guard.OFFLINE}, or name a server on this machine.",
            )
        try:
            form = form_of(self.line)
        except ValueError as why:
            raise self._none(why) from why
        if "cannot" in form.row:
            hint = "Name another command, a provider's model or a server."
            raise ModelFailed(f"{form.row['cannot']}.", kind=Failure.NOT_ALLOWED, hint=hint)
        return form

    async def _start(self, form: Form, own: Path) -> tuple[asyncio.subprocess.Process, str]:
        """The process, and the model that it asks as far as that is known."""
        try:
            parts, environment = form.prepare(own)
            model = form.model
            if "catalog" in form.row:
                flags, first = await _without_tools(parts[0], form.row["catalog"], environment, own)
                parts, model = [*parts[:2], *flags, *parts[2:]], model or first
            return await _run(parts, environment, own / "work"), model
        except (OSError, ValueError) as why:
            raise self._none(why) from why

    def _none(self, why: OSError | ValueError) -> ModelFailed:
        return ModelFailed(
            f"The command {self.line!r} cannot be run: {getattr(why, 'strerror', None) or why}.",
            kind=Failure.COMMAND,
            hint="It has to be a program on the PATH that reads a prompt on stdin and writes its answer to stdout.",
        )

    def _failed(self, status: int, told: Heard, errors: str, output: str) -> ModelFailed:
        words = without_keys(" ".join((told.error or complaint(errors, output)).split()))
        kind = failure_of(words)
        ended = f"ended with status {status}" if status >= 0 else f"was stopped by signal {-status}"
        if not status:
            ended = "failed" if words else "gave no answer"
        used = told.usage is not None and bool(told.usage.output)
        return ModelFailed(
            f"The command {self.line!r} {ended}{f': {words}' if words else ''}".rstrip(".") + ".",
            kind=kind,
            hint=_HINTS.get(kind, _BY_HAND),
            # It has tried again itself.
            again_in=float("inf"),
            paid=used or (not told.error and bool(output.strip()) and kind is Failure.COMMAND),
        )


async def _without_tools(
    program: str, arguments: Sequence[str], environment: dict[str, str], own: Path
) -> tuple[list[str], str]:
    """Flags that give a program its own list of models without tools, and the first of them; none where it has none."""
    process = await _run([program, *arguments], environment, own / "work")
    try:
        async with asyncio.timeout(_CATALOG_SECONDS):
            output, _ = await process.communicate()
        path = own / "models.json"
        path.write_text(without_tools(output.decode()), "utf-8")
        return ["-c", f'model_catalog_json="{path}"'], min(models_listed(output.decode()), default=(0, ""))[1]
    except (TimeoutError, ValueError, KeyError, TypeError):
        # Releases before the list had none of these tools.
        return [], ""
    finally:
        _end(process)


async def _run(parts: Sequence[str], environment: dict[str, str], folder: Path) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *parts, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, env=environment, start_new_session=True
    )


async def _pieces(process: asyncio.subprocess.Process) -> AsyncGenerator[str, None]:
    assert process.stdout is not None
    decode = codecs.getincrementaldecoder("utf-8")("replace")
    while data := await process.stdout.read(_PIECE):
        if text := decode.decode(data):
            yield text


def _used(own: Path) -> str:
    """What a program has written about what it used, where it was told to."""
    try:
        return (own / "usage").read_text("utf-8", "replace")
    except OSError:
        return ""


def as_text(messages: Sequence[Message]) -> str:
    """Messages as one prompt; roles are named where there are several."""
    if len(messages) == 1:
        return messages[0].text
    return "\n\n".join(f"[{message.role}]\n{message.text}" for message in messages)


async def _feed(process: asyncio.subprocess.Process, text: str) -> None:
    assert process.stdin is not None
    # A command may answer, or end, without having read everything.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write(text.encode("utf-8", "replace"))
        await process.stdin.drain()
    process.stdin.close()


async def _tail(process: asyncio.subprocess.Process) -> str:
    """The end of what it complained about; read to the end, or the command would stall."""
    assert process.stderr is not None
    tail = b""
    while data := await process.stderr.read(_PIECE):
        tail = (tail + data)[-_MOST_ERRORS:]
    return tail.decode("utf-8", "replace")


async def _ended(process: asyncio.subprocess.Process) -> int:
    """The status with which the command itself ended; what it has left running is ended then, too.

    asyncio's own wait is for the pipes, which whatever is left running holds open.
    """
    while process.returncode is None:
        await asyncio.sleep(_OFTEN)
    _end(process)
    return process.returncode


def _let_go(process: asyncio.subprocess.Process) -> None:
    """Close its pipes while the loop runs, for which nothing is public: one that is collected later complains of it."""
    transport = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()


def _end(process: asyncio.subprocess.Process) -> None:
    """End the command and all that it started; what it started may outlive it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
