"""Sample sessions whose compactions are judged."""

from tests.rerun.conftest import cases as cases
