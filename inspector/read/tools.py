"""One vocabulary for what agents' tools do, whatever each agent calls them."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Any

from inspector.read.values import as_dict, as_list, as_text, preview


class ToolKind(StrEnum):
    """What a tool call does to the world."""

    READ = "read"
    EDIT = "edit"
    CREATE = "create"
    RUN = "run"
    SEARCH = "search"
    FETCH = "fetch"
    DELEGATE = "delegate"
    ASK = "ask"
    PLAN = "plan"
    TODO = "todo"
    OTHER = "other"


_NAMES: dict[ToolKind, str] = {
    ToolKind.READ: """read read_file view view_file open_file cat readfile read_many_files notebookread view_image
        fs_read read_files""",
    ToolKind.EDIT: """edit multiedit edit_file replace apply_patch str_replace str_replace_editor replace_in_file
        apply_diff notebookedit search_replace insert_content str_replace_based_edit_tool patch update_file
        editor""",
    ToolKind.CREATE: "write write_file create create_file write_to_file writefile new_file fs_write",
    ToolKind.RUN: """bash shell exec_command run_shell_command execute_command run_command terminal execute_bash
        local_shell_call powershell write_stdin run_in_terminal cmdrunaction shell_command bashoutput execute
        taskoutput read_powershell read_bash exec run_commands""",
    ToolKind.SEARCH: """grep glob search find ls list_directory list_files search_files search_file_content
        codebase_search rg file_search grep_search glob_file_search list_dir list""",
    ToolKind.FETCH: """webfetch websearch web_fetch web_search google_web_search fetch browse browser_action
        web_search_call""",
    ToolKind.DELEGATE: """task agent spawn_agent delegate delegate_task new_task sessions_spawn dispatch_agent
        sendmessage""",
    ToolKind.ASK: "ask_followup_question request_user_input question ask_question",
    ToolKind.PLAN: "exitplanmode exit_plan_mode enterplanmode plan_mode_respond exit_plan",
    ToolKind.TODO: """todowrite todoread update_plan write_todos taskcreate taskupdate tasklist todo_write todo
        manage_todo_list update_todo_list task_tracker""",
}
# Extensions have their own: ask_user_question, AskUser, ask_human.
_ASKS = re.compile(r"ask_?(?:the_?)?(?:user|human)")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_CHANGES = frozenset("edit write replace insert create update delete remove rename patch move apply format".split())
_KIND_OF = {name: kind for kind, names in _NAMES.items() for name in names.split()}

_PATH_KEYS = ("file_path", "path", "filePath", "absolute_path", "target_file", "notebook_path", "filename", "file")
_COMMAND_KEYS = ("command", "cmd", "script")
_OTHER_KEYS = ("pattern", "query", "url", "description", "prompt", "question", "subject", "name", "skill")
_RANK = {key: rank for rank, key in enumerate((*_COMMAND_KEYS, *_PATH_KEYS, *_OTHER_KEYS))}


@lru_cache(maxsize=1024)
def tool_kind(name: str) -> ToolKind:
    """What a tool of this name does; OTHER where the name is not known."""
    short = name.lower().rsplit("__", 1)[-1]
    return _KIND_OF.get(short, ToolKind.ASK if _ASKS.match(short) else ToolKind.OTHER)


def may_change(name: str) -> bool:
    """Whether a tool that is not known, such as a server's, may change files, by its name."""
    return tool_kind(name) is ToolKind.OTHER and any(word.lower() in _CHANGES for word in _WORDS.findall(name))


def path_argument(arguments: Any) -> str:
    """The file a call names, or ""."""
    told = as_dict(arguments)
    return next((value for key in _PATH_KEYS if (value := as_text(told.get(key)))), "")


def command_argument(arguments: Any) -> str:
    """The command line a call runs, or ""; a list of words is joined, and ``bash -lc`` is left out.

    Several command lines stand one behind the other.
    """
    if not isinstance(arguments, dict):
        return ""
    for key in _COMMAND_KEYS:
        value = arguments.get(key)
        if isinstance(value, list):
            words = [as_text(word) for word in value]
            return words[2] if len(words) == 3 and words[1] in ("-lc", "-c") else " ".join(words)
        if isinstance(value, str) and value:
            return value
    return "; ".join(filter(None, map(as_text, as_list(arguments.get("commands")))))


def headline(name: str, arguments: Any) -> str:
    """One line that says what a call does: the tool and the argument that matters most."""
    what = ""
    if isinstance(arguments, dict):
        what = _matters(arguments) or _several(arguments) or _question(arguments) or _todo(arguments)
    return f"{name} {preview(what)}".strip()


def _matters(arguments: dict[str, Any]) -> str:
    """The first of a command, a path and the other telling arguments; most calls have few arguments."""
    best, found = len(_RANK), ""
    for key, value in arguments.items():
        rank = _RANK.get(key, best)
        if rank < best and value:
            text = value if type(value) is str else command_argument({key: value})
            best, found = (rank, text) if text else (best, found)
    return found


def _several(arguments: dict[str, Any]) -> str:
    files = (path_argument(file) for file in as_list(arguments.get("files")))
    return command_argument(arguments) or ", ".join(filter(None, files))


def _question(arguments: Any) -> str:
    questions = as_list(as_dict(arguments).get("questions"))
    return as_text(as_dict(questions[0]).get("question")) if questions else ""


def _todo(arguments: Any) -> str:
    told = as_dict(arguments)
    steps = [as_dict(step) for step in as_list(told.get("todos")) or as_list(told.get("plan"))]
    if not steps:
        return as_text(told.get("plan"))
    done = sum(step.get("status") in ("completed", "done") for step in steps)
    now = next((step for step in steps if step.get("status") == "in_progress"), {})
    doing = as_text(now.get("content")) or as_text(now.get("step"))
    return f"{done} of {len(steps)} done{', now: ' if doing else ''}{doing}"
