"""What can be played, as a lobby shows it: told by the server, and made into the page for those who play without one."""

from __future__ import annotations

from typing import Any

from . import game, game_keys
from .bots import levels_of
from .words import LANGUAGES


def offered() -> list[dict[str, Any]]:
    """Every game with its names, seats, the bots' levels and the house rules."""
    return [_offer(key) for key in game_keys()]


def _offer(key: str) -> dict[str, Any]:
    room = game(key)
    words = {lang: room.words(lang) for lang in LANGUAGES}
    texts = {part: {lang: words[lang](part) for lang in LANGUAGES} for part in ("name", "tagline", "credit")}
    return {"key": key, **texts, "seats": list(room.seats), "levels": levels_of(room), "options": room.house_rules()}
