"""`python -m spieltisch` is the command `spieltisch`."""

from .cli import main

raise SystemExit(main())
