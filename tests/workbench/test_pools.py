import os
from concurrent.futures import wait

from inspector.workbench.pools import here, processes


def test_here_a_task_is_done_at_once_in_this_process():
    executor = here().make()
    assert executor.submit(os.getpid).result() == os.getpid()
    failed = executor.submit(int, "no number")
    assert wait([failed]).done == {failed} and isinstance(failed.exception(), ValueError)


def test_processes_are_others_than_this_one():
    pool = processes(2)
    with pool.make() as executor:
        assert pool.width == 2
        assert executor.submit(os.getpid).result() != os.getpid()
