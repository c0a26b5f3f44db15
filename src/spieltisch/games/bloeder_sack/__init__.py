"""Blöder Sack: two dice a turn onto five trays, each under a card; who meets its condition best wins its sacks."""

from spieltisch.door import Game

GAME = Game(__name__)
