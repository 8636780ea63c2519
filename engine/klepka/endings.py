"""When a game of Klepka ends, and the final scores (RULES §6.8–6.9)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.game_base import rank_key, rank_seats
from engine.klepka.deck import colour_of
from engine.klepka.state import GameState, Player
from engine.klepka.view import EndReason, FinalScore, FormedWord, Outcome

IDLE_ROUNDS: Final = 2
"""The number of rounds without any action after which the game ends."""


def is_table_cleared(state: GameState) -> bool:
    """Whether the table is empty and no more words can be expected.

    Either all active players have passed since cards last moved, or a turn is over and no player holds a letter.
    """
    if any(state.table):
        return False
    active = [player for player in state.players if player.active]
    return all(player.passed for player in active) or not any(
        colour_of(card) for player in active for card in player.cards
    )


def is_next_pass_last(state: GameState) -> bool:
    """Whether the game ends if the player on turn passes, as all others have since cards last moved."""
    if state.outcome is not None:
        return False
    passed = (replace(player, passed=player.passed or seat == state.turn) for seat, player in enumerate(state.players))
    return is_table_cleared(replace(state, players=tuple(passed)))


def is_abandoned(state: GameState) -> bool:
    """Whether all players have stopped playing while a clock runs."""
    return state.idle >= IDLE_ROUNDS * sum(player.active for player in state.players)


def final_outcome(state: GameState, reason: EndReason, winner: int | None = None) -> Outcome:
    """The result of a game that ends now for ``reason``; ``winner`` is the seat of an instant win."""
    seats = range(len(state.players))
    if reason == "cancelled":
        return Outcome(reason, (), tuple(_final_score(state.players[seat], seat, 1, 0) for seat in seats))
    # Cards set aside do not count.
    counts = reason in {"cleared", "time"}
    extra = [len(player.cards) if counts and player.active else 0 for player in state.players]
    ranks = [
        rank_key(player.surrendered, 0 if seat == winner else 1, -player.score - more)
        for seat, player, more in zip(seats, state.players, extra, strict=True)
    ]
    finals = tuple(_final_score(state.players[seat], seat, place, extra[seat]) for seat, place in rank_seats(ranks))
    return Outcome(reason, tuple(final.seat for final in finals if final.place == 1), finals)


def _final_score(player: Player, seat: int, place: int, adjustment: int) -> FinalScore:
    return FinalScore(seat, place, player.score + adjustment, adjustment, player.cards)


class Highlight(Struct, frozen=True):
    """A player's best words, and their points together."""

    seat: int
    words: tuple[str, ...]
    score: int


def best_word(words: Sequence[FormedWord]) -> Highlight | None:
    """The word with the most points, the earliest in a tie; ``None`` without words."""
    best = max(words, key=lambda word: word.score, default=None)
    return None if best is None else Highlight(best.seat, (best.word,), best.score)


def best_turn(words: Sequence[FormedWord]) -> Highlight | None:
    """The turn whose words scored most, the earliest in a tie; ``None`` without words."""
    turns: dict[int, list[FormedWord]] = {}
    for word in words:
        turns.setdefault(word.turn, []).append(word)
    sums = [
        Highlight(formed[0].seat, tuple(word.word for word in formed), sum(word.score for word in formed))
        for formed in turns.values()
    ]
    return max(sums, key=lambda turn: turn.score, default=None)
