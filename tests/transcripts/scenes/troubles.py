"""What goes wrong: repeated, malformed and foreign updates, refusals of the server, restarts, outages, migrations."""

from random import Random
from typing import Any, Final

from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, STRANGER, Room, room
from tests.transcripts.stage import Stage
from tests.transcripts.wire import Json

_FAULTS: Final[tuple[Json, ...]] = (
    {
        "method": "sendPhoto",
        "status": 429,
        "description": "Too Many Requests: retry after 3",
        "parameters": {"retry_after": 3},
    },
    {
        "method": "sendMessage",
        "status": 429,
        "description": "Too Many Requests: retry after 1",
        "parameters": {"retry_after": 1},
    },
    {"method": "sendPhoto", "status": 400, "description": "Bad Request: not enough rights to send photos to the chat"},
    {"method": "sendPhoto", "status": 403, "description": "Forbidden: bot was kicked from the group chat"},
    {"method": "sendMessage", "status": 403, "description": "Forbidden: bot was kicked from the group chat"},
    {"method": "sendMessage", "status": 400, "description": "Bad Request: chat not found"},
    {"method": "sendPhoto", "status": 400, "description": "Bad Request: wrong file identifier/HTTP URL specified"},
    {"method": "sendPhoto", "status": 502, "description": "Bad Gateway", "times": 2},
    {"method": "sendMessage", "status": 500, "description": "Internal Server Error", "times": 3},
    {"method": "sendMessage", "status": 502, "description": "Bad Gateway", "times": 20},
    {"method": "sendPhoto", "status": 502, "description": "Bad Gateway", "done": True},
    {
        "method": "answerCallbackQuery",
        "status": 400,
        "description": "Bad Request: query is too old and response timeout expired",
    },
    {"method": "editMessageReplyMarkup", "status": 400, "description": "Bad Request: message is not modified"},
    {
        "method": "editMessageMedia",
        "status": 429,
        "description": "Too Many Requests: retry after 2",
        "parameters": {"retry_after": 2},
    },
    {"method": "editMessageMedia", "status": 400, "description": "Bad Request: message to edit not found"},
    {"method": "getChatMember", "status": 400, "description": "Bad Request: user not found"},
    {"method": "getChatMember", "status": 502, "description": "Bad Gateway"},
    {"method": "getChat", "status": 400, "description": "Bad Request: chat not found"},
)


async def play(stage: Stage) -> None:
    """One kind of trouble after another, in games that go on."""
    for number, fault in enumerate(_FAULTS):
        await stage.do({"do": "title", "text": f"{fault['method']} answers {fault['status']}: {fault['description']}"})
        place = await room(stage, -1900 - number, ("tr", "en", "uk")[number % 3])
        await place.deal("scrabble-en", 2)
        await _with(place, fault)
        await place.end()
        await place.deal("klepka", 2)
        await _with(place, fault)
        await place.end()
    await _at_once(await room(stage, -2000, "tr"))
    await _repeated(await room(stage, -2001, "en"))
    await _odd(await room(stage, -2002, "uk"))
    await _topics(stage)
    await _moved(stage)
    await _restarts(await room(stage, -2003, "tr"))


async def _with(place: Room, fault: Json) -> None:
    """A few things that meet a fault, each anew."""
    state: Any = await place.cards() if await _is_klepka(place) else await place.board()
    klepka = await _is_klepka(place)
    person = state.players[state.turn].user

    async def anew() -> None:
        await place.stage.do({"do": "well"})
        await place.stage.do({"do": "fault", "chat": place.id, **fault})

    await anew()
    await place.ask(LIMON, "score")
    await anew()
    await place.ask(LIMON, "board")
    await anew()
    await place.ask(KIRAZ, "theme", "wood")
    await anew()
    await place.tap(person, "card" if klepka else "rack")
    await anew()
    if klepka:
        await place.ask(person, "flip", "1 2")
        await place.stage.do({"do": "pass", "seconds": 10})
        await place.stage.do({"do": "pass", "seconds": 10})
    else:
        await turn(place, state, Random("trouble"), 0)
    await anew()
    await place.ask(person, "rack")
    await anew()
    await place.ask(person, "surrender")
    await place.tap(person, "no")
    await anew()
    await place.ask(KIRAZ, "new", "nosuch")
    await place.stage.do({"do": "well"})


async def _is_klepka(place: Room) -> bool:
    try:
        await place.cards()
    except TypeError:
        return False
    return True


async def _at_once(place: Room) -> None:
    """While a picture is not taken, moves go on; what waits is told together."""
    await place.stage.do({"do": "title", "text": "told together"})
    await place.deal("kelimelik", 2)
    for _ in range(2):
        await place.stage.do({"do": "hold"})
        for number in range(4):
            await turn(place, await place.board(), Random(f"at once {number}"), 0)
        await place.stage.do({"do": "release"})
    await place.stage.do(
        {"do": "burst", "said": [place.said(KIRAZ, text) for text in ("/skor", "/torba", "/tahta metin", "/sure")]}
    )
    await place.end()


async def _repeated(place: Room) -> None:
    """Updates that come twice are done once."""
    await place.stage.do({"do": "title", "text": "repeated updates"})
    again = {"do": "again", "back": 0}
    await place.ask(KIRAZ, "new", "scrabble-en")
    await place.stage.do(again)
    await place.tap(LIMON, "join")
    await place.stage.do(again)
    await place.ask(KIRAZ, "begin")
    await place.stage.do(again)
    for number in range(4):
        await turn(place, await place.board(), Random(f"repeated {number}"), 0)
        await place.stage.do(again)
        await place.stage.do({"do": "again", "back": 1})
    await place.ask(LIMON, "score")
    await place.stage.do(again)
    await place.ask(LIMON, "surrender")
    await place.tap(LIMON, "yes")
    await place.stage.do(again)


async def _odd(place: Room) -> None:
    """Updates that mean nothing to the bot, or that nothing can be made of."""
    await place.stage.do({"do": "title", "text": "odd updates"})
    chat, person = {"id": place.id, "type": "group", "title": "Masa"}, place.stage.server.people[KIRAZ]
    base: Json = {"message_id": 7, "date": 1_800_000_000, "chat": chat, "from": person}
    for update in (
        {},
        {"message": base},
        {"message": base | {"text": ""}},
        {"message": base | {"text": "/skor"}},
        {"message": base | {"text": "/skor", "entities": [{"type": "bold", "offset": 0, "length": 5}]}},
        {
            "message": {
                **base,
                "from": None,
                "text": "/skor",
                "entities": [{"type": "bot_command", "offset": 0, "length": 5}],
            }
        },
        {"message": base | {"text": "/skor", "entities": [{"type": "bot_command", "offset": 0, "length": 99}]}},
        {"message": {"message_id": "seven", "text": 7}},
        {"message": 7},
        {"message": base | {"photo": [], "caption": "/skor"}},
        {"edited_message": base | {"text": "/pas"}},
        {"channel_post": base | {"text": "/yeni"}},
        {
            "callback_query": {
                "id": "x",
                "from": person,
                "chat_instance": "1",
                "inline_message_id": "i",
                "data": "rack:1",
            }
        },
        {"callback_query": {"id": "y", "from": person, "chat_instance": "1", "message": base}},
        {
            "callback_query": {
                "id": "z",
                "from": person,
                "chat_instance": "1",
                "message": {"message_id": 3, "date": 0, "chat": chat},
                "data": "x" * 64,
            }
        },
        {"my_chat_member": {"chat": chat}},
        {"poll": {"id": "1"}},
        {"message": base | {"new_chat_title": "Yeni ad"}},
        {"message": base | {"text": "\u202e/skor \U0001f9d1\u200d\U0001f91d", "entities": []}},
    ):
        await place.stage.do({"do": "update", "update": update})
    await place.stage.do(
        {"do": "say", "chat": place.id, "as": STRANGER | {"first_name": "\u2800"}, "text": "/new kelimelik"}
    )
    await place.stage.do(
        {"do": "say", "chat": place.id, "as": STRANGER | {"id": 998, "first_name": "A" * 64}, "text": "/join"}
    )
    await place.end()


async def _topics(stage: Stage) -> None:
    """A game belongs to its topic."""
    await stage.do({"do": "title", "text": "topics"})
    forum = await room(stage, -1_001_000_002_100, "en", is_forum=True)
    for topic in (None, 11, 12):
        place = Room(stage, forum.id, "en", topic)
        await place.deal("scrabble-en" if topic != 12 else "klepka", 2)
        await place.ask(LIMON, "score")
    eleven = Room(stage, forum.id, "en", 11)
    for number in range(3):
        await turn(eleven, await eleven.board(), Random(f"topic {number}"), 0)
    await eleven.ask(LIMON, "rack")
    await Room(stage, LIMON, "en").say(LIMON, f"/start r{forum.id}_11")
    for topic in (None, 11, 12):
        await Room(stage, forum.id, "en", topic).ask(KIRAZ, "cancel")


async def _moved(stage: Stage) -> None:
    """Groups become supergroups: told by a message, or by the error of whoever writes to them."""
    await stage.do({"do": "title", "text": "migrations"})
    for number, told in enumerate((True, False)):
        old, new = -2200 - number, -1_001_000_002_200 - number
        place = await room(stage, old, "uk")
        await place.ask(KIRAZ, "theme", "dark")
        await place.ask(KIRAZ, "add-word", "en zzzz")
        await place.deal("scrabble-en", 2)
        await turn(place, await place.board(), Random("moved"), 0)
        home = {"id": new, "type": "supergroup", "title": "Masa"}
        await stage.do({"do": "chat", "chat": home, "admins": [KIRAZ]})
        if told:
            await stage.do({"do": "say", "chat": old, "person": KIRAZ, "more": {"migrate_to_chat_id": new}})
        else:
            fault = {"status": 400, "description": "Bad Request: group chat was upgraded to a supergroup chat"}
            await stage.do(
                {
                    "do": "fault",
                    "method": "sendMessage",
                    "chat": old,
                    "parameters": {"migrate_to_chat_id": new},
                    **fault,
                }
            )
            state = await place.board()
            await place.ask(state.players[state.turn].user, "pass")
        moved = Room(stage, new, "uk")
        await moved.ask(LIMON, "score")
        for turns in range(2):
            await turn(moved, await moved.board(), Random(f"moved {turns}"), 0)
        await Room(stage, LIMON, "uk").say(LIMON, "/raf")
        await moved.ask(KIRAZ, "word", "zzzz")
        await place.ask(LIMON, "score")
        await moved.end()


async def _restarts(place: Room) -> None:
    """The bot ends and starts again; an update waits meanwhile, time passes, or it comes by webhook."""
    stage = place.stage
    await stage.do({"do": "title", "text": "restarts"})
    await place.deal("kelimelik", 2, "saat=2dk")
    await turn(place, await place.board(), Random("restart"), 0)
    await stage.do({"do": "stop"})
    await stage.do({"do": "away", "seconds": 600})
    await stage.do({"do": "start", "environ": {"DEFAULT_LANGUAGE": "en"}})
    await place.ask(LIMON, "clock")
    await turn(place, await place.board(), Random("restart 2"), 0)
    await stage.do({"do": "again", "back": 0})
    await stage.do({"do": "away", "seconds": 300})
    await stage.do({"do": "look"})
    await place.ask(LIMON, "clock")
    await stage.do({"do": "stop"})
    hook = {
        "DEFAULT_LANGUAGE": "uk",
        "BOT_TOKEN": "123456789:" + "A" * 35,
        "WEBHOOK_URL": "https://harfiyen.example/hook",
        "WEBHOOK_SECRET": "hush_hush-hush_hush",
        "HTTP_LISTEN": "127.0.0.1:{port}",
        "hook": "http://127.0.0.1:{port}/hook",
    }
    await stage.do({"do": "start", "environ": hook})
    for number in range(3):
        await turn(place, await place.board(), Random(f"hook {number}"), number)
        await stage.do({"do": "again", "back": 0})
    await place.ask(NANE, "board")
    await place.end()
    await stage.do({"do": "stop"})
    await stage.do({"do": "start", "environ": {}})
