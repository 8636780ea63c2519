"""Bot API servers of each version: what one member alone sees, as the bot is administrator and as it is not."""

from random import Random

from tests.transcripts import simulated_players
from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, SceneRoom, open_group
from tests.transcripts.server_state import BOT
from tests.transcripts.stage import RecordingStage


async def play(stage: RecordingStage) -> None:
    """The same in each language, in a group that the bot administers, and in one that it does not."""
    version = stage.server.state.ephemerals.version
    for number, language in enumerate(("tr", "en", "uk")):
        for admin in (False, True):
            about = f"server {version} in {language}, the bot is {'an administrator' if admin else 'a member'}"
            await stage.run_op({"do": "title", "text": about})
            place = await open_group(stage, -1_001_000_003_000 - 2 * number - admin, language)
            if admin:
                api = stage.server.state.chats[place.chat_id].api
                await stage.run_op({"do": "chat", "chat": api, "admins": [KIRAZ, BOT["id"]]})
            await _board(place, number)
            await _cards(place)
            await stage.run_op({"do": "pass", "seconds": 90})
    await stage.run_op({"do": "title", "text": "another server is there"})
    await stage.run_op({"do": "server", "version": "10.0"})
    await place.open_and_begin("scrabble-en", 2, "clock=24h")
    await _look_at_own_boards(place)
    await stage.run_op({"do": "server", "version": version})
    await stage.run_op({"do": "pass", "seconds": 4000})
    await _look_at_own_boards(place)
    await place.cancel_table()


async def _look_at_own_boards(place: SceneRoom) -> None:
    """Racks and boards of one's own are asked for by buttons and by commands, and what is no move is refused."""
    state = await place.load_crossword()
    mover = state.players[state.turn].user
    other = LIMON if mover == KIRAZ else KIRAZ
    post = place.stage.newest_with_buttons(place.chat_id)
    for person in (mover, other, NANE):
        await place.tap_kind(person, "rack", message=post)
        for number in (0, 2, 5):
            await place.tap_ephemeral(person, "own", number)
    await place.give_command(mover, "rack")
    await place.give_command(mover, "rack", alone=True)
    await place.tap_ephemeral(mover, "own", 1)
    await place.give_command(other, "play", "H8")
    await place.give_command(mover, "play", "A1 ZZ", alone=True)
    await place.give_command(mover, "try", "H8 CAT", alone=True)
    await place.say(mover, "/skorr")
    await place.give_command(NANE, "pass")
    await place.tap_kind(NANE, "board", message=post)
    await place.stage.run_op({"do": "pass", "seconds": 61})


async def _board(place: SceneRoom, number: int) -> None:
    await place.give_command(KIRAZ, "new", "scrabble-en clock=24h challenge=single")
    await place.tap_kind(KIRAZ, "join")
    await place.tap_kind(LIMON, "join")
    await place.tap_kind(KIRAZ, "alter")
    await place.tap_kind(LIMON, "alter")
    await place.give_command(KIRAZ, "begin")
    await _look_at_own_boards(place)
    chance = Random(f"servers {number}")
    await play_turn(place, await place.load_crossword(), chance, 0)
    state = await place.load_crossword()
    await place.tap_kind(state.players[state.turn - 1].user, "doubt")
    await _move_by_own_board(place)
    await _look_at_own_boards(place)
    await place.stage.run_op({"do": "pass", "seconds": 86_000})
    await place.give_command(LIMON, "clock")
    await place.give_command(LIMON, "surrender")
    await place.tap_kind(KIRAZ, "yes")
    await place.tap_kind(LIMON, "yes")
    await place.tap_kind(NANE, "proof")
    await place.cancel_table()


async def _move_by_own_board(place: SceneRoom) -> None:
    """A move is made by the buttons of one's own board, as far as they lead."""
    state = await place.load_crossword()
    mover = state.players[state.turn].user
    await place.give_command(mover, "rack")
    await place.tap_kind(mover, "rack")
    for _ in range(6):
        if not await place.tap_ephemeral(mover, "own", 1):
            break
    await place.tap_ephemeral(mover, "make")
    await place.give_command(KIRAZ, "exchange", "1")
    await place.give_command(LIMON, "exchange", "1")
    for person in (KIRAZ, LIMON):
        action = simulated_players.random_legal_move(await place.load_crossword(), Random("alone"))
        if isinstance(action, simulated_players.Place):
            text = simulated_players.typed_play(await place.load_crossword(), action, place.language, 0)
            await place.give_command(person, "play", text, alone=True)


async def _cards(place: SceneRoom) -> None:
    await place.open_and_begin("klepka", 2, "clock=phases")
    state = await place.load_klepka()
    person = state.players[state.turn].user
    await place.tap_kind(person, "rack")
    await place.tap_kind(NANE, "card")
    await place.give_command(person, "form", "Щ")
    await place.give_command(person, "form", "ВОДА", alone=True)
    await place.give_command(person, "flip", "1 2")
    await place.tap_ephemeral(person, "own")
    await place.stage.run_op({"do": "pass", "seconds": 12})
    await place.cancel_table()
