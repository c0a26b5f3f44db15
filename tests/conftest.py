"""What the tests of the server share."""

import pytest
from table_clients import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server for all tests of a file, which must not have complained by the end."""
    with Server(tmp_path_factory.mktemp("server") / "data") as running:
        yield running
        assert running.stop() == 0
        assert "Traceback" not in running.stderr() and "failed" not in running.stderr()
