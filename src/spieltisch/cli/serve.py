"""`serve`: the table server, in one process with everything it needs in one folder."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import fcntl
import gc
import os
import signal
import sys
from pathlib import Path
from typing import Any

from spieltisch import Refused, game_keys
from spieltisch.words import Words


def add_commands(commands: Any, words: Words) -> None:
    """Add this module's command."""
    command = commands.add_parser("serve", help=words("help.serve"))
    command.add_argument("--host", default="127.0.0.1", help=words("help.host"))
    command.add_argument("--port", type=int, default=8765, help=words("help.port"))
    command.add_argument("--data", type=Path, metavar="DIR", default=default_data(), help=words("help.data"))
    command.add_argument("--public-url", metavar="URL", default="", help=words("help.public_url"))
    command.add_argument("--idle", type=float, metavar="DAYS", default=14.0, help=words("help.idle"))
    command.add_argument("--trust-proxy", action="store_true", help=words("help.trust_proxy"))
    command.set_defaults(run=run)


def default_data() -> Path:
    """Where tables are kept when nobody says."""
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "spieltisch" / "server"


def run(args: argparse.Namespace, words: Words) -> None:
    """Serve until told to stop."""
    import uvloop

    try:
        args.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (args.data / "lock").open("w")
    except OSError as problem:
        raise Refused("unreadable_file", key="--data", file=str(args.data), problem=problem.strerror or "?") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused("data_in_use", folder=str(args.data)) from None
        uvloop.run(serve(args, words))


async def serve(args: argparse.Namespace, words: Words) -> None:
    """Listen, say where, and stop gracefully."""
    from aiohttp import web

    from spieltisch.server.app import Settings, make_app
    from spieltisch.server.ready import is_ready, make_ready

    if not all(map(is_ready, game_keys())):
        print(words("compiling.first"), file=sys.stderr, flush=True)
    make_ready()
    sys.setswitchinterval(0.0005)  # seconds; whoever thinks in plain Python hands over the lock soon enough for a move
    gc.collect()
    gc.freeze()  # the compiler's many objects stay for ever: never look through them again
    gc.disable()  # tables and sockets leave no cycles; the lobby looks for others once in a while, not in the middle of a move
    settings = Settings(args.data, args.public_url, args.idle, args.trust_proxy)
    runner = web.AppRunner(make_app(settings), access_log=None, shutdown_timeout=5.0, handle_signals=False, tcp_keepalive=False)
    await runner.setup()
    try:
        try:
            site = web.TCPSite(runner, args.host, args.port, backlog=1024)
            await site.start()
        except OSError as problem:
            raise Refused("cannot_listen", host=args.host, port=args.port, problem=problem.strerror or "?") from None
        host, port = runner.addresses[0][:2]
        shown = f"[{host}]" if ":" in host else host
        print(words("serving", url=args.public_url or f"http://{shown}:{port}/"), flush=True)
        await told_to_stop()
        print(words("stopping"), flush=True)
    finally:
        await runner.cleanup()


async def told_to_stop() -> None:
    """Until Ctrl-C, or the system's polite request."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(one, stop.set)
    await stop.wait()
