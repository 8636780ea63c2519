"""Chats and people, and what they do there, in words that scenes are written in."""

from typing import Any, Final

from tests.transcripts import seams
from tests.transcripts.minds import GameState, KlepkaState
from tests.transcripts.stage import Op, Stage
from tests.transcripts.wire import Json

KIRAZ, LIMON, NANE, ZEYTIN, HURMA, INCIR = PEOPLE = (101, 102, 103, 104, 105, 106)
_NAMES: Final = ("Kiraz", "Limon <b>&", "Nane נענע", "Zeytin 🫒", "Hurma", "İncir")
_SPEAK: Final = ("tr", "en", "uk", "de", None, "tr")
ANONYMOUS: Final[Json] = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
STRANGER: Final[Json] = {"id": 999, "is_bot": False, "first_name": "Yabancı"}


async def people(stage: Stage) -> None:
    """Everybody comes to be; the first has opened the private chat and speaks each language in turn."""
    for number, (user, name) in enumerate(zip(PEOPLE, _NAMES, strict=True)):
        person: Json = {"id": user, "is_bot": False, "first_name": name}
        if _SPEAK[number]:
            person["language_code"] = _SPEAK[number]
        if number < 2:
            person["username"] = name.split(maxsplit=1)[0]
        await stage.do({"do": "person", "person": person})
        chat = {"id": user, "type": "private", "first_name": name}
        await stage.do({"do": "chat", "chat": chat, "opened": user != ZEYTIN})


class Room:
    """One chat, or one topic of it."""

    def __init__(self, stage: Stage, chat: int, language: str, topic: int | None = None) -> None:
        self.stage: Final = stage
        self.id: Final = chat
        self.language: Final = language
        self.topic: Final = topic

    def command(self, name: str, text: str = "", language: str | None = None) -> str:
        """A command in the room's language."""
        word = seams.command_name(name, language or self.language)
        return f"/{word} {text}".strip()

    async def ask(self, person: int, name: str, text: str = "", **more: Any) -> None:
        """Somebody gives a command."""
        await self.say(person, self.command(name, text), **more)

    def said(self, person: int, text: str, **more: Any) -> Op:
        """Something said here, to be done."""
        op: Op = {"do": "say", "chat": self.id, "person": person, "text": text, **more}
        if self.topic is not None:
            op["more"] = {"message_thread_id": self.topic, "is_topic_message": True} | op.get("more", {})
        return op

    async def say(self, person: int, text: str, **more: Any) -> None:
        """Somebody writes."""
        await self.stage.do(self.said(person, text, **more))

    async def tap(self, person: int, kind: str, number: int = 0, message: int | None = None) -> bool:
        """Somebody presses the first button (or a later one) of a kind; ``False`` where there is none."""
        message = self.stage.newest(self.id) if message is None else message
        places = [
            [row, column]
            for row, buttons in enumerate(self.stage.buttons(self.id, message))
            for column, button in enumerate(buttons)
            if button.get("callback_data", "").startswith(f"{kind}:")
        ]
        if number >= len(places):
            return False
        await self.stage.do(
            {"do": "tap", "chat": self.id, "person": person, "message": message, "place": places[number]}
        )
        return True

    async def tap_alone(self, person: int, kind: str, number: int = 0) -> bool:
        """The same on the newest message with buttons that only that person sees."""
        alone, rows = self.stage.server.ephemerals.newest(self.id, person)
        places = [
            [row, column]
            for row, buttons in enumerate(rows)
            for column, button in enumerate(buttons)
            if button.get("callback_data", "").startswith(f"{kind}:")
        ]
        if number >= len(places):
            return False
        op = {"do": "tap", "chat": self.id, "person": person, "message": 0, "alone": alone, "place": places[number]}
        await self.stage.do(op)
        return True

    async def forge(self, person: int, data: str, message: int | None = None) -> None:
        """Somebody sends a tap with data of their own."""
        message = self.stage.newest(self.id) if message is None else message
        await self.stage.do({"do": "tap", "chat": self.id, "person": person, "message": message, "data": data})

    def labelled(self, label: str) -> str:
        """The data of the newest message's first button with such a label; empty without one."""
        rows = self.stage.buttons(self.id, self.stage.newest(self.id))
        return next((one.get("callback_data", "") for row in rows for one in row if label in one["text"]), "")

    async def board(self) -> GameState:
        """The crossword game that is on here."""
        state = await seams.table(self.stage.redis, self.id, self.topic)
        if not isinstance(state, GameState):
            raise TypeError(f"no board in {self.id}")
        return state

    async def cards(self) -> KlepkaState:
        """The game of Klepka that is on here."""
        state = await seams.table(self.stage.redis, self.id, self.topic)
        if not isinstance(state, KlepkaState):
            raise TypeError(f"no cards in {self.id}")
        return state

    async def end(self, person: int = KIRAZ) -> None:
        """End whatever is open or played here; of a game that is asked first."""
        await self.ask(person, "cancel")
        if not await self.tap_alone(person, "cancel"):
            await self.tap(person, "cancel")

    async def deal(self, game: str, players: int, options: str = "") -> None:
        """Open a table, sit down, begin."""
        await self.ask(KIRAZ, "new", f"{game} {options}".strip())
        for person in PEOPLE[1:players]:
            if not await self.tap(person, "join"):
                await self.ask(person, "join")
        await self.ask(KIRAZ, "begin")


async def room(stage: Stage, chat: int, language: str, **more: Any) -> Room:
    """A group whose first person administers it, and which speaks a language."""
    api: Json = {"id": chat, "type": "supergroup" if chat < -(10**12) else "group", "title": f"Masa {-chat % 1000}"}
    await stage.do({"do": "chat", "chat": api | more, "admins": [KIRAZ]})
    made = Room(stage, chat, language)
    if language != "tr":
        await made.say(KIRAZ, f"/dil {language}")
    return made
