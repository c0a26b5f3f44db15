"""Tiny Race: roll a die; go that far or stay; first home wins. The smallest whole room, for docs/adding-a-game.md."""

from spieltisch.door import Game

GAME = Game(__name__)
