"""`site`: the page as plain files for any web host. All that needs no server works there; a table server elsewhere may be named."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

from spieltisch import Refused
from spieltisch.words import Words

from .serve import ADDRESS

MARK = "spieltisch-site"  # the name of the page's `meta` that says what it is
PACKED = {".gz", ".br"}  # a host packs by itself; ours belong to files as they were
BUILT = re.compile(r"const BUILT = (\{.*?\});\n")


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's command."""
    command = commands.add_parser("site", help=words("help.site"))
    command.add_argument("out", type=Path, metavar="DIR", help=words("help.site_out"))
    command.add_argument("--server", metavar="URL", default="", help=words("help.site_server"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace, words: Words) -> None:
    """Write the site."""
    from spieltisch.server.app import PAGE

    if args.server and not ADDRESS.fullmatch(args.server):
        raise Refused("wrong_site_server", url=args.server)
    if not (PAGE / "index.html").is_file():
        raise Refused("page_not_built")
    try:
        files = write_site(PAGE, args.out, args.server.rstrip("/"))
    except OSError as problem:
        raise Refused("site_not_written", folder=str(args.out), problem=problem.strerror or "?") from None
    print(words("site_written", folder=str(args.out), files=files))
    if args.server:
        print(words("site_allow", server=args.server.rstrip("/")))


def write_site(page: Path, out: Path, server: str) -> int:
    """Copy the page, say in it what it is, and let its worker know; the number of files."""
    check_free(out)
    if out.exists():
        shutil.rmtree(out)
    shutil.copytree(page, out, ignore=lambda _folder, names: [name for name in names if Path(name).suffix in PACKED])
    index = out / "index.html"
    index.write_text(as_site(index.read_text(encoding="utf-8"), server), encoding="utf-8")
    worker = out / "sw.js"
    worker.write_text(renewed(worker.read_text(encoding="utf-8"), index.read_bytes()), encoding="utf-8")
    return sum(path.is_file() for path in out.rglob("*"))


def check_free(out: Path) -> None:
    """Only an empty folder is written to, or a site of ours: nobody's files are lost by a slip."""
    index = out / "index.html"
    is_ours = index.is_file() and f'name="{MARK}"' in index.read_text(encoding="utf-8", errors="replace")
    if out.exists() and not is_ours and (not out.is_dir() or any(out.iterdir())):
        raise Refused("site_folder_used", folder=str(out))


def as_site(index: str, server: str) -> str:
    """The first file: everything it names lies beside it, wherever that is."""
    beside = re.sub(r'(href|src)="/(?!/)', r'\1="./', index)
    return beside.replace("<head>", f'<head>\n    <meta name="{MARK}" content="{server}" />', 1)


def renewed(worker: str, index: bytes) -> str:
    """The worker's version follows the first file too: a site that names another server is a new version."""
    found = BUILT.match(worker)
    assert found is not None, "the page was built without its worker"
    built = json.loads(found[1])
    built["version"] = hashlib.sha256(built["version"].encode() + index).hexdigest()[:16]
    return f"const BUILT = {json.dumps(built, separators=(',', ':'))};\n{worker[found.end() :]}"
