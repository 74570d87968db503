"""Paths on the command line."""

from __future__ import annotations

from pathlib import Path

import click

PATH = click.Path(path_type=Path, readable=False)
"""A path as given: whether it can be read is for the reader to say, with its own exit status."""
