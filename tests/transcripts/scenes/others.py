"""What comes rarely: people who come and go, shared chats, edited messages, long waits, settings, damage."""

from random import Random

from tests.transcripts import minds
from tests.transcripts.chats import BOT, RIGHTS
from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import ANONYMOUS, HURMA, KIRAZ, LIMON, NANE, ZEYTIN, Room, room
from tests.transcripts.stage import Stage
from tests.transcripts.wire import Json

_DAY = 86_400


async def play(stage: Stage) -> None:
    """In each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.do({"do": "title", "text": f"what comes rarely in {language}"})
        place = await room(stage, -1_001_000_003_500 - number, language)
        await _edited(place)
        await _ruled(place)
        await _people(place)
        await _shared(place)
        await _settings(place)
        await _waits(place)
        await _unreadable(place)
        await _buttons(place)
        await _said_otherwise(place)


async def _edited(place: Room) -> None:
    """A move that was refused is corrected in its message, and one that was done is changed for nothing."""
    await place.deal("scrabble-en", 2, "challenge=void")
    for number in range(3):
        board = await place.board()
        mover = board.players[board.turn].user
        action = minds.move(board, Random(f"edited {number}"))
        if not isinstance(action, minds.Place):
            await turn(place, board, Random(f"edited {number}"), 0)
            continue
        text = minds.typed(board, action, place.language, 0)
        await place.ask(mover, "play", "A1 ZZZZ")
        for said in ("A1 QQQQ", text, text):
            await _edit(place, mover, place.command("play", said))
            await place.stage.do({"do": "again", "back": 0})
    await _edit(place, LIMON, place.command("pass"))
    await place.end()


async def _edit(place: Room, person: int, text: str) -> None:
    """The newest message of the chat becomes another."""
    command = {"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}
    moment = int(place.stage.now.timestamp())
    message = {
        "message_id": place.stage.server.chats[place.id].newest - 1,
        "date": moment,
        "edit_date": moment + 5,
        "chat": place.stage.server.chats[place.id].api,
        "from": place.stage.server.people[person],
        "text": text,
        "entities": [command],
    }
    await place.stage.do({"do": "update", "update": {"edited_message": message}})


async def _people(place: Room) -> None:
    """Players leave the group and come back, by messages and by changes of members; the bot is put out and back."""
    stage = place.stage
    await place.deal("scrabble-en", 3, "clock=none challenge=void")
    limon = stage.server.people[LIMON]
    for more in ({"left_chat_member": limon}, {"new_chat_members": [limon]}):
        await stage.do({"do": "say", "chat": place.id, "person": LIMON, "more": more})
        await place.ask(KIRAZ, "board")
    for before, after in (("member", "left"), ("left", "member")):
        await _changed(place, "chat_member", stage.server.people[NANE], before, after)
    await place.ask(KIRAZ, "skip")
    await place.ask(KIRAZ, "extend", "1 5min")
    for before, after in (("member", "kicked"), ("kicked", "member"), ("member", "administrator")):
        await _changed(place, "my_chat_member", BOT, before, after)
        await stage.do({"do": "pass", "seconds": 4000})
    await place.ask(KIRAZ, "log")
    await place.end()


async def _changed(place: Room, kind: str, user: Json, before: str, after: str) -> None:
    rights = dict.fromkeys(RIGHTS, True) | {"is_anonymous": False, "can_be_edited": False}
    old, new = (
        {"user": user, "status": status}
        | (rights if status == "administrator" else {})
        | ({"until_date": 0} if status == "kicked" else {})
        for status in (before, after)
    )
    change = {
        "chat": place.stage.server.chats[place.id].api,
        "from": place.stage.server.people[KIRAZ],
        "date": int(place.stage.now.timestamp()),
        "old_chat_member": old,
        "new_chat_member": new,
    }
    await place.stage.do({"do": "update", "update": {kind: change}})


async def _shared(place: Room) -> None:
    """A table for a group is opened from a private chat, and people there ask to be called."""
    mine = Room(place.stage, LIMON, place.language)
    await mine.say(LIMON, f"/dil {place.language}")
    for person in (NANE, ZEYTIN):
        await place.ask(person, "ping")
    await place.tap(NANE, "bell")
    for text in ("", "scrabble-en clock=24h", "nosuch"):
        await mine.ask(LIMON, "new", text)
    for chat in (place.id, -1, KIRAZ):
        shared = {"chat_shared": {"request_id": 1, "chat_id": chat}}
        await place.stage.do({"do": "say", "chat": LIMON, "person": LIMON, "more": shared})
    await mine.tap(LIMON, "there")
    await mine.tap(LIMON, "there")
    await place.ask(KIRAZ, "join")
    await place.end()
    await mine.tap(LIMON, "alone")
    await mine.ask(LIMON, "cancel")
    await mine.tap(LIMON, "cancel")


async def _settings(place: Room) -> None:
    """Every section of the settings, each of its values, in the group and in private."""
    mine = Room(place.stage, KIRAZ, place.language)
    for where in (place, mine):
        for section in range(12):
            await where.ask(KIRAZ, "settings")
            if not await where.tap(KIRAZ, "set", section):
                break
            for value in range(4):
                await where.tap(KIRAZ, "set", value)
        await where.say(KIRAZ, f"/dil {place.language}")
    await place.ask(KIRAZ, "settings")
    await place.tap(LIMON, "set", 0)
    for command in ("theme", "labels", "reading", "language"):
        await place.ask(KIRAZ, command)
        for value in range(5):
            await place.tap(KIRAZ, {"language": "speak"}.get(command, command), value)
    await place.say(KIRAZ, f"/dil {place.language}")
    for person in (LIMON, KIRAZ):
        for text in ("", "new", "usual kelimelik", "reset"):
            await place.ask(person, "settings", text)
    for text in ("kelimelik", ""):
        await place.ask(LIMON, "new", text)
    await place.tap(KIRAZ, "more")
    await place.tap(KIRAZ, "games")
    await place.end()


async def _waits(place: Room) -> None:
    """A table waits for days, an invitation lapses, a player is away: reminded, skipped, then the others decide."""
    stage = place.stage
    await place.ask(KIRAZ, "new", "scrabble-en")
    await place.ask(KIRAZ, "invite", "@Limon")
    for _ in range(3):
        await stage.do({"do": "pass", "seconds": _DAY})
    await stage.do({"do": "pass", "seconds": 30 * _DAY})
    await place.deal("scrabble-en", 3, "clock=none challenge=void")
    for seconds in (_DAY, _DAY, 2 * _DAY, 3 * _DAY):
        await stage.do({"do": "pass", "seconds": seconds})
        state = await place.board()
        seat = state.turn + 1
        for person in (KIRAZ, LIMON, NANE):
            await place.ask(person, "skip")
        await place.ask(HURMA, "remove", str(seat))
        await place.ask(KIRAZ, "remove", str(seat))
        for person in (KIRAZ, LIMON, NANE):
            await place.tap(person, "vote", 0)
    await place.ask(LIMON, "replace", "1")
    for person in (LIMON, NANE, HURMA):
        await place.tap(person, "vote", 1)
    await place.tap(HURMA, "standin")
    await place.ask(KIRAZ, "computer", "1")
    await stage.do({"do": "pass", "seconds": 40 * _DAY})
    await place.end()


async def _buttons(place: Room) -> None:
    """Buttons that lead to another table, that tell of the draws, and that say where a word goes."""
    await place.ask(KIRAZ, "new", "scrabble-en challenge=void")
    lobby = place.stage.newest(place.id)
    await place.tap(NANE, "seal")
    await place.end()
    await place.tap(NANE, "bell", message=lobby)
    await place.tap(KIRAZ, "more", message=lobby)
    chooser = place.stage.newest(place.id)
    for kind, number in (
        ("games", 1),
        ("games", 0),
        ("games", 0),
        ("tune", 0),
        ("tune", 0),
        ("games", 0),
        ("choose", 1),
    ):
        await place.tap(KIRAZ, kind, number, chooser)
    await place.end()
    await place.deal("scrabble-en", 2, "challenge=void")
    for number in range(6):
        board = await place.board()
        mover = board.players[board.turn].user
        action = minds.move(board, Random(f"word {number}"))
        if not isinstance(action, minds.Place):
            await place.ask(mover, "exchange", "1")
            continue
        await place.ask(mover, "play", minds.typed(board, action, place.language, 3).split()[-1])
        for kind in ("sums", "rows", "rows", "put"):
            await place.tap(mover, kind)
        if (await place.board()).number == board.number:
            await place.ask(mover, "play", minds.typed(board, action, place.language, 0))
    await place.end()


async def _ruled(place: Room) -> None:
    """An administrator who does not play rules who takes a seat over."""
    await place.ask(LIMON, "new", "scrabble-en clock=none challenge=void")
    for person in (NANE, ZEYTIN):
        await place.ask(person, "join")
    await place.ask(LIMON, "begin")
    await place.ask(LIMON, "replace", "2")
    await place.tap(HURMA, "heir")
    await place.tap(KIRAZ, "vote")
    await place.end()


async def _unreadable(place: Room) -> None:
    """A table that cannot be read is put aside."""
    await place.deal("kelimelik", 2)
    await place.stage.do({"do": "spoil", "chat": place.id})
    await place.ask(LIMON, "board")
    await place.ask(KIRAZ, "cancel")
    await place.ask(KIRAZ, "new", "kelimelik")
    await place.end()


async def _said_otherwise(place: Room) -> None:
    """Commands with a slip, of channels and administrators who hide, by the bot's name, and too many at once."""
    name = f"@{BOT['username']}"
    await place.deal("klepka", 2)
    for text in ("/skorr", "/tahtaa", "/boardd", "/scoree", "/рахунокк"):
        await place.say(LIMON, text)
        await place.say(LIMON, text, chat=place.id)
    mention = {"type": "mention", "offset": 0, "length": len(name)}
    for text in ("1 2", "ВОДА", "KALEM", "?"):
        await place.say(KIRAZ, f"{name} {text}", more={"entities": [mention]})
    channel = {"id": -1_001_000_009_999, "type": "channel", "title": "Kanal"}
    hidden = {"id": 136_817_688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
    for command in ("board", "join", "pass"):
        text = place.command(command)
        more = {"sender_chat": channel}
        await place.stage.do({"do": "say", "chat": place.id, "as": hidden, "text": text, "more": more})
        await place.stage.do({"do": "say", "chat": place.id, "as": ANONYMOUS, "text": text})
    await place.end()
