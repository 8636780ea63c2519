"""The bot in one process with its chats: the harness of most tests of the bot, and what is watched meanwhile."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

from redis.asyncio import Redis
from telegram.constants import ChatID

from bot.playground import Fault, JournalEntry, Playground
from bot.playground.chats import Chat
from bot.playground.update_queue import ButtonPress
from bot.store import keys
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.telegram.server_features import ServerFeatures
from bot.texts import Argument, Texts
from bot.user_input.commands import command_name
from engine.game import Table
from tests.support.languages import LANGUAGE_LIST
from tests.support.sent_messages import (
    SEND_METHODS,
    Json,
    SentMessage,
    has_content,
    is_edit_of,
    is_ephemeral_call,
    is_for_one_member,
    to_sent_message,
)
from tests.support.stored_tables import ChatTableStore
from tests.support.timers import FrozenServedClock, LookTrigger
from tests.support.waiting import PATIENCE, Looks

_STREAM_NAMES = ", ".join(f"'{key(shard)}'" for key in (keys.inbox, keys.outbox) for shard in range(keys.SHARDS))

_HAS_ENTRIES_SCRIPT = (
    f"for _, key in ipairs({{{_STREAM_NAMES}}}) do if redis.call('XLEN', key) > 0 then return 1 end end return 0"
)
"""Whether any stream holds an entry. It is asked often, so the names are in it and not sent along."""


class RunningBot:
    def __init__(
        self,
        playground: Playground,
        redis: Redis,
        texts: Texts,
        served_clock: FrozenServedClock,
        look_trigger: LookTrigger,
        *,
        server_features: ServerFeatures,
    ) -> None:
        self._server_features = server_features
        self.served_clock = served_clock
        self.clock = served_clock.clock
        self.look_trigger = look_trigger
        self.playground = playground
        self.redis = redis
        self.store = GameStore(redis)
        self.texts = texts
        self._has_entries = redis.register_script(_HAS_ENTRIES_SCRIPT)
        self._numbers = count(10_000_000_000)

    @property
    def last_call_number(self) -> int:
        return self.playground.journal.last_number

    def switch_server_version(self, version: str) -> None:
        self.playground.world.server.version = version
        self._server_features.forget_server()

    async def send_tap(self, user: Json, data: str, place: Json) -> Json:
        """Send a tap of any user with any data; ``place`` says in which message it was. What the user is shown."""
        world, number = self.playground.world, str(self.next_number())
        callback = ButtonPress(number, user["id"], world.clock(), asyncio.get_running_loop().create_future())
        world.presses[number] = callback
        query = {"id": number, "from": user, **place, "data": data, "chat_instance": "1"}
        self.playground.updates.push_update("callback_query", query)
        return await asyncio.wait_for(callback.answer, PATIENCE)

    async def wait_until_idle(self) -> None:
        updates = self.playground.updates
        async with asyncio.timeout(PATIENCE):
            while changed := updates.change_event if len(updates) else None:
                await changed.wait()
            looks = Looks()
            while await self._has_entries():
                await looks.pause()

    async def count_due(self, kind: Callable[[int], str], until: float) -> int:
        """How much of a kind is due in all shards, asked at once."""
        async with self.redis.pipeline(transaction=False) as pipe:
            for shard in range(keys.SHARDS):
                pipe.zcount(kind(shard), "-inf", until)
            return sum(await pipe.execute())

    def next_number(self) -> int:
        return next(self._numbers)

    async def advance_time(self, seconds: float) -> None:
        """Let time pass in which the bot was there, after it has noted what it is just being told; then it looks."""
        await self.redis.ping()
        self.clock.now += timedelta(seconds=seconds)
        self.look_trigger.trigger_looks()

    async def restart_time(self) -> None:
        """Have it be the beginning again, and the service never have been away."""
        self.clock.now = self.clock.start
        if self.served_clock.downtime:
            self.served_clock.downtime = timedelta()
            await self.look_trigger.look_and_wait()

    async def pass_downtime(self, seconds: float) -> None:
        self.served_clock.downtime += timedelta(seconds=seconds)
        await self.advance_time(seconds)


class ChatWatch(ChatTableStore):
    def __init__(self, house: RunningBot, chat: Chat) -> None:
        super().__init__(house.redis, house.store, Scope(chat.id))
        self.chat = chat
        self._bot = house
        self._last_seen_call = house.last_call_number

    @property
    def chat_id(self) -> int:
        return self.chat.id

    async def wait_messages(self, wanted: int = 1) -> list[SentMessage]:
        """The next messages that the bot sends here; a call that the server refused fails the test."""
        journal = self._bot.playground.journal
        while True:
            calls = journal.find_entries(after=self._last_seen_call)
            mine = [call for call in calls if self._is_message_here(call)]
            refused = [f"{call.method}: {call.result}" for call in mine if call.status not in {200, 403}]
            assert not refused
            mine = [call for call in mine if call.status == 200][:wanted]
            if len(mine) == wanted:
                self._last_seen_call = mine[-1].number
                return [self._message_of_call(call) for call in mine]
            newer = await journal.wait_for_entries(after=self._last_seen_call, count=len(calls) + 1, seconds=PATIENCE)
            assert len(newer) > len(calls), (
                f"the bot stayed silent; it sent {[self._message_of_call(one).text for one in mine]}"
            )

    def _is_message_here(self, call: JournalEntry) -> bool:
        """Whether a call says something here; an ephemeral message that is sent neutral says it with its first edit."""
        if is_ephemeral_call(call):
            return has_content(call) and call.result["chat"]["id"] == self.chat_id
        if str(call.parameters.get("chat_id")) != str(self.chat_id):
            return False
        if call.method in SEND_METHODS:
            return not is_for_one_member(call)
        return call.method == "editEphemeralMessageText" and call.status == 200

    def _message_of_call(self, call: JournalEntry) -> SentMessage:
        if call.method in SEND_METHODS:
            return to_sent_message(call)
        target = call.parameters["receiver_user_id"], call.parameters["ephemeral_message_id"]
        message = self._bot.playground.world.ephemeral.require_ephemeral(self.chat_id, *map(int, target)).message
        return SentMessage(call.parameters, message, is_photo=False)

    async def messages_despite_refusals(self, wanted: int = 1) -> list[SentMessage]:
        """As :meth:`wait_messages`, where the server refuses calls as the test asked it to."""
        await self._bot.wait_until_idle()
        calls = self._bot.playground.journal.find_entries(after=self._last_seen_call)
        mine = [call for call in calls if self._is_message_here(call)]
        taken = [self._message_of_call(call) for call in mine if call.status == 200]
        assert len(taken) == wanted
        self._last_seen_call = mine[-1].number
        return taken

    async def start_watching(self) -> None:
        """Look from now on: what comes next answers what is done next, as all that went before has been told."""
        await self._bot.wait_until_idle()
        self._last_seen_call = self._bot.last_call_number

    async def wait_edited(
        self, message: SentMessage, method: str = "editMessageReplyMarkup", *, newest: bool = False
    ) -> SentMessage:
        """The message as it is once its buttons, or what ``method`` edits, were changed after the last press."""
        if newest:
            await self._bot.wait_until_idle()
            of_it = [call for call in self._bot.playground.journal.find_entries(method) if is_edit_of(call, message)]
            return SentMessage(message.parameters, of_it[-1].result, message.is_photo)
        journal = self._bot.playground.journal
        while True:
            calls = journal.find_entries(method, after=self._last_seen_call)
            of_it = [call for call in calls if is_edit_of(call, message)]
            if of_it:
                assert of_it[0].status == 200
                return SentMessage(message.parameters, of_it[0].result, message.is_photo)
            newer = await journal.wait_for_entries(
                method, after=self._last_seen_call, count=len(calls) + 1, seconds=PATIENCE
            )
            assert len(newer) > len(calls), "the message was not changed"

    def watch_from_start(self) -> None:
        self._last_seen_call = 0


KIRAZ, LIMON, NANE, ZEYTIN = 101, 102, 103, 104
PEOPLE = (KIRAZ, LIMON, NANE, ZEYTIN)
FIFTH_USER: Json = {"id": 555, "is_bot": False, "first_name": "Beşinci"}


class ChatSession(ChatWatch):
    def __init__(self, house: "BotHarness", chat: Chat, language: str) -> None:
        super().__init__(house, chat)
        self.harness = house
        self.language = language

    def say(self, person: int, text: str, reply_to: int | None = None) -> None:
        self.harness.playground.world.write_as_person(person, self.chat_id, text, reply_to=reply_to)

    async def say_as_user(self, user: Json, text: str, **more: Any) -> Json:
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
        await self.start_watching()
        self.say(person, text, reply_to)
        return (await self.wait_messages())[0]

    async def give_command(self, person: int, name: str, text: str = "") -> None:
        self.say(person, f"/{command_name(name, self.language)} {text}".strip())
        await self.harness.wait_until_idle()

    async def cancel_game(self, person: int, text: str = "/iptal") -> SentMessage:
        """Have a running game ended by an administrator, who is asked back; what the group is told of it."""
        asked = await self.say_and_wait(person, text)
        await self.press_kind(person, asked, "cancel")
        return (await self.wait_messages())[0]

    def topic_scope(self, thread: int) -> Scope:
        return Scope(self.chat.id, thread)

    def refuse_next_calls(self, *methods: str) -> None:
        said = "Bad Request: it is not liked"
        for method in methods:
            fault = Fault(kind="error", status=400, description=said, method=method, chat_id=self.chat_id)
            self.harness.playground.faults.add_fault(fault)

    async def check_no_answer(self, person: int, text: str, reply_to: int | None = None) -> None:
        await self.start_watching()
        self.say(person, text, reply_to)
        await self.check_silence(person)

    async def check_silence(self, person: int) -> None:
        self.say(person, "/dil xx")
        assert (await self.wait_messages())[0].html == self.text_html(
            "refusal-unknown-language", typed="xx", languages=LANGUAGE_LIST
        )
        await self.harness.wait_until_idle()
        later = self.harness.playground.journal.find_entries(after=self._last_seen_call)
        assert not [call for call in later if self._is_message_here(call)]

    async def press_kind(self, person: int, message: SentMessage, kind: str) -> Json:
        return await self.press_data(person, message, message.button_data(kind))

    async def press_data(self, person: int, message: SentMessage, data: str) -> Json:
        await self.start_watching()
        return await self.press_without_waiting(person, message, data)

    async def press_without_waiting(self, person: int, message: SentMessage, data: str) -> Json:
        callback = self.harness.playground.world.press_button(
            person, self.chat_id, message.message_id, data, ephemeral=message.is_ephemeral
        )
        return await asyncio.wait_for(callback.answer, PATIENCE)

    async def forge_tap(self, user: Json, message: SentMessage | None, data: str) -> Json:
        """Send a tap as an altered client can: any user, any data, any message."""
        await self.start_watching()
        return await self.forge_tap_without_waiting(user, message, data)

    async def forge_tap_without_waiting(self, user: Json, message: SentMessage | None, data: str) -> Json:
        world = self.harness.playground.world
        carrier = message.message if message else {"message_id": 1, "date": 0, "chat": world.to_api_chat(self.chat)}
        return await self.harness.send_tap(user, data, {"message": carrier})

    def user_json(self, person: int) -> Json:
        return self.harness.playground.world.people[person].to_api_user()

    def text_html(self, message: str, /, **arguments: Argument) -> str:
        return self.harness.texts.html(self.language, message, **arguments)

    def text_plain(self, message: str, /, **arguments: Argument) -> str:
        return self.harness.texts.plain(self.language, message, **arguments)


class BotHarness(RunningBot):
    async def clear_tables(self) -> None:
        await self.wait_until_idle()
        people = (keys.user_games(person) for person in PEOPLE)
        await self.redis.delete(*people, *(keys.deadlines(shard) for shard in range(keys.SHARDS)))

    async def new_group(
        self,
        language: str = "tr",
        title: str = "Masa",
        people: tuple[int, ...] = PEOPLE,
        status: str = "administrator",
        *,
        basic: bool = False,
        table: Table | None = None,
    ) -> ChatSession:
        """A new supergroup, or a basic group, with a table if one is given; its first person owns it."""
        await self.restart_time()
        self.playground.world.privacy = status == "member"
        chat = self.playground.world.add_group(title, people, basic=basic)
        self.playground.world.privacy = False
        talk = ChatSession(self, chat, language)
        await talk.wait_messages()
        await self.store.save_setting(talk.scope, "language", language)
        if table is not None:
            await talk.put_table(table)
        return talk

    async def private_chat(self, person: int, language: str = "tr", *, opened: bool = True) -> ChatSession:
        chat = self.playground.world.chats[person]
        chat.is_opened = opened
        await self.redis.delete(keys.closed(person))
        talk = ChatSession(self, chat, language)
        await self.store.save_setting(talk.scope, "language", language)
        await self.forget_user_games(person)
        return talk

    async def forget_user_games(self, *people: int) -> None:
        """Forget where people play and played: other tests of the module have left games behind."""
        kinds = (keys.user_games, keys.user_finished_games)
        await self.redis.delete(*(kind(person) for person in people for kind in kinds))
