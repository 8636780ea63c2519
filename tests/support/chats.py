"""Chats as people use them: a test says and taps, and waits for what the bot really sent, never for time to pass."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

from redis.asyncio import Redis
from telegram.constants import ChatID

from bot.playground import Entry, Fault, Playground
from bot.playground.callbacks import Callback
from bot.playground.chats import Chat
from bot.store import keys
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.telegram.ephemeral import NEUTRAL
from bot.telegram.forms import Forms
from bot.texts import Argument, Texts
from tests.support.bell import Bell
from tests.support.chat_tables import ChatTable
from tests.support.languages import LISTED
from tests.support.patience import PATIENCE
from tests.support.present import Present

Json = dict[str, Any]

KIRAZ, LIMON, NANE, ZEYTIN = 101, 102, 103, 104
PEOPLE = (KIRAZ, LIMON, NANE, ZEYTIN)
FIFTH: Json = {"id": 555, "is_bot": False, "first_name": "Beşinci"}
_SENDS = frozenset({"sendMessage", "sendPhoto"})
_QUEUES = (
    *(keys.inbox(partition) for partition in range(keys.SHARDS)),
    *(keys.outbox(shard) for shard in range(keys.SHARDS)),
)
_WAITING = "local count = 0 for _, key in ipairs(KEYS) do count = count + redis.call('XLEN', key) end return count"
"""How many entries streams hold."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that the bot sent: what it asked the server to send, and what came of it."""

    asked: Json
    message: Json
    photo: bool

    @property
    def id(self) -> int:
        """Its number; an ephemeral message's own one."""
        return int(self.message["ephemeral_message_id" if self.alone else "message_id"])

    @property
    def alone(self) -> bool:
        """Whether one person alone sees it in a group."""
        return "ephemeral_message_id" in self.message

    @property
    def html(self) -> str:
        return str(self.asked["caption" if self.photo else "text"])

    @property
    def text(self) -> str:
        """What people read, without markup."""
        return str(self.message["caption" if self.photo else "text"])

    @property
    def buttons(self) -> list[Json]:
        rows = self.message.get("reply_markup", {}).get("inline_keyboard", [])
        return [button for row in rows for button in row]

    def data(self, kind: str) -> str:
        """The data of the first button of a kind."""
        return str(next(one["callback_data"] for one in self.buttons if one["callback_data"].startswith(f"{kind}:")))

    @property
    def links(self) -> list[str]:
        return [button["url"] for button in self.buttons if "url" in button]


class Talk(ChatTable):
    """One chat, as its people use it."""

    def __init__(self, house: "House", chat: Chat, language: str) -> None:
        super().__init__(house.redis, house.store, Scope(chat.id))
        self.house = house
        self.chat = chat
        self.language = language
        self._looked = house.calls

    @property
    def id(self) -> int:
        return self.chat.id

    def say(self, person: int, text: str, reply_to: int | None = None) -> None:
        self.house.playground.world.say(person, self.id, text, reply_to=reply_to)

    async def say_as(self, user: Json, text: str, **more: Any) -> Json:
        """Say something as anybody at all; the update."""
        message: Json = {"message_id": self.house.number(), "from": user, "date": 1_800_000_000, "text": text}
        command = text.split(maxsplit=1)[0] if text.startswith("/") else ""
        if command:
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": len(command)}]
        chat = self.house.playground.world.chat_api(self.chat)
        if user["id"] == ChatID.ANONYMOUS_ADMIN:
            message["sender_chat"] = chat
        message |= {"chat": chat, **more}
        await self.mark()
        number = self.house.playground.updates.push("message", message)
        return {"update_id": number, "message": message}

    async def ask(self, person: int, text: str, reply_to: int | None = None) -> Sent:
        """Say something and wait for the answer."""
        await self.mark()
        self.say(person, text, reply_to)
        return (await self.sent())[0]

    async def cancel(self, person: int, text: str = "/iptal") -> Sent:
        """Have a running game ended by an administrator, who is asked back; what the group is told of it."""
        asked = await self.ask(person, text)
        await self.tap(person, asked, "cancel")
        return (await self.sent())[0]

    async def sent(self, wanted: int = 1) -> list[Sent]:
        """The next messages that the bot sends here; a call that the server refused fails the test."""
        journal = self.house.playground.journal
        while True:
            calls = journal.entries(after=self._looked)
            mine = [call for call in calls if self._is_said(call)]
            refused = [f"{call.method}: {call.result}" for call in mine if call.status not in {200, 403}]
            assert not refused
            mine = [call for call in mine if call.status == 200][:wanted]
            if len(mine) == wanted:
                self._looked = mine[-1].number
                return [self._said(call) for call in mine]
            newer = await journal.wait(after=self._looked, count=len(calls) + 1, seconds=PATIENCE)
            assert len(newer) > len(calls), f"the bot stayed silent; it sent {[self._said(one).text for one in mine]}"

    def _is_said(self, call: Entry) -> bool:
        """Whether a call says something here; an ephemeral message that is sent neutral says it with its first edit.

        One that the server refuses says nothing to anybody, and what follows says it.
        """
        if alone(call):
            return says(call) and call.result["chat"]["id"] == self.id
        if str(call.parameters.get("chat_id")) != str(self.id):
            return False
        if call.method in _SENDS:
            return not is_for_one(call)
        return call.method == "editEphemeralMessageText" and call.status == 200

    def _said(self, call: Entry) -> Sent:
        if call.method in _SENDS:
            return _sent(call)
        target = call.parameters["receiver_user_id"], call.parameters["ephemeral_message_id"]
        message = self.house.playground.world.ephemeral.get(self.id, *map(int, target)).message
        return Sent(call.parameters, message, photo=False)

    def topic(self, thread: int) -> Scope:
        """One topic of the chat."""
        return Scope(self.chat.id, thread)

    async def told(self, wanted: int = 1) -> list[Sent]:
        """As :meth:`sent`, where the server refuses calls as the test asked it to."""
        await self.house.quiet()
        calls = self.house.playground.journal.entries(after=self._looked)
        mine = [call for call in calls if self._is_said(call)]
        taken = [self._said(call) for call in mine if call.status == 200]
        assert len(taken) == wanted
        self._looked = mine[-1].number
        return taken

    async def mark(self) -> None:
        """Look from now on: what comes next answers what is done next, as all that went before has been told."""
        await self.house.quiet()
        self._looked = self.house.calls

    async def changed(self, message: Sent, method: str = "editMessageReplyMarkup", *, newest: bool = False) -> Sent:
        """The message as it is once its buttons, or what ``method`` edits, were changed after the last press.

        With ``newest`` as it is once all is told.
        """
        if newest:
            await self.house.quiet()
            of_it = [call for call in self.house.playground.journal.entries(method) if _is_about(call, message)]
            return Sent(message.asked, of_it[-1].result, message.photo)
        journal = self.house.playground.journal
        while True:
            calls = journal.entries(method, after=self._looked)
            of_it = [call for call in calls if _is_about(call, message)]
            if of_it:
                assert of_it[0].status == 200
                return Sent(message.asked, of_it[0].result, message.photo)
            newer = await journal.wait(method, after=self._looked, count=len(calls) + 1, seconds=PATIENCE)
            assert len(newer) > len(calls), "the message was not changed"

    def rewind(self) -> None:
        """Look again at everything that was sent here."""
        self._looked = 0

    def refuse(self, *methods: str) -> None:
        """Let Telegram refuse the next calls here, one of each method in turn."""
        said = "Bad Request: it is not liked"
        for method in methods:
            fault = Fault(kind="error", status=400, description=said, method=method, chat_id=self.id)
            self.house.playground.faults.add(fault)

    async def silent_on(self, person: int, text: str, reply_to: int | None = None) -> None:
        """Say something that the bot has no answer to: the next thing it answers is the question after it."""
        await self.mark()
        self.say(person, text, reply_to)
        await self.silent(person)

    async def silent(self, person: int) -> None:
        """Whatever was said before has no answer."""
        self.say(person, "/dil xx")
        assert (await self.sent())[0].html == self.html("refusal-unknown-language", typed="xx", languages=LISTED)
        await self.house.quiet()
        later = self.house.playground.journal.entries(after=self._looked)
        assert not [call for call in later if self._is_said(call)]

    async def tap(self, person: int, message: Sent, kind: str) -> Json:
        """Press the first button of a kind; what the presser alone is shown."""
        return await self.press(person, message, message.data(kind))

    async def press(self, person: int, message: Sent, data: str) -> Json:
        """Press the button that carries the data."""
        await self.mark()
        return await self.press_at_once(person, message, data)

    async def press_at_once(self, person: int, message: Sent, data: str) -> Json:
        """The same without waiting for what else is going on."""
        callback = self.house.playground.world.press(person, self.id, message.id, data, ephemeral=message.alone)
        return await asyncio.wait_for(callback.answer, PATIENCE)

    async def forge(self, user: Json, message: Sent | None, data: str) -> Json:
        """Send a tap as an altered client can: any user, any data, any message."""
        await self.mark()
        return await self.forge_at_once(user, message, data)

    async def forge_at_once(self, user: Json, message: Sent | None, data: str) -> Json:
        """The same without waiting for what else is going on."""
        world = self.house.playground.world
        number = str(self.house.number())
        callback = Callback(number, user["id"], world.clock(), asyncio.get_running_loop().create_future())
        world.callbacks[number] = callback
        carrier = message.message if message else {"message_id": 1, "date": 0, "chat": world.chat_api(self.chat)}
        query = {"id": number, "from": user, "message": carrier, "data": data, "chat_instance": "1"}
        self.house.playground.updates.push("callback_query", query)
        return await asyncio.wait_for(callback.answer, PATIENCE)

    def user(self, person: int) -> Json:
        return self.house.playground.world.people[person].to_api()

    def html(self, message: str, /, **arguments: Argument) -> str:
        return self.house.texts.html(self.language, message, **arguments)

    def plain(self, message: str, /, **arguments: Argument) -> str:
        return self.house.texts.plain(self.language, message, **arguments)


def is_for_one(call: Entry) -> bool:
    """Whether a call would send a message to one member of a group, on a server that reads that."""
    return bool({"ephemeral_message_parameters", "receiver_user_id"} & call.parameters.keys())


def alone(call: Entry) -> bool:
    """Whether a call has sent a message that one member of a group alone sees."""
    return call.method in _SENDS and call.status == 200 and "ephemeral_message_id" in call.result


def says(call: Entry) -> bool:
    """Whether such a message says something as it is sent, and is not neutral."""
    return call.parameters.get("text", "") != NEUTRAL and not isinstance(call.parameters.get("photo"), str)


def _is_about(call: Entry, message: Sent) -> bool:
    asked, chat = call.parameters, message.message["chat"]["id"]
    return (str(asked["chat_id"]), str(asked["message_id"])) == (str(chat), str(message.id))


def _sent(call: Entry) -> Sent:
    return Sent(call.parameters, call.result, call.method == "sendPhoto")


class House:
    """The running bot, and the chats where it is."""

    def __init__(
        self, playground: Playground, redis: Redis, texts: Texts, served: Present, bell: Bell, *, forms: Forms
    ) -> None:
        self._forms = forms
        self.served = served
        self.clock = served.clock
        self.bell = bell
        self.playground = playground
        self.redis = redis
        self.store = Store(redis)
        self.texts = texts
        self._waiting = redis.register_script(_WAITING)
        self._numbers = count(10_000_000_000)

    @property
    def calls(self) -> int:
        """The number of the newest call."""
        newest = self.playground.journal.entries()[-1:]
        return newest[0].number if newest else 0

    def serve(self, version: str) -> None:
        """Have another server, of which the bot knows nothing yet."""
        self.playground.world.server.version = version
        self._forms.forget()

    async def quiet(self) -> None:
        """Wait until the bot has handled all that was said, and told all that came of it."""
        updates = self.playground.updates
        async with asyncio.timeout(PATIENCE):
            while changed := updates.changed if len(updates) else None:
                await changed.wait()
            while await self._waiting(keys=_QUEUES):
                pass

    async def forget(self) -> None:
        """Have nobody at a table, and nothing due, of what tests before have left."""
        await self.quiet()
        people = [keys.user_games(person) for person in PEOPLE]
        for key in (*people, *(keys.deadlines(shard) for shard in range(keys.SHARDS))):
            await self.redis.delete(key)

    def number(self) -> int:
        return next(self._numbers)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass in which the bot was there, after it has noted what it is just being told; then it looks."""
        await self.redis.ping()
        self.clock.now += timedelta(seconds=seconds)
        self.bell.ring()

    async def be_away(self, seconds: float) -> None:
        """Let time pass in which nobody could play."""
        self.served.away += timedelta(seconds=seconds)
        await self.pass_time(seconds)

    async def group(
        self,
        language: str = "tr",
        title: str = "Masa",
        people: tuple[int, ...] = PEOPLE,
        status: str = "administrator",
        *,
        basic: bool = False,
    ) -> Talk:
        """A new supergroup, or a basic group; its first person owns it.

        The bot has greeted it. The clock is at its beginning again.
        """
        self.clock.now, self.served.away = self.clock.start, timedelta()
        self.playground.world.privacy = status == "member"
        chat = self.playground.world.add_group(title, people, basic=basic)
        self.playground.world.privacy = False
        talk = Talk(self, chat, language)
        talk.rewind()
        await talk.sent()
        await self.store.set_setting(talk.scope, "language", language)
        return talk

    async def private(self, person: int, language: str = "tr", *, opened: bool = True) -> Talk:
        """A person's chat with the bot."""
        chat = self.playground.world.chats[person]
        chat.opened = opened
        await self.redis.delete(keys.closed(person))
        talk = Talk(self, chat, language)
        await self.store.set_setting(talk.scope, "language", language)
        await self.forget_games(person)
        return talk

    async def forget_games(self, *people: int) -> None:
        """Forget where people play and played: other tests of the module have left games behind."""
        for person in people:
            await self.redis.delete(keys.user_games(person))
            await self.redis.delete(keys.user_finished(person))
