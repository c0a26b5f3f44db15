"""What the host sees: one JSON object a line on standard error, and counters in Prometheus's text form. No secret is in either."""

from __future__ import annotations

import json
import resource
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

SELDOM_SECONDS = 60.0
MOST_SELDOM = 1000  # different things that are told seldom


class Report:
    """Counts and tells."""

    def __init__(self, stream: Any = None) -> None:
        self.stream = stream if stream is not None else sys.stderr
        self.counts: Counter[str] = Counter()
        self.began = time.time()
        self._seldom: dict[tuple[str, str], tuple[float, int]] = {}  # when it was last told, and how often it has happened since

    def tell(self, event: str, **details: Any) -> None:
        """One line for the host; where it cannot be written, on a full disk or to nobody, that stops nothing."""
        now = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()) + "Z"
        try:
            print(json.dumps({"time": now, "event": event, **details}, default=str), file=self.stream, flush=True)
        except (OSError, ValueError):
            self.counts["reports_lost"] += 1

    def seldom(self, event: str, about: str = "", **details: Any) -> bool:
        """Tell what may happen again and again: at once the first time, then once a minute with how often. Was it told?"""
        now = time.monotonic()
        last, count = self._seldom.get((event, about), (-SELDOM_SECONDS, 0))
        if now - last < SELDOM_SECONDS:
            self._seldom[event, about] = last, count + 1
            return False
        if len(self._seldom) >= MOST_SELDOM:
            self._seldom.clear()
        self._seldom[event, about] = now, 0
        self.tell(event, **({"about": about} if about else {}), **details, **({"times": count + 1} if count else {}))
        return True

    def problem(self, event: str, problem: BaseException, **details: Any) -> None:
        """Something of ours went wrong: the trace is for the host alone. The same again is counted, and told once a minute."""
        self.counts["problems"] += 1
        trace = traceback.extract_tb(problem.__traceback__)[-6:]
        where = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in trace]
        name = type(problem).__name__
        self.seldom(event, f"{name} {where[-1] if where else ''}".strip(), problem=name, where=where, **details)

    def trouble(self, _loop: Any, context: dict[str, Any]) -> None:
        """What nobody caught in the event loop: one line now and then instead of a trace each time."""
        problem = context.get("exception")
        self.counts["problems"] += 1
        self.seldom("loop_trouble", type(problem).__name__ if problem is not None else "", message=str(context.get("message", ""))[:200])

    def metrics(self, gauges: dict[str, float]) -> str:
        """All counters and gauges."""
        memory = resource.getrusage(resource.RUSAGE_SELF)
        told = {
            "uptime_seconds": ("gauge", time.time() - self.began),
            "cpu_seconds_total": ("counter", memory.ru_utime + memory.ru_stime),
            "memory_bytes": ("gauge", resident()),
            **{name: ("gauge" if not name.endswith("_total") else "counter", value) for name, value in gauges.items()},
            **{f"{name}_total": ("counter", float(count)) for name, count in sorted(self.counts.items())},
        }
        return "".join(
            f"# TYPE spieltisch_{name} {kind}\nspieltisch_{name} {value:.10g}\n" for name, (kind, value) in told.items()
        )


def resident() -> float:
    """Bytes of memory in use now."""
    try:
        return float(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    except OSError:
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * 1024
