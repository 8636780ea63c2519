"""How people say which of several tables they mean: by a number, a reply, nothing, or only once they are asked."""

from collections.abc import Mapping
from random import Random
from typing import Final, Literal

from msgspec import Struct

from bot.playground.state.chats import Json
from bot.telegram.button_data import encode_button_data
from tools.chaos.ledger import SentUpdate, TableRecord
from tools.chaos.places import Place

NamingWay = Literal["number", "reply", "nothing", "question"]

_MOVES: Final = frozenset({"/oyna", "/degistir", "/ac", "/soz"})
"""What only whoever is on turn may do, so that the turn tells the table."""
_JOIN: Final = "/katil"
"""What is about any table that waits for players."""
_COSTLY: Final = "/pas"
"""What is asked about wherever its sender plays at two tables."""


class NamedText(Struct, frozen=True):
    """A text that means a table."""

    text: str
    way: NamingWay
    bot_message: Json | None = None
    """The message that it is a reply to."""

    @property
    def names_table(self) -> bool:
        """Whether nobody need be asked."""
        return self.way in {"number", "reply"}


class TableNaming:
    """Says of texts which table of a place they mean.

    Args:
        place: with its tables.
        newest_messages: the newest messages with buttons of tables, by chats and short names.
        rng: decides the way.
    """

    def __init__(self, place: Place, newest_messages: Mapping[tuple[int, str], Json], rng: Random) -> None:
        self._place: Final = place
        self._newest_messages: Final = newest_messages
        self._rng: Final = rng

    def name_table(
        self, record: TableRecord, user: int, text: str, *, private: bool = False, answers_somebody: bool = False
    ) -> NamedText | None:
        """A text that somebody writes about a table; ``None`` where nothing in a private chat can say which is meant.

        Args:
            record: the table.
            user: who writes.
            text: what, with a command.
            private: whether the bot alone gets it, where no number tells chats apart.
            answers_somebody: whether it is a reply already.
        """
        ways = self._ways(record, user, text)
        if not private:
            ways += ["number", "number"] if answers_somebody else ["number", "number", "reply", "reply"]
        if not ways:
            return None
        way = self._rng.choice(ways)
        if way == "reply":
            message = self._message_of(record)
            if message is not None:
                return NamedText(text, way, message)
            way = "number"
        return NamedText(self._with_number(record, text) if way == "number" else text, way)

    def _ways(self, record: TableRecord, user: int, text: str) -> list[NamingWay]:
        """The ways in which nothing in the text says which table is meant."""
        command = text.split(maxsplit=1)[0]
        if self._place.is_only_seat(record, user) and (command != _JOIN or self._place.is_only_lobby(record)):
            return ["nothing"] * 3
        if command not in _MOVES | {_COSTLY} or not record.is_settled:
            return []
        if command == _COSTLY:
            return ["question"] * 4 if self._place.other_games(record, user) else []
        return ["question"] * 4 if self._place.is_on_turn_elsewhere(record, user) else ["nothing"] * 2

    def _message_of(self, record: TableRecord) -> Json | None:
        """A message about the table: with its buttons, or one of which the bot knows what it is about."""
        if record.messages and self._rng.random() < 0.5:  # noqa: PLR2004 - either
            return {"message_id": max(record.messages)}
        return None if record.name is None else self._newest_messages.get((record.scope.chat, record.name))

    def _with_number(self, record: TableRecord, text: str) -> str:
        command, _, what = text.partition(" ")
        if command == "/oyna" and record.is_number_told and self._rng.random() < 0.3:  # noqa: PLR2004 - fewer leave the command out
            return f"#{record.scope.table} {what}"
        return f"{command} #{record.scope.table} {what}".rstrip()


class OpenQuestion(Struct, frozen=True):
    """Something that somebody wrote and is to be asked about."""

    sent: SentUpdate
    user: int
    private: bool

    def choose_taps(self, place: Place, rng: Random) -> list[TableRecord]:
        """The tables whose buttons are tapped: that which is meant, some twice, and some together with another."""
        meant = self.sent.record
        others = [one for one in place.tables_of(self.user) if one is not meant and one.name is not None]
        taps = [meant] * (1 + (rng.random() < 0.3))  # noqa: PLR2004 - some tap twice
        if others and rng.random() < 0.3:  # noqa: PLR2004 - some change their minds
            taps.insert(rng.randint(0, 1), rng.choice(others))
        return taps

    def to_button_data(self, record: TableRecord) -> str:
        """The data of the button of a table below the question."""
        return encode_button_data("which", record.name or "", self.user, self.sent.update_id)
