"""Try an installed program: ``python tools/try_program.py PROGRAM [ARGUMENT]...`` starts it and plays a game.

``PROGRAM ARGUMENT… playground`` has to serve its page; ``PROGRAM ARGUMENT… run`` is a bot that talks to a stand-in for
Telegram, which this script starts. Both open a table against the strongest computer player and wait for its move and
its picture, which takes word lists, games, texts, scripts, fonts and the compiled search. They start in an empty
folder, with no environment but what ``--set NAME=VALUE`` adds. Status 1: one of them failed; the output says how.
"""

import argparse
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
TOKEN: Final = f"123456789:{'AbCdE-fGhIj_0123456789' * 2}"[:45]
"""A token in Telegram's form that Telegram does not know."""
PATIENCE: Final = 120
"""Seconds until a step counts as failed."""
_PAUSE: Final = 0.2
_BOARDS: Final = 2
_TURN: Final = re.compile(r"\bSıra: (.+)$", re.MULTILINE)
_COMPUTER: Final = "🤖"
_PERSON: Final = 101
_GROUP: Final = -1001000000001
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_LEAST_PICTURE: Final = 5_000
_PAGE_FILE: Final = re.compile(r'(?:src|href)="/?(page/[a-z]+\.[a-z]+)"')
_FAULT: Final = re.compile(r"^.*\b(?:ERROR|CRITICAL|Traceback|wasmtime cannot be loaded)\b.*$", re.MULTILINE)


class Failed(Exception):
    pass


def request(address: str, path: str, body: Mapping[str, Any] | None = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(  # noqa: S310 - an address of this machine
        f"{address}/{path}", data, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=2 * PATIENCE) as answer:  # noqa: S310 - the same
        content: bytes = answer.read()
    return content


def say(address: str, text: str) -> None:
    request(address, f"page/people/{_PERSON}/messages", {"chat_id": _GROUP, "text": text})


def wait_calls(address: str, method: str, count: int) -> list[dict[str, Any]]:
    asked = urllib.parse.urlencode({"method": method, "count": count, "wait": PATIENCE})
    found: list[dict[str, Any]] = json.loads(request(address, f"control/journal?{asked}"))
    if len(found) < count:
        raise Failed(f"{len(found)} calls of {method} in {PATIENCE} s, not {count}")
    return found


def look_at_page(address: str) -> None:
    files = _PAGE_FILE.findall(request(address, "").decode())
    if not files:
        raise Failed("the chat page names no file")
    if empty := [name for name in files if not request(address, name)]:
        raise Failed(f"of the chat page {empty} are empty")


def play(address: str) -> None:
    """Play against the strongest computer player until it has moved, and look at the picture of its move."""
    for text in ("/yeni kelimelik", "/bot usta", "/baslat"):
        say(address, text)
    # Wait for two pictures: the empty board, and the one with the computer's word; the person only passes.
    passed_at = 0
    deadline = time.monotonic() + PATIENCE
    while len(boards := [one for one in _messages(address) if one.get("photo") and _next_player(one)]) < _BOARDS:
        newest = _messages(address)[-1]
        if newest["message_id"] > passed_at and _COMPUTER not in (_next_player(newest) or _COMPUTER):
            passed_at = newest["message_id"]
            say(address, "/pas")
        if time.monotonic() > deadline:
            raise Failed(f"no word of the computer's in {PATIENCE} s; the last message is {_text(newest)!r}")
        time.sleep(_PAUSE)
    content = request(address, f"page/files/{boards[-1]['photo'][-1]['file_id']}")
    if not content.startswith(_PNG) or len(content) < _LEAST_PICTURE:
        raise Failed(f"the picture is {len(content)} bytes that begin with {content[:8]!r}")


def _messages(address: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(request(address, f"control/chats/{_GROUP}"))
    return found


def _text(message: Mapping[str, Any]) -> str:
    return str(message.get("text") or message.get("caption") or "")


def _next_player(message: Mapping[str, Any]) -> str:
    found = _TURN.search(_text(message))
    return found[1] if found else ""


@contextlib.contextmanager
def running(command: Sequence[str], settings: Mapping[str, str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    log = folder / "log"
    with log.open("w") as errors:
        process = subprocess.Popen(  # noqa: S603 - what is to be tried
            command,
            cwd=folder,
            env=dict(settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        yield process
        process.terminate()
        process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
    said = log.read_text("utf-8")
    if process.returncode or _FAULT.search(said):
        raise Failed(f"it ended with status {process.returncode}")


def first_line(out: IO[str] | None) -> str:
    """Read the first line of a server's output and return the address in it."""
    line = "" if out is None else out.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    if not found:
        raise Failed(f"it printed {line!r} instead of an address")
    return found[0]


@contextlib.contextmanager
def stand_in(folder: Path, *version: str) -> Iterator[str]:
    """Run a stand-in for Telegram; yields its address."""
    folder.mkdir(exist_ok=True)
    server = [sys.executable, "-m", "tools.serve_playground", TOKEN, *version]
    with running(server, {**os.environ, "PYTHONPATH": str(ROOT)}, folder) as telegram:
        yield first_line(telegram.stdout)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
    return port


def try_playground(program: Sequence[str], settings: Mapping[str, str], folder: Path) -> None:
    given = {**settings, "HTTP_LISTEN": "127.0.0.1:0"}
    with running([*program, "playground"], given, folder) as process:
        address = first_line(process.stdout)
        look_at_page(address)
        play(address)


def try_bot(program: Sequence[str], settings: Mapping[str, str], folder: Path, health: Sequence[str]) -> None:
    with stand_in(folder / "server") as address:
        listen = f"127.0.0.1:{free_port()}"
        given = {**settings, "BOT_TOKEN": TOKEN, "BOT_API_URL": address, "HTTP_LISTEN": listen}
        with running([*program, "run"], given, folder):
            wait_calls(address, "getUpdates", 1)
            play(address)
            if json.loads(request(f"http://{listen}", "health")) != {"status": "ok"}:
                raise Failed("it says that it is not well")
            if health:
                subprocess.run(health, check=True, env=given, stdin=subprocess.DEVNULL)  # noqa: S603 - named by the caller


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="of its environment")
    parser.add_argument("--folder", type=Path, help="where both start, each in a folder of its own")
    parser.add_argument("--name", help="what to call it")
    parser.add_argument("--only", choices=("playground", "bot"), help="one of the two")
    parser.add_argument("--health", default="", metavar="COMMAND", help="must end with status 0 while the bot runs")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    asked = parser.parse_args(arguments)
    settings = dict(one.split("=", 1) for one in asked.set)
    with contextlib.ExitStack() as stack:
        folder = asked.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="harfiyen-try-")))
        for name in ("playground", "bot"):
            if asked.only not in (None, name):
                continue
            begun = time.monotonic()
            place = folder / name
            place.mkdir()
            shutil.chown(place, folder.stat().st_uid)
            try:
                if name == "playground":
                    try_playground(asked.program, settings, place)
                else:
                    try_bot(asked.program, settings, place, asked.health.split())
            except (Failed, OSError, ValueError, subprocess.SubprocessError) as error:
                log = place / "log"
                sys.stderr.write(log.read_text("utf-8") if log.exists() else "")
                sys.stderr.write(f"{asked.name or asked.program[0]}, {name}: {error}\n")
                return 1
            sys.stdout.write(f"{asked.name or asked.program[0]}, {name}: works ({time.monotonic() - begun:.1f} s).\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
