"""A judge in a hook: it reads the newest compaction while the agent waits, and is left where it takes too long."""

from __future__ import annotations

import threading

from inspector.cli.hooks import journal
from inspector.errors import InspectorError
from inspector.workbench.document import Document


def judge_in_time(document: Document, compaction: int, model: str, seconds: float) -> bool:
    """Let a model read a compaction; whether its verdicts stand in the document now.

    Where they do not, what is exact stands, and what was asked goes on in a thread that ends with the process. What it
    read before is kept and asked for once.
    """
    if compaction in document.judgements:
        return True
    worker = threading.Thread(target=_judge, args=(document, compaction, model), daemon=True)
    worker.start()
    worker.join(max(0.0, seconds))
    return not worker.is_alive() and compaction in document.judgements


def _judge(document: Document, compaction: int, model: str) -> None:
    from inspector.cli.judge_options import JudgeWanted
    from inspector.cli.judging import judges_by

    try:
        with judges_by(JudgeWanted(model)) as reader:
            reader.look(document, compaction)
    except InspectorError as why:
        journal.note("judge", "", f"compaction {compaction} was not judged: {why.message}")
    except Exception as why:
        journal.note("judge", "", f"compaction {compaction} was not judged: {type(why).__name__}: {why}")
