"""Claude Code logs with consequences of known cause: sentences said again, work done again, mistakes that had been
learnt from.

Beside each there stands what only looks like it: a sentence that was kept in the summary, or said in other words; a
file that was changed, put back or brought in by the user; a command whose answer is another one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.claude_log import Call, ClaudeLog

CWD = "/home/mara/tidewatch"
_WORDS = """amber basin cedar delta ember fjord grove heath inlet juniper kelp lagoon marsh nectar otter plover
    quartz reed saddle tundra umber valley willow yarrow zephyr""".split()
_REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the "
    "new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."
)
_UNREAD = "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>"
_HEAD = "This session is being continued from a previous conversation that ran out of context.\n\nSummary:\n"
_TWICE = 0.35
Step = Callable[[], object]


@dataclass(slots=True)
class Plan:
    """A log under construction, and what has to be found in it."""

    dice: random.Random
    log: ClaudeLog
    before: list[Step] = field(default_factory=list)
    """The work before the compaction, in any order."""
    rules: list[str] = field(default_factory=list)
    """What the human says at the start."""
    summary: list[str] = field(default_factory=list)
    restored: list[str] = field(default_factory=list)
    resumed: list[list[Step]] = field(default_factory=list)
    """The work that was cut, as it goes on; each list in its order."""
    later: list[list[Step]] = field(default_factory=list)
    """What follows further requests of the human."""
    truth: set[tuple[str, int]] = field(default_factory=set)
    """Kind and line of every finding."""
    count: int = 0

    def name(self) -> str:
        """A name that no other plant holds."""
        self.count += 1
        tail = "".join(chr(97 + self.count // place % 26) for place in (26, 1))
        return f"{self.dice.choice(_WORDS)}{self.dice.choice(_WORDS)}{tail}"

    def words(self, least: int = 3) -> str:
        """Words that mean nothing."""
        return " ".join(self.dice.choice(_WORDS) for _ in range(self.dice.randrange(least, least + 5)))

    def file(self, path: str = "") -> str:
        """A new file with some lines of its own."""
        path = path or f"src/{self.name()}/{self.name()}.py"
        self.log.files[path] = "".join(f"{self.name()} = '{self.words()}'\n" for _ in range(self.dice.randrange(9, 30)))
        return path

    def change(self, path: str, added: str = "") -> Call:
        """An edit of one line of a file."""
        line = self.dice.choice(self.log.files[path].splitlines())
        return self.log.edit(path, line, f"{line}\n{added or self.name() + ' = 1'}")

    def do(self, call: Call) -> int:
        """One call; gives the line of the call itself."""
        return self.log.say(call) - 1

    def say(self, text: str) -> Step:
        """A request of the human, with an answer so that work begins anew."""

        def step() -> None:
            self.log.human(text)
            self.log.say(f"On it: {self.words()}.")

        return step

    def find(self, kind: str, line: int) -> None:
        """Note what has to be found."""
        self.truth.add((kind, line))


_SAID = (
    "Never edit anything under {}, it is generated.",
    "Please stay out of {}, another team owns it.",
    "Do not touch {}, the auditors are reading it.",
    "All times in {} must be stored in UTC.",
    "Never run {} on the shared disk.",
)


def _sentence(plan: Plan) -> None:
    """What the user says at the start, and most often has to say again."""
    text = plan.dice.choice(_SAID).format(f"src/{plan.name()}/")
    plan.rules.append(text)
    fate = plan.dice.choice(["again", "again", "again", "kept", "other words", "never"])
    lead = plan.dice.choice(["", "Again: ", "I said this before. ", "Stop, I told you at the start: "])
    if fate == "kept":
        plan.summary.append(f"- {text}")
    if fate in ("again", "kept"):
        plan.later.append([lambda: _say_again(plan, f"{lead}{text}", is_found=fate == "again")])
    if fate == "other words":
        plan.later.append([plan.say(f"{lead}Mind what I told you of the {plan.words()}.")])


def _say_again(plan: Plan, words: str, *, is_found: bool) -> None:
    line = plan.log.human(f"{words} {plan.words().capitalize()}.")
    if is_found:
        plan.find("said", line)
    plan.log.say("Understood.")


def _reread(plan: Plan) -> None:
    path = plan.file()
    plan.before.append(lambda: plan.log.say(plan.log.read(path)))
    fate = plan.dice.choice(
        ["again", "again", "again", "changed", "restored", "asked", "named", "later", "never", "pulled", "part"]
    )
    read = lambda: plan.log.say(plan.log.read(path))  # noqa: E731
    if fate == "again":
        plan.resumed.append([lambda: plan.find("reread", read())])
    if fate == "part":
        plan.resumed.append([lambda: plan.find("reread", plan.log.say(plan.log.read(path, 3, 6)))])
    if fate == "changed":
        plan.resumed.append([lambda: plan.do(plan.change(path)), read])
    if fate == "pulled":
        written = f"cat > {path} <<'EOF'\n{plan.log.files[path]}EOF"
        plan.resumed.append([lambda: plan.do(plan.log.bash(written, "")), read])
    if fate == "restored":
        plan.restored.append(path)
        plan.resumed.append([read])
    if fate == "asked":
        plan.resumed.append([lambda: plan.log.queued(f"Have another look at @{path} while you are there."), read])
    if fate == "named":
        asks = lambda: plan.log.queued(f"Is {path} the right place for it?")  # noqa: E731
        plan.resumed.append([asks, lambda: plan.find("reread", read())])
    if fate == "later":
        plan.later.append([plan.say(f"Now for something else: {plan.words()}."), read])


def _repeat(plan: Plan) -> None:
    name = plan.name()
    line = plan.dice.choice(
        ["python -m {}.report --days 14", "./scripts/{}.sh --all", "sqlite3 {}.db 'select * from t'"]
    )
    line = line.format(name)
    answer, other = f"{plan.words(6)}\n{plan.words(6)}", f"{plan.words(6)}\n{plan.words(5)} {plan.name()}"
    run = lambda told=answer: plan.log.say(plan.log.bash(line, told))  # noqa: E731
    plan.before.append(run)
    fate = plan.dice.choice(["again", "again", "differs", "later", "never"])
    if fate == "again":
        plan.resumed.append([lambda: plan.find("repeat", run())])
    if fate == "differs":
        plan.resumed.append([lambda: run(other)])
    if fate == "later":
        plan.later.append([plan.say(f"Next, {plan.words()}."), run])


def _check(plan: Plan) -> None:
    """Tests run again behind a change, and states that are asked for as a habit: no repeats."""
    path, line = plan.file(), f"pytest tests/{plan.name()} -q"
    run = lambda: plan.log.say(plan.log.bash(line, "...... 6 passed in 0.40s of all that there are"))  # noqa: E731
    status = lambda: plan.log.say(plan.log.bash("git status --short", "nothing to commit, working tree clean"))  # noqa: E731
    plan.before += [run, status]
    plan.resumed += [[lambda: plan.do(plan.change(path)), run], [status]]


def _ask(plan: Plan) -> None:
    question = f"Which store should {plan.name()} write its {plan.words(2)} readings to?"
    answer = f"The {plan.name()} one"
    told = f'User has answered your questions: "{question}"="{answer}". You can now continue.'
    arguments = {"questions": [{"question": question, "header": "Store", "options": [{"label": answer}]}]}
    ask = lambda: plan.do(Call("AskUserQuestion", arguments, told))  # noqa: E731
    plan.before.append(ask)
    fate = plan.dice.choice(["again", "other", "never"])
    if fate == "again":
        plan.resumed.append([lambda: plan.find("asked", ask())])
    if fate == "other":
        other = f"Which gauge of {plan.name()} is the one to {plan.words(2)} first?"
        call = Call("AskUserQuestion", {"questions": [{"question": other}]}, f'"{other}"="The first"')
        plan.resumed.append([lambda: plan.do(call)])


def _retry(plan: Plan) -> None:
    path, name = plan.file(), plan.name()
    command = f"./deploy-{name}.sh --stage two"
    failing = lambda: plan.do(plan.log.bash(command, f"cannot reach host {name} on any port", code=3))  # noqa: E731
    arguments = {"file_path": f"{CWD}/{path}", "old_string": "a", "new_string": f"{name} = {plan.words()!r}"}
    attempt = Call("Edit", arguments, _REJECTED, error=True)
    fate = plan.dice.choice(["rejected", "failing", "once"])
    if fate == "failing":
        # Nothing may be changed between the two, so they stand at the two ends of the cut.
        plan.before.append(failing)
        plan.resumed.append([lambda: plan.do(plan.change(path)), failing])
        return
    plan.before.append(lambda: plan.do(attempt))
    if fate == "rejected":
        plan.resumed.append([lambda: plan.find("retry", plan.do(attempt))])


def _mistake(plan: Plan) -> None:
    """What the agent had met before: a program that is not there, that a file has to be read."""
    path, name = plan.file(), plan.name()
    absent = f"/bin/bash: line 1: {name}: command not found"
    call = lambda: plan.log.say(plan.log.bash(f"{name} --all", absent, code=127))  # noqa: E731
    change = lambda: plan.do(plan.change(path))  # noqa: E731
    arguments = {"file_path": f"{CWD}/{path}", "old_string": "a", "new_string": f"{name} = {plan.words()!r}"}
    refused = lambda: plan.log.say(Call("Edit", arguments, _UNREAD, error=True))  # noqa: E731
    fate = plan.dice.choice(["error", "error", "told", "unread", "never read"])
    if fate in ("error", "told"):
        plan.before.append(call)
    elif fate != "never read":
        plan.before.append(change)
    if fate == "error":
        plan.resumed.append([lambda: plan.find("mistake", call())])
    if fate == "told":
        plan.summary.append(f"- There is no `{name}` here, it does not work without it.")
        plan.resumed.append([call])
    if fate == "unread":
        plan.resumed.append([lambda: plan.find("mistake", refused())])
    if fate == "never read":
        plan.resumed.append([refused])


def write_consequences_log(path: Path, seed: int = 0, plants: int = 14) -> Plan:
    """Write a log with one or two compactions and what followed the last, and say what has to be found."""
    dice = random.Random(seed)
    log = ClaudeLog(f"{dice.getrandbits(128):032x}", CWD, "2.1.219", "main", "2026-03-02T09:00:00")
    plan = Plan(dice, log)
    for _ in range(dice.randrange(2, 5)):
        _sentence(plan)
    for _ in range(plants // 3):
        dice.choice((_check, _retry))(plan)
    _mistake(plan)
    for _ in range(plants):
        dice.choice((_reread, _reread, _repeat, _ask))(plan)
    _write(plan)
    path.write_bytes(log.dump())
    return plan


def _write(plan: Plan) -> None:
    dice, log = plan.dice, plan.log
    log.human(
        f"Please bring the {plan.name()} feeds into order. The ground rules:\n"
        + "\n".join(f"- {rule}" for rule in plan.rules)
    )
    log.say("Understood, I'll look around first.")
    if dice.random() < _TWICE:
        # What the first summary kept the second one loses.
        for _ in range(4):
            log.say(log.read(plan.file()))
        rules = "\n".join(f"- {rule}" for rule in plan.rules)
        log.compact(f"{_HEAD}1. Primary request: bring the feeds into order.\n2. Rules of the user:\n{rules}")
        log.say("Going on with the feeds.")
    anchor = plan.file()
    plan.before.append(lambda: plan.do(plan.change(anchor, f"{plan.name()} = 2")))
    dice.shuffle(plan.before)
    for step in plan.before:
        step()
    for _ in range(3):
        log.say(log.read(plan.file()))
    dice.shuffle(plan.summary)
    log.compact(f"{_HEAD}1. Primary request: bring the feeds into order.\n2. Notes:\n" + "\n".join(plan.summary))
    for path in plan.restored:
        log.attach_file(path)
    log.say("Back at it.")
    for chain in (_mixed(dice, plan.resumed), [step for steps in plan.later for step in steps]):
        for step in chain:
            step()
    log.say(f"Done, {plan.words()}.")


def _mixed(dice: random.Random, chains: list[list[Step]]) -> list[Step]:
    """The steps of several chains in one order that keeps each chain's own."""
    places = [place for place, chain in enumerate(chains) for _ in chain]
    dice.shuffle(places)
    rest = [iter(chain) for chain in chains]
    return [next(rest[place]) for place in places]
