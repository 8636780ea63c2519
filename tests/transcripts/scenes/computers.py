"""Computer players: in groups and alone with one person, of each level, in both families; seated, sent away, beaten."""

from random import Random

from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, Room, room
from tests.transcripts.stage import Stage


async def play(stage: Stage) -> None:
    """In each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.do({"do": "title", "text": f"computers in {language}"})
        place = await room(stage, -2_700 - number, language)
        await _seated(place)
        await _boards(place, number)
        await _cards(place)
        await _alone(stage, LIMON if number else KIRAZ, language)


async def _seated(place: Room) -> None:
    await place.ask(KIRAZ, "computer")
    await place.ask(KIRAZ, "new", "scrabble-en start=full")
    for text in ("", "3", "nosuch", "1", "5"):
        await place.ask(KIRAZ, "computer", text)
        await place.ask(LIMON, "computer", text)
    await place.forge(KIRAZ, place.labelled("🤖"))
    for number in range(4):
        await place.tap(KIRAZ, "computer", number)
    await place.forge(KIRAZ, place.labelled("✖"))
    await place.ask(KIRAZ, "board")
    await place.end()


async def _boards(place: Room, number: int) -> None:
    """Each level against one person, and two of them with two people."""
    for level in range(5):
        game = ("kelimelik", "scrabble-en", "wordbox-uk", "wordbox-en", "tournament-tr")[(level + number) % 5]
        await place.ask(KIRAZ, "new", game)
        await place.ask(KIRAZ, "computer")
        await place.tap(KIRAZ, "computer", level)
        await place.ask(KIRAZ, "begin")
        for step in range(3):
            await _due(place)
            state = await place.board()
            if state.outcome is None and state.pending is None and state.players[state.turn].user == KIRAZ:
                await turn(place, state, Random(f"computers {level} {step}"), 0)
        await place.ask(KIRAZ, "surrender")
        await place.tap(KIRAZ, "yes")
        await place.ask(KIRAZ, "proof")
        await place.end()


async def _due(place: Room) -> None:
    """Who thinks is given time, until a person is on turn."""
    for _ in range(6):
        await place.stage.do({"do": "pass", "seconds": 5})


async def _cards(place: Room) -> None:
    for level in (0, 2, 4):
        await place.ask(KIRAZ, "new", "klepka deck=quick")
        await place.ask(KIRAZ, "computer")
        await place.tap(KIRAZ, "computer", level)
        await place.ask(KIRAZ, "begin")
        for _ in range(4):
            await _due(place)
            state = await place.cards()
            if state.outcome is None and state.players[state.turn].user == KIRAZ:
                await place.ask(KIRAZ, "flip", "1 2")
                await place.ask(KIRAZ, "pass")
        await place.ask(KIRAZ, "board")
        await place.end()


async def _alone(stage: Stage, person: int, language: str) -> None:
    """Alone with computers in the private chat."""
    mine = Room(stage, person, language)
    await mine.say(person, f"/dil {language}")
    for text in ("", "2"):
        await mine.ask(person, "computer", text)
    await mine.tap(person, "alone", 0)
    await mine.tap(person, "alone", 0)
    await _due(mine)
    for command in ("board", "score", "bag", "rack", "rules", "settings", "clock"):
        await mine.ask(person, command)
    await mine.ask(person, "play", "H8 QQQ")
    await mine.ask(person, "pass")
    await _due(mine)
    await mine.ask(person, "surrender")
    await mine.tap(person, "yes")
    await mine.tap(person, "again")
    await mine.ask(person, "cancel")
    await mine.tap(person, "cancel")
