"""Figures are the same to the last byte on every machine: those of one made-up season, by their SHA-256.

The season comes from SHA-256 as well, and from nothing that differs between machines or versions of Python. Where this
test fails on one machine only, that machine counts differently. Where it fails everywhere, the same records give other
figures: raise :data:`bot.records.projection.FORM`, so that stored ones are derived anew, and pin the new hash with it.
"""

import hashlib
from collections.abc import Iterator, Sequence

from redis.asyncio import Redis

from bot.records.projection import FORM, Projection, Rebuilder
from bot.store import keys
from bot.store.records import RecordStore
from engine.game_record import GameRecord, PlayerRecord, Record, SeasonBegun, encode_record
from engine.seat_figures import SeatFigures
from tests.support.records import derived_data

CHAT = -100_778
GAMES = 400
RECORDS_HASH = "f5d82cae4920d7836d0f1b69f6dec1d8faf309f7b7bcde42bd8c24698f8c75e6"
FIGURES_HASH = (3, "d89e4e77c2bb80341c0fc4d026262d84c27b114e58763781d7856a179b32a827")
"""The form of the figures with their hash."""
_GAMES = (("kelimelik", "crossword"), ("scrabble-tr", "crossword"), ("klepka", "klepka"), ("wordbox-tr", "crossword"))
_WORDS = ("KALEM", "ŞEKER", "MERDİVEN", "İĞNE", "ÇİÇEKLİK")


class _Chance:
    """Numbers that follow from a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._drawn = 0

    def below(self, most: int) -> int:
        self._drawn += 1
        return int.from_bytes(hashlib.sha256(f"{self._text} {self._drawn}".encode()).digest()[:8], "big") % most


def season() -> Iterator[Record]:
    """Games of twelve people and a computer player, over a year and a half, with ties, breaks and all ends."""
    ended = 1_750_000_000
    for number in range(GAMES):
        chance = _Chance(f"game {number}")
        ended += 3_600 * (1 + chance.below(48)) + 86_400 * 40 * (chance.below(60) == 0)
        if number in {90, 250}:
            yield SeasonBegun(1 + (number > 90), ended)
        ruleset, family = _GAMES[chance.below(len(_GAMES))]
        users: dict[int, None] = {}
        while len(users) < 2 + chance.below(5 if family == "klepka" else 3):
            users[1 + chance.below(12)] = None
        if chance.below(9) == 0:
            users[-12] = None
        yield GameRecord(
            id=f"{number:016x}",
            ruleset=ruleset,
            family=family,
            begun=ended - 1_800,
            ended=ended,
            reason=("out", "passes", "surrender")[chance.below(3)],
            turns=10 + chance.below(40),
            players=_players(chance, list(users)),
            left_out=chance.below(25) == 0,
        )


def _players(chance: _Chance, users: Sequence[int]) -> tuple[PlayerRecord, ...]:
    scores = [20 * chance.below(15) - 20 for _ in users]
    return tuple(
        PlayerRecord(
            user=user,
            name=f"Oyuncu {user}",
            place=1 + sum(other > score for other in scores),
            score=score,
            left=chance.below(15) == 0,
            joined_late=chance.below(25) == 0,
            figures=_seat_figures(chance),
        )
        for user, score in zip(users, scores, strict=True)
    )


def _seat_figures(chance: _Chance) -> SeatFigures:
    best = chance.below(120)
    return SeatFigures(
        plays=chance.below(20),
        play_points=chance.below(400),
        bingos=chance.below(3),
        best_play=best,
        best_play_word=_WORDS[chance.below(5)],
        best_word=_WORDS[chance.below(5)],
        best_word_points=best // 2,
        longest_word=_WORDS[chance.below(5)],
        challenges_won=chance.below(2),
        challenges_lost=chance.below(2),
    )


def _hash(parts: Sequence[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(4, "big") + part)
    return digest.hexdigest()


def _hash_figures(effects: Sequence[bytes], by_key: dict[str, dict[bytes, bytes]]) -> str:
    """Of what each game changed, and of standings and figures of periods in the order of their names and users."""
    parts = list(effects)
    for name, of_users in sorted(by_key.items()):
        parts.append(name.encode())
        parts += [part for user, value in sorted(of_users.items()) for part in (user, value)]
    return _hash(parts)


def test_the_season_is_the_one_whose_figures_are_known() -> None:
    assert _hash([encode_record(record) for record in season()]) == RECORDS_HASH


async def test_so_are_those_that_a_rebuild_stores(redis: Redis) -> None:
    store = RecordStore(redis)
    await redis.rpush(keys.records(CHAT), *map(encode_record, season()))
    await Projection(store).catch_up(CHAT)
    await Rebuilder(store, 0).rebuild_chat(CHAT)
    stored = await derived_data(redis, CHAT)
    effects = stored.pop(keys.record_effects(CHAT))
    assert (FORM, _hash_figures(effects, stored)) == FIGURES_HASH
