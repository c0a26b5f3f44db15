"""Just 4 Fun: cards add up to fields, stones make majorities, four in a line win."""

from spieltisch.door import Game

GAME = Game(__name__)
