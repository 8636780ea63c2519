"""Trace a typed move through the program: ``python -m tools.trace_move`` writes the table of ``docs/architecture.md``.

A stop is a public function that gets the move from another module, in whichever form it has there (update, request,
action, step, notice, message), and passes it on towards Redis, Telegram or the engine. An argument carries the move if
it contains the move's word. Stops, and the distinct names of their parameters, are counted at the end.
"""

import asyncio
import inspect
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final

from msgspec import Struct, structs

from bot.store.embedded import EmbeddedRedis
from tests.support.chat_harness import KIRAZ
from tests.support.games import game
from tests.support.run_harness import run_harness

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "architecture.md"
WORD: Final = "KALEM"
_HEADER: Final = "| | function | module | the move is its |\n|---|---|---|---|\n"
_DOORS: Final = ("redis.", "telegram.", "bot.store.client", "bot.telegram.transport")
"""Modules through which the move leaves the program."""
_DEPTH: Final = 4

Stops = dict[tuple[str, str], set[str]]
"""The parameters that carry the move, by module and function."""


def carries(value: Any, depth: int = _DEPTH) -> bool:
    return WORD in "".join(_texts(value, depth))


def _texts(value: Any, depth: int) -> Iterator[str]:
    parts: Iterable[Any] = ()
    match value:
        case str():
            yield value
        case bytes():
            yield value.decode("latin1")
        case dict():
            parts = value.values()
        case list() | tuple():
            parts = value
        case Struct():
            parts = structs.astuple(value)
        case _ if is_dataclass(value):
            parts = [getattr(value, one.name, None) for one in fields(value)]
    if depth:
        for part in parts:
            yield from _texts(part, depth - 1)


class Tracer:
    def __init__(self) -> None:
        self.stops: Final[Stops] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        module = _module(frame)
        caller = _module(frame.f_back)
        enters_engine = module.startswith("engine.") and caller.startswith("bot.")
        if event != "call" or not (enters_engine or module.startswith(_DOORS)):
            return
        if any(carries(value, 2) for value in _arguments(frame).values()):
            for one in reversed([*_stack(frame.f_back)]):
                self._note(one)

    def _note(self, frame: FrameType) -> None:
        module, name = _module(frame), frame.f_code.co_qualname
        is_public = not any(part.startswith(("_", "<")) for part in name.split("."))
        is_ours = module.startswith(("bot.", "engine.")) and not module.startswith((*_DOORS, "bot.playground"))
        if is_public and is_ours and _module(frame.f_back) != module:
            given = {name for name, value in _arguments(frame).items() if carries(value)}
            if given or (module, name) in self.stops:
                self.stops.setdefault((module, name), set()).update(given)


def _module(frame: FrameType | None) -> str:
    return "" if frame is None else str(frame.f_globals.get("__name__", ""))


def _stack(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _arguments(frame: FrameType) -> dict[str, Any]:
    given = inspect.getargvalues(frame)
    names = (*given.args, *filter(None, (given.varargs, given.keywords)))
    return {name: given.locals.get(name) for name in names if name not in {"self", "cls"}}


async def trace_move() -> Stops:
    tracer = Tracer()
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedRedis(Path(folder))
        await server.start()
        async with run_harness(server.url, Path(folder), {}) as harness:
            talk = await harness.new_group()
            await talk.put_table(game("kelimelik", racks=["KALEMİ?", "AAEEKKL"]))
            await harness.wait_until_idle()
            sys.setprofile(tracer)
            await talk.say_and_wait(KIRAZ, f"/oyna H8 yatay {WORD}")
            await harness.wait_until_idle()
            sys.setprofile(None)
        await server.stop()
    return tracer.stops


def main() -> None:
    stops = asyncio.run(trace_move())
    before, _, rest = PAGE.read_text("utf-8").partition(_HEADER)
    rows = (
        f"| {number} | `{name}` | `{module}` | {', '.join(f'`{one}`' for one in sorted(given))} |\n"
        for number, ((module, name), given) in enumerate(stops.items(), 1)
    )
    behind = rest.partition("\n\n")[2]
    PAGE.write_text(f"{before}{_HEADER}{''.join(rows)}\n{behind}", "utf-8")
    names = set().union(*stops.values())
    sys.stdout.write(f"{len(stops)} stops, {len(names)} names: {', '.join(sorted(names))}\n")


if __name__ == "__main__":
    main()
