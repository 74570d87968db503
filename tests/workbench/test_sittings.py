from inspector.workbench.sittings import Sitting, Sittings
from tests.inline_executor import InlineExecutor
from tests.made_runs import open_sample


class Letters(Sittings[str]):
    """Answers with the columns' letters."""

    slot = "letters"

    def _ask(self, sitting, model, stop):
        return model + "".join(sitting.arms)

    def _lay(self, sitting: Sitting, found: str) -> None:
        self.laid = [*getattr(self, "laid", []), (sitting.ready.compaction.number, found)]


class Later(InlineExecutor):
    """Works when it is told to."""

    def __init__(self):
        super().__init__()
        self.waiting = []

    def run(self, slot, work, done, failed):
        self.waiting.append(lambda: InlineExecutor.run(self, slot, work, done, failed))


def test_every_compaction_is_asked_about_and_its_answers_are_laid(runs, models) -> None:
    runs.choose((1, 2))
    asking, told = Letters(runs, models, InlineExecutor()), []
    asking.changed.connect(lambda: told.append(asking.is_running))
    asking.run("m:", asking.sittings())
    assert [number for number, _ in asking.laid] == [1, 2]
    assert asking.laid[0][1].startswith("m:A") and not asking.is_running and told


def test_answers_to_a_question_that_was_put_again_are_dropped(runs, models) -> None:
    later = Later()
    asking = Letters(runs, models, later)
    asking.run("first:", asking.sittings())
    asking.run("second:", asking.sittings())
    for work in later.waiting:
        work()
    assert [found.split(":")[0] for _, found in asking.laid] == ["second"]


def test_what_arrives_after_the_session_was_closed_is_dropped(runs, models) -> None:
    later = Later()
    asking = Letters(runs, models, later)
    asking.run("m:", asking.sittings())
    assert asking.is_running
    runs.close()
    open_sample(runs._bench, "claude-code/2.1/fading-rules")
    later.waiting.pop()()
    assert not asking.is_running and not hasattr(asking, "laid")
