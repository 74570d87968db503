"""How much of the context went: one minus what is left."""

from __future__ import annotations

from typing import Literal

from inspector.rerun.judge import Judged
from inspector.rerun.scorer import Figure


class Compression:
    """A share of the prompt before; negative where the new one is larger."""

    metric = "compression"
    unit = "share"
    better: Literal["higher", "lower"] = "higher"
    part = False

    def score(self, judged: Judged) -> Figure:
        """The share that went."""
        before, after = judged.run.before, judged.run.after
        if not before.value or after.value is None:
            return Figure(None, detail="The tokens before are not known.")
        recorded = judged.run.recorded
        told = 1 - recorded[1] / recorded[0] if recorded and recorded[0] else None
        return Figure(1 - after.value / before.value, basis=after.basis, recorded=told)


SCORER = Compression()
