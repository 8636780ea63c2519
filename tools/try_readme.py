"""Follow the README word for word: ``python -m tools.try_readme ROOT CLONE USER [PYTEST ARGUMENT]...``.

``ROOT`` is a bare root file system with the programs that the README asks for; ``CLONE`` is the path of a fresh clone
in it. ``USER``, a user id, starts the playground, loads its page, and takes the steps of the README's table. Ctrl-C
must leave no process behind; the next start, at the other port, must know the game. Then the tests that the arguments
choose run, and the user's own bot, against a stand-in for Telegram. No file outside the clone may change. Needs root.
"""

import contextlib
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tools.readme_steps import NotFoundError, PageStep, ReadmeSteps, address_in, read_steps
from tools.try_program import PATIENCE, TOKEN, Failed, first_line, look_at_page, play, request, stand_in, wait_calls

_PAUSE: Final = 0.2
_MOST_SECONDS: Final = 900
_LENT: Final = ("PIP_CERT", "SSL_CERT_FILE")
"""Settings that name certificates; the root has copies at the same paths."""
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_LANGUAGE: Final = "en"
_TURN: Final = "To play: "
"""What precedes the next player's name in a board's caption, at the end of a line."""
_ELSEWHERE: Final = ("proc", "sys", "dev", "tmp", "run")
"""Folders of the root that are not on its disk, or are meant to be written."""
_CACHES: Final = ("root/.cache/pip",)
"""Exceptions that the README names where it promises that nothing outside the folder is touched."""


class Stranger:
    def __init__(self, root: Path, clone: str, user: int, log: Path) -> None:
        self.root, self.user = root, user
        self._clone, self._log = clone, log
        home = "/root" if user == 0 else "/nonexistent"
        self._around = {"PATH": _PATH, "HOME": home, "TERM": "dumb"}
        self._around |= {name: os.environ[name] for name in _LENT if name in os.environ}

    def run(self, command: str, **settings: str) -> str:
        with self._log.open("a") as log:
            log.write(f"$ {command}\n")
            log.flush()
            ran = subprocess.run(  # noqa: S603 - the README's
                self._words(command, settings),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                timeout=_MOST_SECONDS,
                check=False,
            )
            log.write(ran.stdout)
        if ran.returncode:
            raise Failed(f"`{command}` ended with status {ran.returncode}")
        return ran.stdout

    @contextlib.contextmanager
    def serving(self, command: str, **settings: str) -> Iterator["subprocess.Popen[str]"]:
        """Run a command that stays in the foreground, and end it by Ctrl-C."""
        with self._log.open("a") as log:
            log.write(f"$ {command}\n")
            log.flush()
            process = subprocess.Popen(  # noqa: S603 - the README's
                self._words(command, settings),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        try:
            yield process
            os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=PATIENCE)
            wait_until(lambda: not self.processes(), lambda: f"after Ctrl-C these still run: {self.processes()}")
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def processes(self) -> dict[int, str]:
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (folder / "root").readlink() == self.root:
                    found[int(folder.name)] = (folder / "cmdline").read_text().replace("\0", " ").strip()
        return found

    def files_outside(self) -> dict[str, tuple[int, int]]:
        left_out = {self.root / name for name in (*_ELSEWHERE, *_CACHES)} | {self.root / self._clone.lstrip("/")}
        found = {}
        for folder, folders, names in os.walk(self.root):
            place = Path(folder)
            folders[:] = [name for name in folders if place / name not in left_out]
            for path in (place / name for name in names):
                told = path.lstat()
                found[str(path)] = told.st_size, told.st_mtime_ns
        return found

    def put(self, setting: str, value: str) -> None:
        path = self.root / self._clone.lstrip("/") / ".env"
        text, count = re.subn(
            rf"^{re.escape(setting)}$", f"{setting}{value}", path.read_text("utf-8"), flags=re.MULTILINE
        )
        if count != 1:
            raise Failed(f".env has {count} lines {setting}")
        path.write_text(text, "utf-8")

    def _words(self, command: str, settings: Mapping[str, str]) -> list[str]:
        around = (f"{name}={value}" for name, value in {**self._around, **settings}.items())
        changed = ("/usr/sbin/chroot", f"--userspec={self.user}:{self.user}", str(self.root))
        return [*changed, "/usr/bin/env", "-i", *around, "sh", "-c", f"cd {shlex.quote(self._clone)} && {command}"]


class Playground:
    def __init__(self, address: str) -> None:
        self._address = address
        people = json.loads(request(address, "page/people"))["people"]
        self._people = {person["name"]: int(person["id"]) for person in people}
        for person in self._people.values():
            request(address, f"page/people/{person}/language", {"language": _LANGUAGE})
        chats = [chat["chat"]["id"] for chat in self._chats(next(iter(self._people.values())))]
        self._group = next(number for number in chats if number < 0)

    def do_all(self, steps: Sequence[PageStep]) -> None:
        for step in steps:
            self.do(step)
        wait_until(self.boards, lambda: "there is no board")
        wait_until(lambda: not self.places(steps[-1]), lambda: f"{steps[-1].button} changes nothing")

    def do(self, step: PageStep) -> None:
        if step.typed:
            person = self._people[step.person]
            request(self._address, f"page/people/{person}/messages", {"chat_id": self._group, "text": step.typed})
            return
        wait_until(lambda: self.places(step), lambda: f"there is no button {step.button}")
        person, place = self.places(step)[0]
        told = json.loads(request(self._address, f"page/people/{person}/presses", {**place, "wait": PATIENCE}))
        answer = told["answer"]
        if answer is None or answer.get("show_alert"):
            raise Failed(f"{step.button} is answered by {answer}")

    def places(self, step: PageStep) -> list[tuple[int, dict[str, Any]]]:
        """Find the step's button, the newest first, with the person who sees it: the one named, or the next player."""
        people = [self._people[step.person]] if step.person in self._people else self._next_players()
        found = []
        for person in people:
            for chat in self._chats(person):
                for message in [*chat["messages"], *(one["message"] for one in chat["ephemeral"])]:
                    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
                    number = message.get("ephemeral_message_id", message["message_id"])
                    place = {
                        "chat_id": chat["chat"]["id"],
                        "message_id": number,
                        "ephemeral": "ephemeral_message_id" in message,
                    }
                    found += [
                        (person, {**place, "data": button["callback_data"]})
                        for row in rows
                        for button in row
                        if button["text"] == step.button and "callback_data" in button
                    ]
        return found[::-1]

    def boards(self) -> list[str]:
        person = next(iter(self._people.values()))
        (group,) = (chat for chat in self._chats(person) if chat["chat"]["id"] == self._group)
        captions = [message.get("caption", "") for message in group["messages"] if message.get("photo")]
        return [caption.partition(_TURN)[2].partition("\n")[0] for caption in captions if _TURN in caption]

    def _next_players(self) -> list[int]:
        boards = self.boards()
        return [person for name, person in self._people.items() if boards and name in boards[-1]]

    def _chats(self, person: int) -> list[dict[str, Any]]:
        address = f"{self._address}/page/people/{person}/events"
        with urllib.request.urlopen(address, timeout=PATIENCE) as events:  # noqa: S310 - of this machine
            line: bytes = events.readline()
        chats: list[dict[str, Any]] = json.loads(line.removeprefix(b"data: "))["chats"]
        return chats


def wait_until(is_so: Callable[[], object], says: Callable[[], str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            raise Failed(f"{says()} ({PATIENCE} s)")
        time.sleep(_PAUSE)


def try_playground(stranger: Stranger, steps: ReadmeSteps) -> None:
    require_free(address_in(steps.answer).removeprefix("http://"))
    require_free(steps.start_at_another_port.split()[0].removeprefix("HTTP_LISTEN="))
    with stranger.serving(steps.start) as process:
        said = (process.stdout.readline() if process.stdout else "").rstrip("\n")
        if said != steps.answer:
            raise Failed(f"it printed {said!r} instead of {steps.answer!r}")
        look_at_page(address_in(said))
        Playground(address_in(said)).do_all(steps.at_the_page)
    with stranger.serving(steps.start_at_another_port) as process:
        page = Playground(first_line(process.stdout))
        page.do(PageStep(steps.at_the_page[0].person, typed="/board"))
        wait_until(page.boards, lambda: "the game has not gone on at the next start")


def try_bot(stranger: Stranger, steps: ReadmeSteps, folder: Path) -> None:
    stranger.run(steps.save_token)
    stranger.put(steps.token_setting, TOKEN)
    with stand_in(folder) as address, stranger.serving(steps.start_bot, BOT_API_URL=address):
        wait_calls(address, "getUpdates", 1)
        play(address)
        stranger.run(steps.examine, BOT_API_URL=address)


def follow(stranger: Stranger, steps: ReadmeSteps, tests: Sequence[str], folder: Path) -> None:
    before = stranger.files_outside()
    try_playground(stranger, steps)
    if tests:
        told = stranger.run(steps.test, ARGS=shlex.join(tests))
        sys.stdout.write(f"{told.rstrip().splitlines()[-1]}\n")
    try_bot(stranger, steps, folder)
    after = stranger.files_outside()
    if changed := sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name)):
        raise Failed(f"outside the clone {len(changed)} files have changed, {changed[0]} among them")


def require_free(address: str) -> None:
    host, _, port = address.rpartition(":")
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, int(port)))
        except OSError as error:
            raise Failed(f"{address} is taken on this machine: {error}") from None


def main(arguments: Sequence[str]) -> int:
    root, clone, user, *tests = arguments
    place = Path(root).resolve()
    log = place / "tmp" / f"readme-{user}.log"
    stranger = Stranger(place, clone, int(user), log)
    begun = time.monotonic()
    try:
        steps = read_steps((place / clone.lstrip("/") / "README.md").read_text("utf-8"))
        follow(stranger, steps, tests, place / "tmp" / f"server-{user}")
    except (Failed, NotFoundError, OSError, ValueError, subprocess.SubprocessError) as error:
        sys.stderr.write(log.read_text("utf-8") if log.exists() else "")
        sys.stderr.write(f"The README as user {user}: {error}\n")
        return 1
    sys.stdout.write(f"The README as user {user}: works ({time.monotonic() - begun:.0f} s).\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
