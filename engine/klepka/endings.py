"""When a game of Klepka ends and how the final scores are made (RULES §6.8–6.9)."""

from typing import Final

from msgspec.structs import replace

from engine.klepka.deck import colour
from engine.klepka.state import GameState, Player
from engine.klepka.view import EndReason, FinalScore, Outcome

IDLE_ROUNDS: Final = 2
"""After so many rounds in which every turn ran out without a sign of life the game ends."""


def is_cleared(state: GameState) -> bool:
    """Whether the table is empty and nobody forms a word.

    All active players have passed since cards last moved; or a turn is over and nobody holds a letter, so that
    nobody can.
    """
    if any(state.table):
        return False
    active = [player for player in state.players if player.active]
    return all(player.passed for player in active) or not any(
        colour(card) for player in active for card in player.cards
    )


def pass_ends(state: GameState) -> bool:
    """Whether the game ends if the player on turn passes, all others having passed since cards last moved."""
    if state.outcome is not None:
        return False
    passed = (replace(player, passed=player.passed or seat == state.turn) for seat, player in enumerate(state.players))
    return is_cleared(replace(state, players=tuple(passed)))


def is_abandoned(state: GameState) -> bool:
    """Whether nobody plays on although the clock runs."""
    return state.idle >= IDLE_ROUNDS * sum(player.active for player in state.players)


def finish(state: GameState, reason: EndReason, winner: int | None = None) -> Outcome:
    """The result of a game that ends now for this reason; ``winner`` is the seat of an instant win."""
    seats = range(len(state.players))
    if reason == "cancelled":
        return Outcome(reason, (), tuple(_final(state.players[seat], seat, 1, 0) for seat in seats))
    extra = [_leftover(player, reason) for player in state.players]
    ranks = [
        _rank(player, player.score + more, first=seat == winner)
        for seat, player, more in zip(seats, state.players, extra, strict=True)
    ]
    finals = tuple(
        _final(state.players[seat], seat, 1 + sum(rank < ranks[seat] for rank in ranks), extra[seat])
        for seat in sorted(seats, key=lambda seat: ranks[seat])
    )
    return Outcome(reason, tuple(final.seat for final in finals if final.place == 1), finals)


def _leftover(player: Player, reason: EndReason) -> int:
    """One point for each unused card of any kind, when the game was played out; set-aside cards count for nobody."""
    return len(player.cards) if player.active and reason in {"cleared", "time"} else 0


def _rank(player: Player, total: int, *, first: bool) -> tuple[int, int, int]:
    """Sort key of the places: who gave up comes last, and the earlier, the later (RULES §1.4)."""
    if player.surrendered is None:
        return (0, 0 if first else 1, -total)
    return (1, -player.surrendered, 0)


def _final(player: Player, seat: int, place: int, adjustment: int) -> FinalScore:
    return FinalScore(seat, place, player.score + adjustment, adjustment, player.cards)
