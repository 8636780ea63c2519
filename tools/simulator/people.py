"""The people of the tables, and the sender that posts their updates late, twice or out of order, and notes them."""

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, Literal

from msgspec import Struct
from redis.exceptions import RedisError

from bot.playground.chats import Json
from bot.store.keys import Scope
from bot.telegram.keyboards import encode_button_data
from bot.telegram.requests import PageMove
from bot.user_input.commands import command_name, find_command
from engine.game import Game
from tools.fleet.bot_api import BotAccount, FleetPerson, make_chat, make_text_message
from tools.simulator.ledger import NEVER, ExpectedAction, Ledger, SentUpdate, TableRecord
from tools.simulator.store import TableWatcher

NamingWay = Literal["number", "reply", "nothing", "question"]
_MOST_SEATS: Final = 3
_LOOK_SECONDS: Final = 0.2
_MOVES: Final = frozenset({"/oyna", "/degistir", "/ac", "/soz"})
"""Commands that only the player on turn may use, so that the turn identifies the table."""
_JOIN: Final = "/katil"
"""A command that may be about any lobby of the chat."""
_COSTLY: Final = "/pas"
"""A command whose sender is asked which table is meant, if the sender plays at two."""


class Place:
    def __init__(
        self, scope: Scope, people: Sequence[FleetPerson], ledger: Ledger, watcher: TableWatcher | None = None
    ) -> None:
        self.people: Final = people
        self.may_play = asyncio.Event()
        """Set, except while the group becomes a supergroup."""
        self.may_play.set()
        self._scope: Final = scope
        self._ledger: Final = ledger
        self._watcher: Final = watcher
        self._records: Final[list[TableRecord]] = []
        self._seated: Final[dict[TableRecord, frozenset[int]]] = {}
        """The users who sit at each table that is not over, or are about to sit down."""
        self._told: Final[set[int]] = set()
        """Numbers of tables that people were told."""
        self._opening: Final[dict[int, asyncio.Lock]] = {}

    def add_table(self, title: str, players: Sequence[FleetPerson]) -> TableRecord:
        chat = self._records[0].scope.chat if self._records else self._scope.chat
        record = TableRecord(Scope(chat, self._scope.topic), title, neighbours=self._records)
        if self._records:
            record.former_chat = self._records[0].former_chat
        self._records.append(record)
        self._seated[record] = frozenset(one.user for one in players)
        self._ledger.unnumbered.append(record)
        return record

    def begin_migration(self) -> bool:
        """Stop new actions, as the group becomes a supergroup; return False if this was done before."""
        if not self.may_play.is_set() or any(one.former_chat is not None for one in self._records):
            return False
        self.may_play.clear()
        return True

    def close_table(self, record: TableRecord) -> None:
        self._seated.pop(record, None)

    def choose_players(self, counts: Sequence[int], rng: Random) -> list[FleetPerson]:
        """Choose one of the counts and as many people with a free seat; empty if there are too few."""
        free = [one for one in self.people if self._count_seats(one.user) < _MOST_SEATS]
        fitting = [count for count in counts if count <= len(free)]
        return rng.sample(free, rng.choice(fitting)) if fitting else []

    def is_only_seat(self, record: TableRecord, user: int) -> bool:
        return user in self._seated.get(record, ()) and self._count_seats(user) == 1

    def is_only_lobby(self, record: TableRecord) -> bool:
        others = (one.seen_table for one in self._seated if one is not record)
        return not isinstance(record.seen_table, Game) and all(isinstance(one, Game) for one in others)

    def other_games(self, record: TableRecord, user: int) -> list[Game]:
        games = [one.seen_table for one in self._seated if one is not record]
        return [game for game in games if isinstance(game, Game) and game.seat_of(user) is not None]

    def tables_of(self, user: int) -> list[TableRecord]:
        return [one for one, seated in self._seated.items() if user in seated]

    def is_on_turn_elsewhere(self, record: TableRecord, user: int) -> bool:
        games = self.other_games(record, user)
        return any(game.may_act(seat) for game in games if (seat := game.seat_of(user)) is not None)

    def lock_opening(self, host: int) -> asyncio.Lock:
        """Return the lock that a host holds while opening a table, until the table's number is known."""
        return self._opening.setdefault(host, asyncio.Lock())

    async def find_number(self, record: TableRecord, host: int) -> None:
        if self._watcher is None:
            raise RuntimeError("nobody looks at these tables")
        known = {one.secret for one in self._records} - {None}
        told: set[int] = set()
        while True:
            found = None
            with contextlib.suppress(RedisError, OSError):
                numbers = await self._watcher.read_numbers(record.scope)
                told |= {number for number, is_told in numbers.items() if is_told}
                found = await self._watcher.find_lobby(record.scope, host, known)
            if found is not None:
                break
            await asyncio.sleep(_LOOK_SECONDS)
        scope, lobby = found
        record.scope = record.scope.at_table(scope.table)
        for other in self._records:
            if other is not record and other.secret is not None and other.scope == record.scope:
                other.is_replaced = True
                record.former_tables += (other,)
                record.is_told_again |= record.scope.table in told | self._told
        self._told.update(told)
        record.secret, record.ruleset = lobby.secret, lobby.ruleset
        self._ledger.number_table(record)

    def _count_seats(self, user: int) -> int:
        return sum(user in seated for seated in self._seated.values())


class NamedText(Struct, frozen=True):
    text: str
    way: NamingWay
    bot_message: Json | None = None

    @property
    def names_table(self) -> bool:
        return self.way in {"number", "reply"}


def name_table(
    place: Place,
    record: TableRecord,
    user: int,
    text: str,
    *,
    newest_messages: Mapping[tuple[int, str], Json],
    rng: Random,
    private: bool = False,
) -> NamedText | None:
    """Name the table in a person's command; ``None`` if a private chat offers no way to do so.

    In private a number is no name, as several chats may use it. ``newest_messages``: the newest messages with buttons
    of tables, by chat and the table's short name.
    """
    ways = _find_ways(place, record, user, text.split(maxsplit=1)[0])
    if not private:
        ways += ["number", "number", "reply", "reply"]
    if not ways:
        return None
    way = rng.choice(ways)
    if way == "reply":
        message = newest_messages.get((record.scope.chat, record.name or ""))
        if record.messages and rng.random() < 0.5:  # noqa: PLR2004 - either
            # A message that the bot knows to be about this table.
            message = {"message_id": max(record.messages)}
        if message is not None:
            return NamedText(text, way, message)
        way = "number"
    command, _, what = text.partition(" ")
    if way != "number":
        named = text
    elif command == "/oyna" and record.is_number_told and rng.random() < 0.3:  # noqa: PLR2004 - fewer leave the command out
        named = f"#{record.scope.table} {what}"
    else:
        named = f"{command} #{record.scope.table} {what}".rstrip()
    return NamedText(named, way)


def _find_ways(place: Place, record: TableRecord, user: int, command: str) -> list[NamingWay]:
    """Find the ways that work without naming the table in the text."""
    if place.is_only_seat(record, user) and (command != _JOIN or place.is_only_lobby(record)):
        return ["nothing"] * 3
    if command not in _MOVES | {_COSTLY} or not record.is_settled:
        return []
    if command == _COSTLY:
        return ["question"] * 4 if place.other_games(record, user) else []
    return ["question"] * 4 if place.is_on_turn_elsewhere(record, user) else ["nothing"] * 2


class OpenQuestion(Struct, frozen=True):
    sent: SentUpdate
    user: int
    private: bool

    def choose_taps(self, place: Place, rng: Random) -> list[TableRecord]:
        """Choose the tables that the asked player taps: the one meant, sometimes twice, sometimes another one too."""
        meant = self.sent.record
        others = [one for one in place.tables_of(self.user) if one is not meant and one.name is not None]
        taps = [meant] * (1 + (rng.random() < 0.3))  # noqa: PLR2004 - some tap twice
        if others and rng.random() < 0.3:  # noqa: PLR2004 - some change their minds
            taps.insert(rng.randint(0, 1), rng.choice(others))
        return taps

    def to_button_data(self, record: TableRecord) -> str:
        return encode_button_data("which", record.name or "", self.user, self.sent.update_id)


LATE_COPY_SECONDS: Final = 30.0
_LATE_COPY_SHARE: Final = 0.02
_TWICE_SHARE: Final = 0.2
"""The share of updates that come twice, as Telegram does not promise to send them once."""
_OVERTAKING_SHARE: Final = 0.03
"""The share of updates of which a copy overtakes earlier ones."""
_UNORDERED_AT_MIGRATION: Final = 10
"""How many of the latest updates may still be pending when a group becomes a supergroup."""
ADMIN_DIGIT: Final = 9
"""The last digit of an administrator's user id; administrators do not play."""
STRANGER_DIGIT: Final = 8
"""The last digit of the user id of a group's member who never plays."""
NUMBERS_PER_TABLE: Final = 10
_NAMES: Final = ("Ayşe", "Mehmet", "Олена", "Zoë", "Kiraz", "Limon", "Nar", "Elma")


class PlayerAction(Struct, frozen=True):
    user: int
    text: str
    expected: ExpectedAction
    is_tap: bool = False
    is_private: bool = False
    is_choice: bool = False
    """Whether ``text`` is the data of an inline result that is chosen."""
    page: PageMove | None = None
    """The action in the board page's form, if it is done there."""


class UpdateSender:
    def __init__(self, account: BotAccount, ledger: Ledger, rng: Random, language: str = "tr") -> None:
        self.account: Final = account
        self.ledger: Final = ledger
        self.language: Final = language
        self.stopping: Final = asyncio.Event()
        self.user_by_query: Final[dict[str, int]] = {}
        """The user who pressed, by the id of the callback query."""
        self._rng: Final = rng
        self._unacknowledged: Final[dict[int, SentUpdate]] = {}
        account.webhooks.choose_worker = self._on_first_post
        account.on_acknowledged = self._on_acknowledged

    def send_text(
        self,
        record: TableRecord,
        person: FleetPerson,
        text: str,
        expected: ExpectedAction | None = None,
        *,
        seen_actions: int = 0,
        private: bool = False,
        ordered: bool = True,
        message: int | None = None,
        reply_to: Json | None = None,
    ) -> SentUpdate | None:
        """Send a person's text to the chat or to the bot in private; return the update if it asks for anything.

        A Turkish command is translated to the people's language. ``message``: an id that was reserved before;
        ``reply_to``: a message of the bot's to reply to.
        """
        scope = Scope(person.user) if private else record.scope
        reply = None if reply_to is None else self._bot_message(scope) | reply_to
        number = self.account.next_message_id() if message is None else message
        update = make_text_message(number, scope.chat, person, self._translate_command(text), reply, scope.topic)
        return self._send_update(record, update, expected, seen_actions, ordered=ordered and not private)

    def send_tap(
        self,
        record: TableRecord,
        person: FleetPerson,
        data: str,
        expected: ExpectedAction | None = None,
        *,
        seen_actions: int = 0,
        private: bool = False,
    ) -> None:
        scope = Scope(person.user) if private else record.scope
        message = self._bot_message(scope) | {"message_id": 1, "text": "-"}
        if scope.topic is not None:
            message |= {"message_thread_id": scope.topic, "is_topic_message": True}
            message["chat"]["is_forum"] = True
        query = f"q{len(self.user_by_query)}"
        self.user_by_query[query] = person.user
        tap = {"id": query, "from": person.to_user, "message": message, "chat_instance": str(scope.chat), "data": data}
        self._send_update(record, {"callback_query": tap}, expected, seen_actions, ordered=False)

    def send_choice(self, record: TableRecord, person: FleetPerson, data: str, expected: ExpectedAction) -> None:
        chosen = {"result_id": data, "from": person.to_user, "query": ""}
        self._send_update(record, {"chosen_inline_result": chosen}, expected, 0, ordered=False)

    def migrate_group(self, record: TableRecord, person: FleetPerson, supergroup: int) -> None:
        old = record.scope.chat
        for table in record.neighbours or [record]:
            table.former_chat, table.scope = old, Scope(supergroup, table=table.scope.table)
            # Updates of the old chat may arrive after those of the new one, whose messages have other ids.
            table.messages = frozenset()
            for sent in table.sent_updates[-_UNORDERED_AT_MIGRATION:]:
                sent.is_ordered = False
            for sent in table.sent_updates:
                sent.moved_at = time.monotonic()
        sides: tuple[Json, Json] = (
            {"chat": make_chat(old), "migrate_to_chat_id": supergroup},
            {"chat": make_chat(supergroup), "migrate_from_chat_id": old},
        )
        for side in sides:
            told = {"message_id": self.account.next_message_id(), "date": int(time.time()), "from": person.to_user}
            self._send_update(record, {"message": told | side}, None, 0, ordered=False)

    def has_unacknowledged(self, record: TableRecord) -> bool:
        return any(sent.record is record for sent in self._unacknowledged.values()) or any(
            sent.update_id in self.ledger.unacknowledged for sent in record.sent_updates[-_UNORDERED_AT_MIGRATION:]
        )

    async def wait_until_acknowledged(self, chat: int) -> None:
        while any(sent.record.scope.chat == chat for sent in self._unacknowledged.values()):  # noqa: ASYNC110 - posts have no event
            await asyncio.sleep(0.05)

    def _translate_command(self, text: str) -> str:
        command, space, rest = text.partition(" ")
        key = find_command(command[1:]) if command.startswith("/") else None
        return text if key is None else f"/{command_name(key, self.language)}{space}{rest}"

    def _bot_message(self, scope: Scope) -> Json:
        return {"date": int(time.time()), "chat": make_chat(scope.chat), "from": self.account.bot_user}

    def _send_update(
        self, record: TableRecord, payload: Json, expected: ExpectedAction | None, seen_actions: int, *, ordered: bool
    ) -> SentUpdate | None:
        twice, early = self._rng.random() < _TWICE_SHARE, self._rng.random() < _OVERTAKING_SHARE
        late = self._rng.random()
        copies = int(twice and late < 0.6)  # noqa: PLR2004 - most copies come at once
        update = self.account.send_update(payload, copies)
        number = int(update["update_id"])
        self.ledger.update_count += 1
        self.ledger.unacknowledged.add(number)
        sent = None
        if expected is not None:
            # A copy may overtake updates that wait to be posted, and a late copy of a refused one is judged anew.
            apart = early or (twice and not copies)
            ordered = ordered and expected.must_be_logged and not apart
            sent = SentUpdate(number, record, expected, ordered, seen_actions, NEVER)
            self._unacknowledged[number] = sent
            record.sent_updates.append(sent)
            if apart:
                sent.posted_at = time.monotonic()
        if twice and not copies:
            seconds = LATE_COPY_SECONDS if late > 1 - _LATE_COPY_SHARE else self._rng.uniform(0, 3)
            self.account.webhooks.send_copy(update, seconds=seconds)
        if early:
            self.account.webhooks.send_copy(update)
        self.ledger.duplicate_count += twice + early
        return sent

    def _on_first_post(self, update: Json) -> None:
        sent = self._unacknowledged.get(int(update["update_id"]))
        if sent is not None:
            sent.posted_at = min(sent.posted_at, time.monotonic())

    def _on_acknowledged(self, update: Json) -> None:
        number = int(update["update_id"])
        self.ledger.unacknowledged.discard(number)
        sent = self._unacknowledged.pop(number, None)
        if sent is not None:
            sent.acknowledged_at, sent.acknowledged_utc = time.monotonic(), time.time()
            # A worker that did not answer in time may still handle the update, after later ones.
            sent.is_ordered &= sent.acknowledged_at - sent.posted_at < self.account.webhooks.answer_timeout


def make_players(host: int, count: int, language: str = "tr") -> list[FleetPerson]:
    """Make the players of a table, the host first, whose user id ends in 0; at most as many as there are names."""
    return [make_person(host + place, name, language) for place, name in enumerate(_NAMES[:count])]


def make_people(first: int, count: int, language: str = "tr") -> list[FleetPerson]:
    """Make ``count`` people for a chat with several tables; eight at most share an administrator."""
    blocks = range(first, first + NUMBERS_PER_TABLE * -(-count // len(_NAMES)), NUMBERS_PER_TABLE)
    return [one for block in blocks for one in make_players(block, len(_NAMES), language)][:count]


def admin_of(player: int) -> FleetPerson:
    return make_person(player - player % NUMBERS_PER_TABLE + ADMIN_DIGIT, "Yönetici")


def stranger_of(player: int) -> FleetPerson:
    return make_person(player - player % NUMBERS_PER_TABLE + STRANGER_DIGIT, "Meraklı")


def username_of(user: int) -> str:
    return f"oyuncu{user}"


def member_status(_: int, user: int) -> str:
    return "administrator" if user % NUMBERS_PER_TABLE == ADMIN_DIGIT else "member"


def make_person(user: int, name: str, language: str = "tr") -> FleetPerson:
    return FleetPerson(user, name, language, username_of(user))


def people_around(players: Sequence[FleetPerson]) -> dict[int, FleetPerson]:
    beside = (make(one.user) for one in players for make in (admin_of, stranger_of))
    return {one.user: one for one in (*players, *beside)}
