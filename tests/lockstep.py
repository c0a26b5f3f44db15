"""Games that are played twice, by the rules compiled for this machine and by those compiled for the browser, and what is compared of them.

`tests/browser/lockstep.ts` is the other side, line for line."""

import hashlib
import struct

import numpy as np

import spieltisch
from spieltisch.bots.looks import weights
from spieltisch.kinds import each, own_form
from spieltisch.lab.persons import compiled, seated
from spieltisch.rule import CHANCE_ACTS, GAME_OVER, below, blanks, luck
from spieltisch.state import AUDIENCES, State
from spieltisch.walking import some_options

TRIES = 12
PLAYERS = ["easy", "medium", "random", "master"]
EVERY = 24  # steps between two searches
BITS = {audience: bits for bits, audience in enumerate(AUDIENCES)}


def cases(key, count):
    """Games of all seat counts and house rules, as the other side is told them."""
    game = spieltisch.game(key)
    options = some_options(game)
    fields = game.room.declared.TABLE.fields.items()
    own = [name for name, thing in fields if isinstance(thing.inside if isinstance(thing, each) else thing, own_form)]
    for number in range(count):
        settled = game.content.settle(options[number // 3 % len(options)])
        names = game.room.names(settled)
        yield {
            "key": key, "seats": 2 + number % 3, "start": number % 2, "seed": number, "options": settled, "own": own, "every": EVERY,
            "laid": game.room.laid_out(settled).tobytes().hex(), "names": names.tobytes().hex() if isinstance(names, np.ndarray) else None,
            "persons": seated(PLAYERS).ravel().tolist(),
        }  # fmt: skip


class Account:
    """One game by the rules of this machine: its lines."""

    def __init__(self, case):
        self.game, self.seats, self.own = spieltisch.game(case["key"]), case["seats"], case["own"]
        self.room, self.luck = self.game.room, luck(case["seed"])
        self.value, self.people = self.game.for_room("spieltisch.bots.value"), compiled(self.game)
        self.net = weights(self.game, self.seats)
        self.work = self.value.work_room(self.net)
        self.options, self.lines, self.step = case["options"], [], 0
        record = self.room.laid_out(case["options"])
        self.game.rules.begin(record, self.seats, case["start"])
        self.state = State(self.game, record, case["options"])
        self.play()

    def say(self, line):
        self.lines.append(line)

    def digest(self):
        said = "".join(f"{line}\n" for line in self.lines)
        return f"{self.step} {hashlib.sha256(said.encode()).hexdigest()}"

    def play(self):
        while True:
            acting = self.state.acting
            self.say(f"acting {acting} {self.state.cell.tobytes().hex()}")
            self.look()
            if acting == GAME_OVER:
                break
            (self.chance if acting == CHANCE_ACTS else self.move)()
            self.step += 1
        result = self.game.result(self.state)
        self.say(f"places {commas(result['places'])} points {commas(result['points'])}")

    def look(self):
        state = self.state
        for watcher in range(-1, self.seats):
            seat = None if watcher < 0 else watcher
            veiled = self.room.veiled(state, seat)
            self.say(f"view {watcher} {self.compiled_view(watcher)}")
            self.say(f"veiled {veiled.cell.tobytes().hex()}")
            if seat is not None:
                self.room.hidden.deal_anew(veiled.record, seat, luck(self.step, seat))
                self.say(f"dealt {veiled.cell.tobytes().hex()}")
        names, out = self.room.names(self.options), self.room.desk.out
        for name in self.own:
            end = getattr(self.room.made, f"own_{name}")(state.record, self.step % self.seats, names, out, 0)
            self.say(f"{name} {out[:end].tobytes().decode()}")
        chances, points = np.zeros(4), np.zeros(4)
        self.value.rate(state.record, self.net, self.work, chances, points)
        far = self.room.module("progress").progress(state.record)
        self.say(f"rated {reals([far, *chances[: self.seats], *points[: self.seats]])}")

    def compiled_view(self, watcher):
        """The part of a view that compiled code writes."""
        seen, out = self.room.desk.seen, self.room.desk.out
        end = self.room.write_view(self.state.cell, seen if self.room.has_secrets else 0, watcher, self.room.names(self.options), out)
        return out[:end].tobytes().decode()

    def chance(self):
        state = self.state
        tickets = np.zeros(self.game.rules.OUTCOMES, np.int64)
        self.game.turn.weigh(state.cell, tickets)
        self.say(f"lottery {' '.join(map(str, state.lottery))} of {commas(tickets)}")
        text = self.game.drawn(state, int(below(self.luck, state.lottery[1])))
        after = state.drawn[1]
        possible = self.game.turn.may_happen(state.cell, after.came[2])
        self.say(f"drawn {text} then {after.acting} {commas(after._lottery)} {str(bool(possible)).lower()}")
        self.tell(after, -1, after.came[2])

    def move(self):
        state = self.state
        asked = [seat for seat in range(4) if state.acting >> seat & 1]
        seat = asked[below(self.luck, len(asked))]
        moves = self.game.moves(state, seat)
        texts = ",".join(f'"{text}"' for text in moves)
        self.say(f"legal {seat} [{texts}] {commas(moves.values())}")
        if self.step % EVERY == 0:
            self.think(seat, list(moves.values()))
        text = list(moves)[below(self.luck, len(moves))]
        after = self.game.play(state, seat, text)
        shows = self.room.shows_something(state, seat, moves[text], after)
        self.say(f"played {moves[text]} then {after.acting} {commas(after._lottery)} {str(shows).lower()}")
        self.tell(after, seat, moves[text])

    def tell(self, after, actor, code):
        for audience, text in self.room.told(self.state, after, actor, code):
            self.say(f"event {BITS[audience]} {text.decode()}")
        self.state = after

    def think(self, seat, codes):
        states, worth, won = blanks(self.game.layout, 4), np.zeros((len(codes), 8)), np.zeros(4)
        states[0] = self.state.record
        every = np.ones(len(codes), np.int8)
        self.value.explore(states, seat, seat, np.array(codes, np.int16), every, self.net, self.work, 2, 1, self.step, 0, 2, worth)
        self.say(f"worth {reals(worth.ravel())}")
        self.people.play_out(states, seated(PLAYERS), self.net, self.work, self.step, 0, 1, won)
        self.say(f"won {reals(won)}")
        guesses = blanks(self.game.layout, 3)
        self.game.for_room("spieltisch.bots.guesses").fill(guesses, 3, self.state.cell, seat, luck(self.step, 9))
        for guess in guesses:
            self.say(f"guess {guess.tobytes().hex()}")


def commas(numbers):
    return ",".join(str(int(number)) for number in numbers)


def reals(numbers):
    return struct.pack(f"<{len(numbers)}d", *numbers).hex()
