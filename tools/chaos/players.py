"""The people of one table, and the way out for what they do: some taps come twice."""

from collections.abc import Mapping
from random import Random
from typing import Final

from bot.bench.fleet.make_updates import FleetPerson
from tools.chaos.expected_actions import ExpectedAction
from tools.chaos.ledger import TableRecord
from tools.chaos.update_sender import PlayerAction, UpdateSender


class TablePlayers:
    """Who plays at a place, and who only decides or looks on there.

    Args:
        sender: where updates go.
        record: where they play.
        rng: decides.
        host: the user number of the host; the others follow it.
        count: how many play.
    """

    def __init__(self, sender: UpdateSender, record: TableRecord, *, rng: Random, host: int, count: int) -> None:
        self.sender: Final = sender
        self.record: Final = record
        self.players: Final = tuple(make_players(host, count).values())
        self.admin: Final = admin_of(host)
        self.stranger: Final = stranger_of(host)
        self._rng: Final = rng
        self._people: Final = {one.user: one for one in (*self.players, self.admin, self.stranger)}

    @property
    def host(self) -> FleetPerson:
        """Who opens the table."""
        return self.players[0]

    def send_action(self, action: PlayerAction, seen_actions: int) -> None:
        """Have something done by whoever does it, who has seen so many of the table's actions."""
        person = self._people[action.user]
        if not action.is_tap:
            answers = None if action.reply_to is None else self._people[action.reply_to]
            self.sender.send_text(
                self.record,
                person,
                action.text,
                action.expected,
                seen_actions=seen_actions,
                private=action.is_private,
                reply_to=answers,
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
        self.sender.send_text(self.record, person, text, expected, message=message)


ADMIN_DIGIT: Final = 9
"""The last digit of the number of whoever administers a group; that person plays nowhere."""


STRANGER_DIGIT: Final = 8
"""Of somebody who is in the group, and never at the table."""


_NAMES: Final = ("Ayşe", "Mehmet", "Олена", "Zoë")


_NUMBERS_PER_TABLE: Final = 10


def make_players(host: int, count: int) -> Mapping[int, FleetPerson]:
    """The players of a table by their numbers, the host first; no more than there are names.

    Args:
        host: the host's number, whose last digit is 0.
        count: how many.
    """
    return {host + place: _make_person(host + place, name) for place, name in enumerate(_NAMES[:count])}


def admin_of(player: int) -> FleetPerson:
    """Who administers the group that somebody plays in."""
    return _make_person(player - player % _NUMBERS_PER_TABLE + ADMIN_DIGIT, "Yönetici")


def stranger_of(player: int) -> FleetPerson:
    """Who looks on where somebody plays."""
    return _make_person(player - player % _NUMBERS_PER_TABLE + STRANGER_DIGIT, "Meraklı")


def username_of(user: int) -> str:
    """Somebody's, without ``@``."""
    return f"oyuncu{user}"


def member_status(_: int, user: int) -> str:
    """What somebody is in a group, as Telegram calls it."""
    return "administrator" if user % _NUMBERS_PER_TABLE == ADMIN_DIGIT else "member"


def _make_person(user: int, name: str) -> FleetPerson:
    return FleetPerson(user, name, username=username_of(user))
