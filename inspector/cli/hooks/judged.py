"""A judge in a hook: it reads the newest compaction while the agent waits, and is left where it takes too long."""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from inspector.cli.hooks import journal
from inspector.errors import InspectorError
from inspector.model import Fact
from inspector.workbench.document import Document
from inspector.workbench.mending import told_compactions
from inspector.workbench.review import outcome_at
from inspector.workbench.stages import read


def harmed(document: Document, summary: str | None, model: str, seconds: float) -> list[Fact] | None:
    """What a model says was lost, changed or contradicted by the newest compaction; None where it gave no whole answer
    in time.

    What was asked then goes on in a thread that ends with the process. What it read before is kept and asked for once.
    ``summary``: of a compaction of Claude Code that the log does not hold yet.
    """
    found: list[Fact] = []
    done = threading.Event()

    def look() -> None:
        try:
            with _with_boundary(document, summary) as whole:
                told = _harmed(whole, model)
            if told is not None:
                found.extend(told)
                done.set()
        except InspectorError as why:
            journal.note("judge", "", f"not judged: {why.message}")
        except Exception as why:
            journal.note("judge", "", f"not judged: {type(why).__name__}: {why}")

    worker = threading.Thread(target=look, daemon=True)
    worker.start()
    worker.join(max(0.0, seconds))
    return found if done.is_set() else None


def _harmed(document: Document, model: str) -> list[Fact] | None:
    from inspector.cli.judge_options import JudgeWanted
    from inspector.cli.judging import judges_by
    from inspector.cli.session import entered, further, recall_kept
    from inspector.workbench.document import Stage

    recall_kept(document)
    further(document, Stage.MEASURE, Stage.COMPARE)
    number = len(document.compactions)
    if number not in document.judgements:
        with judges_by(JudgeWanted(model)) as reader:
            reader.look(document, number)
    if number in document.judgements and document.judgements[number].partial:
        # Of what stood in the rest of its answer it says nothing, and neither would the hook.
        return None
    outcome = outcome_at(document, number)
    harms = {fact.id for fact in told_compactions(document, entered(document))[number].harms}
    return [fact for fact in outcome.facts if fact.id in harms] if outcome is not None else []


@contextmanager
def _with_boundary(document: Document, summary: str | None) -> Iterator[Document]:
    """The document; with a summary that its log does not hold yet, a copy of the log in which it stands at the end."""
    if summary is None:
        yield document
        return
    log = Path(document.session.path)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / log.name
        shutil.copyfile(log, copy)
        told = {"sessionId": document.session.id, "version": document.session.version, "isSidechain": False}
        told |= {"timestamp": document.session.ended or document.session.started or ""}
        boundary = told | {"type": "system", "subtype": "compact_boundary", "uuid": "boundary", "parentUuid": None}
        boundary |= {"compactMetadata": {"trigger": "auto"}}
        message = {"role": "user", "content": f"This session is being continued from a previous one.\n\n{summary}"}
        behind = told | {"type": "user", "isCompactSummary": True, "uuid": "summary", "parentUuid": "boundary"}
        rows = (boundary, behind | {"message": message})
        with copy.open("ab") as out:
            # A line that is being written is no part of it.
            out.write(b"".join(b"\n" + json.dumps(row).encode() for row in rows) + b"\n")
        with closing(read(copy, agent="claude-code")) as whole:
            yield whole
