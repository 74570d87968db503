"""Which model judges the columns of a comparison; sends nothing."""

from __future__ import annotations

from inspector.gui.dialogs.probe_model import ProbeDialog


class JudgeColumnsDialog(ProbeDialog):
    """Gives a model's name by ``chosen``, as the one for probe questions does."""

    def head(self) -> str:
        """The title."""
        return self.tr("Judge columns")

    def about(self) -> str:
        """What is done with the model."""
        return self.tr(
            "One model reads what every column has written, without knowing whose it is, and says what became of each "
            "statement and which claims nothing supports. Controls among the columns, which have to come last, show "
            "what its verdicts are worth. What is sent, and what that would cost, is shown before."
        )
