"""Which kinds an agent's log can show at all."""

from __future__ import annotations

from inspector.reconstruct.state.nouns import StateKind

SHOWN: dict[str, frozenset[StateKind]] = {
    "claude-code": frozenset(StateKind) - {StateKind.TOOLS},
    "codex": frozenset(
        {
            StateKind.SKILLS,
            StateKind.SKILL,
            StateKind.TOOLS,
            StateKind.TODO,
            StateKind.INSTRUCTIONS,
            StateKind.PERMISSIONS,
            StateKind.CWD,
        }
    ),
    "gemini": frozenset({StateKind.TODO}),
    "opencode": frozenset({StateKind.TODO, StateKind.SKILL, StateKind.INSTRUCTIONS}),
    "pi": frozenset({StateKind.INSTRUCTIONS}),
    "kimi": frozenset({StateKind.TODO, StateKind.SKILL, StateKind.INSTRUCTIONS}),
    "openhands": frozenset({StateKind.TODO, StateKind.SKILL, StateKind.TOOLS, StateKind.INSTRUCTIONS}),
    "copilot": frozenset({StateKind.TODO, StateKind.SKILL, StateKind.INSTRUCTIONS}),
}
"""What an agent's log can show at all. Of agents that are not listed, what is found is shown."""


def hidden(agent: str) -> tuple[StateKind, ...]:
    """The kinds that this agent's log never shows, in order; none where that is not known."""
    return tuple(kind for kind in StateKind if agent in SHOWN and kind not in SHOWN[agent])
