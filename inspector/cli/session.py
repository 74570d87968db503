"""What every command with a FILE does first: find the session, read it, advance it, with progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from inspector.cli.options import Wanted
from inspector.cli.output import put_in_json, say
from inspector.errors import CannotRead, InspectorError, UnknownFormat, UsageError
from inspector.model import Compaction, Diagnostic, Source
from inspector.read.adapters import IDS
from inspector.read.build import MORE_SESSIONS
from inspector.read.discover import discover
from inspector.read.open import INSISTED
from inspector.store.cache import Cache
from inspector.store.folders import find_folders
from inspector.store.library import Library
from inspector.wording.damage import damage_of, damage_words
from inspector.workbench.document import Document, Stage, uncompacted
from inspector.workbench.jobs import Progress
from inspector.workbench.judgements import Judgements
from inspector.workbench.stages import advance, read


@contextmanager
def opened(wanted: Wanted, *to: Stage, with_judge: bool = True) -> Iterator[Document]:
    """The session, read and advanced to one stage or more. Raises InspectorError.

    What a judge found earlier is laid over what is exact, unless without ``with_judge``: who asks for no verdict waits
    for none.
    """
    with closing(read_wanted(wanted)) as document:
        tell_damage(document)
        if with_judge:
            recall_kept(document)
            for trouble in document.troubles:
                say(trouble.message)
        further(document, *to)
        yield document


def read_wanted(wanted: Wanted) -> Document:
    """The session as asked for, as read. Raises InspectorError."""
    path = find_session(wanted)
    return read(path, agent=wanted.agent, alone=wanted.alone, before=logs_before(path, wanted))


def logs_before(path: Path, wanted: Wanted) -> tuple[Path, ...]:
    """The logs that a session is to be joined with, the earliest first. Raises CannotRead where none is there."""
    if not wanted.joined:
        return ()
    if wanted.alone:
        raise UsageError("--alone and --joined exclude each other.", hint="Leave out one of them.")
    from inspector.workbench.session_index import SessionIndex

    with closing(Cache.default()) as cache, closing(read(path, agent=wanted.agent)) as document:
        advance(document, Stage.RECONSTRUCT, cache)
        before = SessionIndex(cache).before(document)
    if not before:
        raise CannotRead(
            f"No log on this machine has what stands before {path.name}.",
            hint="Leave out --joined; or list the folder with the other log once: inspector list FOLDER.",
            path=str(path),
        )
    return before


def tell_damage(document: Document) -> None:
    """Say what of the log is not shown, here and in the JSON of the command."""
    session = document.session
    for problem in session.diagnostics:
        if problem.code in (INSISTED, MORE_SESSIONS):
            say(problem.message)
    words = damage_words(session)
    if words:
        say(f"{words} inspector show lists what is wrong.")
    put_in_json("damage", [problem_json(problem) for problem in damage_of(session)])


def problem_json(problem: Diagnostic) -> dict[str, object]:
    """A problem of the log as the contract writes it."""
    return {
        "severity": problem.severity.value,
        "code": problem.code,
        "message": problem.message,
        "line": problem.source.own_line if problem.source else None,
    }


def further(document: Document, *to: Stage) -> None:
    """Advance a session; what was worked out once is taken from the user's cache."""
    with closing(Cache.default()) as cache, shown_progress() as progress:
        for stage in to:
            advance(document, stage, cache, progress)


def entered(document: Document) -> Judgements:
    """The verdicts and notes that a reviewer entered in the window; none, said aloud, where they cannot be read."""
    with _library() as library:
        if library is None:
            return Judgements()
        from inspector.workbench.reports import judgements_of

        return judgements_of(document, library)


def entered_verdicts(document: Document) -> Judgements:
    """The same without notes, and without what verdicts on an earlier reading of the log are taken over from."""
    found = Judgements()
    with _library() as library:
        if library is not None:
            from inspector.store.library import session_name

            found.load(library.verdicts(session_name(document.session)), {}, ())
    return found


def recall_kept(document: Document) -> None:
    """Read what a judge found in a session earlier."""
    with _library() as library:
        if library is not None:
            # The form that judgements are kept in takes a tenth of the time that a list of compactions may.
            from inspector.workbench.judging import recall_judgements

            recall_judgements(document, library)


@contextmanager
def _library() -> Iterator[Library | None]:
    """The user's library; None where there is none, or, said aloud, where it cannot be used."""
    path = find_folders().data / "library.sqlite"
    library: Library | None = None
    if path.exists():
        try:
            library = Library(path)
        except InspectorError as why:
            say(f"Verdicts entered or judged earlier are not looked at: {why.message}")
    try:
        yield library
    finally:
        if library is not None:
            library.close()


def check_folder(path: Path | None) -> None:
    """Raise UsageError where a file could not be written: before anything is worked out or paid for."""
    if path is not None and not path.parent.is_dir():
        raise UsageError(f"There is no folder {path.parent}.", hint="Make it, or choose another.")


def find_session(wanted: Wanted) -> Path:
    """The log to open: FILE itself, or the one session that a folder holds. Raises CannotRead or UsageError."""
    path = wanted.path
    if wanted.agent or not path.is_dir():
        return path
    there = discover([path])
    found = [entry for entry in there if not entry.error]
    if len(found) == 1 or (there and not found):
        # Of what cannot be read, reading it says why.
        return (found or there)[0].path
    if not found:
        raise UnknownFormat(
            f"No session was found under {path}.",
            choices=IDS,
            hint="If the folder is a session, name its agent with --format.",
            path=str(path),
        )
    shown = "\n".join(f"  {entry.path}" for entry in found[:10])
    more = f"\n  and {len(found) - 10} more" if len(found) > 10 else ""
    raise CannotRead(f"{path} holds {len(found)} sessions.", hint=f"Name one of them:\n{shown}{more}", path=str(path))


def compaction_numbered(
    document: Document, number: int | None, listed: str = "inspector compactions FILE lists them."
) -> Compaction:
    """One compaction by its number, the only one for None.

    Raises UsageError that says how many there are, and what lists them.
    """
    there = len(document.compactions)
    hint = listed if there else ""
    if number is None and there == 1:
        return document.compactions[0]
    if number is None:
        words = f"Say which of {there} compactions: --compaction C." if there else uncompacted(document)
        raise UsageError(words, hint=hint)
    if not 1 <= number <= there:
        raise UsageError(f"There is no compaction {number}: this session has {there or 'none'}.", hint=hint)
    return document.compactions[number - 1]


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Progress as one line that overwrites itself; silent where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield Progress()
        return
    wrote = False

    def tell(fraction: float, words: str) -> None:
        nonlocal wrote
        wrote = True
        sys.stderr.write(f"\r\x1b[K{words} {fraction:.0%}")
        sys.stderr.flush()

    try:
        yield Progress(tell)
    finally:
        if wrote:
            sys.stderr.write("\r\x1b[K")


def where(source: Source) -> dict[str, object]:
    """The line of a log, and inside it or in its place, where a log has no lines, the pointer."""
    return {"line": source.own_line, "pointer": source.pointer or None}
