import pytest

from inspector.text.shell import only_looks, program, simple_commands


def test_a_line_falls_into_its_simple_commands():
    line = "cd web && FOO=1 npm test -- 'a && b' | tail -5; echo \"x;y\""
    assert [(simple.text, simple.then) for simple in simple_commands(line)] == [
        ("cd web", "&&"),
        ("FOO=1 npm test -- 'a && b'", "|"),
        ("tail -5", ";"),
        ('echo "x;y"', ""),
    ]


def test_the_body_of_a_here_document_is_no_command():
    assert [program(simple) for simple in simple_commands("cat > a.py <<'EOF'\nrm b.py\nEOF\nmake")] == ["cat", "make"]


LONG = "\n".join(f"rm file{number}.py" for number in range(2_000))


@pytest.mark.parametrize("body", ["rm b.py", LONG])
@pytest.mark.parametrize(
    "document",
    [
        "cat > a.py << 'MY-END'\n{}\nMY-END",
        'cat > a.py << "THE END"\n{}\nTHE END',
        "cat > a.py <<\\EOF\n{}\nEOF",
        "cat > a.py <<EOF\nEOF is near\n{}\nEOF",
        "sh -c 'cat > a.py <<EOF\n{}\nEOF'",
        "text=$(cat <<EOF\n{}\nEOF\n)",
        "cat > a.py <<'EOF'\n{}\nEOF",
        "cat > a.py <<-END && true\n{}\n\tEND",
        "$text = @'\n{}\n'@",
    ],
)
def test_a_document_of_any_length_is_no_command(document, body):
    made = simple_commands(f"{document.format(body)}\nmake")
    assert made[-1].text == "make"
    assert not any(program(simple) == "rm" for simple in made)


def test_a_word_of_several_pieces_is_one():
    line = "ssh host 'cat > a.conf << '\\''EOF'\\''\nlisten 80;\nEOF\ncat a.conf'; A=\"b c\" make it\\;x"
    assert [(program(simple), simple.words[-1]) for simple in simple_commands(line)] == [
        ("ssh", line[len("ssh host ") : line.index("; A")]),
        ("make", "it\\;x"),
    ]


def test_what_opens_a_document_and_never_closes_it_is_read_on():
    assert [program(simple) for simple in simple_commands("echo $((1 << 3))\nmake <<<word\nmake x")] == [
        "echo", "make", "make",
    ]  # fmt: skip


def test_of_a_line_that_is_cut_nothing_half_is_told():
    many = simple_commands("; ".join(f"touch file{number}.py" for number in range(500)))
    assert len(many) > 100
    assert [simple.text for simple in many] == [f"touch file{number}.py" for number in range(len(many))]
    quoted = simple_commands("make all && python -c 'import os; " + "os.remove(1); " * 400 + "' && rm a.py")
    assert [simple.text for simple in quoted] == ["make all"]


@pytest.mark.parametrize(
    "line",
    [
        'name="a/b"', "name='x'", "git status", "git -C x log", "rg a src", "cat a", "gh pr view 3", '"text" | x',
        "Get-Date", "Start-Sleep -Seconds 2", "ConvertTo-Json -Depth 6", "Pop-Location", "mend 6 }",
        "sudo git status", "sudo -n cat a", "command -v make",
    ],
)  # fmt: skip
def test_looking_around_keeping_house_and_the_end_of_a_cut_block_are_told_from_doing(line):
    assert only_looks(simple_commands(line)[0])


@pytest.mark.parametrize("line", ["time -p make", "time -o out.txt -p make", "command make", "env -u X -i make"])
def test_a_program_stands_behind_its_wrapper(line):
    assert program(simple_commands(line)[0]) == "make"


def test_doing_is_told_from_looking_around():
    lines = ("git push", "npm test", "./run.sh", "A=1 make", "gh pr create")
    assert not any(only_looks(simple_commands(line)[0]) for line in lines)


def test_a_line_that_goes_on_in_the_next_is_one_command():
    (one,) = simple_commands("docker run \\\n  -v tides:/tides \\\r\n  harbour")
    assert one.words == ("docker", "run", "-v", "tides:/tides", "harbour")


def test_where_errors_or_all_output_go_does_not_end_a_command():
    assert len(simple_commands("make all 2>&1")) == 1
    assert [one.text for one in simple_commands("make all &>out.log && make docs")] == [
        "make all &>out.log",
        "make docs",
    ]
