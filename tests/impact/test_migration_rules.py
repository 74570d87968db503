import pytest

from inspector.impact.migration_rules import migration_rules
from inspector.impact.rules import rules_of


@pytest.mark.parametrize(
    "text",
    ["Do not run the migrations.", "never run any migration", "Don't apply the pending database migrations yet."],
)
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("alembic upgrade head", True),
        ("uv run alembic -c db/alembic.ini upgrade head", True),
        ("python3 manage.py migrate", True),
        ("npx prisma migrate deploy", True),
        ("docker compose exec web bin/rails db:migrate", True),
        ("alembic upgrade head --sql", False),
        ("python manage.py makemigrations", False),
        ("python manage.py migrate --plan", False),
        ("rails db:migrate:status", False),
        ("grep -rn 'alembic upgrade' docs", False),
        ("cat migrations/0001.sql", False),
    ],
)
def test_what_runs_migrations_breaks_the_rule_and_what_looks_at_them_does_not(story, follow, text, line, told):
    story.human("Please look after the tables.")
    story.say(story.bash(line, "done"))
    story.cut()
    scene = follow(story).scene
    (rule,) = migration_rules(text)
    assert any(rule.broken(act) for act in scene.acts) is told


@pytest.mark.parametrize(
    "text",
    [
        "Do not run the migrations on production.",
        "Don't run the migration tests.",
        "Do not run the migrations before the backup is there.",
        "Run the migrations.",
        "Don't run the migrations if the tests fail.",
    ],
)
def test_a_place_a_condition_or_another_object_sets_none(text):
    assert [rule for rule in rules_of(text) if "migrations" in rule.words] == []
