"""To-do lists, whole and one entry at a time."""

from inspector.reconstruct.state.nouns import StateKind
from tests.claude_log import Call
from tests.state_log import compact, goes_on, log, states, told


def test_open_tasks_stand_and_done_ones_do_not(tmp_path):
    made = log()
    made.say(made.todo(Read="done", Write="doing", Check="open"))
    made.say(Call("TodoWrite", {"todos": [{"content": "Refused", "status": "pending"}]}, "No such tool.", error=True))
    compact(made, summary="Write is under way.")
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TODO) == {"Write": "never", "Check": "never"}
    assert [thing.in_summary for thing in state.of(StateKind.TODO)] == [True, False]


def test_a_list_of_tasks_that_came_back_is_the_whole_of_it(tmp_path):
    made = log()
    made.say(made.todo(Write="doing", Check="open"))
    compact(made)
    made.attach("todo_reminder", content=[{"content": "Check", "status": "in_progress"}], itemCount=1)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TODO) == {"Check": "at once"}


def test_tasks_made_one_by_one_are_known_by_their_numbers(tmp_path):
    made = log()
    for number, subject in enumerate(("Write", "Check"), 1):
        made.say(Call("TaskCreate", {"subject": subject}, f"Task #{number} created successfully: {subject}"))
    made.say(Call("TaskUpdate", {"taskId": "1", "status": "completed"}, "Updated task #1 status"))
    compact(made)
    goes_on(made)
    (state,) = states(made, tmp_path)
    assert told(state, StateKind.TODO) == {"Check": "never"}
