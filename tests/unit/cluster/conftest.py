import sys
from pathlib import Path

import pytest

for folder in ("cluster", "grade", "authoring"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))


from classes import course_of_one, small  # noqa: E402, F401  fixtures


@pytest.fixture(scope="module")
def servers(course_of_one, tmp_path_factory):  # noqa: F811
    """A scheduler and two workers, for all tests of a file."""
    from servers import Servers

    with Servers(tmp_path_factory.mktemp("dask")) as started:
        started.worker(course_of_one.root)
        started.worker(course_of_one.root)
        started.wait_for(2)
        yield started
