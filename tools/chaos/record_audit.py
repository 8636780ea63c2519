"""The records of finished games: one for each, with the right players and scores, and figures that follow from them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from redis.asyncio import Redis

from bot.records.projection import Projection, decode_figures, decode_standing, read_or_skip
from bot.store.records import RecordStore
from engine.computer_ids import is_computer
from engine.errors import DataError
from engine.figures import PeriodFigures, add_to_period
from engine.game_base import Game
from engine.game_record import CANCELLED, ID_DIGITS, GameRecord, Record, SeasonBegun
from engine.packed_game import unpack_game
from engine.record_periods import periods_of
from engine.standings import Standing, add_game
from tools.chaos.findings import Findings
from tools.chaos.ledger import TableRecord
from tools.chaos.log_audit import LogStep

_AT_ONCE: Final = 200


async def check_records(
    client: Redis,
    games: Iterable[tuple[TableRecord, Sequence[LogStep]]],
    replaced: Mapping[int, int],
    findings: Findings,
) -> int:
    """Check the records of all chats; gives how many there are.

    Args:
        client: to the server.
        games: the tables whose logs are there.
        replaced: by chat, under its newest number, how many tables are gone with their logs: nobody knows how these
            ended.
        findings: where faults go.
    """
    store, count = RecordStore(client), 0
    ended: defaultdict[int, list[tuple[TableRecord, Game]]] = defaultdict(list)
    numbers: defaultdict[int, set[int]] = defaultdict(set)
    for table, steps in games:
        numbers[table.scope.chat] |= table.chat_numbers
        last = steps[-1].after if steps else None
        if isinstance(last, Game) and last.outcome is not None and last.outcome.reason != CANCELLED:
            ended[table.scope.chat].append((table, last))
    for chat, all_numbers in numbers.items():
        # What was said of a group before it became a supergroup may still lie under its former number.
        by_number = {number: await _read_records(store, number) for number in sorted(all_numbers)}
        records = [one for of_number in by_number.values() for one in of_number if isinstance(one, GameRecord)]
        count += len(records)
        unknown = _compare_with_games(records, ended[chat], findings)
        if len(unknown) > replaced.get(chat, 0):
            findings.add_finding("wrong", chat, f"records of games that nobody has played: {unknown}")
        for table, game in ended[chat]:
            await _check_packed_game(store, sorted(all_numbers), table, game, findings)
        for number, of_number in by_number.items():
            await _check_derived(store, number, of_number, findings)
    return count


async def _read_records(store: RecordStore, chat: int) -> list[Record | None]:
    found: list[Record | None] = []
    while part := await store.read_records(chat, len(found), _AT_ONCE):
        found += [read_or_skip(chat, data) for data in part]
    return found


def _compare_with_games(
    records: Sequence[GameRecord], games: Sequence[tuple[TableRecord, Game]], findings: Findings
) -> list[str]:
    """Compare the records of a chat with the games that ended there; the ids of games that are not among these."""
    times = Counter(record.id for record in records)
    by_id = {record.id: record for record in records}
    for table, game in games:
        name = game.commitment[:ID_DIGITS]
        if not times[name]:
            findings.add_finding("lost", table, f"the game {name} has ended and has no record")
            continue
        finals = {one.seat: (one.place, one.score) for one in (game.outcome.finals if game.outcome else ())}
        expected = [(player.user, player.name, *finals[seat]) for seat, player in enumerate(game.players)]
        found = [(player.user, player.name, player.place, player.score) for player in by_id[name].players]
        if found != expected:
            findings.add_finding("wrong", table, f"the record has {found}, the game {expected}")
    for name, often in times.items():
        if often > 1:
            findings.add_finding("doubled", name, f"{often} records of one game")
    return sorted(times.keys() - {game.commitment[:ID_DIGITS] for _, game in games})


async def _check_packed_game(
    store: RecordStore, numbers: Sequence[int], table: TableRecord, game: Game, findings: Findings
) -> None:
    """Check that a game that ended can be replayed to the same end."""
    name = game.commitment[:ID_DIGITS]
    found = [data for number in numbers if (data := await store.read_packed_game(number, name)) is not None]
    if not found:
        findings.add_finding("lost", table, f"the game {name} has ended and cannot be replayed")
        return
    try:
        end = unpack_game(found[0]).end
    except DataError as error:
        findings.add_finding("wrong", table, f"the game {name} cannot be replayed: {error}")
        return
    if end != game:
        findings.add_finding("wrong", table, f"the game {name} is replayed to another end")


async def _check_derived(store: RecordStore, chat: int, records: Sequence[Record | None], findings: Findings) -> None:
    """Check that what is derived from a chat's records is what a plain fold gives."""
    await Projection(store).catch_up(chat)
    standings: dict[int, Standing] = {}
    figures: defaultdict[str, dict[int, PeriodFigures]] = defaultdict(dict)
    season = 0
    for record in records:
        match record:
            case SeasonBegun(number=number):
                season = number
            case GameRecord() if record.counts:
                standings |= add_game(standings, record)[0]
                for period in periods_of(record.ended, season):
                    of_users = figures[period]
                    for player in record.players:
                        if not is_computer(player.user):
                            had = of_users.get(player.user, PeriodFigures())
                            of_users[player.user] = add_to_period(had, record, player)
            case _:
                pass
    stored = {user: decode_standing(data) for user, data in (await store.all_standings(chat)).items()}
    if stored != standings:
        findings.add_finding("wrong", chat, "standings do not follow from the records")
    for period, expected in figures.items():
        found = {user: decode_figures(data) for user, data in (await store.all_figures(chat, period)).items()}
        if found != expected:
            findings.add_finding("wrong", chat, f"figures of {period} do not follow from the records")
