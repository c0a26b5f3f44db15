"""However much a line sends, and of whatever kind: the others have their turn, and it is read no faster than is fair."""

import asyncio
import contextlib
import time

import aiohttp
import pytest
import walk
from lines import Line, goodbye, greeted, masked, more, ping, pong, quiet_table, text
from table_clients import open_table, seated, with_session

LINES = 20
BYTES = 490_000  # from each of them
BEARABLE = 1.5  # seconds, on a machine that has other things to do; a fragment bomb used to cost ten
HELLO, ASK = text("{}"), text('{"lang":"de"}')

# what is sent once, and what follows it again and again
FLOODS = {
    "parts without end": (b"", text(b"", is_final=False), more()),
    "parts without end after a hello": (HELLO, text(b"", is_final=False), more()),
    "messages in parts": (HELLO, b"", text(b"", is_final=False) + more() * 100 + more(is_final=True)),
    "pings": (b"", b"", ping()),
    "large pings": (HELLO, b"", ping(b"x" * 125)),
    "pongs": (HELLO, b"", pong()),
    "rubbish": (b"", b"", text(b"x")),
    "large rubbish": (HELLO, b"", text(b"[" * 8000)),
    "questions": (HELLO, b"", ASK),
    "binary": (HELLO, b"", masked(0x82)),
    "after a goodbye": (HELLO, goodbye(1000) + text(b"", is_final=False), more()),
    "after a bad frame": (b"", masked(0x83) + text(b"", is_final=False), more()),
}


@pytest.fixture(scope="module")
def table(server):
    return quiet_table(server)


async def flood(line, first, again):
    """Send until enough is sent or the line is cut; never read."""
    loop = asyncio.get_running_loop()
    line.plain.setblocking(False)
    with contextlib.suppress(ConnectionError):
        await loop.sock_sendall(line.plain, first + again * (BYTES // len(again)))
    await asyncio.sleep(60)


async def slowest_move(people, seconds):
    """Two people play for a while: how long they waited at most."""
    slowest, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        asked = next((one for one in people if one.state["ask"]), None)
        if asked is None:
            break
        at, began = asked.state["at"], time.perf_counter()
        await asked.answer(asked.state)
        for one in people:
            await one.until(lambda told: told.get("at", 0) > at, 60)  # noqa: B023
        slowest = max(slowest, time.perf_counter() - began)
        await asyncio.sleep(0.02)
    return slowest


def slowest_beside(server, lines, act):
    """The slowest move of a table that was in play before these lines began to act, each in a task of its own."""

    async def play(session):
        people = await seated(session, server.base, *await open_table(session, server.base, walk.KEYS[0], 2))
        acting = [asyncio.create_task(act(line)) for line in lines]
        try:
            return await slowest_move(people, 1.0)
        finally:
            for task in acting:
                task.cancel()
            await asyncio.gather(*acting, return_exceptions=True)
            for one in people:
                await one.close()

    return with_session(play)


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_does_not_hold_up_another_table(server, table, name):
    early, first, again = FLOODS[name]
    lines = [Line(server, table, early=early) for _ in range(LINES)]
    assert slowest_beside(server, lines, lambda line: flood(line, first, again)) < BEARABLE
    for line in lines:
        line.close()


def test_a_large_text_in_single_bytes_does_not_hold_up_another_table(server, table):
    lines = [greeted(server, table) for _ in range(5)]
    content = text(b" " * 8000 + b'{"lang":"de"}')
    sent = dict.fromkeys(lines, 0)

    async def drip(line):
        line.plain.setblocking(False)
        for byte in content:
            await asyncio.get_running_loop().sock_sendall(line.plain, bytes([byte]))
            sent[line] += 1

    assert slowest_beside(server, lines, drip) < BEARABLE
    for line in lines:
        line.plain.settimeout(20)
        assert line.say(content[sent[line] :]).told() == "state"
        line.close()


@pytest.mark.parametrize(
    "frames",
    {
        "pings": ping() * 600, "pongs": pong() * 600, "parts": (text(b"", is_final=False) + more() * 28 + more(is_final=True)) * 20,
        "parts of questions": (text('{"la', is_final=False) + more(b'ng":"de"', is_final=False) + more(b"}", is_final=True)) * 200,
    }.items(), ids=lambda item: item[0],
)  # fmt: skip
def test_frames_of_every_kind_are_counted(server, table, frames):
    """Six hundred, of which four hundred are heard at once and the others two hundred a second."""
    line = greeted(server, table)
    began = time.perf_counter()
    line.say(frames[1] + ping(b"the end"))
    while line.told() != b"the end":
        pass
    assert time.perf_counter() - began > 0.9
    line.close()


def test_what_nobody_reads_is_not_taken_in(server, table):
    """A line over its pace is left to the network, whose buffers are the sender's problem."""

    async def act(session):
        async def memory():
            async with session.get(f"{server.base}/metrics") as answer:
                lines = (await answer.text()).splitlines()
            return float(next(line.split()[1] for line in lines if line.startswith("spieltisch_memory_bytes")))

        before = await memory()
        lines = [greeted(server, table) for _ in range(LINES)]
        floods = [asyncio.create_task(flood(line, b"", pong() * 4000)) for line in lines for _ in range(3)]
        await asyncio.sleep(1.5)
        assert await memory() - before < 40e6
        for task in floods:
            task.cancel()
        await asyncio.gather(*floods, return_exceptions=True)
        for line in lines:
            line.close()

    with_session(act)


def test_a_socket_that_is_refused_too_often_is_closed(server, table):
    line = greeted(server, table)
    with contextlib.suppress(ConnectionError):
        line.say(text("rubbish") * 100)
    heard = []
    while not isinstance(told := line.told(), int):
        heard.append(told)
    assert told == 4429 and set(heard) == {"refused"} and 60 <= len(heard) < 90 and line.is_cut()


def test_nothing_is_left_of_floods_whose_senders_have_gone(server, table):
    """However much of them waits in the network's buffers: the sockets end, and the table is as it was."""

    async def act(session):
        lines = [greeted(server, table) for _ in range(LINES)]
        floods = [asyncio.create_task(flood(line, b"", pong())) for line in lines]
        await asyncio.sleep(0.5)
        for line, task in zip(lines, floods, strict=True):
            task.cancel()
            line.close()
        async with asyncio.timeout(40):
            while True:
                async with session.get(f"{server.base}/metrics") as answer:
                    told = dict(line.split() for line in (await answer.text()).splitlines() if line[0] != "#")
                opened, closed = (float(told[f"spieltisch_sockets_{what}_total"]) for what in ("opened", "closed"))
                if opened == closed:
                    return
                await asyncio.sleep(0.1)

    with_session(act)
    with_session(lambda session: still_there(session, server, table))


async def still_there(session, server, table):
    ws = await session.ws_connect(f"{server.base}/ws/tables/{table}")
    await ws.send_str("{}")
    assert (await ws.receive(20)).type is aiohttp.WSMsgType.TEXT
    await ws.close()
    assert ws.close_code == 1000
