"""What a host is told: where others reach this machine."""

import re

import pytest
from table_clients import Server

from spieltisch.cli.addresses import as_code, is_for_others, tell_addresses
from spieltisch.words import HOUSE, Words


@pytest.fixture(params=["de", "en"])
def words(request):
    return Words(request.param, HOUSE / "cli")


def test_addresses_and_a_code_are_told_only_where_others_can_come_in(words):
    told = tell_addresses("0.0.0.0", 8765, words, ["192.168.1.7", "fd00::7"])
    assert "http://192.168.1.7:8765/" in told and "http://[fd00::7]:8765/" in told and "█" in told
    assert tell_addresses("127.0.0.1", 8765, words, ["192.168.1.7"]) == ""
    assert "█" not in tell_addresses("::", 8765, words, []) != ""


def test_the_code_is_square_and_has_its_three_corners():
    rows = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in as_code("http://192.168.1.7:8765/").splitlines()]
    width = len(rows[0])
    assert all(len(row) == width for row in rows) and width - 1 <= 2 * len(rows) <= width + 2
    assert rows[1][2:9] == " ▄▄▄▄▄ " == rows[1][-9:-2], "light above, then the frame of a corner"


def test_which_addresses_are_for_others():
    assert all(map(is_for_others, ["192.168.1.7", "10.0.0.3", "fd00::7"]))
    assert not any(map(is_for_others, ["127.0.0.1", "169.254.1.1", "fe80::1%eth0", "::1", "0.0.0.0"]))


def test_a_server_for_everybody_says_so(tmp_path):
    with Server(tmp_path / "data", "--host", "0.0.0.0") as server:
        said = server.process.stdout.readline().decode()
        assert "same network" in said or "no address" in said
        server.stop()
