from inspector.model import FactKind
from tests.claude_log import Call
from tests.evidence_scene import scene


def todos(tmp_path, *blocks):
    found = scene(tmp_path / "log.jsonl", *blocks)
    return {fact.value: (fact.action, fact.kind) for fact, _ in found.values() if fact.extractor == "todos"}


def test_the_latest_list_counts(tmp_path):
    assert todos(
        tmp_path,
        lambda log: log.todo(Mend_the_gauge="open", Paint_it="open"),
        lambda log: log.todo(Mend_the_gauge="done", Sell_the_boat="doing"),
    ) == {"mend the gauge": ("done", FactKind.FINDING), "sell the boat": ("under way", FactKind.QUESTION)}


def test_plans_of_other_agents_are_lists_too(tmp_path):
    plan = Call("update_plan", {"plan": [{"step": "Mend the gauge", "status": "in_progress"}]}, "Plan updated")
    assert todos(tmp_path, plan) == {"mend the gauge": ("under way", FactKind.QUESTION)}


def test_entries_made_one_by_one_change_by_number(tmp_path):
    assert todos(
        tmp_path,
        Call("TaskCreate", {"subject": "Mend the gauge"}, "Task #1 created successfully: Mend the gauge"),
        Call("TaskCreate", {"subject": "Paint the gauge"}, "Task #2 created successfully: Paint the gauge"),
        Call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1 status"),
        Call("TaskUpdate", {"taskId": "2", "status": "deleted"}, "Updated task #2 status"),
    ) == {"mend the gauge": ("done", FactKind.FINDING)}


def test_a_look_at_the_list_does_not_empty_it(tmp_path):
    entries = [{"title": "Mend the gauge", "status": "done"}, {"title": "Paint the gauge", "status": "todo"}]
    assert todos(
        tmp_path,
        Call("task_tracker", {"command": "plan", "task_list": entries}, "Task list updated"),
        Call("task_tracker", {"command": "view", "task_list": []}, "# Task List"),
    ) == {"mend the gauge": ("done", FactKind.FINDING), "paint the gauge": ("open", FactKind.QUESTION)}
