"""`serve`: the table server, in one process with everything it needs in one folder."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import re
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

from spieltisch import Refused, game_keys
from spieltisch.words import Words

from .addresses import tell_addresses
from .folder import default_data, locked
from .upkeep import days

ADDRESS = re.compile(r"https?://[^/?#@\s\"<>]+/?")
STOP_SECONDS = 1.7  # from the wish to stop to the end, whatever hangs


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's command."""
    command = commands.add_parser("serve", help=words("help.serve"))
    command.add_argument("--host", default="127.0.0.1", help=words("help.host"))
    command.add_argument("--port", type=int, default=8765, help=words("help.port"))
    command.add_argument("--data", type=Path, metavar="DIR", default=default_data(), help=words("help.data"))
    command.add_argument("--public-url", metavar="URL", default="", help=words("help.public_url"))
    command.add_argument("--idle", type=days, metavar="DAYS", default=14.0, help=words("help.idle"))
    command.add_argument("--keep", type=days, metavar="DAYS", default=0.0, help=words("help.keep"))
    command.add_argument("--trust-proxy", type=hops, nargs="?", const=1, default=0, metavar="N", help=words("help.trust_proxy"))
    command.add_argument("--allow-host", action="append", default=[], metavar="NAME", help=words("help.allow_host"))
    command.add_argument("--allow-origin", action="append", default=[], metavar="URL", help=words("help.allow_origin"))
    command.set_defaults(run=run)


def hops(text: str) -> int:
    """How many proxies there are."""
    count = int(text)
    if not 0 <= count <= 10:
        raise ValueError
    return count


def run(args: argparse.Namespace, words: Words) -> None:
    """Serve until told to stop."""
    import uvloop

    from spieltisch.server.store_file import NAME, look_over

    if args.public_url and not ADDRESS.fullmatch(args.public_url):
        raise Refused("wrong_public_url", url=args.public_url)
    for origin in args.allow_origin:
        if not ADDRESS.fullmatch(origin):
            raise Refused("wrong_allow_origin", url=origin)
    try:
        args.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise Refused("store_not_writable", folder=str(args.data), problem=problem.strerror or "?") from None
    with locked(args.data):
        if not look_over(args.data / NAME):
            print(words("check_unfinished", folder=str(args.data)), file=sys.stderr, flush=True)
        uvloop.run(serve(args, words))


async def serve(args: argparse.Namespace, words: Words) -> None:
    """Listen, say where, and stop gracefully."""
    from aiohttp import web

    from spieltisch.server.addresses import is_loopback
    from spieltisch.server.app import REPORT, Settings, make_app, make_runner
    from spieltisch.server.ready import Readiness, is_ready, make_ready

    ready = Readiness([] if all(map(is_ready, game_keys())) else game_keys())
    if ready.share == 1.0:
        make_ready()
        collect_seldom()
    settings = Settings(
        args.data, args.public_url, args.idle, args.trust_proxy,
        host=args.host, allow_hosts=tuple(args.allow_host), allow_origins=tuple(args.allow_origin), keep_days=args.keep,
    )  # fmt: skip
    app = make_app(settings, ready=ready)
    asyncio.get_running_loop().set_exception_handler(app[REPORT].trouble)
    runner = make_runner(app, shutdown_timeout=0.3)
    stop = wish_to_stop()
    await runner.setup()
    try:
        try:
            site = web.TCPSite(runner, args.host, args.port, backlog=1024)
            await site.start()
        except OSError as problem:
            raise Refused("cannot_listen", host=args.host, port=args.port, problem=problem.strerror or "?") from None
        host, port = runner.addresses[0][:2]
        shown = f"[{host}]" if ":" in host else host
        if not (args.public_url.startswith("https:") or all(is_loopback(listening[0]) for listening in runner.addresses)):
            print(words("no_tls"), file=sys.stderr, flush=True)
        print(words("serving", url=args.public_url or f"http://{shown}:{port}/"), flush=True)
        if told := tell_addresses(host, port, words):
            print(told, flush=True)
        behind = asyncio.create_task(get_ready(ready, words))
        behind.add_done_callback(lambda done: None if done.cancelled() or done.result() else stop.set())
        await stop.wait()
        end_in_time()
        has_failed = behind.done() and not behind.result()
        behind.cancel()
        print(words("stopping"), flush=True)
    finally:
        await runner.cleanup()
    os._exit(int(has_failed))  # threads that still think about a move or a review would be waited for


async def get_ready(ready: Any, words: Words) -> bool:
    """Compile behind the open door, and say so; did it work? A machine on which it does not can serve nobody."""
    from spieltisch.server.ready import get_ready_behind

    if ready.share == 1.0:
        return True
    print(words("compiling.behind"), file=sys.stderr, flush=True)
    try:
        await get_ready_behind(ready)
    except Exception:
        traceback.print_exc()
        return False
    collect_seldom()
    print(words("compiling.done"), file=sys.stderr, flush=True)
    return True


def collect_seldom() -> None:
    """Tables, sockets and requests leave no cycles; whatever does is found before it grows, and what is here already is never looked at."""
    gc.collect()
    gc.freeze()  # the compiler's many objects stay for ever
    gc.set_threshold(20_000, 3, 100)
    gc.enable()


def end_in_time() -> None:
    """Whatever may hang while everything is being closed, the process does not: all that anybody was told is on disk."""
    alarm = threading.Timer(STOP_SECONDS, os._exit, [0])
    alarm.daemon = True
    alarm.start()


def wish_to_stop() -> asyncio.Event:
    """What Ctrl-C or the system's polite request sets off."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(one, stop.set)
    return stop
