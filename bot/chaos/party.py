"""The people of one table, and the way out for what they do: some taps come twice."""

from random import Random
from typing import Final

from bot.chaos import people
from bot.chaos.asks import Ask
from bot.chaos.boards import Done
from bot.chaos.ledger import Place
from bot.chaos.stage import Stage
from bot.fleet.updates import Person


class Party:
    """Who plays at a place, and who only decides or looks on there.

    Args:
        stage: where updates go.
        place: where they play.
        chance: decides.
        first: the user number of the host; the others follow it.
        count: how many play.
    """

    def __init__(self, stage: Stage, place: Place, *, chance: Random, first: int, count: int) -> None:
        self.stage: Final = stage
        self.place: Final = place
        self.players: Final = tuple(people.players(first, count).values())
        self.administrator: Final = people.administrator(first)
        self.stranger: Final = people.stranger(first)
        self._chance: Final = chance
        self._people: Final = {one.user: one for one in (*self.players, self.administrator, self.stranger)}

    @property
    def host(self) -> Person:
        """Who opens the table."""
        return self.players[0]

    def do(self, done: Done, known: int) -> None:
        """Have something done by whoever does it, who has seen so many of the table's actions."""
        person = self._people[done.user]
        if not done.tap:
            answers = None if done.answers is None else self._people[done.answers]
            self.stage.say(self.place, person, done.text, done.ask, known=known, private=done.private, answers=answers)
            return
        for _ in range(1 + (self._chance.random() < 0.2)):  # noqa: PLR2004 - two taps on one state
            self.stage.tap(self.place, person, done.text, done.ask, known=known, private=done.private)

    def tap(self, user: int, data: str) -> None:
        """Somebody presses a button that asks for nothing."""
        self.stage.tap(self.place, self._people[user], data)

    def say(self, person: Person, text: str, ask: Ask | None = None, message: int | None = None) -> None:
        """Somebody writes into the place."""
        self.stage.say(self.place, person, text, ask, message=message)
