"""``python -m inspector`` and the installed command: the command line."""

import sys

from inspector.cli.hooks.quick import has_nothing_to_do


def main() -> None:
    """Run with the arguments of this process, and end it."""
    # Before anything is imported: most calls of a hook have nothing to do.
    if has_nothing_to_do(sys.argv[1:]):
        sys.exit(0)
    from inspector.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
