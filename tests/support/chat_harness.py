"""Chats as people use them: a test says and taps, and waits for what the bot really sent, never for time to pass."""

import asyncio
from typing import Any

from telegram.constants import ChatID

from bot.playground import Fault
from bot.playground.button_presses import ButtonPress
from bot.playground.chats import Chat
from bot.store import keys
from bot.store.keys import Scope
from bot.texts import Argument
from tests.support.chat_watch import ChatWatch
from tests.support.languages import LANGUAGE_LIST
from tests.support.running_bot import RunningBot
from tests.support.sent_messages import Json, SentMessage
from tests.support.waiting import PATIENCE

KIRAZ, LIMON, NANE, ZEYTIN = 101, 102, 103, 104
PEOPLE = (KIRAZ, LIMON, NANE, ZEYTIN)
FIFTH_USER: Json = {"id": 555, "is_bot": False, "first_name": "Beşinci"}


class ChatSession(ChatWatch):
    """One chat, as its people use it."""

    def __init__(self, house: "BotHarness", chat: Chat, language: str) -> None:
        super().__init__(house, chat)
        self.harness = house
        self.language = language

    def say(self, person: int, text: str, reply_to: int | None = None) -> None:
        self.harness.playground.world.write_as_person(person, self.chat_id, text, reply_to=reply_to)

    async def say_as_user(self, user: Json, text: str, **more: Any) -> Json:
        """Say something as anybody at all; the update."""
        message: Json = {"message_id": self.harness.next_number(), "from": user, "date": 1_800_000_000, "text": text}
        command = text.split(maxsplit=1)[0] if text.startswith("/") else ""
        if command:
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(command)}]
        chat = self.harness.playground.world.to_api_chat(self.chat)
        if user["id"] == ChatID.ANONYMOUS_ADMIN:
            message["sender_chat"] = chat
        message |= {"chat": chat, **more}
        await self.start_watching()
        number = self.harness.playground.updates.push_update("message", message)
        return {"update_id": number, "message": message}

    async def say_and_wait(self, person: int, text: str, reply_to: int | None = None) -> SentMessage:
        """Say something and wait for the answer."""
        await self.start_watching()
        self.say(person, text, reply_to)
        return (await self.wait_messages())[0]

    async def cancel_game(self, person: int, text: str = "/iptal") -> SentMessage:
        """Have a running game ended by an administrator, who is asked back; what the group is told of it."""
        asked = await self.say_and_wait(person, text)
        await self.press_kind(person, asked, "cancel")
        return (await self.wait_messages())[0]

    def topic_scope(self, thread: int) -> Scope:
        """One topic of the chat."""
        return Scope(self.chat.id, thread)

    def refuse_next_calls(self, *methods: str) -> None:
        """Let Telegram refuse the next calls here, one of each method in turn."""
        said = "Bad Request: it is not liked"
        for method in methods:
            fault = Fault(kind="error", status=400, description=said, method=method, chat_id=self.chat_id)
            self.harness.playground.faults.add_fault(fault)

    async def check_no_answer(self, person: int, text: str, reply_to: int | None = None) -> None:
        """Say something that the bot has no answer to: the next thing it answers is the question after it."""
        await self.start_watching()
        self.say(person, text, reply_to)
        await self.check_silence(person)

    async def check_silence(self, person: int) -> None:
        """Whatever was said before has no answer."""
        self.say(person, "/dil xx")
        assert (await self.wait_messages())[0].html == self.text_html(
            "refusal-unknown-language", typed="xx", languages=LANGUAGE_LIST
        )
        await self.harness.wait_until_idle()
        later = self.harness.playground.journal.find_entries(after=self._last_seen_call)
        assert not [call for call in later if self._is_message_here(call)]

    async def press_kind(self, person: int, message: SentMessage, kind: str) -> Json:
        """Press the first button of a kind; what the presser alone is shown."""
        return await self.press_data(person, message, message.button_data(kind))

    async def press_data(self, person: int, message: SentMessage, data: str) -> Json:
        """Press the button that carries the data."""
        await self.start_watching()
        return await self.press_without_waiting(person, message, data)

    async def press_without_waiting(self, person: int, message: SentMessage, data: str) -> Json:
        """The same without waiting for what else is going on."""
        callback = self.harness.playground.world.press_button(
            person, self.chat_id, message.message_id, data, ephemeral=message.is_ephemeral
        )
        return await asyncio.wait_for(callback.answer, PATIENCE)

    async def forge_tap(self, user: Json, message: SentMessage | None, data: str) -> Json:
        """Send a tap as an altered client can: any user, any data, any message."""
        await self.start_watching()
        return await self.forge_tap_without_waiting(user, message, data)

    async def forge_tap_without_waiting(self, user: Json, message: SentMessage | None, data: str) -> Json:
        """The same without waiting for what else is going on."""
        world = self.harness.playground.world
        number = str(self.harness.next_number())
        callback = ButtonPress(number, user["id"], world.clock(), asyncio.get_running_loop().create_future())
        world.presses[number] = callback
        carrier = message.message if message else {"message_id": 1, "date": 0, "chat": world.to_api_chat(self.chat)}
        query = {"id": number, "from": user, "message": carrier, "data": data, "chat_instance": "1"}
        self.harness.playground.updates.push_update("callback_query", query)
        return await asyncio.wait_for(callback.answer, PATIENCE)

    def user_json(self, person: int) -> Json:
        return self.harness.playground.world.people[person].to_api_user()

    def text_html(self, message: str, /, **arguments: Argument) -> str:
        return self.harness.texts.html(self.language, message, **arguments)

    def text_plain(self, message: str, /, **arguments: Argument) -> str:
        return self.harness.texts.plain(self.language, message, **arguments)


class BotHarness(RunningBot):
    """The running bot, and the chats where it is."""

    async def clear_tables(self) -> None:
        """Have nobody at a table, and nothing due, of what tests before have left."""
        await self.wait_until_idle()
        people = [keys.user_games(person) for person in PEOPLE]
        for key in (*people, *(keys.deadlines(shard) for shard in range(keys.SHARDS))):
            await self.redis.delete(key)

    async def new_group(
        self,
        language: str = "tr",
        title: str = "Masa",
        people: tuple[int, ...] = PEOPLE,
        status: str = "administrator",
        *,
        basic: bool = False,
    ) -> ChatSession:
        """A new supergroup, or a basic group; its first person owns it.

        The bot has greeted it. The clock is at its beginning again.
        """
        await self.restart_time()
        self.playground.world.privacy = status == "member"
        chat = self.playground.world.add_group(title, people, basic=basic)
        self.playground.world.privacy = False
        talk = ChatSession(self, chat, language)
        await talk.wait_messages()
        await self.store.save_setting(talk.scope, "language", language)
        return talk

    async def private_chat(self, person: int, language: str = "tr", *, opened: bool = True) -> ChatSession:
        """A person's chat with the bot."""
        chat = self.playground.world.chats[person]
        chat.is_opened = opened
        await self.redis.delete(keys.closed(person))
        talk = ChatSession(self, chat, language)
        await self.store.save_setting(talk.scope, "language", language)
        await self.forget_user_games(person)
        return talk

    async def forget_user_games(self, *people: int) -> None:
        """Forget where people play and played: other tests of the module have left games behind."""
        for person in people:
            await self.redis.delete(keys.user_games(person))
            await self.redis.delete(keys.user_finished_games(person))
