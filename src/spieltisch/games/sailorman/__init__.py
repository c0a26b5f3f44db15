"""Sailorman Dice: one throw for all, rows that never fall, crosses by way of the river, a race for shells."""

from spieltisch.door import Game

GAME = Game(__name__)
