"""One table: its inbox takes one message at a time, so that nothing here needs a lock.

A move is checked, played in memory, kept in the store, and only then told. While the disk is busy with it, other seats may move;
all else waits. `seating` has what happens around the game."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import msgspec

from spieltisch import game as find_game
from spieltisch.chance import Fair
from spieltisch.checks import Refused
from spieltisch.door import CHANCE, OVER, Audience, Seat
from spieltisch.log import Match, dump, source_of

from . import taking_back
from .asks import Asks, reopened
from .history import time_up
from .house import House
from .inbox import Inbox
from .messages import Messages
from .seating import seat_taken_back, sit_in
from .seats import Tokens, check_sense, understood
from .sharing import TABLE_FADES, Account, Path, Rank
from .sockets import Socket
from .store import Damaged, Kept, StoreFailed
from .thinking import CLOCK, Bots
from .trouble import recover, wait_for_disk
from .wire import Said, encode


class Table(Inbox):
    """A table in memory; all that matters is in the store."""

    def __init__(self, house: House, kept: Kept, tokens: Tokens, address: str = "") -> None:
        super().__init__()
        self.house = house
        self.id = kept.id
        self.kept = kept
        self.tokens = tokens
        self.setup = understood(kept)
        self.game = find_game(self.setup.game)
        self.match: Match | None = None
        self.asks = Asks()
        self.source = Fair(kept.secret, self.id)
        self.events: list[tuple[Audience, bytes]] = []  # of the latest change, as JSON
        self.touched = kept.touched
        self.heard: set[Seat] = set()  # the first seats of those tokens that have come by
        self.messages = Messages(self)
        self.sockets: dict[Seat | None, list[Socket]] = {}
        self.address = address  # of whoever opened it; never kept, so unknown after a restart
        self.account = Account(TABLE_FADES)  # of thinking time
        self.bots = Bots(self)
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.advised: dict[Seat, tuple[int, asyncio.Task[None]]] = {}  # seats for which a tip is being thought about
        self.asked_at: dict[Seat, tuple[int, float]] = {}  # the question's number and when it was put
        self._unsettled: asyncio.Future[None] | None = None  # the latest lines, until they are kept and told
        self._movers: dict[asyncio.Future[None], tuple[Socket, Seat, int | None]] = {}  # who made a move at once, until it is kept
        self.failures = 0  # since something was last kept

    async def recover(self, problem: BaseException) -> None:
        """Back to what the store has: nobody has been told anything else."""
        await recover(self, problem)

    def excuse(self, problem: BaseException) -> Refused:
        """What those are told for whom it was to be done: a disk that fails is named."""
        return Refused("cannot_keep" if isinstance(problem, StoreFailed) else "try_again")

    def dismiss(self, refused: Refused) -> None:
        """There is nothing more to do here: whoever is connected is told why, and sent away."""
        for socket in {socket for sockets in self.sockets.values() for socket in sockets}:
            socket.dismiss(refused)
        self.close()

    async def settle(self) -> None:
        """Wait until the disk has everything and everybody has been told; whether that went well is for whoever wrote it."""
        while self._unsettled is not None:
            await asyncio.wait([self._unsettled])  # goes on behind those who were first to wait for it: the telling

    @property
    def is_settled(self) -> bool:
        """Does the disk have everything, and has everybody been told?"""
        return self._unsettled is None

    @property
    def is_resting(self) -> bool:
        """Is there nothing going on that needs this table in memory?"""
        return self.is_idle and not (self.sockets or self.bots.thinking or self.timers.keys() & {"clock", "begin", "disk"})

    def close(self) -> None:
        """Leave memory; the store has everything."""
        for timer in self.timers.values():
            timer.cancel()
        self.bots.close()
        for _, task in self.advised.values():
            task.cancel()
        super().close()

    # ------------------------------------------------ where it stands

    @property
    def at(self) -> int:
        """The number of log lines."""
        return 0 if self.match is None else len(self.match.lines)

    @property
    def state(self) -> str:
        return self.kept.state  # open, running, over or closed

    @property
    def commitment(self) -> str:
        """What dice and cards can be checked against; nothing where some of them fell elsewhere."""
        return "" if self.setup.moved else self.source.commitment

    def present(self) -> set[Seat]:
        """The seats whose people are here."""
        return {seat for seat in self.sockets if seat is not None}

    async def load(self, address: str = "") -> None:
        """Stand where the store says, for somebody at this address; what makes no sense there is damaged."""
        kept = await self.house.store.find(self.id)
        if kept is None:
            raise Refused("no_such_table")
        tokens, lines = await self.house.store.tokens(self.id), await self.house.store.lines(self.id)
        try:
            self.kept, self.setup = kept, understood(kept)
            self.tokens = msgspec.convert(tokens, Tokens)
            self.match, self.asks, self.events, self._unsettled = None, Asks(), [], None
            if lines:
                whose = self.house.workers.accounts.of(address, self.account)
                self.match, self.asks = await self.house.workers.do(Rank.OPENING, whose, reopened, lines)
                self._resume_chance()
            check_sense(self.kept, self.setup, self.match)
        except (StoreFailed, RuntimeError, MemoryError):
            raise
        except Exception as problem:
            raise Damaged("the rows of the table make no sense") from problem
        self.changed()

    def _resume_chance(self) -> None:
        """Chance goes on after what the log already holds; the latest events are those since a seat last moved."""
        assert self.match is not None
        self.source = source_of(self.match, self.kept.secret)
        since = 0
        for index, (action, state) in enumerate(zip(self.match.actions, self.match.states, strict=False)):
            if action.by is CHANCE:
                self.source.skip(self.game, state)
            else:
                since = index
        if "undo" not in self.match.lines[-1]:
            self.events = [
                event for index in range(since, len(self.match.actions)) for event in self.match.told(index)
            ]

    # ------------------------------------------------ a move, from inbox to everybody's screen

    async def begin(self, match: Match) -> None:
        """The first line of the log, and what chance brings before anybody moves."""
        self.source = source_of(match, self.kept.secret)
        self.match = match
        self.events = []
        await self._keep(0, "running")
        self.house.report.counts["games_begun"] += 1

    async def go_on(self, match: Match, asks: Asks) -> None:
        """A game that was begun elsewhere, with all its lines; from here on chance is ours."""
        self.match, self.asks = match, asks
        self._resume_chance()
        self.events = []
        self.kept.setup = msgspec.to_builtins(self.setup)
        await self._keep(0, "running", self.kept.setup)
        self.house.report.counts["games_moved"] += 1

    def move(
        self, seat: Seat, text: str, ask: int | None, note: str | None = None, by_hand: bool = False
    ) -> asyncio.Future[None] | None:
        """A seat answers its question; done when it is kept and told. None if it only repeats an answer that it gave before."""
        if self.asks.is_repeat(seat, ask, text):
            return None
        match = self._running()
        self.asks.check(seat, ask)
        if self.house.store.is_failing:
            raise Refused("cannot_keep")
        began = len(match.lines)
        first = len(match.actions)
        put = self.asked_at.get(seat, (ask, time.monotonic()))[1]
        match.play(seat, text, ms=int((time.monotonic() - put) * 1000), note=note)
        self.asks.answer(seat, text, began + 1)
        self.events = list(match.told(first))
        if note == CLOCK:
            self.events.insert(0, (self._everybody(), encode(time_up(seat))))
        self.house.report.counts["moves"] += 1
        return self._keep(began, setup=seat_taken_back(self, seat) if by_hand else None)

    async def undo(self, seat: Seat, ask: int | None) -> bool:
        """A seat takes back its latest action, if nothing new has become known; False if that was done already."""
        match = self._running()
        if self.asks.is_repeated_undo(seat, ask):
            return False
        index = taking_back.check(match, seat)
        if self.house.store.is_failing:
            raise Refused("cannot_keep")
        knew = frozenset([seat]).union(*(audience for audience, _ in match.told(index)))
        began = len(match.lines)
        match.undo(seat)
        self.asks.take_back(seat, began + 1)
        self.events = [(knew, b'{"event":"took_back","seat":%d}' % seat)]
        await self._keep(began, setup=seat_taken_back(self, seat))
        return True

    def _everybody(self) -> Audience:
        return frozenset([None, *range(len(self.setup.chairs))])

    def _running(self) -> Match:
        if self.state == "closed":
            raise Refused("table_closed")
        if self.match is None:
            raise Refused("not_begun")
        if self.match.result is not None:
            raise Refused("over")
        return self.match

    def _let_chance_act(self, match: Match) -> bool:
        """Draw until somebody has to choose; True at the game's end."""
        try:
            while (acting := self.game.to_act(match.state)) is CHANCE:
                first = len(match.actions)
                match.play(CHANCE, self.source.draw(self.game, match.state))
                self.events += match.told(first)
            if acting is OVER:
                match.end(None if self.setup.moved else self.source.secret.hex())
        except Refused as refused:
            raise RuntimeError("chance was refused") from refused
        return acting is OVER

    def _keep(
        self, began: int, state: str | None = None, setup: dict[str, Any] | None = None
    ) -> asyncio.Future[None]:
        """Let chance act and write everything down; everybody is told once the disk has it."""
        match = self.match
        assert match is not None
        if self._let_chance_act(match):
            state = "over"
            self.house.report.counts["games_ended"] += 1
        match.forget()
        self.asks.follow(self.game, match.state, len(match.lines))
        kept = self.house.store.append(self.id, began, [dump(line) for line in match.lines[began:]], state, setup)
        if state is not None:
            self.kept.state = state
        self.changed(only_moved=state is None and setup is None)
        kept.add_done_callback(partial(self._tell_kept, [(seat, self.messages.of(seat)) for seat in self.sockets]))
        self._unsettled = kept
        return kept

    def _tell_kept(self, told: list[tuple[Seat | None, bytes]], kept: asyncio.Future[None]) -> None:
        """The views as they were made with the move: by now others may have moved. Where the disk failed, only who moved hears of it."""
        mover = self._movers.pop(kept, None)
        if kept is self._unsettled:
            self._unsettled = None
        if kept.cancelled() or kept.exception() is not None:
            self.fail(StoreFailed("not kept") if kept.cancelled() else kept.exception())  # type: ignore[arg-type]
            if mover is not None and not kept.cancelled():
                socket, mine, ask = mover
                socket.excuse(Refused("cannot_keep"), ask, mine)
            return
        self.touched = time.time()
        self.failures = 0
        for seat, message in told:
            for socket in list(self.sockets.get(seat, ())):
                socket.tell(seat, message)

    # ------------------------------------------------ telling

    def changed(self, only_moved: bool = False) -> None:
        """Something is different: new messages, new questions, bots to wake."""
        self.messages.forget(only_moved)
        now = time.monotonic()
        self.asked_at = {
            seat: kept if (kept := self.asked_at.get(seat)) and kept[0] == n else (n, now)
            for seat, n in self.asks.open.items()
        }
        if self.advised:
            self._end_tips()
        self.bots.look_up()
        if self.state == "running" and self.house.store.is_failing:
            wait_for_disk(self)
        elif self.state == "running":
            self._set_clock()

    def tell_all(self, events: bool = True) -> None:
        """The whole view to everybody."""
        if not events:
            self.events = []
            self.messages.forget()
        for seat, sockets in list(self.sockets.items()):
            message = self.messages.of(seat)
            for socket in list(sockets):
                socket.tell(seat, message)

    def tell_one(self, socket: Socket) -> None:
        """The same to one socket."""
        for seat in socket.seats or (None,):
            socket.tell(seat, self.messages.of(seat))

    async def tell_again(self, socket: Socket) -> None:
        """Somebody wants to hear it again."""
        self.tell_one(socket)

    def hear_at_once(self, socket: Socket, seat: Seat, said: Said) -> bool:
        """A move, if nothing stands in its way; all else, and a move that was made before, has to wait for its turn (False)."""
        if said.do is None or not self.is_free:
            return False
        try:
            done = self.move(seat, said.do, said.ask, by_hand=True)
            if done is None:
                return False
            self._movers[done] = socket, seat, said.ask
        except Refused as refused:
            socket.refuse(refused, said.ask, seat, self.setup.names)
        except Exception as problem:
            self.fail(problem)
        return True

    async def hear(self, socket: Socket, seat: Seat, said: Said) -> None:
        """What a socket says for a seat: a refusal is for this socket alone."""
        try:
            if said.do is not None:
                done = self.move(seat, said.do, said.ask, by_hand=True)
                if done is None:
                    self.tell_one(socket)
                else:
                    await done
            elif said.sit_in is not None:
                await sit_in(self, seat, said.sit_in)
            elif said.hint is not None:
                await self.house.advisers.tip(self, socket, seat, said.hint)
            elif not await self.undo(seat, said.ask):
                self.tell_one(socket)
        except Refused as refused:
            socket.refuse(refused, said.ask if said.hint is None else said.hint, seat, self.setup.names)
        except StoreFailed:
            socket.excuse(Refused("cannot_keep"), said.ask if said.hint is None else said.hint, seat)
            raise

    @property
    def whose(self) -> Path:
        """Whose thinking time is used here."""
        return self.house.workers.accounts.of(self.address, self.account)

    def _end_tips(self) -> None:
        """A tip goes with its question."""
        for seat, (n, task) in self.advised.items():
            if self.asks.open.get(seat) != n or self.state != "running":
                task.cancel()

    # ------------------------------------------------ clocks

    def _set_clock(self) -> None:
        """The optional clock: when it runs out, a bot moves once for the seat."""
        if self.setup.clock is None:
            return
        timer = self.timers.pop("clock", None)
        if timer is not None:
            timer.cancel()
        if self.asked_at:
            left = min(put for _, put in self.asked_at.values()) + self.setup.clock - time.monotonic()
            self.timers["clock"] = asyncio.get_running_loop().call_later(max(left, 0.0), self.post, self._time_up)

    async def _time_up(self) -> None:
        self.timers.pop("clock", None)
        due = time.monotonic() - (self.setup.clock or 0) + 0.01
        for seat, (n, put) in self.asked_at.items():
            if put <= due and not self.setup.chairs[seat].is_played_by_bot:
                self.bots.think(seat, n, CLOCK)
