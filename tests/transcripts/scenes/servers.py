"""Bot API servers of each version: what one member alone sees, as the bot is administrator and as it is not."""

from random import Random

from tests.transcripts import minds
from tests.transcripts.chats import BOT
from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, Room, room
from tests.transcripts.stage import Stage


async def play(stage: Stage) -> None:
    """The same in each language, in a group that the bot administers, and in one that it does not."""
    version = stage.server.ephemerals.version
    for number, language in enumerate(("tr", "en", "uk")):
        for admin in (False, True):
            about = f"server {version} in {language}, the bot is {'an administrator' if admin else 'a member'}"
            await stage.do({"do": "title", "text": about})
            place = await room(stage, -1_001_000_003_000 - 2 * number - admin, language)
            if admin:
                api = stage.server.chats[place.id].api
                await stage.do({"do": "chat", "chat": api, "admins": [KIRAZ, BOT["id"]]})
            await _board(place, number)
            await _cards(place)
            await stage.do({"do": "pass", "seconds": 90})
    await stage.do({"do": "title", "text": "another server is there"})
    await stage.do({"do": "server", "version": "10.0"})
    await place.deal("scrabble-en", 2, "clock=24h")
    await _looked(place)
    await stage.do({"do": "server", "version": version})
    await stage.do({"do": "pass", "seconds": 4000})
    await _looked(place)
    await place.end()


async def _looked(place: Room) -> None:
    """Racks and boards of one's own are asked for by buttons and by commands, and what is no move is refused."""
    state = await place.board()
    mover = state.players[state.turn].user
    other = LIMON if mover == KIRAZ else KIRAZ
    post = place.stage.newest(place.id)
    for person in (mover, other, NANE):
        await place.tap(person, "rack", message=post)
        for number in (0, 2, 5):
            await place.tap_alone(person, "mine", number)
    await place.ask(mover, "rack")
    await place.ask(mover, "rack", alone=True)
    await place.tap_alone(mover, "mine", 1)
    await place.ask(other, "play", "H8")
    await place.ask(mover, "play", "A1 ZZ", alone=True)
    await place.ask(mover, "try", "H8 CAT", alone=True)
    await place.say(mover, "/skorr")
    await place.ask(NANE, "pass")
    await place.tap(NANE, "board", message=post)
    await place.stage.do({"do": "pass", "seconds": 61})


async def _board(place: Room, number: int) -> None:
    await place.ask(KIRAZ, "new", "scrabble-en clock=24h challenge=single")
    await place.tap(KIRAZ, "join")
    await place.tap(LIMON, "join")
    await place.tap(KIRAZ, "alter")
    await place.tap(LIMON, "alter")
    await place.ask(KIRAZ, "begin")
    await _looked(place)
    chance = Random(f"servers {number}")
    await turn(place, await place.board(), chance, 0)
    state = await place.board()
    await place.tap(state.players[state.turn - 1].user, "doubt")
    await _played_alone(place)
    await _looked(place)
    await place.stage.do({"do": "pass", "seconds": 86_000})
    await place.ask(LIMON, "clock")
    await place.ask(LIMON, "surrender")
    await place.tap(KIRAZ, "yes")
    await place.tap(LIMON, "yes")
    await place.tap(NANE, "proof")
    await place.end()


async def _played_alone(place: Room) -> None:
    """A move is made by the buttons of one's own board, as far as they lead."""
    state = await place.board()
    mover = state.players[state.turn].user
    await place.ask(mover, "rack")
    await place.tap(mover, "rack")
    for _ in range(6):
        if not await place.tap_alone(mover, "mine", 1):
            break
    await place.tap_alone(mover, "make")
    await place.ask(KIRAZ, "exchange", "1")
    await place.ask(LIMON, "exchange", "1")
    for person in (KIRAZ, LIMON):
        action = minds.move(await place.board(), Random("alone"))
        if isinstance(action, minds.Place):
            text = minds.typed(await place.board(), action, place.language, 0)
            await place.ask(person, "play", text, alone=True)


async def _cards(place: Room) -> None:
    await place.deal("klepka", 2, "clock=phases")
    state = await place.cards()
    person = state.players[state.turn].user
    await place.tap(person, "rack")
    await place.tap(NANE, "card")
    await place.ask(person, "form", "Щ")
    await place.ask(person, "form", "ВОДА", alone=True)
    await place.ask(person, "flip", "1 2")
    await place.tap_alone(person, "mine")
    await place.stage.do({"do": "pass", "seconds": 12})
    await place.end()
