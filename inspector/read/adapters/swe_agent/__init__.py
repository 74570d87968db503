"""SWE-agent trajectories (``.traj``).

Producer:  SWE-agent (princeton-nlp, SWE-agent/SWE-agent), open source, 0.x to 1.1. Read as real logs: demonstrations
           of 0.x and 1.0; ``query`` and ``attempts`` (1.1) in the source only.
Evidence:  source: SWE-agent/SWE-agent 3ea751c0 sweagent/agent/{agents,history_processors}.py, sweagent/types.py;
           observed in real logs; checked 2026-11-20.
Context:   ``history`` is the list of messages, never changed. Before every request, history processors make what is
           sent from it; since 1.1 each step has that as ``query`` (for a time ``messages``, which go on to the
           step's own answer and result). After an answer that could not be used, the answer and a complaint are
           sent along until one can; they are not in the history.
Compaction: none. ``last_n_observations`` clears all but the newest results in place ("Old environment output: (n
           lines omitted)"), again at every request: listed once as an edit, where it begins. Without ``query`` it
           is worked out from the settings in ``replay_config`` by the processor's own rule; without those it is
           unknown. Results of earlier logs may then have been cleared with no sign of it.
Not said:  times, usage by request (totals only), tool definitions. In 0.x, what was sent.
Damage:    cut documents; histories of demonstrations without a trajectory.

Files: ``attempts`` walks the steps beside the history and tells which results a request was sent without.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say, own_folder
from inspector.read.content import plain_stem
from inspector.read.documents import read_document
from inspector.read.values import as_dict, as_list

_SIGNS = (re.compile(rb'"trajectory":\s*\['), re.compile(rb'"(?:thought|response)":'), re.compile(rb'"action":'))
_IN_HISTORY = re.compile(rb'"message_type":\s*"(?:system_prompt|observation|action|demonstration)"')


class SweAgent(Adapter):
    id = "swe-agent"
    title = "SWE-agent"
    capabilities = can_say(always="system_prompt", sometimes="reasoning kept_tail")
    named = ("**/*.traj",)

    def folders(self, home: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Where its settings say; by default below the folder it was started in, which is not known here."""
        if own := own_folder(env, "SWE_AGENT_TRAJECTORY_DIR"):
            yield own

    def recognise(self, probe: Probe) -> Match | None:
        """By the steps of a trajectory, or the kinds of messages in a history."""
        head = probe.head.lstrip()
        if not head.startswith(b"{"):
            return None
        if all(sign.search(head) for sign in _SIGNS) and b'"observation":' in head and b'"source"' not in head[:2000]:
            return Match(0.95, "a trajectory of steps with thought, action and observation")
        if b'"history"' in head[:4000] and _IN_HISTORY.search(head):
            return Match(0.9, "a history of messages with their message_type")
        is_one = b'"trajectory"' in head and ".traj" in probe.path.suffixes
        return Match(0.7, "a trajectory in a .traj file") if is_one else None

    def glance(self, probe: Probe) -> Glance:
        """Its name; the log has no times."""
        return Glance(plain_stem(probe.path))

    def read(self, path: Path, report: Report) -> Session:
        """Read a trajectory, or every attempt in it one behind the other."""
        from inspector.read.adapters.swe_agent.attempts import Attempts

        document = as_dict(read_document(path, report))
        walk = Attempts(self.id, path)
        attempts = as_list(document.get("attempts"))
        for index, attempt in enumerate(attempts):
            walk.attempt(as_dict(attempt), f"/attempts/{index}", index + 1)
        if not attempts:
            walk.attempt(document, "", 0)
        walk.close(as_dict(document.get("info")))
        session = plain_stem(path)
        return walk.build.session(id=session, title=walk.build.opening, cwd=walk.cwd, capabilities=self.capabilities)


ADAPTER = SweAgent()
