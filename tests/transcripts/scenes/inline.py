"""Inline mode: what is typed behind the bot's name, what is offered, and what is then posted and played."""

from random import Random

from tests.transcripts import minds
from tests.transcripts.chats import BOT
from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, PEOPLE, Room, room
from tests.transcripts.stage import Stage
from tests.transcripts.wire import Json


async def play(stage: Stage) -> None:
    """Nobody has a game; a board, cards, several of them in one group; in each language."""
    await stage.do({"do": "stop"})
    await stage.do({"do": "server", "version": "10.4", "inline": True})
    await stage.do({"do": "start", "environ": {}})
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.do({"do": "title", "text": f"inline in {language}"})
        place = await room(stage, -1_001_000_003_200 - number, language, is_forum=True)
        await Room(stage, LIMON, language).say(LIMON, f"/dil {language}")
        for text in ("", "KALEM"):
            await _asked(stage, LIMON, text)
        await place.deal("scrabble-tr" if language == "tr" else "scrabble-en", 2)
        for step in range(4):
            await _moves(place, step)
        other = Room(stage, place.id, language, 7)
        await other.deal("klepka", 2)
        for person in PEOPLE[:3]:
            for text in ("", "1 2", "ВОДА", "H8"):
                await _asked(stage, person, text)
        for table in (place, other):
            await table.end()


async def _moves(place: Room, step: int) -> None:
    """What is offered to who is on turn, to the other, to nobody's player; then the move is chosen and posted."""
    state = await place.board()
    mover = state.players[state.turn].user
    action = minds.move(state, Random(f"inline {step}"))
    if not isinstance(action, minds.Place):
        await turn(place, state, Random(f"inline {step}"), 0)
        return
    text = minds.typed(state, action, place.language, 3)
    for person in (mover, LIMON if mover == KIRAZ else KIRAZ, NANE):
        for part in ("", text.split()[-1], text, f"/{text}", "QQQQ", f"/play {text}"):
            await _asked(place.stage, person, part)
    await _posted(place, mover, text, state.commitment[:8], state.number)
    await _posted(place, mover, text, state.commitment[:8], state.number)
    await _posted(place, mover, text, "00000000", 0)


async def _asked(stage: Stage, person: int, text: str) -> None:
    query = {"id": f"{person}", "from": stage.server.people[person], "query": text, "offset": ""}
    await stage.do({"do": "update", "update": {"inline_query": query}})


async def _posted(place: Room, person: int, text: str, table: str, turns: int) -> None:
    url = f"https://t.me/{BOT['username']}?start=at_{table}_{turns}"
    link: Json = {"type": "text_link", "offset": 0, "length": len(text.split(maxsplit=1)[0]), "url": url}
    await place.say(person, text, more={"via_bot": BOT, "entities": [link]})
