"""Rules against running the migrations of a database: the commands of common tools that do it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.commands import holds
from inspector.impact.rule import Rule, find
from inspector.text.shell import Simple

_FORBIDS = (
    "{never} ever? run|running|execute|apply|applying the|any|these|those|our|pending|new|db|database|django*"
    " migration|migrations yourself|yet|again|for_now|automatically? {rest}",
)
_RUNS = [
    row.split()
    for row in """alembic upgrade, manage.py migrate, django-admin migrate, flask db upgrade, rails db:migrate,
    rake db:migrate, sequelize db:migrate, sequelize-cli db:migrate, artisan migrate, mix ecto.migrate,
    prisma migrate deploy, prisma migrate dev, prisma migrate reset, knex migrate:latest, knex migrate:up,
    typeorm migration:run, drizzle-kit migrate, flyway migrate, diesel migration run, sqlx migrate run, dbmate up,
    dbmate migrate, supabase migration up, supabase db push, dotnet ef database update""".split(",")
]
_RUNNERS = frozenset("npx bunx pnpm yarn npm python python3 php uv poetry pipenv bundle docker docker-compose".split())
_ONLY_SHOWS = frozenset("--plan --check --sql --list --pretend --dry-run --help -h".split())


def migration_rules(text: str) -> Iterator[Rule]:
    """The rule that no migration may be run, where a sentence sets it."""
    hit = find(_FORBIDS, text)
    # Nothing may follow: migrations "on production" are those of one place, and no command tells which it runs.
    if hit and not any(map(str.isalnum, hit["rest"])):
        yield Rule("command", ("migrations", "migration", "migrate"), lambda act: act.runs(_migrates))


def _migrates(command: Simple) -> bool:
    return not _ONLY_SHOWS.intersection(command.words) and any(holds(command, row, _RUNNERS) for row in _RUNS)
