"""Small databases of frameworks: what a program keeps that was written with an SDK for agents."""

from __future__ import annotations

import json
from typing import Any

from tests.sample_scripts import checkpoints
from tests.sample_scripts.case import Case
from tests.sample_scripts.store import fact, packed, told

# OpenAI Agents SDK ------------------------------------------------------------------------------------------------

OPENAI_AGENTS = (
    "CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, "
    "updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)",
    "CREATE TABLE agent_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, "
    "message_data TEXT NOT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)",
    "CREATE TABLE message_structure (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, "
    "message_id INTEGER NOT NULL, branch_id TEXT NOT NULL DEFAULT 'main', message_type TEXT NOT NULL, "
    "sequence_number INTEGER NOT NULL, user_turn_number INTEGER, branch_turn_number INTEGER, tool_name TEXT, "
    "created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)",
    "CREATE TABLE turn_usage (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, "
    "branch_id TEXT NOT NULL DEFAULT 'main', user_turn_number INTEGER NOT NULL, requests INTEGER DEFAULT 0, "
    "input_tokens INTEGER DEFAULT 0, output_tokens INTEGER DEFAULT 0, total_tokens INTEGER DEFAULT 0, "
    "input_tokens_details JSON, output_tokens_details JSON, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)",
)
RULE = "Never promise a guest a table on the terrace."


def message(role: str, text: str) -> dict[str, Any]:
    """A message as the Responses API answers it, and as it is kept after a compaction."""
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def write_openai_agents() -> Case:
    """A list that ``responses.compact`` wrote anew, work behind it, and a branch that goes back to a turn."""
    sealed = {"id": "cmp_1", "type": "compaction", "encrypted_content": "gAAAA-made-up"}
    thought = {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": "Look at Friday."}]}
    call = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "free_tables"}
    call["arguments"] = '{"day": "Friday"}'
    output = {"type": "function_call_output", "call_id": "call_1", "output": "inside: 2, terrace: 1"}
    talk: list[tuple[int, int, dict[str, Any]]] = [
        (21, 1, message("user", f"Answer the guests of the harbour café. {RULE}")),
        (21, 2, message("user", "Move the party of Thursday to the long table.")),
        (21, 2, sealed),
        (40, 3, {"role": "user", "content": "Is there room for four on Friday?"}),
        (41, 3, thought),
        (41, 3, call),
        (41, 3, output),
        (43, 3, message("assistant", "Two tables are free inside on Friday.")),
        (55, 4, {"role": "user", "content": "Book one of them for Ines."}),
        (56, 4, message("assistant", "Booked for Ines, Friday at eight.")),
    ]
    rows: list[tuple[str, list[Any]]] = [("agent_sessions", ["café-7", _at(2), _at(59)])]
    placed = []
    for number, (minute, turn, item) in enumerate(talk, 31):
        rows.append(("agent_messages", [number, "café-7", json.dumps(item, ensure_ascii=False), _at(minute)]))
        placed.append((number, "main", turn))
    # A branch shares what stands before its turn.
    placed += [(number, "other-day", turn) for number, _, turn in placed if turn < 4]
    for number, item in ((41, {"role": "user", "content": "Rather on Sunday."}), (42, message("assistant", "Done."))):
        rows.append(("agent_messages", [number, "café-7", json.dumps(item), _at(58)]))
        placed.append((number, "other-day", 4))
    for place, (number, branch, turn) in enumerate(placed, 1):
        rows.append(
            ("message_structure", [place, "café-7", number, branch, "message", place, turn, turn, None, _at(58)])
        )
    cached, thinking = '{"cached_tokens": 1200}', '{"reasoning_tokens": 0}'
    rows += [
        ("turn_usage", [1, "café-7", "main", 3, 2, 3_900, 75, 3_975, cached, thinking, _at(43)]),
        ("turn_usage", [2, "café-7", "main", 4, 1, 2_050, 20, 2_070, cached, thinking, _at(56)]),
    ]
    shows = [
        "a list written anew by responses.compact: messages that stay, and a summary that nobody can read",
        "a branch that goes back to a turn; tokens by turn, which are a request's where it has only one",
    ]
    at = "agent_messages/33/message_data"
    truth = told("A list written anew, and a branch", "openai-agents", "sessions.db", shows, [
        {"pointer": at, "kind": "native", "trigger": "unknown", "summary_pointer": at}
    ])  # fmt: skip
    truth["facts"] = [fact("terrace", "agent_messages/31/message_data/content/0/text", RULE)]
    return Case("openai-agents/0.24/other-day", "sessions.db", {"sessions.db": packed(OPENAI_AGENTS, rows)}, truth)


def _at(minute: int) -> str:
    return f"2026-10-05 17:{minute:02}:00"


# LangGraph --------------------------------------------------------------------------------------------------------

TOUR = "Plan three walks in the old town. Every walk has to end before five, the bus leaves then."
FIRST = "/channel_values/messages/0/content"
TOLD = (
    "Here is a summary of the conversation to date:\n\nTwo of three walks are planned: the mill and the town wall. "
    "Opening hours come from the tool."
)


def write_langgraph() -> Case:
    """A thread that SummarizationMiddleware shortens, losing a rule, and a second thread."""
    asked = checkpoints.message("human", TOUR, "m1")
    looked = checkpoints.answer("", "m2", 420, tool_calls=[checkpoints.call("hours", "c1", place="mill")])
    hours = checkpoints.message("tool", "The mill: ten to four", "m3", tool_call_id="c1", name="hours")
    first = checkpoints.answer("Walk one: the mill, from one to three.", "m4", 510)
    more = checkpoints.message("human", "Good. Now the town wall.", "m5")
    second = checkpoints.answer([{"type": "text", "text": "Walk two: the wall, from two to four."}], "m6", 560)
    last = checkpoints.message("human", "And the third?", "m7")
    marked = {"additional_kwargs": {"lc_source": "summarization"}}
    summary = checkpoints.message("human", TOLD, "m8", **marked)
    third = checkpoints.answer("Walk three: the harbour by night, from seven on.", "m9", 300)
    thread = checkpoints.Thread("tour-3")
    talk = [asked]
    thread.said(*talk)
    for step in (looked, hours, first):
        talk.append(step)
        thread.did(*talk)
    talk.append(more)
    thread.said(*talk)
    talk.append(second)
    thread.did(*talk)
    talk.append(last)
    thread.said(*talk)
    thread.write("messages", [checkpoints.message("remove", "", "__remove_all__"), summary, second, last])
    compacted = len(thread.rows)
    thread.step({"messages": [summary, second, last]})
    thread.did(summary, second, last, third)
    other = checkpoints.Thread("tour-2")
    other.said(checkpoints.message("human", "Is the museum open on Monday?", "n1"))
    rows = [*other.rows, *thread.rows]
    number = sum(table == "checkpoints" for table, _ in [*other.rows, *thread.rows[: compacted + 1]])
    at = f"checkpoints/{number}/checkpoint"
    shows = [
        "messages that a middleware removed, with the summary that it marked in their place; a rule is lost",
        "contexts as of each step, with the tokens of each answer; a second thread in the same database",
    ]
    truth = told("A summary that loses when the bus leaves", "langgraph", "checkpoints.sqlite", shows, [
        {"pointer": at, "kind": "summary", "trigger": "auto", "summary_pointer": f"{at}{FIRST}"}
    ])  # fmt: skip
    rule = "Every walk has to end before five, the bus leaves then."
    begun = f"checkpoints/{sum(table == 'checkpoints' for table, _ in other.rows) + 2}/checkpoint{FIRST}"
    truth["facts"] = [fact("bus", begun, rule, (1, "lost", "", ""))]
    files = {"checkpoints.sqlite": packed(checkpoints.LANGGRAPH, rows)}
    return Case("langgraph/1.2/walks", "checkpoints.sqlite", files, truth)


# Google ADK -------------------------------------------------------------------------------------------------------

GOOGLE_ADK = (
    "CREATE TABLE sessions (app_name TEXT NOT NULL, user_id TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, "
    "create_time REAL NOT NULL, update_time REAL NOT NULL, PRIMARY KEY (app_name, user_id, id))",
    "CREATE TABLE events (id TEXT NOT NULL, app_name TEXT NOT NULL, user_id TEXT NOT NULL, session_id TEXT NOT NULL, "
    "invocation_id TEXT NOT NULL, timestamp REAL NOT NULL, event_data TEXT NOT NULL, "
    "PRIMARY KEY (app_name, user_id, session_id, id))",
)
NOON = 1_790_000_000


def adk_event(second: float, author: str, *parts: dict[str, Any], sent: int = 0, **actions: Any) -> dict[str, Any]:
    """An event as the kit keeps it; one with ``sent`` answers a call of that many tokens."""
    made: dict[str, Any] = {"invocation_id": f"e-{second // 10}", "author": author, "id": f"event-{second}"}
    made |= {"timestamp": NOON + second, "actions": {"state_delta": {}, **actions}}
    if parts:
        by_model = author != "user" and "function_response" not in parts[0]
        made["content"] = {"parts": list(parts), "role": "model" if by_model else "user"}
    if sent:
        made["usage_metadata"] = {"prompt_token_count": sent, "candidates_token_count": 20}
        made["usage_metadata"] |= {"cached_content_token_count": 50, "total_token_count": sent + 20}
        made["model_version"] = "gemini-3-pro" if parts else None
    return made


def adk_compaction(second: float, start: int, end: int, text: str, sent: int) -> dict[str, Any]:
    """The event of a compaction of what came between two seconds."""
    told = {"start_timestamp": NOON + start, "end_timestamp": NOON + end}
    told["compacted_content"] = {"parts": [{"text": text}], "role": "model"}
    return adk_event(second, "user", sent=sent, compaction=told)


def adk_database(*events: dict[str, Any], session: str = "pantry-2") -> bytes:
    """A session of these events."""
    rows: list[tuple[str, list[Any]]] = [("sessions", ["home", "ida", session, "{}", NOON, NOON + 90])]
    for event in events:
        data = json.dumps(event, ensure_ascii=False)
        values = [event["id"], "home", "ida", session, event["invocation_id"], event["timestamp"], data]
        rows.append(("events", values))
    return packed(GOOGLE_ADK, rows)


def write_google_adk() -> Case:
    """Two compactions of a sliding window, whose summaries stand side by side; the second forgets a rule."""
    rule = "Never open the plum jam, it is for the fair."
    call = {"function_call": {"id": "call_1", "name": "shelf", "args": {"number": 2}}}
    gave = {"function_response": {"id": "call_1", "name": "shelf", "response": {"jars": ["plum", "quince"]}}}
    body = adk_database(
        adk_event(1, "user", {"text": "Count the jars on shelf one."}),
        adk_event(2, "home", {"text": "Look there first.", "thought": True}, {"text": "Nine jars."}, sent=300),
        adk_compaction(3, 1, 2, "Shelf one has nine jars.", 200),
        adk_event(11, "user", {"text": f"And shelf two? {rule}"}),
        adk_event(12, "home", call, sent=260),
        adk_event(13, "home", gave),
        adk_event(14, "home", {"text": "Plum and quince."}, sent=310),
        adk_compaction(15, 11, 14, "Shelf two has plum and quince.", 280),
        adk_event(21, "user", {"text": "Open one for breakfast."}),
        adk_event(22, "home", {"text": "I open the plum jam."}, sent=240),
    )
    shows = [
        "two summaries side by side, each in the place of the events between two times; a rule is lost",
        "a call and its result, thoughts, and the tokens of each call, the summarizer's among them",
    ]
    compactions = [
        {"pointer": f"events/{row}/event_data", "kind": "summary", "trigger": "auto",
         "summary_pointer": f"events/{row}/event_data/actions/compaction/compacted_content/parts/0/text"}
        for row in (3, 8)
    ]  # fmt: skip
    truth = told("Two summaries side by side", "google-adk", "sessions.db", shows, compactions)
    truth["facts"] = [fact("plum", "events/4/event_data/content/parts/0/text", rule, (2, "lost", "", ""))]
    return Case("google-adk/2.13/pantry", "sessions.db", {"sessions.db": body}, truth)


# Strands Agents ---------------------------------------------------------------------------------------------------


def strands_message(name: str, role: str, *content: dict[str, Any], sent: int = 0) -> dict[str, Any]:
    """A message as Strands keeps it; an answer with the tokens of its call."""
    made: dict[str, Any] = {"role": role, "content": list(content)}
    if sent:
        usage = {"inputTokens": sent - 50, "cacheReadInputTokens": 50, "outputTokens": 20, "totalTokens": sent + 20}
        made["metadata"] = {"usage": usage, "metrics": {"latencyMs": 900}}
    return made | {"tracking_id": name}


def strands_snapshot(minute: int, gone: int, *messages: dict[str, Any]) -> dict[str, Any]:
    """A snapshot; where messages are gone, the first that stands is their summary."""
    manager: dict[str, Any] = {"__name__": "SummarizingConversationManager", "removed_message_count": gone}
    manager["summary_message"] = messages[0] if gone else None
    data = {"messages": list(messages), "state": {}, "conversation_manager_state": manager}
    data["system_prompt"] = [{"text": "You tend a garden."}]
    stamp = f"2026-10-05T17:{minute:02}:00.000000Z"
    return {"scope": "agent", "schema_version": "1.0", "created_at": stamp, "data": data, "app_data": {}}


def write_strands() -> Case:
    """The latest snapshot of an agent, whose summary was written when its history was gone already."""
    call = {"toolUse": {"toolUseId": "call_1", "name": "beds", "input": {"side": "south"}}}
    gave = {"toolResult": {"toolUseId": "call_1", "status": "success", "content": [{"text": "beans, peas"}]}}
    thought = {"reasoningContent": {"reasoningText": {"text": "Beans are dry.", "signature": "made-up"}}}
    snapshot = strands_snapshot(
        30, 6,
        strands_message("m0", "user", {"text": "The garden has four beds; two were watered."}),
        strands_message("m7", "assistant", {"text": "I look at the south."}, call, sent=900),
        strands_message("m8", "user", gave),
        strands_message("m9", "assistant", thought, {"text": "Beans and peas. Shall I water both?"}, sent=420),
        strands_message("m10", "user", {"text": "Yes, but never water the peas before noon."}),
        strands_message("m11", "assistant", {"text": "Both are watered."}, sent=470),
    )  # fmt: skip
    name, at = "snapshot_latest.json", "/data/conversation_manager_state"
    shows = [
        "the last compaction as a snapshot keeps it: what it replaced is gone, when it was is told by tokens",
        "a call and its result, thoughts, and the tokens of each answer that has a context",
    ]
    truth = told("A snapshot behind a compaction", "strands", name, shows, [
        {"pointer": at, "kind": "summary", "trigger": "auto", "summary_pointer": f"{at}/summary_message/content/0/text"}
    ])  # fmt: skip
    truth["facts"] = [fact("peas", "/data/messages/4/content/0/text", "never water the peas before noon.")]
    return Case("strands/1.62/garden", name, {name: json.dumps(snapshot).encode()}, truth)


# Agent Client Protocol --------------------------------------------------------------------------------------------


def acp_prompt(number: int, text: str) -> dict[str, Any]:
    """A person's message, as a client sends it."""
    params = {"sessionId": "attic-3", "prompt": [{"type": "text", "text": text}]}
    return {"jsonrpc": "2.0", "id": number, "method": "session/prompt", "params": params}


def acp_update(what: str, text: str = "", /, **more: Any) -> dict[str, Any]:
    """What an agent tells while it works; a text stands in one block."""
    content = {"content": {"type": "text", "text": text}} if text else {}
    params = {"sessionId": "attic-3", "update": {"sessionUpdate": what, **content, **more}}
    return {"jsonrpc": "2.0", "method": "session/update", "params": params}


def acp_done(number: int, **usage: int) -> dict[str, Any]:
    """The answer to a prompt."""
    return {"jsonrpc": "2.0", "id": number, "result": {"stopReason": "end_turn", "usage": usage or None}}


def write_acp() -> Case:
    """A session with two compactions that the agent announces: one by itself, one that was asked for."""
    rule = "Never throw away a letter."
    result = [{"type": "content", "content": {"type": "text", "text": "three boxes"}}]
    call = {"toolCallId": "c1", "title": "look", "kind": "read", "rawInput": {"room": "attic"}}
    begun = {"compactionId": "k1", "status": "in_progress"}
    rows = [
        {"jsonrpc": "2.0", "id": 0, "method": "session/new", "params": {"cwd": "/attic", "mcpServers": []}},
        {"jsonrpc": "2.0", "id": 0, "result": {"sessionId": "attic-3"}},
        acp_prompt(1, f"Clear the attic. {rule}"),
        acp_update("agent_thought_chunk", "Look first."),
        acp_update("tool_call", **call, status="in_progress"),
        acp_update("tool_call_update", toolCallId="c1", status="completed", content=result),
        acp_update("agent_message_chunk", "There are ", messageId="m1"),
        acp_update("agent_message_chunk", "three boxes.", messageId="m1"),
        acp_update("usage_update", used=900, size=1_000),
        acp_done(1, inputTokens=1_500, outputTokens=60),
        acp_prompt(2, "Empty the first."),
        acp_update("compaction_update", **begun),
        acp_update("compaction_summary_chunk", "The attic is cleared; ", compactionId="k1"),
        acp_update("compaction_summary_chunk", "it has three boxes.", compactionId="k1"),
        acp_update("compaction_update", compactionId="k1", status="completed"),
        acp_update("agent_message_chunk", "The letters are in the bin.", messageId="m2"),
        acp_done(2, inputTokens=400, outputTokens=9),
        acp_prompt(3, "/compact"),
        acp_update("compaction_update", compactionId="k2", status="completed",
                   summary=[{"type": "text", "text": "One box is empty, its letters are gone."}]),
        acp_done(3),
    ]  # fmt: skip
    shows = [
        "two compactions that the agent announces, one with its summary in chunks",
        "a message in chunks, a call with its result, and tokens of turns, which are a request's where it has only one",
    ]
    truth = told("A session over the protocol of clients and agents", "acp", "traffic.jsonl", shows, [])
    truth["compactions"] = [
        {"number": 1, "line": 15, "kind": "summary", "trigger": "unknown", "summary_line": 15},
        {"number": 2, "line": 19, "kind": "summary", "trigger": "manual", "summary_line": 19},
    ]
    letters = fact("letters", "", rule, (1, "lost", "", ""))
    truth["facts"] = [{"line": 3} | {key: value for key, value in letters.items() if key != "pointer"}]
    body = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    return Case("acp/1/attic", "traffic.jsonl", {"traffic.jsonl": body}, truth)


# DeepSeek Harness -------------------------------------------------------------------------------------------------

DSH_HEADER = {"type": "session", "version": 0, "id": "kitchen-1", "cwd": "/kitchen", "createdAt": 1_790_000_000_000}
DSH_HEADER |= {"delegationDepth": 0}


def dsh_event(seq: int, kind: str, data: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An event of the log."""
    return {"type": kind, "seq": seq, "time": 1_790_000_000_000 + seq * 1_000, "data": data, **more}


def dsh_said(
    seq: int, who: str, *blocks: dict[str, Any], replaces: tuple[int, int] | None = None, **source: Any
) -> Any:
    """A message on the surface: of a person (user), a plugin, the model, or what a tool gave back."""
    kind = {"model": "assistant/message", "tool": "tool/result"}.get(who, "user/message")
    role = "assistant" if who == "model" else "user"
    made = {"id": f"m{seq}", "role": role, "content": list(blocks), "source": {"kind": who, **source}}
    usage = {"inputTokens": 100 * seq, "cacheReadTokens": 50, "outputTokens": 20}
    data = made if kind == "user/message" else {"turn": 1, "step": 1, "message": made}
    data |= {"usage": usage} if who == "model" else {}
    op = {"op": "replace", "start": replaces[0], "end": replaces[1]} if replaces else "append"
    return dsh_event(seq, kind, data, surfaceOp=op)


def dsh_text(text: str) -> dict[str, Any]:
    """A block of text."""
    return {"type": "text", "text": text}


def write_deepseek_harness() -> Case:
    """A summary in the place of a range that it names, a result that was cut short, and one compaction that failed."""
    rule = "Never put walnuts in."
    call = {"type": "tool-call", "id": "c1", "name": "read_recipe", "arguments": '{"of": "bread"}'}
    gave = {"type": "tool-result", "toolCallId": "c1", "content": [dsh_text("flour, water, salt, and a long story")]}
    short = {**gave, "content": [dsh_text("flour, water … cut")]}
    model = {"provider": "deepseek", "model": "deepseek-chat"}
    summary = {"compactionId": "k1", "summary": [dsh_text("Bread is asked for.")], "shadowedSeqs": [1, 3, 4]}
    summary |= {"shadowedTokenCount": 90, "shadowedRange": {"start": 1, "end": 4}, "llmStreamCall": True, **model}
    summary |= {"usage": {"inputTokens": 300, "outputTokens": 12}}
    rows = [
        DSH_HEADER,
        dsh_event(0, "turn/start", {"turn": 1}),
        dsh_said(1, "user", dsh_text(f"Bake a bread. {rule}")),
        dsh_event(2, "request/header", {"header": {"system": "You bake.", "config": model}, "reason": "initial"}),
        dsh_said(3, "model", {"type": "reasoning", "text": "Read first."}, call, **model),
        dsh_said(4, "tool", gave, callId="c1"),
        dsh_event(5, "compaction/prune", {"shadowedSeqs": [4], "shadowedRange": {"start": 4, "end": 4}}),
        dsh_said(6, "tool", short, replaces=(4, 4), callId="c1"),
        dsh_said(7, "model", dsh_text("The dough rests."), **model),
        dsh_event(8, "compaction/start", {"compactionId": "k1", "turn": 1}),
        dsh_event(9, "compaction/summary", {**summary, "shadowedSeqs": [1, 3, 6]}),
        dsh_said(10, "plugin", dsh_text("<compacted-summary>Bread is asked for.</compacted-summary>"),
                 replaces=(1, 6), plugin="compact", compactionId="k1"),
        dsh_event(11, "compaction/end", {"compactionId": "k1", "turn": 1}),
        dsh_said(12, "user", dsh_text("Now bake it.")),
        dsh_said(13, "model", dsh_text("I add walnuts and bake."), **model),
        dsh_event(14, "compaction/start", {"compactionId": "k2", "turn": None, "sourceCommandId": "c"}),
        dsh_event(15, "compaction/end", {"compactionId": "k2", "turn": None, "error": "the summary was not shorter"}),
    ]  # fmt: skip
    shows = [
        "a summary in the place of the messages that it names, while a later answer stays; a rule is lost",
        "a result that is cut short in place, and a compaction that was asked for and failed",
    ]
    truth = told("A summary in the place of a range", "deepseek-harness", "session.jsonl", shows, [])
    truth["compactions"] = [
        {"number": 1, "line": 12, "kind": "summary", "trigger": "auto", "summary_line": 12},
        {"number": 2, "line": 17, "kind": "summary", "trigger": "manual"},
    ]
    walnuts = fact("walnuts", "", rule, (1, "lost", "", ""))
    truth["facts"] = [{"line": 3} | {key: value for key, value in walnuts.items() if key != "pointer"}]
    body = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    return Case("deepseek-harness/0/bread", "session.jsonl", {"session.jsonl": body}, truth)


# Pydantic AI ------------------------------------------------------------------------------------------------------


def write_pydantic_ai() -> Case:
    """A history with two compactions of the provider's in it, whose answers begin with the summary."""
    rule = "Never sell the blue bicycle."
    talk: list[dict[str, Any]] = [
        _asked(1, {"content": f"Answer the customers of the bicycle shop. {rule}", "part_kind": "user-prompt"}),
        _answered(2, 900, _thinking("Look into the shed first."), _tool_call("call_1", '{"where": "shed"}')),
        _asked(3, _returned("call_1", "3 bicycles: red, green, blue")),
        _answered(4, 980, _text("There are three, one of them blue.")),
        _asked(5, {"content": ["May I have the blue one?"], "part_kind": "user-prompt"}),
        _answered(6, 310, _compaction("A shop for bicycles; three are in the shed."), _text("Of course, 90 euro.")),
        _asked(7, {"content": "And the red one?", "part_kind": "user-prompt"}),
        _answered(8, 360, _tool_call("call_2", {"where": "till"})),
        _asked(9, {**_returned("call_2", "No such till."), "part_kind": "retry-prompt"}),
        _answered(10, 200, _compaction("Blue was sold for 90; red was asked for."), _text("That is 80 euro.")),
    ]
    name = "messages.json"
    shows = [
        "two compactions of the provider's, each in the answer that came with it",
        "a rule that the first summary drops; it is broken in the same answer",
    ]
    compactions = [
        {"pointer": f"/{at}/parts/0/content", "kind": "summary", "trigger": "auto",
         "summary_pointer": f"/{at}/parts/0/content"}
        for at in (5, 9)
    ]  # fmt: skip
    truth = told("Two summaries of the provider's", "pydantic-ai", name, shows, compactions)
    truth["facts"] = [fact("blue", "/0/parts/0/content", rule, (1, "lost", "summary", ""), (2, "lost", "summary", ""))]
    body = json.dumps(talk, ensure_ascii=False).encode()
    return Case("pydantic-ai/2.62/provider-compacts", name, {name: body}, truth)


def _asked(minute: int, *parts: dict[str, Any]) -> dict[str, Any]:
    made = {"parts": list(parts), "timestamp": f"2026-10-05T17:{minute:02}:00Z"}
    return made | {"instructions": "You help in a shop.", "kind": "request", "conversation_id": "shop-4"}


def _answered(minute: int, sent: int, *parts: dict[str, Any]) -> dict[str, Any]:
    usage = {"input_tokens": sent, "cache_read_tokens": 100, "cache_write_tokens": 0, "output_tokens": 20}
    made = {"parts": list(parts), "usage": usage, "model_name": "claude-opus-4-6"}
    made |= {"timestamp": f"2026-10-05T17:{minute:02}:00Z", "kind": "response", "provider_name": "anthropic"}
    return made | {"provider_response_id": f"msg_{minute}", "finish_reason": "stop", "conversation_id": "shop-4"}


def _thinking(text: str) -> dict[str, Any]:
    return {"content": text, "signature": "made-up", "part_kind": "thinking"}


def _tool_call(called: str, args: Any) -> dict[str, Any]:
    return {"tool_name": "count", "args": args, "tool_call_id": called, "part_kind": "tool-call"}


def _returned(called: str, text: str) -> dict[str, Any]:
    return {"tool_name": "count", "content": text, "tool_call_id": called, "part_kind": "tool-return"}


def _text(text: str) -> dict[str, Any]:
    return {"content": text, "part_kind": "text"}


def _compaction(text: str) -> dict[str, Any]:
    return {"content": text, "provider_name": "anthropic", "part_kind": "compaction"}
