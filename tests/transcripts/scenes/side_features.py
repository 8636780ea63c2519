"""What comes rarely: people who come and go, shared chats, edited messages, long waits, settings, damage."""

from random import Random

from tests.transcripts import simulated_players
from tests.transcripts.http_calls import Json
from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import ANONYMOUS, HURMA, KIRAZ, LIMON, NANE, ZEYTIN, SceneRoom, open_group
from tests.transcripts.server_state import BOT, RIGHTS
from tests.transcripts.stage import RecordingStage

_DAY = 86_400


async def play(stage: RecordingStage) -> None:
    """In each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"what comes rarely in {language}"})
        place = await open_group(stage, -1_001_000_003_500 - number, language)
        await _edit_moves(place)
        await _replace_by_ruling(place)
        await _people(place)
        await _open_table_from_private(place)
        await _settings(place)
        await _wait_for_days(place)
        await _quarantine_table(place)
        await _buttons(place)
        await _misuse_commands(place)


async def _edit_moves(place: SceneRoom) -> None:
    """A move that was refused is corrected in its message, and one that was done is changed for nothing."""
    await place.open_and_begin("scrabble-en", 2, "challenge=void")
    for number in range(3):
        board = await place.load_crossword()
        mover = board.players[board.turn].user
        action = simulated_players.random_legal_move(board, Random(f"edited {number}"))
        if not isinstance(action, simulated_players.Place):
            await play_turn(place, board, Random(f"edited {number}"), 0)
            continue
        text = simulated_players.typed_play(board, action, place.language, 0)
        await place.give_command(mover, "play", "A1 ZZZZ")
        for said in ("A1 QQQQ", text, text):
            await _edit(place, mover, place.command_text("play", said))
            await place.stage.run_op({"do": "again", "back": 0})
    await _edit(place, LIMON, place.command_text("pass"))
    await place.cancel_table()


async def _edit(place: SceneRoom, person: int, text: str) -> None:
    """The newest message of the chat becomes another."""
    command = {"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}
    moment = int(place.stage.now.timestamp())
    message = {
        "message_id": place.stage.server.state.chats[place.chat_id].newest_message - 1,
        "date": moment,
        "edit_date": moment + 5,
        "chat": place.stage.server.state.chats[place.chat_id].api,
        "from": place.stage.server.state.people[person],
        "text": text,
        "entities": [command],
    }
    await place.stage.run_op({"do": "update", "update": {"edited_message": message}})


async def _people(place: SceneRoom) -> None:
    """Players leave the group and come back, by messages and by changes of members; the bot is put out and back."""
    stage = place.stage
    await place.open_and_begin("scrabble-en", 3, "clock=none challenge=void")
    limon = stage.server.state.people[LIMON]
    for more in ({"left_chat_member": limon}, {"new_chat_members": [limon]}):
        await stage.run_op({"do": "say", "chat": place.chat_id, "person": LIMON, "more": more})
        await place.give_command(KIRAZ, "board")
    for before, after in (("member", "left"), ("left", "member")):
        await _change_member(place, "chat_member", stage.server.state.people[NANE], before, after)
    await place.give_command(KIRAZ, "skip")
    await place.give_command(KIRAZ, "extend", "1 5min")
    for before, after in (("member", "kicked"), ("kicked", "member"), ("member", "administrator")):
        await _change_member(place, "my_chat_member", BOT, before, after)
        await stage.run_op({"do": "pass", "seconds": 4000})
    await place.give_command(KIRAZ, "log")
    await place.cancel_table()


async def _change_member(place: SceneRoom, kind: str, user: Json, before: str, after: str) -> None:
    rights = dict.fromkeys(RIGHTS, True) | {"is_anonymous": False, "can_be_edited": False}
    old, new = (
        {"user": user, "status": status}
        | (rights if status == "administrator" else {})
        | ({"until_date": 0} if status == "kicked" else {})
        for status in (before, after)
    )
    change = {
        "chat": place.stage.server.state.chats[place.chat_id].api,
        "from": place.stage.server.state.people[KIRAZ],
        "date": int(place.stage.now.timestamp()),
        "old_chat_member": old,
        "new_chat_member": new,
    }
    await place.stage.run_op({"do": "update", "update": {kind: change}})


async def _open_table_from_private(place: SceneRoom) -> None:
    """A table for a group is opened from a private chat, and people there ask to be called."""
    mine = SceneRoom(place.stage, LIMON, place.language)
    await mine.say(LIMON, f"/dil {place.language}")
    for person in (NANE, ZEYTIN):
        await place.give_command(person, "ping")
    await place.tap_kind(NANE, "alert")
    for text in ("", "scrabble-en clock=24h", "nosuch"):
        await mine.give_command(LIMON, "new", text)
    for chat in (place.chat_id, -1, KIRAZ):
        shared = {"chat_shared": {"request_id": 1, "chat_id": chat}}
        await place.stage.run_op({"do": "say", "chat": LIMON, "person": LIMON, "more": shared})
    await mine.tap_kind(LIMON, "opengroup")
    await mine.tap_kind(LIMON, "opengroup")
    await place.give_command(KIRAZ, "join")
    await place.cancel_table()
    await mine.tap_kind(LIMON, "alone")
    await mine.give_command(LIMON, "cancel")
    await mine.tap_kind(LIMON, "cancel")


async def _settings(place: SceneRoom) -> None:
    """Every section of the settings, each of its values, in the group and in private."""
    mine = SceneRoom(place.stage, KIRAZ, place.language)
    for where in (place, mine):
        for section in range(12):
            await where.give_command(KIRAZ, "settings")
            if not await where.tap_kind(KIRAZ, "set", section):
                break
            for value in range(4):
                await where.tap_kind(KIRAZ, "set", value)
        await where.say(KIRAZ, f"/dil {place.language}")
    await place.give_command(KIRAZ, "settings")
    await place.tap_kind(LIMON, "set", 0)
    for command in ("theme", "labels", "reading", "language"):
        await place.give_command(KIRAZ, command)
        for value in range(5):
            await place.tap_kind(KIRAZ, {"language": "speak"}.get(command, command), value)
    await place.say(KIRAZ, f"/dil {place.language}")
    for person in (LIMON, KIRAZ):
        for text in ("", "new", "usual kelimelik", "reset"):
            await place.give_command(person, "settings", text)
    for text in ("kelimelik", ""):
        await place.give_command(LIMON, "new", text)
    await place.tap_kind(KIRAZ, "more")
    await place.tap_kind(KIRAZ, "games")
    await place.cancel_table()


async def _wait_for_days(place: SceneRoom) -> None:
    """A table waits for days, an invitation lapses, a player is away: reminded, skipped, then the others decide."""
    stage = place.stage
    await place.give_command(KIRAZ, "new", "scrabble-en")
    await place.give_command(KIRAZ, "invite", "@Limon")
    for _ in range(3):
        await stage.run_op({"do": "pass", "seconds": _DAY})
    await stage.run_op({"do": "pass", "seconds": 30 * _DAY})
    await place.open_and_begin("scrabble-en", 3, "clock=none challenge=void")
    for seconds in (_DAY, _DAY, 2 * _DAY, 3 * _DAY):
        await stage.run_op({"do": "pass", "seconds": seconds})
        state = await place.load_crossword()
        seat = state.turn + 1
        for person in (KIRAZ, LIMON, NANE):
            await place.give_command(person, "skip")
        await place.give_command(HURMA, "remove", str(seat))
        await place.give_command(KIRAZ, "remove", str(seat))
        for person in (KIRAZ, LIMON, NANE):
            await place.tap_kind(person, "vote", 0)
    await place.give_command(LIMON, "replace", "1")
    for person in (LIMON, NANE, HURMA):
        await place.tap_kind(person, "vote", 1)
    await place.tap_kind(HURMA, "substitute")
    await place.give_command(KIRAZ, "computer", "1")
    await stage.run_op({"do": "pass", "seconds": 40 * _DAY})
    await place.cancel_table()


async def _buttons(place: SceneRoom) -> None:
    """Buttons that lead to another table, that tell of the draws, and that say where a word goes."""
    await place.give_command(KIRAZ, "new", "scrabble-en challenge=void")
    lobby = place.stage.newest_with_buttons(place.chat_id)
    await place.tap_kind(NANE, "seal")
    await place.cancel_table()
    await place.tap_kind(NANE, "alert", message=lobby)
    await place.tap_kind(KIRAZ, "more", message=lobby)
    chooser = place.stage.newest_with_buttons(place.chat_id)
    for kind, number in (
        ("games", 1),
        ("games", 0),
        ("games", 0),
        ("tune", 0),
        ("tune", 0),
        ("games", 0),
        ("choose", 1),
    ):
        await place.tap_kind(KIRAZ, kind, number, chooser)
    await place.cancel_table()
    await place.open_and_begin("scrabble-en", 2, "challenge=void")
    for number in range(6):
        board = await place.load_crossword()
        mover = board.players[board.turn].user
        action = simulated_players.random_legal_move(board, Random(f"word {number}"))
        if not isinstance(action, simulated_players.Place):
            await place.give_command(mover, "exchange", "1")
            continue
        await place.give_command(
            mover, "play", simulated_players.typed_play(board, action, place.language, 3).split()[-1]
        )
        for kind in ("sums", "rows", "rows", "put"):
            await place.tap_kind(mover, kind)
        if (await place.load_crossword()).number == board.number:
            await place.give_command(mover, "play", simulated_players.typed_play(board, action, place.language, 0))
    await place.cancel_table()


async def _replace_by_ruling(place: SceneRoom) -> None:
    """An administrator who does not play rules who takes a seat over."""
    await place.give_command(LIMON, "new", "scrabble-en clock=none challenge=void")
    for person in (NANE, ZEYTIN):
        await place.give_command(person, "join")
    await place.give_command(LIMON, "begin")
    await place.give_command(LIMON, "replace", "2")
    await place.tap_kind(HURMA, "volunteer")
    await place.tap_kind(KIRAZ, "vote")
    await place.cancel_table()


async def _quarantine_table(place: SceneRoom) -> None:
    """A table that cannot be read is put aside."""
    await place.open_and_begin("kelimelik", 2)
    await place.stage.run_op({"do": "spoil", "chat": place.chat_id})
    await place.give_command(LIMON, "board")
    await place.give_command(KIRAZ, "cancel")
    await place.give_command(KIRAZ, "new", "kelimelik")
    await place.cancel_table()


async def _misuse_commands(place: SceneRoom) -> None:
    """Commands with a slip, of channels and administrators who hide, by the bot's name, and too many at once."""
    name = f"@{BOT['username']}"
    await place.open_and_begin("klepka", 2)
    for text in ("/skorr", "/tahtaa", "/boardd", "/scoree", "/рахунокк"):
        await place.say(LIMON, text)
        await place.say(LIMON, text, chat=place.chat_id)
    mention = {"type": "mention", "offset": 0, "length": len(name)}
    for text in ("1 2", "ВОДА", "KALEM", "?"):
        await place.say(KIRAZ, f"{name} {text}", more={"entities": [mention]})
    channel = {"id": -1_001_000_009_999, "type": "channel", "title": "Kanal"}
    hidden = {"id": 136_817_688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
    for command in ("board", "join", "pass"):
        text = place.command_text(command)
        more = {"sender_chat": channel}
        await place.stage.run_op({"do": "say", "chat": place.chat_id, "as": hidden, "text": text, "more": more})
        await place.stage.run_op({"do": "say", "chat": place.chat_id, "as": ANONYMOUS, "text": text})
    await place.cancel_table()
