"""An engine that behaves until its nth decision, and then fails as its first argument says.

An engine may miss a decision that is already closed, so a single failure might have no effect. It
appends its process id, and those of its children, to the file in its third argument. Where it says
nothing, it still ends with its input, so nobody waits until it is killed; where it has to be
killed, it sleeps for as long as any test runs.
"""

# ruff: noqa: T201 — an engine's protocol uses standard output

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HOW, AT = sys.argv[1], int(sys.argv[2])


def note(number: int) -> None:
    if len(sys.argv) > 3:
        with Path(sys.argv[3]).open("a", encoding="utf-8") as file:
            file.write(f"{number}\n")


def send(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def messages() -> Iterator[dict[str, Any]]:
    for line in sys.stdin:
        yield json.loads(line)


def wait_for_the_end() -> None:
    """Read all that is said, without an answer, and end."""
    for _ in sys.stdin:
        pass
    raise SystemExit


def misbehave(message: dict[str, Any]) -> None:
    print(f"in the {message['view']['phase']} it is time for: {HOW}", file=sys.stderr, flush=True)
    match HOW:
        case "silent":
            wait_for_the_end()
        case "sleep":
            time.sleep(1000)
        case "crash":
            raise SystemExit(3)
        case "kill":
            os.kill(os.getpid(), 9)
        case "close":
            os.close(1)
            time.sleep(1000)
        case "note":
            note(os.getpid())
            send(type="act", id=message["id"], action=message["view"]["legal"][0])
        case "garbage":
            print("hello, world", flush=True)
        case "long":
            print("x" * 200_000, flush=True)
        case "no action":
            send(type="act", id=message["id"], action={"type": "go"})
        case "wrong id":
            send(type="act", id="nothing", action=message["view"]["legal"][0])
        case "other seat":
            send(type="act", id=message["id"], action={"type": "go", "seat": 5})
        case "illegal":
            may_cut = any(action["type"] == "cut" for action in message["view"]["legal"])
            illegal = {"type": "go"} if may_cut else {"type": "cut", "at": 3}
            send(type="act", id=message["id"], action={**illegal, "seat": SEAT})


note(os.getpid())
if HOW == "no hello":
    print("I say nothing", file=sys.stderr, flush=True)
    wait_for_the_end()
if HOW == "child":
    note(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]).pid)
send(type="hello", version=7 if HOW == "version" else 1, name="Misbehaving", release="1.0")
SEAT, asked = 0, 0
for received in messages():
    if received["type"] == "game":
        SEAT = received["seat"]
    if received["type"] == "decide":
        asked += 1
        if asked >= AT > 0:
            misbehave(received)
        else:
            send(type="act", id=received["id"], action=received["view"]["legal"][0])
    if received["type"] == "bye" and HOW == "deaf":
        time.sleep(1000)
