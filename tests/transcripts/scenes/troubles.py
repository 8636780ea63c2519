"""What goes wrong: repeated, malformed and foreign updates, refusals of the server, restarts, outages, migrations."""

from random import Random
from typing import Any, Final

from tests.transcripts.http_calls import Json
from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, STRANGER, SceneRoom, open_group
from tests.transcripts.stage import RecordingStage

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


async def play(stage: RecordingStage) -> None:
    """One kind of trouble after another, in games that go on."""
    for number, fault in enumerate(_FAULTS):
        await stage.run_op(
            {"do": "title", "text": f"{fault['method']} answers {fault['status']}: {fault['description']}"}
        )
        place = await open_group(stage, -1900 - number, ("tr", "en", "uk")[number % 3])
        await place.open_and_begin("scrabble-en", 2)
        await _play_with_fault(place, fault)
        await place.cancel_table()
        await place.open_and_begin("klepka", 2)
        await _play_with_fault(place, fault)
        await place.cancel_table()
    await _move_while_photo_waits(await open_group(stage, -2000, "tr"))
    await _repeat_updates(await open_group(stage, -2001, "en"))
    await _send_odd_updates(await open_group(stage, -2002, "uk"))
    await _play_in_topics(stage)
    await _migrate_groups(stage)
    await _restart_bot(await open_group(stage, -2003, "tr"))


async def _play_with_fault(place: SceneRoom, fault: Json) -> None:
    """A few things that meet a fault, each anew."""
    state: Any = await place.load_klepka() if await _is_klepka(place) else await place.load_crossword()
    klepka = await _is_klepka(place)
    person = state.players[state.turn].user

    async def anew() -> None:
        await place.stage.run_op({"do": "well"})
        await place.stage.run_op({"do": "fault", "chat": place.chat_id, **fault})

    await anew()
    await place.give_command(LIMON, "score")
    await anew()
    await place.give_command(LIMON, "board")
    await anew()
    await place.give_command(KIRAZ, "theme", "wood")
    await anew()
    await place.tap_kind(person, "card" if klepka else "rack")
    await anew()
    if klepka:
        await place.give_command(person, "flip", "1 2")
        await place.stage.run_op({"do": "pass", "seconds": 10})
        await place.stage.run_op({"do": "pass", "seconds": 10})
    else:
        await play_turn(place, state, Random("trouble"), 0)
    await anew()
    await place.give_command(person, "rack")
    await anew()
    await place.give_command(person, "surrender")
    await place.tap_kind(person, "no")
    await anew()
    await place.give_command(KIRAZ, "new", "nosuch")
    await place.stage.run_op({"do": "well"})


async def _is_klepka(place: SceneRoom) -> bool:
    try:
        await place.load_klepka()
    except TypeError:
        return False
    return True


async def _move_while_photo_waits(place: SceneRoom) -> None:
    """While a picture is not taken, moves go on; what waits is told together."""
    await place.stage.run_op({"do": "title", "text": "told together"})
    await place.open_and_begin("kelimelik", 2)
    for _ in range(2):
        await place.stage.run_op({"do": "hold"})
        for number in range(4):
            await play_turn(place, await place.load_crossword(), Random(f"at once {number}"), 0)
        await place.stage.run_op({"do": "release"})
    await place.stage.run_op(
        {"do": "burst", "said": [place.say_op(KIRAZ, text) for text in ("/skor", "/torba", "/tahta metin", "/sure")]}
    )
    await place.cancel_table()


async def _repeat_updates(place: SceneRoom) -> None:
    """Updates that come twice are done once."""
    await place.stage.run_op({"do": "title", "text": "repeated updates"})
    again = {"do": "again", "back": 0}
    await place.give_command(KIRAZ, "new", "scrabble-en")
    await place.stage.run_op(again)
    await place.tap_kind(LIMON, "join")
    await place.stage.run_op(again)
    await place.give_command(KIRAZ, "begin")
    await place.stage.run_op(again)
    for number in range(4):
        await play_turn(place, await place.load_crossword(), Random(f"repeated {number}"), 0)
        await place.stage.run_op(again)
        await place.stage.run_op({"do": "again", "back": 1})
    await place.give_command(LIMON, "score")
    await place.stage.run_op(again)
    await place.give_command(LIMON, "surrender")
    await place.tap_kind(LIMON, "yes")
    await place.stage.run_op(again)


async def _send_odd_updates(place: SceneRoom) -> None:
    """Updates that mean nothing to the bot, or that nothing can be made of."""
    await place.stage.run_op({"do": "title", "text": "odd updates"})
    chat, person = {"id": place.chat_id, "type": "group", "title": "Masa"}, place.stage.server.state.people[KIRAZ]
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
        await place.stage.run_op({"do": "update", "update": update})
    await place.stage.run_op(
        {"do": "say", "chat": place.chat_id, "as": STRANGER | {"first_name": "\u2800"}, "text": "/new kelimelik"}
    )
    await place.stage.run_op(
        {"do": "say", "chat": place.chat_id, "as": STRANGER | {"id": 998, "first_name": "A" * 64}, "text": "/join"}
    )
    await place.cancel_table()


async def _play_in_topics(stage: RecordingStage) -> None:
    """A game belongs to its topic."""
    await stage.run_op({"do": "title", "text": "topics"})
    forum = await open_group(stage, -1_001_000_002_100, "en", is_forum=True)
    for topic in (None, 11, 12):
        place = SceneRoom(stage, forum.chat_id, "en", topic)
        await place.open_and_begin("scrabble-en" if topic != 12 else "klepka", 2)
        await place.give_command(LIMON, "score")
    eleven = SceneRoom(stage, forum.chat_id, "en", 11)
    for number in range(3):
        await play_turn(eleven, await eleven.load_crossword(), Random(f"topic {number}"), 0)
    await eleven.give_command(LIMON, "rack")
    await SceneRoom(stage, LIMON, "en").say(LIMON, f"/start r{forum.chat_id}_11")
    for topic in (None, 11, 12):
        await SceneRoom(stage, forum.chat_id, "en", topic).give_command(KIRAZ, "cancel")


async def _migrate_groups(stage: RecordingStage) -> None:
    """Groups become supergroups: told by a message, or by the error of whoever writes to them."""
    await stage.run_op({"do": "title", "text": "migrations"})
    for number, told in enumerate((True, False)):
        old, new = -2200 - number, -1_001_000_002_200 - number
        place = await open_group(stage, old, "uk")
        await place.give_command(KIRAZ, "theme", "dark")
        await place.give_command(KIRAZ, "add-word", "en zzzz")
        await place.open_and_begin("scrabble-en", 2)
        await play_turn(place, await place.load_crossword(), Random("moved"), 0)
        home = {"id": new, "type": "supergroup", "title": "Masa"}
        await stage.run_op({"do": "chat", "chat": home, "admins": [KIRAZ]})
        if told:
            await stage.run_op({"do": "say", "chat": old, "person": KIRAZ, "more": {"migrate_to_chat_id": new}})
        else:
            fault = {"status": 400, "description": "Bad Request: group chat was upgraded to a supergroup chat"}
            await stage.run_op(
                {
                    "do": "fault",
                    "method": "sendMessage",
                    "chat": old,
                    "parameters": {"migrate_to_chat_id": new},
                    **fault,
                }
            )
            state = await place.load_crossword()
            await place.give_command(state.players[state.turn].user, "pass")
        moved = SceneRoom(stage, new, "uk")
        await moved.give_command(LIMON, "score")
        for turns in range(2):
            await play_turn(moved, await moved.load_crossword(), Random(f"moved {turns}"), 0)
        await SceneRoom(stage, LIMON, "uk").say(LIMON, "/raf")
        await moved.give_command(KIRAZ, "word", "zzzz")
        await place.give_command(LIMON, "score")
        await moved.cancel_table()


async def _restart_bot(place: SceneRoom) -> None:
    """The bot ends and starts again; an update waits meanwhile, time passes, or it comes by webhook."""
    stage = place.stage
    await stage.run_op({"do": "title", "text": "restarts"})
    await place.open_and_begin("kelimelik", 2, "saat=2dk")
    await play_turn(place, await place.load_crossword(), Random("restart"), 0)
    await stage.run_op({"do": "stop"})
    await stage.run_op({"do": "away", "seconds": 600})
    await stage.run_op({"do": "start", "environ": {"DEFAULT_LANGUAGE": "en"}})
    await place.give_command(LIMON, "clock")
    await play_turn(place, await place.load_crossword(), Random("restart 2"), 0)
    await stage.run_op({"do": "again", "back": 0})
    await stage.run_op({"do": "away", "seconds": 300})
    await stage.run_op({"do": "look"})
    await place.give_command(LIMON, "clock")
    await stage.run_op({"do": "stop"})
    hook = {
        "DEFAULT_LANGUAGE": "uk",
        "BOT_TOKEN": "123456789:" + "A" * 35,
        "WEBHOOK_URL": "https://harfiyen.example/hook",
        "WEBHOOK_SECRET": "hush_hush-hush_hush",
        "HTTP_LISTEN": "127.0.0.1:{port}",
        "hook": "http://127.0.0.1:{port}/hook",
    }
    await stage.run_op({"do": "start", "environ": hook})
    for number in range(3):
        await play_turn(place, await place.load_crossword(), Random(f"hook {number}"), number)
        await stage.run_op({"do": "again", "back": 0})
    await place.give_command(NANE, "board")
    await place.cancel_table()
    await stage.run_op({"do": "stop"})
    await stage.run_op({"do": "start", "environ": {}})
