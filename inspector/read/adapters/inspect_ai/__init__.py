"""inspect_ai evaluation logs: ``.eval`` archives and JSON logs.

Producer:  inspect_ai (UK AI Security Institute), open source. Logs of 0.3.285 were made here against a made model.
Evidence:  source: UKGovernmentBEIS/inspect_ai 499e6152 and the history of src/inspect_ai/{log/_log.py,
           log/_condense.py, log/_pool.py, log/_recorders/eval.py, event/*.py, model/_chat_message.py,
           model/_compaction/*.py}; checked 2026-11-20.
Context:   each model event holds its whole input, in the event or as ranges of a pool of messages; messages are
           known again by their ids. A log holds many samples: they follow each other, each with an empty context.
Compaction: an event with its type and the tokens before and after; what was kept is the input of the next request
           of the same role and agent. What tools gave back since the last request is taken from their events. A
           provider's own (CompactionNative) is told by no request; Anthropic's can be read. Rewrites that no event
           marks are compared and labelled inferred.
Not said:  model windows, the summary's text apart from the message that carries it, prompts of agents that are
           bridged. Requests of other roles, agents and scorers stand as threads of their own.
Damage:    archives without an index (a run that was stopped), members that cannot be unpacked (one sample each).

Texts of an archive are held in memory: its members cannot be read back by offset. Attachments are put in place.

Files: ``archive`` opens either form, ``sample`` walks it, ``events`` tells whose an event is and what a request was
sent, ``messages`` what a message holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from inspector.model import Session, Severity
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say
from inspector.read.adapters.inspect_ai.archive import read_log
from inspector.read.adapters.inspect_ai.sample import Walk
from inspector.read.content import plain_stem
from inspector.read.ends import times_in
from inspector.read.values import as_dict, as_text

MOST = 200
"""Samples read of one log."""
_MEMBERS = re.compile(rb"(?:_journal/start\.json|header\.json|samples/[^\x00]{1,200}?_epoch_\d+\.json)")
_EVAL = re.compile(rb'"eval":\s*\{')
_SIGNS = (re.compile(rb'"(?:run_id|eval_id|task_id)":'), re.compile(rb'"task":'))
_BESIDE = (b'"eval":', b'"samples":', b'"epoch":', b'"target":')
_TIME = re.compile(rb'"(?:created|completed_at|started_at)":\s*"([0-9T:.+Z-]+)"')
_TASK = re.compile(rb'"task":\s*"([^"\\]+)"')


class InspectAi(Adapter):
    id = "inspect-ai"
    title = "inspect_ai"
    capabilities = can_say(
        always="usage system_prompt tools compactions kept_tail timestamps",
        sometimes="reasoning summary_text",
    )
    named = ("**/*.eval",)

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Where its settings say; by default below the folder it was started in, which is not known here."""
        own = env.get("INSPECT_LOG_DIR", "")
        if own and "://" not in own:
            yield Path(own).expanduser()

    def recognise(self, probe: Probe) -> Match | None:
        """By the members of an archive, or the description of the evaluation at the start of a document."""
        if probe.head[:4] == b"PK\x03\x04":
            found = _MEMBERS.search(probe.head) or _MEMBERS.search(probe.tail)
            return Match(1.0, "an archive with a header and samples") if found else None
        head = probe.head.lstrip()[:20_000]
        if head.startswith(b"{") and _EVAL.search(head) and all(sign.search(head) for sign in _SIGNS):
            return Match(0.95, "an evaluation with its task and run")
        if head.startswith(b"{") and all(sign in probe.head for sign in _BESIDE):
            return Match(0.8, "samples with their epoch beside an evaluation")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The task and the times of a document; of an archive its name."""
        task = _TASK.search(probe.head)
        title = task[1].decode("utf-8", "replace") if task else plain_stem(probe.path)
        return Glance(title, *times_in(probe, _TIME))

    def read(self, path: Path, report: Report) -> Session:
        """Read the samples of a log one behind the other. Raises CannotRead."""
        log = read_log(path, report)
        walk = Walk(self.id, str(path))
        for sample in log.samples:
            if walk.samples == MOST:
                message = f"The first {MOST} samples are shown; the log holds more."
                walk.build.problem(Severity.WARNING, "more-samples", message, sample.at)
                break
            walk.sample(sample)
        about = as_dict(log.header.get("eval"))
        walk.build.version(as_dict(about.get("packages")).get("inspect_ai"))
        name = next(filter(None, (as_text(about.get(key)) for key in ("eval_id", "run_id"))), plain_stem(path))
        title = as_text(about.get("task")) or walk.build.first_words
        return walk.build.session(id=name, title=title, cwd="", capabilities=self.capabilities)


ADAPTER = InspectAi()
