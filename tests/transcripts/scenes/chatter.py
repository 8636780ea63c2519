"""Every command by every name, with good and bad arguments, in every language and every state of a chat."""

from typing import Final

from tests.transcripts import seams
from tests.transcripts.chats import RIGHTS
from tests.transcripts.scenes.room import ANONYMOUS, KIRAZ, LIMON, NANE, STRANGER, Room, room
from tests.transcripts.stage import Stage

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


async def play(stage: Stage) -> None:
    """In each language: no table, an open one, a game of each family, one that is over; then what chats choose."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.do({"do": "title", "text": f"commands in {language}"})
        place = await room(stage, -1300 - number, language)
        await _all(place, NANE)
        await place.end()
        await place.ask(KIRAZ, "new", "kelimelik")
        await _all(place, LIMON)
        await place.end()
        await place.deal("scrabble-en", 2)
        await _all(place, NANE)
        await _all(place, KIRAZ, first=0, last=1)
        await place.end()
        await place.deal("klepka", 2)
        await _all(place, NANE, first=0, last=1)
        await place.end(NANE)
        await place.end()
        await _all(place, LIMON, first=0, last=1)
        await place.end()
        await _chosen(place)
        await _strangers(place)
        await _added(place, number)


async def _all(place: Room, person: int, first: int = 0, last: int = 9) -> None:
    """Every command by both its names, but those that would end what is going on."""
    for name in seams.COMMANDS:
        if name in _ENDING:
            continue
        for number, text in enumerate(_ARGUMENTS.get(name, ("",))[first:last]):
            word = seams.command_name(name, ("tr", "en")[number % 2])
            await place.say(person, f"/{word} {text}".strip())


async def _chosen(place: Room) -> None:
    """Languages and themes, by name and by button, by those who may and those who may not."""
    await place.ask(KIRAZ, "language")
    for number in range(3):
        await place.tap(KIRAZ, "speak", number)
    await place.say(KIRAZ, f"/dil {place.language}")
    await place.tap(LIMON, "speak")
    await place.say(LIMON, "/language en")
    for theme in ("koyu", "wood", "контрастна", "açık"):
        await place.ask(KIRAZ, "theme", theme)
    await place.ask(LIMON, "theme", "dark")
    await place.ask(KIRAZ, "theme")
    for number in range(4):
        await place.tap(KIRAZ, "theme", number)
    await place.tap(LIMON, "theme")
    await place.forge(KIRAZ, "theme::plaid")
    await place.forge(KIRAZ, "speak::xx")
    await place.ask(KIRAZ, "add-word", "tr zzzz yyyy")
    await place.ask(KIRAZ, "remove-word", "tr kalem")
    await place.ask(LIMON, "add-word", "tr qqqq")
    await place.ask(NANE, "word", "zzzz kalem")
    await place.ask(NANE, "word")
    await place.ask(NANE, "word", "b c d e f g h i j k l m")
    await place.ask(KIRAZ, "add-word", "tr b c d e f g h i j k l m")
    await place.deal("kelimelik", 2)
    await place.ask(NANE, "word", "zzzz kalem qqqq")
    await place.ask(KIRAZ, "word", "a" * 60)
    await place.ask(KIRAZ, "theme", "dark")
    await place.end()


async def _strangers(place: Room) -> None:
    """Anonymous administrators, bots, channels, and commands for others."""
    for name in seams.COMMANDS:
        await place.stage.do({"do": "say", "chat": place.id, "as": ANONYMOUS, "text": place.command(name)})
    await place.end()
    robot = {"id": 777, "is_bot": True, "first_name": "Robot"}
    await place.stage.do({"do": "say", "chat": place.id, "as": robot, "text": place.command("new")})
    await place.stage.do({"do": "say", "chat": place.id, "as": STRANGER, "text": place.command("rack")})
    for text in ("/new@other_bot", "/new@harfiyen_bot", "/yeni@Harfiyen_Bot kelimelik", "/nosuchcommand", "hello", "/"):
        await place.say(LIMON, text)
    await place.end(LIMON)


async def _added(place: Room, number: int) -> None:
    """The bot joins, is promoted, leaves."""
    group = {"id": -1350 - number, "type": "group", "title": "Yeni"}
    await place.stage.do({"do": "chat", "chat": group, "admins": [KIRAZ]})
    user = {"id": 7_000_000_001, "is_bot": True, "first_name": "Harfiyen", "username": "harfiyen_bot"}
    rights = dict.fromkeys(RIGHTS, True) | {"is_anonymous": False}
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
            "from": place.stage.server.people[KIRAZ],
            "date": int(place.stage.now.timestamp()),
            "old_chat_member": old,
            "new_chat_member": new,
        }
        await place.stage.do({"do": "update", "update": {"my_chat_member": change}})
