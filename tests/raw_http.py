"""Bytes on a connection, for tests that send what no library would."""

import asyncio
import contextlib
import json
import socket

HANDSHAKE = (
    "GET /ws/tables/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BpZWx0aXNjaC10ZXN0cw==\r\n\r\n"
)


def asking(method, path, body=b"", host="localhost", **headers):
    """A request as bytes; `Content_Type="…"` is a header."""
    lines = [f"{method} {path} HTTP/1.1", *([f"Host: {host}"] if host else []), *([f"Content-Length: {len(body)}"] if body else [])]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def told(port, sent, seconds=15, address="127.0.0.1"):
    """Everything the server says to some bytes, until it closes or falls silent after an answer."""
    with socket.create_connection(("127.0.0.1", port), seconds, source_address=(address, 0)) as line:
        heard = b""
        with contextlib.suppress(ConnectionError, TimeoutError):
            line.sendall(sent)
            while part := line.recv(65536):
                heard += part
                if is_whole(heard):
                    break
    return heard


def is_whole(heard):
    """Is there an answer with all its body, or a socket that has been told goodbye?"""
    head, end, body = heard.partition(b"\r\n\r\n")
    if b" 101 " in head:
        return body[-4:-3] == b"\x88"
    length = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(end and length) and len(body) >= int(length[0])


def answer(heard):
    """Status, headers and JSON of an answer."""
    head, _, body = heard.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(first.split()[1]), headers, json.loads(body) if "json" in headers.get("content-type", "") else body


async def many(port, sent, times, at_once=20):
    """The same bytes so many times, a few connections at a time, each answer heard."""
    left = iter(range(times))

    async def one():
        for _ in left:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.suppress(ConnectionError):
                while await heard_whole(reader, writer, sent) and next(left, None) is not None:
                    pass
            writer.close()

    async with asyncio.timeout(120):
        await asyncio.gather(*(one() for _ in range(at_once)))


async def heard_whole(reader, writer, sent):
    """Send, hear the answer; may the connection be used again?"""
    writer.write(sent)
    heard = b""
    while not is_whole(heard):
        part = await reader.read(65536)
        if not part:
            return False
        heard += part
    return heard.startswith(b"HTTP/1.1") and b"\r\nConnection: close" not in heard and b" 101 " not in heard[:20]
