from pathlib import Path

from inspector.workbench.samples import LESSONS, find_samples

READING = "reading.json"


def case(folder, text, *logs):
    folder.mkdir(parents=True)
    (folder / "case.toml").write_text(text, "utf-8")
    for log in logs:
        (folder / log).write_text("{}\n", "utf-8")


def test_every_sample_that_comes_along_has_a_log_a_title_and_an_agent():
    samples = find_samples()
    assert samples
    assert all(sample.path.exists() and sample.title and sample.agent for sample in samples)


def test_five_stand_first_by_what_they_teach():
    samples = find_samples()
    assert [sample.teaches for sample in samples[:5]] == [words for _, words in LESSONS]
    assert (samples[0].path.parent / READING).is_file() and not (samples[1].path.parent / READING).exists()
    assert LESSONS[0][0] in (Path(__file__).parents[2] / "Makefile").read_text("utf-8"), "make run opens the first"
    assert [sample.agent for sample in samples[:2]] == ["claude-code"] * 2 and not any(
        one.teaches for one in samples[5:]
    )


def test_a_case_names_its_log_and_what_it_shows(tmp_path):
    case(tmp_path / "codex" / "1.0" / "one", 'title = "T"\nlog = "b.jsonl"\nshows = ["x", "y"]', "a.jsonl", "b.jsonl")
    (sample,) = find_samples(tmp_path)
    assert (sample.path.name, sample.agent, sample.title, sample.shows) == ("b.jsonl", "codex", "T", "x; y")


def test_a_case_without_names_is_told_from_its_folder(tmp_path):
    case(tmp_path / "pi" / "3" / "two-branches", "", "only.jsonl")
    (sample,) = find_samples(tmp_path)
    assert (sample.path.name, sample.title, sample.shows) == ("only.jsonl", "two branches", "")


def test_a_session_of_several_files_is_its_folder(tmp_path):
    case(tmp_path / "cline" / "3" / "parts", "", "ui_messages.json", "api_history.json")
    assert find_samples(tmp_path)[0].path == tmp_path / "cline" / "3" / "parts"


def test_a_case_that_cannot_be_used_is_left_out(tmp_path):
    case(tmp_path / "a" / "1" / "broken", "title = ", "log.jsonl")
    case(tmp_path / "a" / "1" / "empty", 'title = "T"')
    case(tmp_path / "a" / "1" / "gone", 'log = "gone.jsonl"')
    assert find_samples(tmp_path) == ()
