"""The threads behind the event loop: in which order they work, who pays, and that what nobody waits for is ended."""

import asyncio
import gc
import sys
import threading
import time
from contextlib import asynccontextmanager, suppress
from io import StringIO

import pytest

from spieltisch.bots.wanted import GaveUp, go_on
from spieltisch.server import workers as threads
from spieltisch.server.report import Report
from spieltisch.server.sharing import BUDGET, FADES, Account, Accounts, Line, Rank
from spieltisch.server.workers import Workers


@asynccontextmanager
async def crew(monkeypatch):
    """One thread of each kind, as on a small machine."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    workers = Workers(Report(StringIO()))
    try:
        yield workers
    finally:
        workers.close()


async def held(workers, rank, path):
    """Keep the thread of a rank busy; until the event is set."""
    begun, release = threading.Event(), threading.Event()

    def hold():
        begun.set()
        release.wait(20)

    task = asyncio.create_task(workers.do(rank, path, hold))
    await asyncio.to_thread(begun.wait, 10)
    return release, task


def ponder():
    """Think for ever, as a search does: look after look."""
    while True:
        go_on()
        time.sleep(0.001)


async def at_rest(workers, seconds=10):
    async with asyncio.timeout(seconds):
        while workers.gauges()["thoughts_running"]:
            await asyncio.sleep(0.005)


# ---------------------------------------------------------------- accounts and lines


def test_what_has_been_used_fades():
    account = Account()
    account.charge(3.0, now=100.0)
    assert account.used(100.0) == pytest.approx(3.0) and not account.is_spent(100.0)
    assert account.used(100.0 + 1.0 / FADES) == pytest.approx(2.0) and account.used(1000.0) == 0.0
    account.charge(BUDGET + 1, now=2000.0)
    assert account.is_spent(2000.0) and not account.is_spent(2000.0 + 2.0 / FADES)


def test_a_line_serves_whoever_has_used_least_by_address_and_then_by_table():
    family, crowd = Account(), Account()
    tables = [Account() for _ in range(4)]
    line = Line()
    for number in range(3):
        line.add(f"crowd {number}", [crowd, tables[number]], now=10.0 + number)
    line.add("family", [family, tables[3]], now=20.0)
    served = []
    for now in range(30, 34):
        one = line.first()
        served.append(one)
        who = [family, tables[3]] if one == "family" else [crowd, tables[int(one[-1])]]
        line.remove(one, who)
        for account in who:
            account.charge(1.0, now)
    assert served == ["crowd 0", "family", "crowd 1", "crowd 2"] and line.first() is None
    tables[0].charge(5.0, 40.0)
    line.add("thinks much", [crowd, tables[0]], now=41.0)
    line.add("thinks little", [crowd, tables[1]], now=42.0)
    assert line.first() == "thinks little"


def test_those_who_owe_nothing_are_served_as_they_come_however_new_they_are():
    old, new = Account(), Account()
    old.charge(0.1, 10.0)
    line = Line()
    line.add("old", [old], now=100.0)
    line.add("new", [new], now=101.0)
    assert line.first() == "old"


def test_an_address_is_one_account_and_a_table_that_nobody_knows_stands_for_itself(monkeypatch):
    accounts, table = Accounts(), Account()
    assert accounts.of("192.0.2.1", table) == [accounts.of("192.0.2.1")[0], table]
    assert accounts.of("", table) == [table] and len(accounts.of("")) == 1
    monkeypatch.setattr("spieltisch.server.sharing.MOST_ADDRESSES", 50)
    accounts.of("192.0.2.1")[0].charge(10.0)
    for number in range(500):
        accounts.of(f"198.51.100.{number}")
    assert len(accounts._of) <= 51 and accounts.of("192.0.2.1")[0].used() > 5


# ---------------------------------------------------------------- order


def test_time_in_the_queue_is_not_thinking_time(monkeypatch):
    async def act():
        async with crew(monkeypatch) as workers:
            path = [Account()]
            slow = [workers.do(Rank.DEEP, path, time.sleep, 0.1, seconds=0.9) for _ in range(12)]
            began = time.monotonic()
            await asyncio.gather(*slow)
            assert time.monotonic() - began > 1.1

    asyncio.run(act())


def test_people_come_before_tables_of_bots_and_the_spent_behind_everybody(monkeypatch):
    async def act():
        async with crew(monkeypatch) as workers:
            release, holding = await held(workers, Rank.DEEP, [Account()])
            quick, holding_quick = await held(workers, Rank.QUICK, [Account()])
            spent = Account()
            spent.charge(BUDGET * 2)
            order = []
            wishes = [
                ("spent", Rank.DEEP, spent),
                ("bots", Rank.DEEP_ALONE, Account()),
                ("quick bots", Rank.QUICK_ALONE, Account()),
                ("quick", Rank.QUICK, Account()),
                ("people", Rank.DEEP, Account()),
            ]
            waiting = [
                asyncio.create_task(workers.do(rank, [account], order.append, name)) for name, rank, account in wishes
            ]
            await asyncio.sleep(0.05)
            assert order == [] and workers.gauges()["thoughts_waiting"] == 5
            release.set()
            await asyncio.gather(holding, *waiting)
            assert order == ["people", "quick", "quick bots", "bots", "spent"]
            quick.set()
            await holding_quick

    asyncio.run(act())


def test_quick_bots_and_tips_never_wait_for_masters_nor_masters_for_them(monkeypatch):
    async def act():
        async with crew(monkeypatch) as workers:
            crowd = [Account()]
            release, holding = await held(workers, Rank.DEEP, crowd)
            masters = [asyncio.create_task(workers.do(Rank.DEEP, crowd, time.sleep, 0)) for _ in range(100)]
            for rank in set(Rank) - {Rank.DEEP, Rank.DEEP_ALONE}:
                assert await asyncio.wait_for(workers.do(rank, crowd, lambda: "here"), 10) == "here"
            assert workers.gauges()["waiting_deep"] == 100
            release.set()
            await asyncio.gather(holding, *masters)
            busy, holding = await held(workers, Rank.QUICK, crowd)
            others = [asyncio.create_task(workers.do(Rank.TIP, crowd, ponder)) for _ in range(3)]
            assert await asyncio.wait_for(workers.do(Rank.DEEP, crowd, lambda: "here"), 10) == "here"
            for task in others:
                task.cancel()
            busy.set()
            await holding

    asyncio.run(act())


def test_a_newcomer_is_next_however_many_wait_at_another_address(monkeypatch):
    async def act():
        async with crew(monkeypatch) as workers:
            order = []
            crowd, family = Account(), Account()
            release, holding = await held(workers, Rank.DEEP, [crowd, Account()])

            def think(name):
                time.sleep(0.01)
                order.append(name)

            waiting = [asyncio.create_task(workers.do(Rank.DEEP, [crowd, Account()], think, "crowd")) for _ in range(30)]
            await asyncio.sleep(0.02)
            waiting += [asyncio.create_task(workers.do(Rank.DEEP, [family, Account()], think, "family"))]
            await asyncio.sleep(0.02)
            release.set()
            await asyncio.gather(holding, *waiting)
            assert order.index("family") <= 1 and len(order) == 31
            gauges = workers.gauges()
            assert gauges["thoughts_total"] == 32 and gauges["thoughts_waiting"] == 0 == gauges["waiting_deep"]
            assert gauges["thought_wait_seconds_total"] > 0 and gauges["thought_seconds_total"] > 0.3

    asyncio.run(act())


# ---------------------------------------------------------------- ends


def test_what_nobody_waits_for_is_ended_in_the_queue_and_in_its_thread(monkeypatch):
    async def act():
        async with crew(monkeypatch) as workers:
            account = Account()
            thoughts = [asyncio.create_task(workers.do(Rank.DEEP, [account], ponder)) for _ in range(3)]
            await asyncio.sleep(0.1)
            count = threading.active_count()
            assert workers.gauges()["thoughts_running"] == 1 and workers.gauges()["waiting_deep"] == 2
            thoughts[1].cancel()
            thoughts[0].cancel()
            await asyncio.wait(thoughts[:2])
            assert await asyncio.wait_for(workers.do(Rank.QUICK, [account], lambda: 1), 10) == 1
            thoughts[2].cancel()
            await asyncio.wait(thoughts)
            assert all(thought.cancelled() for thought in thoughts)
            await at_rest(workers)
            assert workers.gauges()["thoughts_waiting"] == 0 and threading.active_count() == count
            assert account.used() > 0

    asyncio.run(act())


def test_a_thought_that_is_too_long_is_really_ended(monkeypatch):
    async def act():
        async with crew(monkeypatch) as workers:
            ended = []

            def think():
                try:
                    ponder()
                except GaveUp:
                    ended.append(True)
                    raise

            with pytest.raises(TimeoutError):
                await workers.do(Rank.DEEP, [Account()], think, seconds=0.05)
            await at_rest(workers)
            assert ended and not workers.report.counts["threads_stuck"]

    asyncio.run(act())


def test_a_thread_that_does_not_hear_is_replaced_and_goes_home_when_it_comes_back(monkeypatch):
    monkeypatch.setattr(threads, "GRACE", 0.05)
    monkeypatch.setattr(threads, "MOST_LEFT", 2)

    async def act():
        async with crew(monkeypatch) as workers:
            await workers.do(Rank.DEEP, [Account()], time.sleep, 0)
            count = threading.active_count()
            wake = threading.Event()
            deaf = [workers.do(Rank.DEEP, [Account()], wake.wait, 20, seconds=0.05) for _ in range(3)]
            results = await asyncio.gather(*deaf, return_exceptions=True)
            assert [type(result) for result in results] == [TimeoutError] * 3
            async with asyncio.timeout(10):
                while workers.report.counts["threads_stuck"] < 2:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            assert threading.active_count() == count + 2 == count + workers.report.counts["threads_stuck"]
            wake.set()
            assert await asyncio.wait_for(workers.do(Rank.DEEP, [Account()], lambda: 1), 10) == 1
            async with asyncio.timeout(10):
                while threading.active_count() > count:
                    await asyncio.sleep(0.01)

    asyncio.run(act())


def test_closing_ends_whatever_is_thought_and_whatever_waits(monkeypatch):
    async def act():
        count = threading.active_count()
        async with crew(monkeypatch) as workers:
            thoughts = [asyncio.create_task(workers.do(rank, [Account()], ponder)) for rank in Rank for _ in range(3)]
            await asyncio.sleep(0.1)
            workers.close()
            assert threading.active_count() == count
            await asyncio.wait(thoughts, timeout=5)
            assert all(thought.cancelled() for thought in thoughts)
            with pytest.raises(asyncio.CancelledError):
                await workers.do(Rank.TIP, [Account()], ponder)

    asyncio.run(act())


@pytest.mark.parametrize("kind", [ValueError, StopIteration, SystemExit, KeyboardInterrupt])
def test_a_problem_comes_to_whoever_waits_and_the_thread_goes_on(monkeypatch, kind):
    def fail():
        raise kind("of ours")

    async def act():
        async with crew(monkeypatch) as workers:
            with pytest.raises((kind, RuntimeError)):
                await workers.do(Rank.QUICK, [Account()], fail)
            assert await asyncio.wait_for(workers.do(Rank.QUICK, [Account()], lambda: 1), 10) == 1

    asyncio.run(act())


def test_nothing_is_left_for_the_collector(monkeypatch):
    def fail():
        raise ValueError("of ours")

    async def act():
        async with crew(monkeypatch) as workers:
            account = Account()

            async def some():
                for _ in range(50):
                    with suppress(ValueError):
                        await workers.do(Rank.QUICK, [account], fail)
                    thought = asyncio.create_task(workers.do(Rank.DEEP, [account], ponder))
                    await asyncio.sleep(0)
                    thought.cancel()
                    with suppress(asyncio.CancelledError):
                        await thought
                await at_rest(workers)

            await some()
            gc.collect()
            gc.disable()
            try:
                await some()
                found = gc.collect()
            finally:
                gc.enable()
            assert found < 50, found

    asyncio.run(act())


# ---------------------------------------------------------------- the interpreter's lock


def test_the_lock_changes_hands_sooner_only_while_somebody_thinks(monkeypatch):
    async def act():
        async with crew(monkeypatch) as workers:
            path = workers.accounts.of("192.0.2.1")
            one, first = await held(workers, Rank.DEEP, path)
            other, second = await held(workers, Rank.TIP, path)
            assert sys.getswitchinterval() == pytest.approx(threads.SOON)
            one.set()
            await first
            assert sys.getswitchinterval() == pytest.approx(threads.SOON)
            other.set()
            await second
            assert sys.getswitchinterval() == pytest.approx(threads.USUAL)

    asyncio.run(act())
