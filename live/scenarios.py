"""The sessions that every agent plays. They say no agent's words: what is done by which tool is the agent's file's."""

from dataclasses import replace

from live.script import Answer, Scenario, Step, compact, delegate, edit, read, say, shell, write

_RULES = (
    "Rules for this project: never edit files under vendor/. I prefer tabs over spaces in JS. Decision: the server "
    "listens on port 8473, not 3000, because 3000 is taken by the proxy. Task: change src/server.js to that port, then "
    "check a.log for ERR lines."
)
_FULL = 0.97
"""Above the threshold of every agent."""
_MORE = (
    " The port was agreed, the style was told, and nothing else was asked for; nothing is half done, nothing failed."
    * 5
)
"""Some agents take no summary that is short beside what it sums up."""
_MARKED = f"<summary>\n<state_snapshot>\n{{}}{_MORE}\n</state_snapshot>\n</summary>"
SUMMARIES = (
    Answer(_MARKED.format("A small server; the person prefers tabs. Logs were studied.")),
    Answer(_MARKED.format("The port was changed to 8473. Files under vendor/ stay as they are.")),
    # Some agents take no summary without their own mark, and some take any.
    Answer("No mark here: counts of ERR lines are in NOTES.md; work goes on."),
    Answer(_MARKED.format("Nothing is open.")),
)
"""What a summarizer answers, one after the other, in every scenario."""

BEGIN = say(
    _RULES,
    Answer("I look at the server and the readme.", (read("src/server.js"), read("README.md")), "Look first."),
    Answer("", (shell("ls /nowhere; exit 3"),), "An old path may still be there."),
    Answer("Editing.", (edit("src/server.js", "const PORT = 3000", "const PORT = 8473"),), "The port."),
    Answer("", (shell("cat a.log"),)),
    Answer("Done: src/server.js listens on 8473; a.log has ERR lines of code E4A71."),
)

LONG = Scenario(
    "long",
    (
        BEGIN,
        say("Good. Now b.log.", Answer("", (shell("cat b.log"),), "Read it."), Answer("b.log has 4 ERR lines.")),
        say(
            "Now c.log and d.log, and count ERR lines in all four.",
            Answer("Both at once.", (shell("cat c.log"), shell("cat d.log")), "Two calls.", filled=_FULL),
            Answer("Counting.", (shell("grep -c ERR a.log b.log c.log d.log"),), "Count."),
            Answer("Counts are known: 4, 4, 4, 4."),
        ),
        say(
            "Write the counts into NOTES.md.",
            Answer("", (write("NOTES.md", new="ERR counts: 4 4 4 4\n"), shell("wc -l a.log b.log"))),
            Answer("NOTES.md is written."),
        ),
        compact("the decision on the port"),
        say("What is in vendor/?", Answer("", (shell("ls vendor"),)), Answer("dep.js is in it.")),
        say("And which port did we choose?", Answer("8473.", reasoning="From the summary.")),
        Step("resume"),
        say("Show c.log once more.", Answer("", (shell("cat c.log"),)), Answer("Shown.")),
        compact(),
        say("What do you remember?", Answer("The port.")),
        say("All right.", Answer("Good.")),
    ),
)

FAILING = Scenario(
    "failing",
    (
        BEGIN,
        say("Now b.log.", Answer("", (shell("cat b.log"),)), Answer("4 ERR lines.")),
        compact("", Answer("stub failure", status=400), Answer("stub failure", status=400)),
        say("Did that work?", Answer("It does not look like it.")),
        compact("", Answer("")),
        say("And now?", Answer("Perhaps.", (shell("head -3 a.log"),)), Answer("Here is the beginning.")),
        compact(),
        say("Which port?", Answer("8473.")),
    ),
)

ROW = Scenario(
    "row",
    (
        BEGIN,
        *(
            say(
                f"Read {name}.log and say what stands out.",
                Answer("", (shell(f"cat {name}.log"),), f"Now {name}."),
                Answer("", (read(f"{name}.log"),), "And with the other tool.", filled=_FULL),
                Answer(f"{name}.log has four timeouts."),
            )
            for name in "bcd"
        ),
        say("That was all.", Answer("Then I stop here.")),
    ),
)

DELEGATED = Scenario(
    "delegated",
    (
        BEGIN,
        say(
            "Let a subagent count the lines of a.log.",
            Answer("I hand it over.", (delegate("SUBTASK: count the lines of a.log"),), "Delegate."),
            Answer("It says 210."),
        ),
        compact(),
        say("How many lines?", Answer("210.")),
    ),
    delegated=(Answer("", (shell("wc -l a.log"),)), Answer("a.log has 210 lines.")),
)

PASTED = Scenario(
    "pasted",
    (
        BEGIN,
        say(
            "Keep the counts of this listing in mind.\n" + "".join(f"{line:06}{'=' * 120}\n" for line in range(720)),
            Answer("I do."),
        ),
        compact(),
        say("Which port did we choose?", Answer("8473.")),
        compact(),
        say("And what is in vendor/?", Answer("dep.js.")),
    ),
)

_HAND_OVER = delegate("SUBTASK: read all logs"), shell("timeout 30 tail -f /dev/null")
NESTED = replace(
    DELEGATED,
    name="nested",
    steps=(BEGIN, say("Let a subagent read it.", *(Answer("", (act,)) for act in _HAND_OVER)), *DELEGATED.steps[2:]),
    # Of few messages nothing would be compacted. By the name of its task the subagent's requests are known.
    delegated=tuple(Answer("", (shell(f"cat {log}.log"),), filled=_FULL * (log == "d")) for log in "abcd"),
    summaries=(Answer(_MARKED.format("SUBTASK: the logs were read.")),),
)
SCENARIOS = {one.name: one for one in (LONG, FAILING, ROW, DELEGATED)}
WITH_HOOKS = SCENARIOS | {one.name: one for one in (PASTED, NESTED)}
