"""Chats and people, and what they do there, in words that scenes are written in."""

from typing import Any, Final

from engine.klepka.state import GameState as KlepkaState
from tests.transcripts import seams
from tests.transcripts.http_calls import Json
from tests.transcripts.simulated_players import GameState
from tests.transcripts.stage import Op, RecordingStage

KIRAZ, LIMON, NANE, ZEYTIN, HURMA, INCIR = PEOPLE = (101, 102, 103, 104, 105, 106)
_NAMES: Final = ("Kiraz", "Limon <b>&", "Nane נענע", "Zeytin 🫒", "Hurma", "İncir")
_SPEAK: Final = ("tr", "en", "uk", "de", None, "tr")
ANONYMOUS: Final[Json] = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
STRANGER: Final[Json] = {"id": 999, "is_bot": False, "first_name": "Yabancı"}


async def add_people(stage: RecordingStage) -> None:
    """Everybody comes to be; the first has opened the private chat and speaks each language in turn."""
    for number, (user, name) in enumerate(zip(PEOPLE, _NAMES, strict=True)):
        person: Json = {"id": user, "is_bot": False, "first_name": name}
        if _SPEAK[number]:
            person["language_code"] = _SPEAK[number]
        if number < 2:
            person["username"] = name.split(maxsplit=1)[0]
        await stage.run_op({"do": "person", "person": person})
        chat = {"id": user, "type": "private", "first_name": name}
        await stage.run_op({"do": "chat", "chat": chat, "opened": user != ZEYTIN})


class SceneRoom:
    """One chat, or one topic of it."""

    def __init__(self, stage: RecordingStage, chat: int, language: str, topic: int | None = None) -> None:
        self.stage: Final = stage
        self.chat_id: Final = chat
        self.language: Final = language
        self.topic: Final = topic

    def command_text(self, name: str, text: str = "", language: str | None = None) -> str:
        """A command in the room's language."""
        word = seams.command_name(name, language or self.language)
        return f"/{word} {text}".strip()

    async def give_command(self, person: int, name: str, text: str = "", **more: Any) -> None:
        """Somebody gives a command."""
        await self.say(person, self.command_text(name, text), **more)

    def say_op(self, person: int, text: str, **more: Any) -> Op:
        """Something said here, to be done."""
        op: Op = {"do": "say", "chat": self.chat_id, "person": person, "text": text, **more}
        if self.topic is not None:
            op["more"] = {"message_thread_id": self.topic, "is_topic_message": True} | op.get("more", {})
        return op

    async def say(self, person: int, text: str, **more: Any) -> None:
        """Somebody writes."""
        await self.stage.run_op(self.say_op(person, text, **more))

    async def tap_kind(self, person: int, kind: str, number: int = 0, message: int | None = None) -> bool:
        """Somebody presses the first button (or a later one) of a kind; ``False`` where there is none."""
        message = self.stage.newest_with_buttons(self.chat_id) if message is None else message
        places = [
            [row, column]
            for row, buttons in enumerate(self.stage.buttons_of_message(self.chat_id, message))
            for column, button in enumerate(buttons)
            if button.get("callback_data", "").startswith(f"{kind}:")
        ]
        if number >= len(places):
            return False
        await self.stage.run_op(
            {"do": "tap", "chat": self.chat_id, "person": person, "message": message, "place": places[number]}
        )
        return True

    async def tap_ephemeral(self, person: int, kind: str, number: int = 0) -> bool:
        """The same on the newest message with buttons that only that person sees."""
        alone, rows = self.stage.server.state.ephemerals.newest_with_buttons(self.chat_id, person)
        places = [
            [row, column]
            for row, buttons in enumerate(rows)
            for column, button in enumerate(buttons)
            if button.get("callback_data", "").startswith(f"{kind}:")
        ]
        if number >= len(places):
            return False
        op = {
            "do": "tap",
            "chat": self.chat_id,
            "person": person,
            "message": 0,
            "alone": alone,
            "place": places[number],
        }
        await self.stage.run_op(op)
        return True

    async def forge_tap(self, person: int, data: str, message: int | None = None) -> None:
        """Somebody sends a tap with data of their own."""
        message = self.stage.newest_with_buttons(self.chat_id) if message is None else message
        await self.stage.run_op({"do": "tap", "chat": self.chat_id, "person": person, "message": message, "data": data})

    def data_of_label(self, label: str) -> str:
        """The data of the newest message's first button with such a label; empty without one."""
        rows = self.stage.buttons_of_message(self.chat_id, self.stage.newest_with_buttons(self.chat_id))
        return next((one.get("callback_data", "") for row in rows for one in row if label in one["text"]), "")

    async def load_crossword(self) -> GameState:
        """The crossword game that is on here."""
        state = await seams.load_table(self.stage.redis, self.chat_id, self.topic)
        if not isinstance(state, GameState):
            raise TypeError(f"no board in {self.chat_id}")
        return state

    async def load_klepka(self) -> KlepkaState:
        """The game of Klepka that is on here."""
        state = await seams.load_table(self.stage.redis, self.chat_id, self.topic)
        if not isinstance(state, KlepkaState):
            raise TypeError(f"no cards in {self.chat_id}")
        return state

    async def cancel_table(self, person: int = KIRAZ) -> None:
        """End whatever is open or played here; of a game that is asked first."""
        await self.give_command(person, "cancel")
        if not await self.tap_ephemeral(person, "cancel"):
            await self.tap_kind(person, "cancel")

    async def open_and_begin(self, game: str, players: int, options: str = "") -> None:
        """Open a table, sit down, begin."""
        await self.give_command(KIRAZ, "new", f"{game} {options}".strip())
        for person in PEOPLE[1:players]:
            if not await self.tap_kind(person, "join"):
                await self.give_command(person, "join")
        await self.give_command(KIRAZ, "begin")


async def open_group(stage: RecordingStage, chat: int, language: str, **more: Any) -> SceneRoom:
    """A group whose first person administers it, and which speaks a language."""
    api: Json = {"id": chat, "type": "supergroup" if chat < -(10**12) else "group", "title": f"Masa {-chat % 1000}"}
    await stage.run_op({"do": "chat", "chat": api | more, "admins": [KIRAZ]})
    made = SceneRoom(stage, chat, language)
    if language != "tr":
        await made.say(KIRAZ, f"/dil {language}")
    return made
