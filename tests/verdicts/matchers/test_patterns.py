import pytest
from inspector.verdicts.matchers.patterns import globs_in, plain, usages_in


def globs(text, path):
    return any(pattern.fullmatch(path) for _, _, pattern in globs_in(text, "/home/m/tide"))


def usages(text, command):
    return any(pattern.fullmatch(plain(command)) for _, _, pattern in usages_in(text))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("`tools/input/*.real.txt` (13 files)", "tools/input/a.real.txt"),
        ("**`/home/m/tide/tools/input/*.real.txt`**", "tools/input/Tomato Soup.real.txt"),
        ("in locales/{lang}.json", "locales/de.json"),
        ("each `packages/*/package.json`", "packages/core/package.json"),
        ("`generated-*.ts`", "src/generated-types.ts"),
    ],
)
def test_a_path_fits_a_glob(text, path):
    assert globs(text, path)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("`*`, `**/*`, `*.ts`, `**/*.ts` and `src/*`", "src/a.ts"),
        ("`*.test.ts`", "src/a.test.ts"),
        ("`lib/*.sh`", "graph/lib/a.sh"),
        ("`src/*.ts`", "src/api/a.ts"),
        ("**Wrong branch** and a Promise<void>", "branches/Promise"),
        ("**see src/tide**", "src/tides"),
    ],
)
def test_a_pattern_that_says_little_or_something_else_does_not_count(text, path):
    assert not globs(text, path)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Usage: `npx tsx tools/title.ts <file>`", 'npx tsx tools/title.ts "Some title"'),
        ("    ./tools/title.sh ...", "tools\\title.sh one two"),
        ('`lxc exec $server -- su -c "..."`', 'lxc exec $server -- su -c "git push"'),
        ("- git checkout -b <branch name>", "git checkout -b mend"),
    ],
)
def test_a_usage_stands_for_its_calls(text, command):
    assert usages(text, command)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("`npm run ...`", "npm run build"),
        ("`go test ./...`", "go test ./tide"),
        ("`npx tsx tools/title.ts <file>`", "npx tsx tools/other.ts a"),
        ("`npx tsx tools/title.ts <file>`", "npx tsx tools/title.ts"),
    ],
)
def test_another_command_is_no_call_of_it(text, command):
    assert not usages(text, command)


@pytest.mark.parametrize("run", [" ", "`", "a/", "*", "{a}/", "<a> ", "... ", "**/a", " <a"])
def test_long_runs_come_to_their_end(ends, run):
    text = run * (240_000 // len(run))
    assert len(list(globs_in(text, "/home/m/tide"))) <= 1 and len(list(usages_in(text))) <= 1


def test_blanks_at_the_end_of_a_usage_are_none_of_it():
    assert usages("Usage: node scripts/extract.ts <file>  \nmore", "node scripts/extract.ts a.md")
