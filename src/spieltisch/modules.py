"""Where modules are found. In the browser there are no files: there the page brings the modules itself."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import Any


def module_of(name: str) -> Any:
    """A module by its name."""
    return importlib.import_module(name)


def has_module(name: str) -> bool:
    """Is there such a module?"""
    return importlib.util.find_spec(name) is not None


def folder_of(package: str) -> Path:
    """The folder of a package."""
    return Path(module_of(package).__file__ or "").parent
