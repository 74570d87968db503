"""How a model is asked, beside its prompt: what the user set, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, fields

EFFORTS = ("low", "medium", "high")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of a request. One that is not set is the model's own, and is not sent."""

    max_output: int | None = None
    """Tokens that an answer may have, thinking included."""
    temperature: float | None = None
    effort: str = ""
    """low, medium, high: how long it may think, as each provider names it."""
    seed: int | None = None

    @property
    def given(self) -> dict[str, int | float | str]:
        """Those that are set, by name."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in told.items() if value not in (None, "")}

    @property
    def words(self) -> str:
        """For people: "max output 2,000, temperature 0.2"; "" where nothing is set."""
        return ", ".join(
            f"{name.replace('_', ' ')} {f'{value:,}' if name == 'max_output' else value}"
            for name, value in self.given.items()
        )

    @property
    def key(self) -> str:
        """What tells two settings apart; "" where nothing is set."""
        return ",".join(f"{name}={value}" for name, value in self.given.items())


UNSET = Settings()
