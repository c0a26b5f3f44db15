"""`python -m spieltisch.browser [OUT]` makes everything, for all rooms; what has not changed is taken from the cache."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from spieltisch.offer import offered

from .module import make_all
from .plain import write


def main() -> None:
    """Make what the page needs, into a folder."""
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "web/made")
    for made in make_all(out):
        print(made)
    write(out)
    (out / "games.json").write_text(json.dumps(offered(), ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
