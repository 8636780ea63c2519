"""What the bot really sent to a chat, awaited by condition and read in its order."""

from bot.playground import JournalEntry
from bot.playground.chats import Chat
from bot.store.keys import Scope
from tests.support.running_bot import RunningBot
from tests.support.sent_messages import (
    SEND_METHODS,
    SentMessage,
    has_content,
    is_edit_of,
    is_ephemeral_call,
    is_for_one_member,
    to_sent_message,
)
from tests.support.stored_tables import ChatTableStore
from tests.support.waiting import PATIENCE


class ChatWatch(ChatTableStore):
    """One chat, as the bot writes to it."""

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
        """Whether a call says something here; an ephemeral message that is sent neutral says it with its first edit.

        One that the server refuses says nothing to anybody, and what follows says it.
        """
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
        """The message as it is once its buttons, or what ``method`` edits, were changed after the last press.

        With ``newest`` as it is once all is told.
        """
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
        """Look again at everything that was sent here."""
        self._last_seen_call = 0
