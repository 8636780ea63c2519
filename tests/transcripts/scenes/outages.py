"""The live dictionary, there and away; and as many words of a chat's own as there may be."""

from random import Random

from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, Room, room
from tests.transcripts.stage import Stage


async def play(stage: Stage) -> None:
    """The live dictionary does not answer: the list decides, and the chat is told once."""
    await _full(await room(stage, -2301, "en"))
    await stage.do({"do": "stop"})
    await stage.do({"do": "start", "environ": {"TDK_API_URL": "{api}/gts"}})
    await stage.do({"do": "title", "text": "the live dictionary answers"})
    for number, language in enumerate(("tr", "en", "uk")):
        await _live(await room(stage, -2310 - number, language), language)
    await stage.do({"do": "stop"})
    await stage.do({"do": "start", "environ": {"TDK_API_URL": "http://127.0.0.1:9/gts"}})
    await stage.do({"do": "title", "text": "the live dictionary is away"})
    for number, language in enumerate(("tr", "en", "uk")):
        await _live(await room(stage, -2320 - number, language), language)


async def _full(place: Room) -> None:
    """A chat adds as many words as it may, and more."""
    await place.stage.do({"do": "title", "text": "as many words as there may be"})
    for number in range(51):
        words = " ".join(f"{chr(65 + number % 26)}{chr(65 + number // 26)}{letter}Q" for letter in "ABCDEFGHIJ")
        await place.ask(KIRAZ, "add-word", f"en {words}")


async def _live(place: Room, language: str) -> None:
    await place.ask(KIRAZ, "new")
    chooser = place.stage.newest(place.id)
    await place.forge(KIRAZ, f"tune::{KIRAZ}:scrabble-tr", chooser)
    for option in range(6):
        for _ in range(3):
            await place.tap(KIRAZ, "tune", option, chooser)
    await place.ask(KIRAZ, "new", "scrabble-tr sözlük=tdk" if language == "tr" else "scrabble-tr dictionary=live")
    await place.ask(LIMON, "rules")
    await place.ask(LIMON, "join")
    await place.ask(KIRAZ, "begin")
    for turns in range(3):
        await turn(place, await place.board(), Random(f"outage {turns}"), 0)
    await place.ask(NANE, "word", "kalem qqqq")
    await place.end()
