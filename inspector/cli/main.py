"""The command line's entry: which commands there are, and what each way of ending means.

Rule: nothing heavy is imported here; a command's module is imported when it runs.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import click

from inspector import __version__
from inspector.errors import CannotRead, InspectorError, UnknownFormat

COMMANDS = (
    "open",
    "list",
    "scan",
    "show",
    "tokens",
    "compactions",
    "context",
    "survival",
    "consequences",
    "state",
    "rerun",
    "experiment",
    "simulate",
    "report",
    "mend",
    "strategies",
    "prompts",
    "agents",
    "models",
    "hook",
    "mcp",
    "desktop",
    "doctor",
)
RENAMED = {"aftermath": "consequences"}
DEFAULT = "open"
BARE = "inspector.bare"
"""Set in a context's ``meta`` where no command was named: what is asked for is then the natural thing."""
USAGE = 2
BUG = 70
"""Apart from every status that tells something about a log."""
STOPPED = 130
_OWN_FLAGS = frozenset({"--debug", "--no-limits"})
_OWN_ANSWERS = frozenset({"--help", "-h", "--version"})


class Commands(click.Group):
    """The commands, imported one by one; a first argument that is none of them is a file to open."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of a session's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """One command by name."""
        if name not in COMMANDS:
            return None
        command = importlib.import_module(f"inspector.cli.commands.{name}").command
        assert isinstance(command, click.Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command in front of a bare file."""
        place = next((index for index, arg in enumerate(args) if arg not in _OWN_FLAGS), len(args))
        first = args[place] if place < len(args) else ""
        if first not in _OWN_ANSWERS and first not in COMMANDS:
            self._refuse_typo(ctx, first)
            ctx.meta[BARE] = True
            args = [*args[:place], DEFAULT, *args[place:]]
        return super().parse_args(ctx, args)

    @staticmethod
    def _refuse_typo(ctx: click.Context, word: str) -> None:
        import difflib

        close = [RENAMED[word]] if word in RENAMED else difflib.get_close_matches(word, COMMANDS, 1)
        if (close or word.isalpha()) and not Path(word).exists():
            hint = f"Did you mean {close[0]}?" if close else "inspector --help lists the commands."
            raise click.UsageError(f"There is no command or file {word!r}. {hint}", ctx)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="inspector")
@click.option("--debug", is_flag=True, help="Show where in the program an unexpected failure happened.")
@click.option("--no-limits", is_flag=True, help="Lift the limits on unpacked size and on the number of values.")
def cli(debug: bool, no_limits: bool) -> None:
    """Open an agent's session log and see what every compaction kept, changed and lost.

    inspector FILE opens the window; without a screen it prints what inspector survival FILE does. Data goes to stdout,
    everything else to stderr.

    Exit status: 0 fine, 1 a check failed (--fail-…), 2 wrong usage, 3 cannot read, 4 no model, 5 over budget,
    70 a bug, 130 stopped.
    """
    if no_limits:
        from inspector.read.limits import lift

        lift()


def main() -> None:
    """Run with the arguments of this process, and end it."""
    # Ended or hung up, it leaves as with Ctrl-C: what it has started, such as a command that is asked, ends with it.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
            signal.signal(getattr(signal, name), _end)
    sys.exit(run(sys.argv[1:]))


def _end(number: int, _: object) -> None:
    # Once is enough: another one would break off the ending, and Python complain of that.
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def run(args: Sequence[str]) -> int:
    """Run one command line; gives the exit status."""
    _printable()
    try:
        # Not cli.main, which takes a closed pipe for a failure.
        with cli.make_context("inspector", list(args)) as context:
            status = cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as why:
        told = StringIO()
        why.show(told)
        for line in told.getvalue().splitlines():
            _say(line)
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        print("Stopped.", file=sys.stderr)
        return STOPPED
    except InspectorError as why:
        _tell(why)
        return why.exit_code
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as why:
        return _world_fault(why, "--debug" in args)
    except Exception as why:
        return _own_fault(why, "--debug" in args)
    return status if isinstance(status, int) else 0


def _printable() -> None:
    # A caller may start without one (>&-); every write would fail, and a library asks whether it is a terminal.
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    # A log may hold halves of surrogate pairs, and a terminal may know few characters: neither ends a listing.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


def _say(words: str) -> None:
    # Not at the top: --version needs none of what tables are printed with.
    from inspector.cli.output import say

    say(words)


def _tell(why: InspectorError) -> None:
    _say(why.message)
    if why.hint:
        _say(why.hint)
    if isinstance(why, UnknownFormat):
        _say(f"Formats to name: {', '.join(why.choices)}")


def _world_fault(why: OSError, debug: bool) -> int:
    """A folder that may not be entered, a full disk behind stdout: nothing to report as a failure of the program."""
    if debug:
        traceback.print_exception(why)
    words = why.strerror or str(why)
    if why.filename:
        _say(f"{why.filename}: {words}.")
    else:
        _say(f"The output could not be written: {words}.")
        # What is still held back would be written, and fail, once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CannotRead.exit_code


def _own_fault(why: Exception, debug: bool) -> int:
    if debug:
        traceback.print_exception(why)
    else:
        _say(f"This is a bug in Inspector, not in the log: {type(why).__name__}: {why}")
        print("Run inspector --debug … to see where, and report it.", file=sys.stderr)
    return BUG
