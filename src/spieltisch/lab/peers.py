"""Two others of this field, measured in the same run: backgammon (dice, two players) of OpenSpiel and of pgx. Extra `bench`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any


def measure(seconds: float, tell: Callable[[str], None]) -> dict[str, float | None]:
    """Steps (moves and chance) a second of each, as it is used from Python; None where it is not installed."""
    tell("OpenSpiel: backgammon, random games")
    figures: dict[str, float | None] = {"OpenSpiel backgammon (Python API)": open_spiel(seconds)}
    tell("pgx: backgammon, a jitted batch of 1,024 on the processor (compiling)")
    figures["pgx backgammon (batch of 1,024)"] = pgx_batch(seconds, 1024)
    return figures


def open_spiel(seconds: float) -> float | None:
    """Random games through pyspiel, chance by its weights."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("backgammon")
    luck = random.Random(1)
    steps = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, weights)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
            steps += 1
    return steps / (time.perf_counter() - began)


def pgx_batch(seconds: float, count: int) -> float | None:
    """A jitted, vectorised step with random legal actions; a finished game begins anew."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make("backgammon")
    step = auto_reset(env.step, env.init)

    def one(carry: Any, key: Any) -> Any:
        act, go = jax.random.split(key)
        actions = jax.random.categorical(act, jnp.log(carry.legal_action_mask.astype(jnp.float32)), axis=1)
        return jax.vmap(step)(carry, actions, jax.random.split(go, count)), None

    rounds = 32
    many = jax.jit(lambda carry, key: jax.lax.scan(one, carry, jax.random.split(key, rounds))[0])
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count))
    states = jax.block_until_ready(many(states, jax.random.PRNGKey(1)))
    steps = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        states = jax.block_until_ready(many(states, jax.random.PRNGKey(steps)))
        steps += rounds * count
    return steps / (time.perf_counter() - began)
