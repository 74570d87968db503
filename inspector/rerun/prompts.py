"""Prompts: those that ship with the program, the user's own, and the agent's own where a log holds it."""

from __future__ import annotations

import difflib
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from inspector.errors import CannotRead, UsageError, cause
from inspector.given import given_text
from inspector.model import Compaction, Diagnostic, Severity, Source
from inspector.model.run import Wording
from inspector.rerun.prompt_parts import Part, digest_of, document_of
from inspector.resources import resource

FOLDER = "prompts"
"""Of ``resources/``, and of the user's folder for settings."""
ENDING = ".md.j2"
BUILT_IN = "built in"
RECORDED = "recorded"
"""As a prompt: the agent's own, where the log has it."""
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_HEAD = re.compile(r"\s*\{#-?(.*?)-?#\}", re.DOTALL)
_KEY = re.compile(r"^\s*(title|about|sections|passes|form|agent|from|digest)\s*:\s*", re.MULTILINE)
FORMS = ("plain", "messages")
"""What a head may say: nothing is filled in; the prompt says its messages itself."""
FITTING = ("critique", "anchored", "guided", "structured")
"""By name, those that a strategy is asked with where none is chosen, or the chosen one does not fit."""
_LARGEST = 200_000


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt: a template in text form, and what its head says."""

    name: str
    text: str
    origin: str = BUILT_IN
    """built in, yours, file, session."""
    title: str = ""
    about: str = ""
    sections: tuple[str, ...] = ()
    """What it asks for; none for what the strategy names."""
    passes: tuple[str, ...] = ()
    """draft, verify; none for what the strategy wants."""
    plain: bool = False
    """Not a template: sent as it is."""
    messages: bool = False
    """Says its messages itself, as ``prompt_parts`` describes; else it is one message beside the record."""
    agent: str = ""
    """Whose wording it is, where it was taken from an agent's log or installation and nobody changed it since."""
    taken_from: str = ""
    """Path, version and date of what it was taken from."""

    @property
    def body(self) -> str:
        """The text without its head."""
        head = _HEAD.match(self.text)
        return self.text[head.end() :] if head is not None and _form(head[1]) else self.text

    @property
    def wording(self) -> Wording:
        """Whose words it asks in."""
        if self.agent:
            return Wording.AGENT
        return Wording.OURS if self.origin == BUILT_IN else Wording.YOURS

    @property
    def version(self) -> str:
        """Twelve digits that change with any letter of it."""
        return hashlib.blake2b(self.text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()

    @property
    def label(self) -> str:
        """Name and version, as a run keeps it."""
        return f"{self.name}@{self.version}"


@dataclass(frozen=True, slots=True)
class Prompts:
    """Prompts by name. ``problems`` are files that hold none."""

    all: Mapping[str, Prompt]
    folder: Path | None = None
    """Where the user's own are kept."""
    problems: tuple[Diagnostic, ...] = ()

    def named(self, name: str) -> Prompt:
        """One prompt by its name, or from the file of that path. Raises UsageError or CannotRead."""
        if name in self.all:
            return self.all[name]
        if os.sep in name or Path(name).suffix:
            return read_prompt(Path(name).expanduser(), "file")
        close = difflib.get_close_matches(name, self.all, 3, 0.4)
        hint = f"Near to it: {', '.join(close)}." if close else f"There are {', '.join(self.all)}."
        raise UsageError(f"There is no prompt {name!r}.", hint=hint)

    def labels(self, names: Iterable[str]) -> tuple[str, ...]:
        """Name and version of these; of the agent's own, which no file changes, and of one that is gone, the name."""
        told = []
        for name in names:
            try:
                told.append(self.named(name).label)
            except (CannotRead, UsageError):
                told.append(name)
        return tuple(told)

    def save(self, prompt: Prompt) -> Prompts:
        """Keep one among the user's own; one of the same name is replaced. Raises UsageError or CannotRead."""
        if self.folder is None:
            raise UsageError("There is no folder for your own prompts.")
        check_name(prompt.name)
        path = self.folder / f"{prompt.name}{ENDING}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _write(path, _told(prompt))
        except OSError as why:
            raise CannotRead(f"The prompt cannot be kept in {path}: {why.strerror}.", path=str(path)) from why
        return replace(self, all={**self.all, prompt.name: replace(prompt, origin="yours")})


def load_prompts(user: Path | None = None) -> Prompts:
    """The built-in prompts and those of the user's folder; a file of the user with a known name replaces it."""
    found = dict(_built_in())
    problems = []
    for path in sorted(user.glob(f"*{ENDING}")) if user is not None and user.is_dir() else ():
        try:
            prompt = read_prompt(path, "yours")
        except (CannotRead, UsageError) as why:
            problems.append(Diagnostic(Severity.ERROR, "bad-prompt", why.message, Source(str(path))))
            continue
        found[prompt.name] = prompt
    return Prompts(found, user, tuple(problems))


def read_prompt(path: Path, origin: str) -> Prompt:
    """The prompt in a file: a template, or plain text where its name does not end in ``.j2``. Raises CannotRead."""
    try:
        text = given_text(path)
    except (OSError, UnicodeDecodeError) as why:
        raise CannotRead(f"The prompt in {path} cannot be read: {cause(why)}.", path=str(path)) from why
    if not text.strip() or len(text) > _LARGEST:
        size = "is empty" if not text.strip() else f"has {len(text):,} characters: more than {_LARGEST:,}"
        raise CannotRead(f"The prompt in {path} {size}.", path=str(path))
    name = path.name.removesuffix(ENDING)
    return parse_prompt(path.stem if name == path.name else name, text, origin, plain=path.suffix != ".j2")


def parse_prompt(name: str, text: str, origin: str = "yours", *, plain: bool = False) -> Prompt:
    """A prompt with what its head says: a first comment with ``title:``, ``about:``, ``sections:``, ``passes:``, and
    ``form:`` (plain, messages, or both). A ``plain`` text has a head only where that names a form.
    """
    head = _HEAD.match(text)
    if head is None or (plain and not _form(head[1])):
        return Prompt(name, text, origin, title=name, plain=plain)
    said, form = _said(head[1]), _form(head[1])
    is_as_found = said.get("digest") == digest_of(text[head.end() :])
    return Prompt(
        name=name,
        text=text,
        origin=origin,
        title=said.get("title", name),
        about=said.get("about", ""),
        sections=tuple(said.get("sections", "").split()),
        passes=tuple(said.get("passes", "").split()),
        plain="plain" in form,
        messages="messages" in form,
        agent=said.get("agent", "") if is_as_found else "",
        taken_from=said.get("from", "") if is_as_found else "",
    )


def recorded_prompt(compaction: Compaction, text: Callable[[int], str]) -> Prompt | None:
    """The prompt that the agent itself gave its summariser; None where the log does not hold it."""
    record = compaction.record
    words = text(record.prompt) if record.prompt is not None else ""
    if not words.strip():
        return None
    system = [Part("system", said) for said in map(text, record.instructions) if said.strip()]
    about = f"What the agent asked at compaction {compaction.number}, word for word."
    head = {"title": "The agent's own", "about": about, "agent": RECORDED}
    return parse_prompt(RECORDED, document_of((*system, Part("record"), Part("user", words)), head), "session")


def difference(old: Prompt, new: Prompt) -> str:
    """What changed from one prompt to another, as a unified diff; "" where nothing did."""
    before, after = old.text.splitlines(), new.text.splitlines()
    return "\n".join(difflib.unified_diff(before, after, old.label, new.label, lineterm="", n=2))


def export_prompt(prompt: Prompt, path: Path) -> None:
    """Write a prompt to a file of the user's choice. Raises CannotRead."""
    try:
        _write(path, prompt.text)
    except OSError as why:
        raise CannotRead(f"The prompt cannot be written to {path}: {why.strerror}.", path=str(path)) from why


def check_form(prompt: Prompt) -> None:
    """Raise UsageError for a head that names a form which there is not."""
    head = _HEAD.match(prompt.text)
    wrong = [word for word in _form(head[1]) if word not in FORMS] if head is not None else []
    if wrong:
        raise UsageError(f"The prompt {prompt.name} has the form {wrong[0]!r}.", hint=f"There are {', '.join(FORMS)}.")


def check_name(name: str) -> None:
    """Raise UsageError for a name that cannot be a file's everywhere."""
    if not _NAME.fullmatch(name) or name == RECORDED:
        raise UsageError(f"{name!r} cannot be the name of a prompt.", hint="Use lower case letters, digits and dashes.")


def _told(prompt: Prompt) -> str:
    """The text as it is kept: the ending of its file says that it is a template; where it is none, its head has to."""
    return f"{{#- form: plain -#}}\n{prompt.text}" if prompt.plain and prompt.body == prompt.text else prompt.text


def _said(head: str) -> dict[str, str]:
    parts = _KEY.split(head)
    return {key: " ".join(value.split()) for key, value in zip(parts[1::2], parts[2::2], strict=True)}


def _form(head: str) -> list[str]:
    return _said(head).get("form", "").split()


def _write(path: Path, text: str) -> None:
    # Written beside and moved over, so that a full disk cannot leave half a prompt.
    draft = path.with_name(f"{path.name}.new")
    draft.write_text(text, "utf-8", errors="surrogatepass")
    os.replace(draft, path)


@cache
def _built_in() -> Mapping[str, Prompt]:
    paths = sorted(resource(FOLDER).glob(f"*{ENDING}"))
    return {prompt.name: prompt for prompt in (read_prompt(path, BUILT_IN) for path in paths)}
