"""mini-swe-agent: messages, the task in its template, the person beside the agent."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import mini_swe_agent
from inspector.read.bodies import Bodies
from inspector.read.open import open_log
from tests.check_session import sources_hold_their_texts
from tests.conftest import SAMPLES
from tests.read_back import read_whole

ADAPTER = mini_swe_agent.ADAPTER
SAMPLE = SAMPLES / "mini-swe-agent" / "2.2" / "interrupted" / "slug.traj.json"
SYSTEM = {"role": "system", "content": "be good"}


@pytest.fixture
def read(tmp_path):
    def write_and_read(*messages, template="", plain=False):
        info = {"config": {"agent": {"instance_template": template}}}
        path = tmp_path / "log.traj.json"
        path.write_bytes(orjson.dumps(list(messages) if plain else {"info": info, "messages": list(messages)}))
        return read_whole(ADAPTER, path)

    return write_and_read


def human(session):
    return [(item.preview, item.detail) for item in session.items if item.origin is Origin.HUMAN]


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("Please solve: {{task}}\nRules", "Please solve: fix it\nRules"),
        ("{% if x %}a{% endif %}Do: {{ task }}. {{ more }}", "Do: fix it. 7"),
        ("", "<pr_description>\nConsider the following PR description:\nfix it\n</pr_description>"),
        ("", "Please solve this issue: fix it\n\nYou can execute bash commands and edit files."),
        ("", "fix it"),
    ],
)
def test_task_is_found_in_its_template(read, template, text):
    assert human(read(SYSTEM, {"role": "user", "content": text}, template=template)) == [("fix it", "typed")]


@pytest.mark.parametrize(
    ("text", "words", "detail"),
    [
        ("Interrupted by user: use the other file", "use the other file", "typed"),
        ("The user added a new task: and the docs", "and the docs", "typed"),
        (
            "Commands not executed. The user rejected your commands with the following message: no force",
            "no force",
            "feedback",
        ),
        ("User command: \n```bash\nmake\n```", "make", "shell"),
    ],
)
def test_words_of_the_person_beside_the_agent_are_theirs(read, text, words, detail):
    session = read(SYSTEM, {"role": "user", "content": "task"}, {"role": "user", "content": text})
    assert human(session)[1:] == [(words, detail)]


@pytest.mark.parametrize("text", ["Interrupted by user: Temporary interruption caught.", "Format error"])
def test_nobody_spoke(read, text):
    session = read(SYSTEM, {"role": "user", "content": "task"}, {"role": "user", "content": text})
    assert human(session)[1:] == []
    assert session.items[-1].kind is ItemKind.ATTACHMENT


def test_results_of_text_models_are_results(read):
    extra = {"actions": [{"command": "ls"}], "response": {"usage": {"prompt_tokens": 9, "completion_tokens": 2}}}
    session = read(
        SYSTEM, {"role": "user", "content": "task"}, {"role": "assistant", "content": "```ls```", "extra": extra},
        {"role": "user", "content": "<returncode>1</returncode>", "extra": {"returncode": 1}},
    )  # fmt: skip
    kinds = [item.kind for item in session.items[2:]]
    assert kinds == [ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT]
    assert session.items[-1].error
    assert session.requests[0].usage == Usage(9, None, None, 2)


def test_answers_of_the_responses_api_are_read(read):
    output = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
        {"type": "message", "content": [{"type": "output_text", "text": "ok"}]},
        {"type": "function_call", "name": "bash", "call_id": "c", "arguments": "{}"},
    ]
    usage = {"input_tokens": 9, "output_tokens": 2, "input_tokens_details": {"cached_tokens": 4}}
    response = {"object": "response", "id": "r", "model": "m", "output": output, "usage": usage}
    result = {"type": "function_call_output", "call_id": "c", "output": "done"}
    session = read(SYSTEM, {"role": "user", "content": "task"}, response, result)
    assert [item.preview for item in session.items[2:]] == ["hm", "ok", "bash", "done"]
    assert session.requests[0].usage == Usage(5, 4, None, 2)


def test_plain_list_of_early_versions_is_read(read):
    session = read(SYSTEM, {"role": "user", "content": "task"}, {"role": "assistant", "content": "a"}, plain=True)
    assert (len(session.requests), session.requests[0].usage) == (1, None)


def test_unknown_roles_survive_and_are_counted(read):
    session = read({"role": "narrator", "content": "x"}, {"role": "narrator", "content": "y"})
    assert [item.kind for item in session.items] == [ItemKind.EVENT] * 2
    assert [problem.code for problem in session.diagnostics] == ["unknown-record"]


@pytest.mark.corpus
def test_real_log_counts_as_many_requests_as_it_says(corpus: Path):
    log = next((corpus / "mini-swe-agent").glob("*.json"))
    session = open_log(log).session
    assert len(session.requests) == orjson.loads(log.read_bytes())["info"]["model_stats"]["api_calls"]
    assert max(request.usage.prompt for request in session.requests) == 21_788


def test_an_answer_without_a_call_is_counted_from_the_complaint_about_it(tmp_path):
    # 2.4.6 writes no message for it: the answer stands in the complaint's extra.
    usage = {"prompt_tokens": 3767, "completion_tokens": 9}
    answer = {"id": "c-3", "model": "m", "usage": usage, "choices": [{"message": {"content": "Done, I think."}}]}
    extra = {"interrupt_type": "FormatError", "cost": 0.004, "response": answer}
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Count."},
        {"role": "user", "content": "Call a tool.", "extra": extra},
        {"role": "assistant", "content": "I do."},
    ]
    path = tmp_path / "log.traj.json"
    path.write_bytes(orjson.dumps({"trajectory_format": "mini-swe-agent-1.1", "messages": messages}))
    session = mini_swe_agent.ADAPTER.read(path, lambda problem: None)
    assert [(one.usage and one.usage.prompt, one.cost) for one in session.requests] == [(3767, 0.004), (None, None)]
    assert [item.preview for item in session.items if item.detail == "refused"] == ["Done, I think."]
    sources_hold_their_texts(session, Bodies())
