import importlib.util
import os
from concurrent.futures import wait

import pytest

from inspector.errors import UsageError
from inspector.workbench.pools import cluster, here, processes


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


@pytest.mark.skipif(importlib.util.find_spec("distributed") is not None, reason="distributed is installed here")
def test_a_cluster_without_its_package_says_what_brings_it():
    with pytest.raises(UsageError, match="needs the package distributed") as why:
        cluster("tcp://127.0.0.1:1")
    assert "inspector[dask]" in why.value.hint


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="distributed is not here")
def test_a_cluster_that_is_not_there_is_wrong_usage():
    with pytest.raises(UsageError, match="does not answer"):
        cluster("tcp://127.0.0.1:1")
