"""LangGraph threads: the SQLite database that its checkpointer writes (SqliteSaver, AsyncSqliteSaver).

Producer:  langchain-ai/langgraph, langgraph-checkpoint-sqlite; graphs of LangChain's create_agent, langgraph.prebuilt,
           deepagents, langmem, or of one's own, that keep LangChain's messages. No version is stored.
Evidence:  source and databases that these wrote here with made models: langgraph 1.2.22, langgraph-checkpoint-sqlite
           3.1.2, langchain 1.4.7, langmem 0.0.30, deepagents 0.7.32; eight real databases of 2024 to 2026 with 54
           threads, one of them in the layout before 0.2, none with a compaction; checked 2026-11-23.
Context:   the channel ``messages`` as of each checkpoint, written down whole, or as deltas (``writes``). What is sent
           instead stands in ``llm_input_messages`` or ``summarized_messages``, or follows from deepagents' event.
Compaction: SummarizationMiddleware removes all messages and marks the one in their place (``lc_source``); deepagents
           keeps them and notes a summary and a cut; langmem keeps a RunningSummary; a program may keep its own text
           in the channel ``summary``, written as it removed messages. All four are recorded. Messages that a program
           removes without one are a recorded trim; a text of its own in their place is inferred.
Not said:  system prompt and tools (create_agent keeps them out of the state), what a node trims or edits right before
           it calls the model (where a request was sent less than its context has, that is said), what came between
           steps of one checkpoint (durability "exit", said, too, by the steps that its number skips), the summarizer's
           own request, why a summary was made unless the agent called a tool for it, the model's window.
Damage:    pickled and encrypted values (said, never opened), deleted checkpoints, writes of a step that never ended.

Values are MessagePack with LangGraph's own types, or JSON; what they name is never imported or made (``packed``).
A checkpoint whose parent is not the one before goes back to it. Subgraphs with checkpoints of their own are linked as
``<thread>|<subgraph>``. Files: ``stored`` reads the rows, ``message`` and ``state`` say what is sent, ``walk`` follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inspector.model import Session
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report, can_say
from inspector.read.adapters.langgraph.stored import SEPARATOR, first_words, read_stored, threads_in
from inspector.read.tables import session_path, split


class LangGraph(Adapter):
    id = "langgraph"
    title = "LangGraph checkpoints"
    capabilities = can_say(
        always="timestamps", sometimes="usage system_prompt reasoning compactions summary_text kept_tail"
    )

    def find(self, folder: Path) -> Iterable[Path]:
        """Every thread of a database; programs keep it where they like."""
        if folder.is_file():
            for thread in threads_in(folder):
                yield session_path(folder, thread)

    def recognise(self, probe: Probe) -> Match | None:
        """By the tables of checkpoints and writes and their columns."""
        columns = probe.columns.get("checkpoints", frozenset())
        if columns >= {"thread_id", "checkpoint", "metadata"} and columns & {"checkpoint_id", "thread_ts"}:
            return Match(0.95, "the table checkpoints with threads")
        return None

    def glance(self, probe: Probe) -> Glance:
        """The first words of the thread, and the times of its first and last checkpoint."""
        return first_words(*split(probe.path))

    def read(self, path: Path, report: Report) -> Session:
        """Read one thread; of a database the latest that is whole, where none is named."""
        from inspector.read.adapters.langgraph.walk import Steps

        stored = read_stored(path, report)
        steps = Steps(self.id, stored)
        steps.read()
        build = steps.build
        # Of threads whose beginning is gone the latest may not be the one.
        build.more_sessions(stored.others, "one of them")
        build.path = str(path)
        id_ = f"{stored.thread}{SEPARATOR}{stored.space}" if stored.space else stored.thread
        return steps.session(self, id_, build.first_words)


ADAPTER = LangGraph()
