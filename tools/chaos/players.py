"""The people of one table, and the way out for what they do: some taps come twice."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from tools.chaos.expected_actions import ExpectedAction
from tools.chaos.ledger import TableRecord
from tools.chaos.table_naming import OpenQuestion, TableNaming
from tools.chaos.update_sender import PlayerAction, UpdateSender
from tools.fleet.make_updates import FleetPerson


class TablePlayers:
    """Who plays at a place, and who only decides or looks on there.

    Args:
        sender: where updates go.
        record: where they play.
        players: who plays, the host first.
        rng: decides.
        naming: how they say which table they mean; ``None`` where it is the only one.
        others: who sits at the other tables there, and at this one only by mistake.
    """

    def __init__(
        self,
        sender: UpdateSender,
        record: TableRecord,
        players: Sequence[FleetPerson],
        *,
        rng: Random,
        naming: TableNaming | None = None,
        others: Sequence[FleetPerson] = (),
    ) -> None:
        self.sender: Final = sender
        self.record: Final = record
        self.players: Final = tuple(players)
        self.admin: Final = admin_of(self.host.user)
        self.stranger: Final = stranger_of(self.host.user)
        self.questions: Final[list[OpenQuestion]] = []
        """What was written so that its sender is asked which table is meant, and has not answered yet."""
        self._rng: Final = rng
        self._naming: Final = naming
        everybody = (*self.players, *others)
        beside = (make(one.user) for one in everybody for make in (admin_of, stranger_of))
        self._people: Final = {one.user: one for one in (*everybody, *beside)}

    @property
    def host(self) -> FleetPerson:
        """Who opens the table."""
        return self.players[0]

    def send_action(self, action: PlayerAction, seen_actions: int) -> None:
        """Have something done by whoever does it, who has seen so many of the table's actions."""
        person = self._people[action.user]
        if action.is_tap:
            self.record.is_settled = False
        if not action.is_tap:
            self._write(
                person,
                action.text,
                action.expected,
                seen_actions,
                private=action.is_private,
                reply_to=None if action.reply_to is None else self._people[action.reply_to],
            )
            return
        for _ in range(1 + (self._rng.random() < 0.2)):  # noqa: PLR2004 - two taps on one state
            self.sender.send_tap(
                self.record, person, action.text, action.expected, seen_actions=seen_actions, private=action.is_private
            )

    def send_idle_tap(self, user: int, data: str) -> None:
        """Somebody presses a button that asks for nothing."""
        self.sender.send_tap(self.record, self._people[user], data)

    def send_text(
        self, person: FleetPerson, text: str, expected: ExpectedAction | None = None, message: int | None = None
    ) -> None:
        """Somebody writes into the place."""
        self._write(person, text, expected, message=message)

    def open_table(self, text: str, expected: ExpectedAction) -> None:
        """The host opens the table; which one it becomes nobody can say."""
        self.sender.send_text(self.record, self.host, text, expected)

    def send_look(self, person: FleetPerson, text: str, *, private: bool = False) -> None:
        """Somebody asks for something to look at, and may not say at which table."""
        self.sender.send_text(self.record, person, text, private=private)

    def answer_question(self, question: OpenQuestion, tables: Sequence[TableRecord]) -> None:
        """Whoever was asked which table is meant taps these tables' buttons, one after the other."""
        sent, person = question.sent, self._people[question.user]
        for table in tables:
            if table not in sent.meant_tables:
                sent.also_answered.append(table)
                table.sent_updates.append(sent)
        for table in tables:
            self.sender.send_tap(self.record, person, question.to_button_data(table), private=question.private)

    def _write(
        self,
        person: FleetPerson,
        text: str,
        expected: ExpectedAction | None,
        seen_actions: int = 0,
        *,
        private: bool = False,
        message: int | None = None,
        reply_to: FleetPerson | None = None,
    ) -> None:
        """Write, and say which table is meant where there are several; in private only if that is sure to be told."""
        if self._naming is None or not text.startswith("/"):
            self.sender.send_text(
                self.record,
                person,
                text,
                expected,
                seen_actions=seen_actions,
                private=private,
                message=message,
                reply_to=reply_to,
            )
            return
        answers_somebody = reply_to is not None
        named = None
        if private:
            named = self._naming.name_table(self.record, person.user, text, private=True)
            private = named is not None
        if named is None:
            named = self._naming.name_table(self.record, person.user, text, answers_somebody=answers_somebody)
        if named is None:
            return
        sent = self.sender.send_text(
            self.record,
            person,
            named.text,
            expected,
            seen_actions=seen_actions,
            private=private,
            ordered=named.way != "question",
            message=message,
            reply_to=reply_to,
            bot_message=named.bot_message,
        )
        if sent is not None:
            self.record.is_settled = False
            sent.names_table = named.names_table
            if named.way == "question":
                self.questions.append(OpenQuestion(sent, person.user, private))


ADMIN_DIGIT: Final = 9
"""The last digit of the number of whoever administers a group; that person plays nowhere."""


STRANGER_DIGIT: Final = 8
"""Of somebody who is in the group, and never at the table."""


_NAMES: Final = ("Ayşe", "Mehmet", "Олена", "Zoë", "Kiraz", "Limon", "Nar", "Elma")


NUMBERS_PER_TABLE: Final = 10


def make_players(host: int, count: int) -> Mapping[int, FleetPerson]:
    """The players of a table by their numbers, the host first; no more than there are names.

    Args:
        host: the host's number, whose last digit is 0.
        count: how many.
    """
    return {host + place: _make_person(host + place, name) for place, name in enumerate(_NAMES[:count])}


def make_people(first: int, count: int) -> list[FleetPerson]:
    """So many people of a chat with several tables; eight at most share an administrator."""
    blocks = (count + len(_NAMES) - 1) // len(_NAMES)
    people = [
        one for block in range(blocks) for one in make_players(first + block * NUMBERS_PER_TABLE, len(_NAMES)).values()
    ]
    return people[:count]


def admin_of(player: int) -> FleetPerson:
    """Who administers the group that somebody plays in."""
    return _make_person(player - player % NUMBERS_PER_TABLE + ADMIN_DIGIT, "Yönetici")


def stranger_of(player: int) -> FleetPerson:
    """Who looks on where somebody plays."""
    return _make_person(player - player % NUMBERS_PER_TABLE + STRANGER_DIGIT, "Meraklı")


def username_of(user: int) -> str:
    """Somebody's, without ``@``."""
    return f"oyuncu{user}"


def member_status(_: int, user: int) -> str:
    """What somebody is in a group, as Telegram calls it."""
    return "administrator" if user % NUMBERS_PER_TABLE == ADMIN_DIGIT else "member"


def _make_person(user: int, name: str) -> FleetPerson:
    return FleetPerson(user, name, username=username_of(user))
