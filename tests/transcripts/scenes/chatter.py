"""Every command by every name, with good and bad arguments, in every language and every state of a chat."""

from typing import Final

from tests.transcripts import seams
from tests.transcripts.scenes.room import ANONYMOUS, KIRAZ, LIMON, NANE, STRANGER, SceneRoom, open_group
from tests.transcripts.server_state import RIGHTS
from tests.transcripts.stage import RecordingStage

_ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    "new": ("", "nosuchgame", "kelimelik saat", "scrabble-en clock=never", "klepka deck=quick deck=chat"),
    "play": ("H8 yatay KALEM", "8H WORD", "H8", "", "x" * 300),
    "exchange": ("1 3 5", "", "AB*"),
    "flip": ("1 2", ""),
    "form": ("ВОДА", ""),
    "trade": ("О 2 А", ""),
    "challenge": ("", "KALEM"),
    "draw": ("", "evet", "no", "так", "maybe"),
    "board": ("", "metin", "text", "текст"),
    "rack": ("",),
    "rules": ("", "klepka", "wordbox-uk", "nosuchgame"),
    "help": ("", "klepka", "kelimelik", "nosuchgame"),
    "word": ("", "kalem", "board", "вода", "qqqq", "KİTAPLAR", "kalem board", "1a2", "a b c d e f g h i j k"),
    "language": ("", "xx"),
    "theme": ("", "plaid"),
    "try": ("", "H8 yatay KALEM"),
    "start": ("", "new", "r-1300", "rx"),
    "add-word": ("", "tr abcde", "zzzz", "en zzzz", "a b c d e f g h i j k", "ж1"),
    "remove-word": ("", "tr kalem", "en board"),
}
_ENDING: Final = frozenset({"cancel", "begin", "leave", "surrender"})


async def play(stage: RecordingStage) -> None:
    """In each language: no table, an open one, a game of each family, one that is over; then what chats choose."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"commands in {language}"})
        place = await open_group(stage, -1300 - number, language)
        await _send_all_commands(place, NANE)
        await place.cancel_table()
        await place.give_command(KIRAZ, "new", "kelimelik")
        await _send_all_commands(place, LIMON)
        await place.cancel_table()
        await place.open_and_begin("scrabble-en", 2)
        await _send_all_commands(place, NANE)
        await _send_all_commands(place, KIRAZ, first=0, last=1)
        await place.cancel_table()
        await place.open_and_begin("klepka", 2)
        await _send_all_commands(place, NANE, first=0, last=1)
        await place.cancel_table(NANE)
        await place.cancel_table()
        await _send_all_commands(place, LIMON, first=0, last=1)
        await place.cancel_table()
        await _choose_languages_and_themes(place)
        await _write_as_strangers(place)
        await _add_and_remove_bot(place, number)


async def _send_all_commands(place: SceneRoom, person: int, first: int = 0, last: int = 9) -> None:
    """Every command by both its names, but those that would end what is going on."""
    for name in seams.COMMANDS:
        if name in _ENDING:
            continue
        for number, text in enumerate(_ARGUMENTS.get(name, ("",))[first:last]):
            word = seams.command_name(name, ("tr", "en")[number % 2])
            await place.say(person, f"/{word} {text}".strip())


async def _choose_languages_and_themes(place: SceneRoom) -> None:
    """Languages and themes, by name and by button, by those who may and those who may not."""
    await place.give_command(KIRAZ, "language")
    for number in range(3):
        await place.tap_kind(KIRAZ, "speak", number)
    await place.say(KIRAZ, f"/dil {place.language}")
    await place.tap_kind(LIMON, "speak")
    await place.say(LIMON, "/language en")
    for theme in ("koyu", "wood", "контрастна", "açık"):
        await place.give_command(KIRAZ, "theme", theme)
    await place.give_command(LIMON, "theme", "dark")
    await place.give_command(KIRAZ, "theme")
    for number in range(4):
        await place.tap_kind(KIRAZ, "theme", number)
    await place.tap_kind(LIMON, "theme")
    await place.forge_tap(KIRAZ, "theme::plaid")
    await place.forge_tap(KIRAZ, "speak::xx")
    await place.give_command(KIRAZ, "add-word", "tr zzzz yyyy")
    await place.give_command(KIRAZ, "remove-word", "tr kalem")
    await place.give_command(LIMON, "add-word", "tr qqqq")
    await place.give_command(NANE, "word", "zzzz kalem")
    await place.give_command(NANE, "word")
    await place.give_command(NANE, "word", "b c d e f g h i j k l m")
    await place.give_command(KIRAZ, "add-word", "tr b c d e f g h i j k l m")
    await place.open_and_begin("kelimelik", 2)
    await place.give_command(NANE, "word", "zzzz kalem qqqq")
    await place.give_command(KIRAZ, "word", "a" * 60)
    await place.give_command(KIRAZ, "theme", "dark")
    await place.cancel_table()


async def _write_as_strangers(place: SceneRoom) -> None:
    """Anonymous administrators, bots, channels, and commands for others."""
    for name in seams.COMMANDS:
        await place.stage.run_op(
            {"do": "say", "chat": place.chat_id, "as": ANONYMOUS, "text": place.command_text(name)}
        )
    await place.cancel_table()
    robot = {"id": 777, "is_bot": True, "first_name": "Robot"}
    await place.stage.run_op({"do": "say", "chat": place.chat_id, "as": robot, "text": place.command_text("new")})
    await place.stage.run_op({"do": "say", "chat": place.chat_id, "as": STRANGER, "text": place.command_text("rack")})
    for text in ("/new@other_bot", "/new@harfiyen_bot", "/yeni@Harfiyen_Bot kelimelik", "/nosuchcommand", "hello", "/"):
        await place.say(LIMON, text)
    await place.cancel_table(LIMON)


async def _add_and_remove_bot(place: SceneRoom, number: int) -> None:
    """The bot joins, is promoted, leaves."""
    group = {"id": -1350 - number, "type": "group", "title": "Yeni"}
    await place.stage.run_op({"do": "chat", "chat": group, "admins": [KIRAZ]})
    user = {"id": 7_000_000_001, "is_bot": True, "first_name": "Harfiyen", "username": "harfiyen_bot"}
    rights = dict.fromkeys(RIGHTS, True) | {"is_anonymous": False, "can_be_edited": False}
    for before, after in (
        ("left", "member"),
        ("member", "administrator"),
        ("administrator", "left"),
        ("left", "administrator"),
        ("administrator", "kicked"),
    ):
        old, new = (
            {"user": user, "status": status}
            | (rights if status == "administrator" else {})
            | ({"until_date": 0} if status == "kicked" else {})
            for status in (before, after)
        )
        change = {
            "chat": group,
            "from": place.stage.server.state.people[KIRAZ],
            "date": int(place.stage.now.timestamp()),
            "old_chat_member": old,
            "new_chat_member": new,
        }
        await place.stage.run_op({"do": "update", "update": {"my_chat_member": change}})
