"""What happens while a move is on its way to the disk, and when it does not get there: order, repetition, failure."""

import asyncio

import pytest
import walk
from table_clients import Client, get, open_table, seated, server_here, until

from spieltisch.log import replay, verify
from spieltisch.server.api import LOBBY
from spieltisch.server.store import StoreFailed
from spieltisch.server.trouble import MOST_FAILURES

KEY = walk.KEYS[0]


def behind(store, obstacle):
    """Something that lines have to pass before they are written, in their order."""
    whole, before = store.append, []

    def append(*arguments):
        async def write(others):
            await asyncio.gather(*others, return_exceptions=True)
            await obstacle()
            await whole(*arguments)

        before.append(asyncio.ensure_future(write(list(before))))
        return before[-1]

    store.append = append


async def play_out(session, base, table, clients):
    """Everybody looks again, and plays to a fair end."""
    for client in clients:
        client.asked.clear()
        client.state = None
        await client.say(lang="en")
    await asyncio.gather(*(client.play() for client in clients))
    assert verify(replay((await get(session, f"{base}/api/tables/{table}/log")).splitlines()))


async def both_asked(session, base):
    """A table at which two people are asked at the same time."""
    for key in walk.KEYS:
        table, tokens = await open_table(session, base, key, 2)
        clients = await seated(session, base, table, tokens)
        if all(client.state["ask"] for client in clients):
            return table, clients
    raise AssertionError("no such game")


def test_two_who_move_at_once_need_not_wait_for_each_other(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            app[LOBBY].house.hush = 60.0  # nobody is told of mere presence in between
            table, clients = await both_asked(session, base)
            gate = asyncio.Event()
            behind(app[LOBBY].house.store, gate.wait)
            began = clients[0].state["at"]
            for number, client in enumerate(clients):
                await client.answer(client.state)
                await until(lambda due=began + number: app[LOBBY].tables[table].at > due)
            for client in clients:
                with pytest.raises(TimeoutError):
                    await client.receive(0.1)
            gate.set()
            for client in clients:
                told = [await client.receive() for _ in range(2)]
                assert [frame["at"] for frame in told] == [began + 1, app[LOBBY].tables[table].at]
            await play_out(session, base, table, clients)

    asyncio.run(act())


def test_nobody_is_told_what_is_new_before_what_is_old(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            app[LOBBY].house.hush = 60.0  # nobody is told of mere presence in between
            table, clients = await both_asked(session, base)
            running, kept = app[LOBBY].tables[table], []

            def append(*_):
                kept.append(asyncio.get_running_loop().create_future())
                return kept[-1]

            running.house.store.append = append
            began = running.at
            for number, client in enumerate(clients, start=1):
                await client.answer(client.state)
                await until(lambda number=number: len(kept) == number)
            for future in kept:
                future.set_result(None)  # as one commit does; nobody has been told yet
            [socket] = running.sockets[0]
            await running.call(running.tell_again, socket)
            heard = [(await clients[0].receive())["at"] for _ in range(3)]
            assert heard == [began + 1, running.at, running.at]  # the second may bring dice with it

    asyncio.run(act())


def test_the_last_move_of_a_game_may_be_said_again_too(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            await asyncio.gather(*(client.play() for client in clients))
            for seat, (ask, text) in app[LOBBY].tables[table].asks.answered.items():
                ended = clients[seat].state
                await clients[seat].say(do=text, ask=ask)
                assert await clients[seat].receive() == ended
                await clients[seat].say(do=text, ask=ask + 1)
                assert (await clients[seat].receive())["refused"]["reason"] == "over"

    asyncio.run(act())


def test_a_move_behind_one_that_was_not_kept_is_not_kept_either(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            app[LOBBY].house.hush = 60.0  # nobody is told of mere presence in between
            table, clients = await both_asked(session, base)
            gate, failures = asyncio.Event(), [1]

            async def fail_once():
                await gate.wait()
                if failures:
                    raise StoreFailed(f"disk full {failures.pop()}")

            store = app[LOBBY].house.store
            behind(store, fail_once)
            before = [client.state for client in clients]
            for client, frame in zip(clients, before, strict=True):
                await client.answer(frame)
            await until(lambda: app[LOBBY].tables[table].at >= before[0]["at"] + 2)
            gate.set()
            for client, frame in zip(clients, before, strict=True):
                refused = await client.receive()
                assert (refused["refused"]["reason"], refused["ask"]) == ("cannot_keep", frame["ask"]["n"])
                told = await client.receive()
                assert (told["at"], told["view"], told["ask"]) == (frame["at"], frame["view"], frame["ask"])
            assert len(await store.lines(table)) == before[0]["at"] and not failures
            await play_out(session, base, table, clients)

    asyncio.run(act())


def test_when_the_disk_fails_nobody_hears_of_the_move_and_the_table_stands_as_before(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            store = app[LOBBY].house.store
            failing = True

            async def may_fail():
                if failing:
                    raise StoreFailed("disk full")

            behind(store, may_fail)
            asked = next(client for client in clients if client.state["ask"])
            before = asked.state
            await asked.say(do=before["ask"]["moves"][0], ask=before["ask"]["n"])
            assert (await asked.receive())["refused"]["reason"] == "cannot_keep"
            again = await asked.receive()
            assert (again["at"], again["view"], again["ask"]) == (before["at"], before["view"], before["ask"])
            failing = False
            await asked.say(do=before["ask"]["moves"][0], ask=before["ask"]["n"])
            assert (await asked.receive())["at"] > before["at"]
            await play_out(session, base, table, clients)

    asyncio.run(act())


def test_a_move_that_only_memory_has_is_in_no_answer(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            store = app[LOBBY].house.store
            gate = asyncio.Event()
            behind(store, gate.wait)
            asked = next(client for client in clients if client.state["ask"])
            before = asked.state
            await asked.answer(before)
            await until(lambda: app[LOBBY].tables[table].at > before["at"])
            late = await Client(session, base, table).connect()
            asking = [
                asyncio.create_task(get(session, f"{base}/api/tables/{table}{path}"))
                for path in ("", "/story", f"/at/{before['at']}")
            ]
            for waiting in (late.receive(0.2), asked.receive(0.2)):
                with pytest.raises(TimeoutError):
                    await waiting
            assert not any(task.done() for task in asking)
            gate.set()
            assert (await late.receive())["at"] > before["at"]
            await asyncio.gather(*asking)

    asyncio.run(act())


def test_a_game_that_could_not_begin_begins_by_itself_when_the_disk_is_back(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            failures = [1]

            async def fail_once():
                if failures:
                    raise StoreFailed(f"disk full {failures.pop()}")

            behind(app[LOBBY].house.store, fail_once)
            table, tokens = await open_table(session, base, KEY, 2)
            client = await Client(session, base, table, tokens[0]).connect()
            await client.until(lambda frame: frame["view"])
            assert not failures

    asyncio.run(act())


def test_a_tip_that_could_not_be_counted_can_be_asked_for_again(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 2)
            clients = await seated(session, base, table, tokens)
            asked = next(client for client in clients if client.state["ask"])
            store, n = app[LOBBY].house.store, asked.state["ask"]["n"]
            whole = store.change

            async def fail(*_):
                raise StoreFailed("disk full")

            store.change = fail
            await asked.say(hint=n)
            refused = await asked.receive()
            assert (refused["refused"]["reason"], refused["ask"]) == ("cannot_keep", n)
            store.change = whole
            await asked.say(hint=n)
            assert (await asked.until(lambda frame: "hint" in frame))["ask"] == n

    asyncio.run(act())


def test_a_table_at_which_nothing_works_is_set_aside_and_does_not_spin(tmp_path):
    async def act():
        async with server_here(tmp_path) as (base, app, session):
            table, tokens = await open_table(session, base, KEY, 1, 1, start=0)
            client = await Client(session, base, table, tokens[0]).connect()
            frame = await client.until(lambda frame: frame["ask"])
            running = app[LOBBY].tables[table]

            def broken(*_, **__):
                raise ValueError("a fault of ours")

            running._keep = broken
            told = frame
            for _ in range(MOST_FAILURES):
                await client.answer(frame)
                told = await client.receive()
                assert (told["at"], told["ask"]) == (frame["at"], frame["ask"])  # it stands as before
            await client.answer(frame)
            assert (await client.receive())["refused"]["reason"] == "table_damaged"
            await get(session, f"{base}/api/tables/{table}", expect=500)
            assert app[LOBBY].house.aside == {table}

    asyncio.run(act())
