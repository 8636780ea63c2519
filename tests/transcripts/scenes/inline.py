"""Inline mode: what is typed behind the bot's name, what is offered, and what is then posted and played."""

from random import Random

from tests.transcripts import simulated_players
from tests.transcripts.http_calls import Json
from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, PEOPLE, SceneRoom, open_group
from tests.transcripts.server_state import BOT
from tests.transcripts.stage import RecordingStage


async def play(stage: RecordingStage) -> None:
    """Nobody has a game; a board, cards, several of them in one group; in each language."""
    await stage.run_op({"do": "stop"})
    await stage.run_op({"do": "server", "version": "10.4", "inline": True})
    await stage.run_op({"do": "start", "environ": {}})
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"inline in {language}"})
        place = await open_group(stage, -1_001_000_003_200 - number, language, is_forum=True)
        await SceneRoom(stage, LIMON, language).say(LIMON, f"/dil {language}")
        for text in ("", "KALEM"):
            await _ask_inline(stage, LIMON, text)
        await place.open_and_begin("scrabble-tr" if language == "tr" else "scrabble-en", 2)
        for step in range(4):
            await _moves(place, step)
        other = SceneRoom(stage, place.chat_id, language, 7)
        await other.open_and_begin("klepka", 2)
        for person in PEOPLE[:3]:
            for text in ("", "1 2", "ВОДА", "H8"):
                await _ask_inline(stage, person, text)
        for table in (place, other):
            await table.cancel_table()


async def _moves(place: SceneRoom, step: int) -> None:
    """What is offered to who is on turn, to the other, to nobody's player; then the move is chosen and posted."""
    state = await place.load_crossword()
    mover = state.players[state.turn].user
    action = simulated_players.random_legal_move(state, Random(f"inline {step}"))
    if not isinstance(action, simulated_players.Place):
        await play_turn(place, state, Random(f"inline {step}"), 0)
        return
    text = simulated_players.typed_play(state, action, place.language, 3)
    for person in (mover, LIMON if mover == KIRAZ else KIRAZ, NANE):
        for part in ("", text.split()[-1], text, f"/{text}", "QQQQ", f"/play {text}"):
            await _ask_inline(place.stage, person, part)
    await _post_chosen(place, mover, text, state.commitment[:8], state.number)
    await _post_chosen(place, mover, text, state.commitment[:8], state.number)
    await _post_chosen(place, mover, text, "00000000", 0)


async def _ask_inline(stage: RecordingStage, person: int, text: str) -> None:
    query = {"id": f"{person}", "from": stage.server.state.people[person], "query": text, "offset": ""}
    await stage.run_op({"do": "update", "update": {"inline_query": query}})


async def _post_chosen(place: SceneRoom, person: int, text: str, table: str, turns: int) -> None:
    url = f"https://t.me/{BOT['username']}?start=at_{table}_{turns}"
    link: Json = {"type": "text_link", "offset": 0, "length": len(text.split(maxsplit=1)[0]), "url": url}
    await place.say(person, text, more={"via_bot": BOT, "entities": [link]})
