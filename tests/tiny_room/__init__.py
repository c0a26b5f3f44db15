"""Tiny Trade: everybody has one hidden card; keep it or trade it with the next seat; the highest wins. docs/adding-a-game.md builds it."""

from spieltisch.door import Game

GAME = Game(__name__)
