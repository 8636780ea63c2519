"""What is derived from records, folded in memory: the one way in which figures come about.

:mod:`bot.records.projection` folds what is new onto what is stored; a rebuild folds all of it from nothing.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from engine.computer_ids import is_computer
from engine.figures import PeriodFigures, add_game_figures, figures_of_game, periods_of
from engine.game_record import GameRecord, Record, SeasonBegun
from engine.standings import GameEffects, Standing, add_game

FORM: Final = 2
"""What is derived is of this form. Raise it whenever the same records give something else: then all chats' figures are
derived anew as they are next read, whichever version had derived them."""
_NOTHING: Final = PeriodFigures()

_encoder: Final = msgspec.msgpack.Encoder()


class Fold:
    """What is derived of people, as far as records were added.

    Args:
        season: the number of the newest season before these records.
    """

    def __init__(self, season: int = 0) -> None:
        self.season = season
        self.standings: dict[int, Standing] = {}
        """By user."""
        self.figures: dict[str, dict[int, PeriodFigures]] = {}
        """By period and user."""
        self.effects: list[bytes] = []
        """As stored, one of each record that was added."""
        self.newest: dict[str, int] = {}
        """When the newest game of each period ended; Unix seconds."""

    def add_record(self, record: Record | None) -> None:
        """Add a record; ``None`` for one that cannot be read, which counts for nobody."""
        changed = GameEffects()
        match record:
            case SeasonBegun(number=number):
                self.season = number
            case GameRecord() if record.counts:
                after, changed = add_game(self.standings, record)
                self.standings |= after
                self._add_to_periods(record)
            case _:
                pass
        self.effects.append(_encoder.encode(changed))

    def _add_to_periods(self, record: GameRecord) -> None:
        of_people = {
            player.user: figures_of_game(record, player) for player in record.players if not is_computer(player.user)
        }
        for period in periods_of(record.ended, self.season):
            known = self.figures.setdefault(period, {})
            self.newest[period] = max(self.newest.get(period, 0), record.ended)
            for user, of_game in of_people.items():
                known[user] = add_game_figures(known.get(user, _NOTHING), of_game, in_streaks=not record.is_too_short)

    def encode_standings(self) -> dict[int, bytes]:
        """The standings as stored, by user."""
        return {user: _encoder.encode(standing) for user, standing in self.standings.items()}

    def encode_figures(self) -> dict[str, dict[int, bytes]]:
        """The figures as stored, by period and user."""
        return {
            period: {user: _encoder.encode(one) for user, one in of_users.items()}
            for period, of_users in self.figures.items()
        }


def people_of(record: GameRecord) -> list[int]:
    """The users of a game, without computer players."""
    return [player.user for player in record.players if not is_computer(player.user)]


def list_people_by_period(records: Sequence[Record | None], season: int) -> dict[str, set[int]]:
    """Whose figures of which periods change by some records that begin in a season."""
    found: dict[str, set[int]] = {}
    for record in records:
        match record:
            case SeasonBegun(number=number):
                season = number
            case GameRecord() if record.counts:
                for period in periods_of(record.ended, season):
                    found.setdefault(period, set()).update(people_of(record))
            case _:
                pass
    return found
