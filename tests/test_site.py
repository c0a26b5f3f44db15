"""`spieltisch site`: the page as plain files that find each other wherever they lie, and nobody's files are lost by a slip."""

import json
import re

import pytest

from spieltisch.cli import main
from spieltisch.cli import site as command
from spieltisch.server import app

INDEX = """<!doctype html>
<html>
  <head>
    <link rel="icon" href="/icon.svg" /><script type="module" src="/assets/page-1.js"></script>
  </head>
  <body><a href="//elsewhere.example/">x</a></body>
</html>
"""


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page as it is built, small."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "page-1.js").write_text("1")
    (folder / "assets" / "page-1.js.br").write_bytes(b"packed")
    (folder / "sw.js").write_text('const BUILT = {"version":"abc","files":["assets/page-1.js"]};\nconst rest = 1;\n')
    monkeypatch.setattr(app, "PAGE", folder)
    return folder


def version(out):
    return json.loads(re.match(r"const BUILT = (.*);\n", (out / "sw.js").read_text())[1])["version"]


def written(out, *options):
    assert main(["site", str(out), *options, "--lang", "en"]) == 0
    return (out / "index.html").read_text()


def test_everything_is_named_from_beside_and_the_page_knows_what_it_is(page, tmp_path, capsys):
    out = tmp_path / "out"
    index = written(out)
    assert 'href="./icon.svg"' in index and 'src="./assets/page-1.js"' in index and 'href="//elsewhere.example/"' in index
    assert '<meta name="spieltisch-site" content="" />' in index
    assert sorted(path.name for path in out.rglob("*") if path.is_file()) == ["index.html", "page-1.js", "sw.js"]
    assert (out / "sw.js").read_text().endswith("\nconst rest = 1;\n")
    assert "3 files" in capsys.readouterr().out


def test_a_server_is_named_and_makes_a_new_version(page, tmp_path, capsys):
    out = tmp_path / "out"
    written(out)
    alone = version(out)
    assert 'content="https://table.example"' in written(out, "--server", "https://table.example/")
    assert "--allow-origin" in capsys.readouterr().out
    assert len({"abc", alone, version(out)}) == 3
    written(out)
    assert version(out) == alone


def test_what_lies_there_already_is_left_alone(page, tmp_path, capsys):
    used = tmp_path / "used"
    used.mkdir()
    (used / "letter.txt").write_text("dear")
    plain = tmp_path / "plain.txt"
    plain.write_text("x")
    for out in (used, plain, page):
        assert main(["site", str(out), "--lang", "en"]) == 1
        assert "something else" in capsys.readouterr().err
    assert (used / "letter.txt").read_text() == "dear" and (page / "index.html").read_text() == INDEX


@pytest.mark.parametrize("server", ["table.example", "https://table.example/folder", '"><script>'])
def test_what_is_no_address_of_a_server_is_refused(page, tmp_path, capsys, server):
    assert main(["site", str(tmp_path / "out"), "--server", server, "--lang", "en"]) == 1
    assert "--server" in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_an_address_cannot_leave_its_place(page, tmp_path):
    assert command.ADDRESS.fullmatch('https://a"b') is None


def test_without_a_page_there_is_no_site(page, tmp_path, capsys):
    (page / "index.html").unlink()
    assert main(["site", str(tmp_path / "out"), "--lang", "en"]) == 1
    assert "make page" in capsys.readouterr().err
