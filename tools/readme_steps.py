"""Read from the README what a newcomer does: its commands, the line that answers them, and the table of steps.

``python -m tools.readme_steps NAME`` prints one of the commands, such as ``install``. Everything is read from the page
as it is, so tests that follow these steps follow a changed README too.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

README: Final = Path(__file__).resolve().parent.parent / "README.md"
TRY_HEADING: Final = "Try it: two commands"
BOT_HEADING: Final = "Your own bot in ten minutes"
_SPAN: Final = re.compile(r"`([^`]+)`")
_STEP: Final = re.compile(r"`(?P<typed>/[^`]+)`|\*\*(?P<button>[^*]+)\*\*")
_FENCED: Final = re.compile(r"^```(?P<kind>\w+)\n(?P<content>.*?)\n```", re.MULTILINE | re.DOTALL)
_ROW: Final = re.compile(r"^\| (?P<who>[^|]+?) \| (?P<what>[^|]+?) \|$", re.MULTILINE)


class NotFoundError(Exception):
    pass


@dataclass(frozen=True, slots=True)
class PageStep:
    person: str
    """As in the table: a name, or a description such as the next player."""
    typed: str = ""
    button: str = ""


@dataclass(frozen=True, slots=True)
class ReadmeSteps:
    install: str
    start: str
    test: str
    start_at_another_port: str
    answer: str
    at_the_page: tuple[PageStep, ...]
    save_token: str
    token_setting: str
    """The start of a line of ``.env`` to which the token is appended."""
    start_bot: str
    examine: str


def read_steps(page: str) -> ReadmeSteps:
    trying, owning = _section(page, TRY_HEADING), _section(page, BOT_HEADING)
    blocks = [(found["kind"], found["content"]) for found in _FENCED.finditer(trying)]
    starts = _the_one([content for kind, content in blocks if kind == "sh"], "block of commands").splitlines()
    return ReadmeSteps(
        install=_the_one(_spans(trying, r"sudo apt install .+"), "command that installs"),
        start=_the_one([line for line in starts if line.startswith("make run")], "command that starts"),
        test=_the_one([line for line in starts if line.startswith("make test")], "command that tests"),
        start_at_another_port=_the_one(_spans(trying, r"HTTP_LISTEN=\S+ make run"), "start at another port"),
        answer=_the_one([content for kind, content in blocks if kind == "text"], "answer"),
        at_the_page=tuple(_page_steps(trying)),
        save_token=_the_one(_spans(owning, r"cp \.env\.example .+"), "command that saves the token"),
        token_setting=_the_one(_spans(owning, r"\w+="), "setting of the token"),
        start_bot=_the_one(_spans(owning, r"make run"), "start of the bot"),
        examine=_the_one(_spans(owning, r"\S+ doctor"), "examination"),
    )


def address_in(line: str) -> str:
    return _the_one(re.findall(r"http://[\w.:]+", line), "address")


def _section(page: str, heading: str) -> str:
    found = re.findall(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return _the_one(found, f"section “{heading}”")


def _spans(part: str, pattern: str) -> list[str]:
    spans = _SPAN.findall(_FENCED.sub("", part))
    return [span for span in spans if re.fullmatch(pattern, span)]


def _the_one(found: list[str], what: str) -> str:
    if len(found) != 1:
        raise NotFoundError(f"the README has {len(found)} of this, not one: {what}")
    return found[0]


def _page_steps(part: str) -> list[PageStep]:
    """Read the table's steps in order; the text after a colon describes the result and is left out."""
    rows = [(found["who"], found["what"].partition(": ")[0]) for found in _ROW.finditer(part)]
    found = [PageStep(who, **one.groupdict(default="")) for who, what in rows for one in _STEP.finditer(what)]
    if not found:
        raise NotFoundError("the README has no table of what to type and press")
    return found


if __name__ == "__main__":
    sys.stdout.write(f"{getattr(read_steps(README.read_text('utf-8')), sys.argv[1])}\n")
