"""Rules against running the migrations of a database: the commands of common tools that do it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.impact.act import Act
from inspector.impact.rule import NEVER, Rule

# Nothing may follow: migrations "on production" are those of one place, and no command tells which it runs.
_FORBIDS = re.compile(
    rf"\b{NEVER} (?:ever )?(?:run|running|execute|apply|applying) "
    r"(?:the |any |these |those |our |pending |new |db |database |django )*migrations?"
    r"(?: (?:yourself|yet|again|for now|automatically))?\W*$",
    re.IGNORECASE,
)
_AHEAD = (
    r"(?:(?:sudo|npx|bunx|pnpm|yarn|python\d?|php|mix|uv run|poetry run|pipenv run|bundle exec|npm run|npm exec"
    r"|docker(?:[- ]compose)? (?:exec|run) (?:-\S+ )*\S+) )*"
)
_RUNS = re.compile(
    rf"^{_AHEAD}(?:\./|\S+/)?(?:"
    r"alembic (?:-\S+ \S+ )*upgrade\b|(?:manage\.py|django-admin) migrate\b|flask db upgrade\b"
    r"|(?:rails|rake|sequelize|sequelize-cli) db:migrate(?![:\w])|artisan migrate(?![:\w])|ecto\.migrate\b"
    r"|prisma migrate (?:deploy|dev|reset)\b|knex migrate:(?:latest|up)\b|typeorm migration:run\b|drizzle-kit migrate\b"
    r"|flyway (?:-\S+ )*migrate\b|diesel migration run\b|sqlx migrate run\b|dbmate (?:up|migrate)\b"
    r"|supabase (?:migration up|db push)\b|dotnet ef database update\b)"
)
_ONLY_SHOWS = re.compile(r"\s(?:--plan|--check|--sql|--list|--pretend|--dry-run|--help|-h)\b")


def migration_rules(text: str) -> Iterator[Rule]:
    """The rule that no migration may be run, where a sentence sets it."""
    if _FORBIDS.search(text):
        yield Rule("command", ("migrations", "migration", "migrate"), _broken)


def _broken(act: Act) -> str:
    return next((f"ran {line}" for line in act.commands if _RUNS.match(line) and not _ONLY_SHOWS.search(line)), "")
