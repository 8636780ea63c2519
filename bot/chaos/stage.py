"""Where the players act: updates go out from here, late, twice and out of turn, and each is noted in the ledger."""

import asyncio
import time
from random import Random
from typing import Final

from msgspec import Struct

from bot.chaos.asks import Ask
from bot.chaos.ledger import NEVER, Ledger, Place, Sent
from bot.fleet.account import Account
from bot.fleet.calls import Json
from bot.fleet.updates import Person, chat_of, said
from bot.store.keys import Scope

LONG_AFTER: Final = 30.0
"""Seconds by which the latest copies are late."""
_LATE: Final = 0.02
_UNDER_WAY: Final = 10
"""How many of what was asked last may not be done yet where a group moves."""


class Habits(Struct, frozen=True):
    """How often, of all updates, Telegram does what it does not promise not to do."""

    twice: float = 0.2
    early: float = 0.03
    """A copy overtakes what was asked before."""


class Stage:
    """Sends what people do to the bot.

    Args:
        account: the bot's.
        ledger: notes everything.
        chance: decides what comes twice, and when.
        habits: how often.
    """

    def __init__(self, account: Account, ledger: Ledger, chance: Random, habits: Habits | None = None) -> None:
        self.account: Final = account
        self.ledger: Final = ledger
        self.stopping: Final = asyncio.Event()
        """Set when nothing new is to be begun."""
        self._chance: Final = chance
        self._habits: Final = habits or Habits()
        self._posted: Final[dict[int, Sent]] = {}
        """By the updates' numbers, until they are acknowledged."""
        self.pressed: Final[dict[str, int]] = {}
        """Who pressed: the users by the queries that are answered."""
        account.webhooks.choose = self._goes_out
        account.on_acknowledged = self._acknowledged

    def say(
        self,
        place: Place,
        person: Person,
        text: str,
        ask: Ask | None = None,
        *,
        known: int = 0,
        private: bool = False,
        ordered: bool = True,
        message: int | None = None,
        answers: Person | None = None,
    ) -> None:
        """Somebody writes, into the place or to the bot alone.

        Args:
            place: which table it is about.
            person: who writes.
            text: what.
            ask: what that asks of the table; ``None`` if nothing.
            known: how many of the table's actions the writer has seen.
            private: whether it goes to the bot alone.
            ordered: whether it keeps its place in the chat's order.
            message: its own number, where that was needed before.
            answers: whose message it is a reply to, if anybody's.
        """
        scope = Scope(person.user) if private else place.scope
        reply = None
        if answers is not None:
            reply = said(self.account.next_message(), scope.chat, answers, "-", topic=scope.topic)["message"]
        number = self.account.next_message() if message is None else message
        update = said(number, scope.chat, person, text, reply, scope.topic)
        self._put(place, update, ask, known, ordered and not private)

    def tap(
        self, place: Place, person: Person, data: str, ask: Ask | None = None, *, known: int = 0, private: bool = False
    ) -> None:
        """Somebody presses a button with these data."""
        scope = Scope(person.user) if private else place.scope
        message: Json = {
            "message_id": 1,
            "date": int(time.time()),
            "chat": chat_of(scope.chat),
            "from": self.account.user,
            "text": "-",
        }
        if scope.topic is not None:
            message |= {"message_thread_id": scope.topic, "is_topic_message": True}
            message["chat"]["is_forum"] = True
        query = f"q{len(self.pressed)}"
        self.pressed[query] = person.user
        payload = {
            "id": query,
            "from": person.as_user,
            "message": message,
            "chat_instance": str(scope.chat),
            "data": data,
        }
        self._put(place, {"callback_query": payload}, ask, known, ordered=False)

    def becomes(self, place: Place, person: Person, chat: int) -> None:
        """The group becomes a supergroup, of which a message on either side tells."""
        old = place.scope.chat
        base = {"date": int(time.time()), "from": person.as_user}
        sides: tuple[Json, Json] = (
            {"chat": chat_of(old), "migrate_to_chat_id": chat},
            {"chat": chat_of(chat), "migrate_from_chat_id": old},
        )
        place.former, place.scope = old, Scope(chat)
        # What is under way to the old chat may come behind what is said in the new one.
        for sent in place.asked[-_UNDER_WAY:]:
            sent.ordered = False
        for side in sides:
            self._put(place, {"message": base | {"message_id": self.account.next_message()} | side}, None, 0, False)

    async def taken(self, chat: int) -> None:
        """Wait until all that was sent to a chat is acknowledged."""
        while any(sent.where.scope.chat == chat for sent in self._posted.values()):  # noqa: ASYNC110 - posts have no event
            await asyncio.sleep(0.05)

    def _put(self, place: Place, payload: Json, ask: Ask | None, known: int, ordered: bool) -> None:  # noqa: FBT001 - handed on
        twice, early = self._chance.random() < self._habits.twice, self._chance.random() < self._habits.early
        late = self._chance.random()
        copies = int(twice and late < 0.6)  # noqa: PLR2004 - most copies come at once
        update = self.account.put(payload, copies)
        number = int(update["update_id"])
        self.ledger.posted(number)
        if ask is not None:
            # A copy may overtake what waits to be posted; and one that comes late of what was refused is judged anew.
            apart = early or (twice and not copies)
            sent = Sent(number, place, ask, ordered and ask.strict and not apart, known, NEVER)
            self._posted[number] = sent
            place.asked.append(sent)
            if apart:
                sent.began = time.monotonic()
        if twice and not copies:
            seconds = LONG_AFTER if late > 1 - _LATE else self._chance.uniform(0, 3)
            self.account.webhooks.copy(update, seconds=seconds)
        if early:
            self.account.webhooks.copy(update)
        self.ledger.duplicates += twice + early

    def _goes_out(self, update: Json) -> None:
        sent = self._posted.get(int(update["update_id"]))
        if sent is not None:
            sent.began = min(sent.began, time.monotonic())

    def _acknowledged(self, update: Json) -> None:
        number = int(update["update_id"])
        self.ledger.acknowledged(number)
        sent = self._posted.pop(number, None)
        if sent is not None:
            sent.acked = time.monotonic()
            # Whoever was given up for its silence may still take what it was posted, and later than what follows.
            sent.ordered &= sent.acked - sent.began < self.account.webhooks.patience
