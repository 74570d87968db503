"""``python -m inspector`` and the installed command: the command line."""

import os
import sys


def main() -> None:
    """Run with the arguments of this process, and end it."""
    from inspector.cli.hooks.quick import has_nothing_to_do

    # Before anything else is imported: most calls of a hook have nothing to do.
    if has_nothing_to_do(sys.argv[1:]):
        sys.exit(0)
    from inspector.cli.main import main as run

    run()


if __name__ == "__main__":
    if not __package__:
        # It was started by its path, and finds the packages beside it: some have names of the standard library.
        folder = os.path.dirname(os.path.abspath(__file__))
        sys.path[:] = [os.path.dirname(folder), *(path for path in sys.path if os.path.abspath(path) != folder)]
    main()
