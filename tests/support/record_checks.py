"""Whether a chat's records, and what is derived from them, are what its games amount to: each once, and none lost."""

from collections import Counter
from typing import Any

from bot.records.projection import Projection, decode_figures, decode_standing, read_or_skip
from bot.store.records import RecordStore
from engine.figures import MOST_OPPONENTS, Figures
from engine.game_record import GameRecord, SeasonBegun
from engine.packed_game import unpack_game
from engine.standings import Standing
from tests.support.plain_recount import PlayedGame, Recount, recount


async def check_chat(store: RecordStore, chat: int, history: list[PlayedGame | int]) -> None:
    """Assert that what is stored of a chat is what was played there.

    Args:
        store: where the records are.
        chat: the chat.
        history: its games and seasons, the oldest first.
    """
    await check_records(store, chat, history)
    await Projection(store).catch_up(chat)
    expected = recount(history)
    await _check_figures(store, chat, expected)
    await _check_standings(store, chat, expected)
    effects = await store.read_effects(chat, 0, len(history) + 1)
    assert len(effects) == len(history), "each record has had its effects once"


async def check_records(store: RecordStore, chat: int, history: list[PlayedGame | int]) -> None:
    """Assert that each game has one record with the right players, and can be replayed to the same end."""
    stored = [read_or_skip(chat, data) for data in await store.read_records(chat, 0, len(history) + 1)]
    told = [one.number if isinstance(one, SeasonBegun) else one and one.id for one in stored]
    assert told == [one if isinstance(one, int) else one.game.commitment[:16] for one in history]
    for record, played in zip(stored, history, strict=True):
        if isinstance(played, int) or not isinstance(record, GameRecord):
            continue
        game = played.game
        assert game.outcome is not None
        finals = {final.seat: (final.place, final.score) for final in game.outcome.finals}
        assert [(one.user, one.name, one.place, one.score, one.left) for one in record.players] == [
            (player.user, player.name, *finals[seat], not player.active) for seat, player in enumerate(game.players)
        ]
        assert (record.ruleset, record.ended, record.left_out) == (game.ruleset.id, played.ended, played.left_out)
        packed = await store.read_packed_game(chat, record.id)
        assert packed is not None
        unpacked = unpack_game(packed)
        assert unpacked.end == game
        assert list(unpacked.log) == played.log


async def _check_figures(store: RecordStore, chat: int, expected: Recount) -> None:
    found: dict[tuple[str, int, str, bool], dict[str, Any]] = {}
    runs: dict[tuple[str, int], tuple[int, int]] = {}
    for period in sorted({period for period, *_ in expected.sums}):
        for user, data in (await store.all_figures(chat, period)).items():
            figures = decode_figures(data)
            runs[period, user] = figures.streak, figures.best_streak
            for kind, sums in figures.kinds:
                found[period, user, kind.ruleset, kind.with_computers] = _plain(sums)
    assert found == expected.sums
    assert runs == expected.runs


def _plain(sums: Figures) -> dict[str, Any]:
    plain: dict[str, Any] = {name: getattr(sums, name) for name in sums.__struct_fields__}
    return plain | {
        "best_play": (plain["best_play"], plain.pop("best_play_word")),
        "best_word": (plain.pop("best_word_points"), plain["best_word"]),
        "run": (plain.pop("streak"), plain.pop("best_streak")),
        "met": Counter(dict(plain.pop("opponents"))),
    }


async def _check_standings(store: RecordStore, chat: int, expected: Recount) -> None:
    found: dict[int, Standing] = {
        user: decode_standing(data) for user, data in (await store.all_standings(chat)).items()
    }
    assert found.keys() == expected.people
    ratings = {(user, one.family): one.rating for user, standing in found.items() for one in standing.ratings}
    assert ratings == expected.ratings
    curves = {(user, one.family): one.curve for user, standing in found.items() for one in standing.ratings}
    assert curves == {whose: tuple(curve[-60:]) for whose, curve in expected.curves.items()}
    for user, standing in found.items():
        assert (standing.streak, standing.best_streak) == (expected.streaks[user], expected.best_streaks[user])
        assert len(standing.opponents) <= MOST_OPPONENTS
        assert Counter(dict(standing.opponents)) == expected.met[user]
        assert set(standing.titles) == expected.titles[user]
