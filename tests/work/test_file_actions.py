import pytest

from inspector.work.file_actions import file_actions

MOVED = [("deleted", "a.py", ""), ("created", "c/a.py", "")]


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("cat a.py b.py", [("read", "a.py", ""), ("read", "b.py", "")]),
        ("head -n 20 a.py", [("read", "a.py", "")]),
        ("sed -n '1,5p' src/a.py", [("read", "src/a.py", "")]),
        ("sed -i 's/x/y/' src/a.py", [("edited", "src/a.py", "")]),
        ("sed -ri 's/x/y/' src/a.py", [("edited", "src/a.py", "")]),
        ("ls | tee -ai src/a.py /dev/stderr", [("edited", "src/a.py", "")]),
        ("rm -rf a.py", [("deleted", "a.py", "")]),
        ("git rm --cached a.py", [("deleted", "a.py", "")]),
        ("mv a.py b.py", [("deleted", "a.py", ""), ("created", "b.py", "")]),
        ("cp a.py b.py", [("read", "a.py", ""), ("created", "b.py", "")]),
        ("mv a.py lib/b.py c/", [*MOVED, ("deleted", "lib/b.py", ""), ("created", "c/b.py", "")]),
        ("mv a.py lib/b.py c", [*MOVED, ("deleted", "lib/b.py", ""), ("created", "c/b.py", "")]),
        ("mv a.py c/ 2>err.log", MOVED),
        ("git mv a.py c/", MOVED),
        ("cp lib/a.py .", [("read", "lib/a.py", ""), ("created", "./a.py", "")]),
        ("cp -r 'a.py' \"../c/\"", [("read", "a.py", ""), ("created", "../c/a.py", "")]),
        ("mv a.py $FOLDER/", [("deleted", "a.py", "")]),
        ("mv *.py a.py c/", MOVED),
        ("touch a.py", [("created", "a.py", "")]),
        ("echo x > out.txt", [("created", "out.txt", "")]),
        ("git checkout -- src/a.py", [("restored", "src/a.py", "")]),
        ("rg 'a/b' src/a.py", [("searched", "src/a.py", "")]),
        ("cd web && cat a.py", [("read", "a.py", "web")]),
        ("sudo cat a.py", [("read", "a.py", "")]),
        ("LANG=C sudo -u mara -E cat a.py", [("read", "a.py", "")]),
        ("sudo git rm a.py", [("deleted", "a.py", "")]),
        ("git -C sub rm a.py", [("deleted", "a.py", "sub")]),
        (
            "cd web && git -C sub --no-pager mv a.py b.py",
            [("deleted", "a.py", "web/sub"), ("created", "b.py", "web/sub")],
        ),
        ("git -C sub show x > a.py", [("created", "a.py", "")]),
        ("tail -n +100 a.py", [("read", "a.py", "")]),
        ("head -c 2k a.py", [("read", "a.py", "")]),
        ("make all &> out.log", [("created", "out.log", "")]),
        ("make all 1>out.log", [("created", "out.log", "")]),
        ("cat \\\n  a.py \\\n  b.py", [("read", "a.py", ""), ("read", "b.py", "")]),
        ("rm *.py", []),
        ("mv *.py c", []),
        ("cp $FILE c/", []),
        ("mv -t c a.py", []),
        ("mv --target-directory=c a.py", []),
        ("cp -S .old a.py b.py", []),
        ("cat $FILE", []),
        ("git checkout main", []),
        ("make > /dev/null", []),
        ("echo x 2>&1", []),
        ("python a.py", []),
        ("make &>/dev/null", []),
        ("echo '>a.py'", []),
    ],
)
def test_what_surely_happens_to_files_is_told_and_what_is_not_sure_left_out(line, done):
    assert list(file_actions(line)) == done
