"""Running JavaScript from a test."""

import shutil
import subprocess
from pathlib import Path

HOUSE = Path(__file__).parent.parent


def node(*arguments):
    """The lines that Node.js writes, the one that the page is built with."""
    found = HOUSE / ".make" / "node"
    home = Path(found.read_text().strip()) if found.exists() else Path(shutil.which("node") or "node").parent
    ended = subprocess.run([home / "node", *arguments], capture_output=True, text=True, cwd=HOUSE, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    return ended.stdout.splitlines()
