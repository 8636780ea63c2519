"""The points of a closed round, the standings, and how a game ends (RULES §10.1 to §10.3)."""

from typing import Final

from msgspec.structs import replace

from engine.computer_ids import is_computer
from engine.crossword.premiums import premium_board
from engine.crossword.tiles import face_of, remove_tiles
from engine.duplicate.state import GameState, Player, Round
from engine.duplicate.tops import is_same_play
from engine.duplicate.view import ClosedRound, EndReason, FinalScore, FoundPlay, Outcome
from engine.game_base import rank_seats
from engine.seat_figures import permille_of_top

LEAST_FOR_SOLO: Final = 10
"""How many scoring answers a round needs for the bonus of the only player to reach the top."""


def close_round(state: GameState, round_: Round) -> tuple[GameState, ClosedRound]:
    """Lay the top (the best play) of the open round and count all answers; nothing is drawn yet."""
    right = {
        seat: player.answer.play
        for seat, player in enumerate(state.players)
        if player.answer is not None and player.answer.counts
    }
    people = {seat: play for seat, play in right.items() if not is_computer(state.players[seat].user)}
    top = round_.laid.score
    finders = tuple(seat for seat, play in people.items() if play.score >= top)
    solo = finders[0] if len(finders) == 1 else None
    bonus = state.ruleset.solo if sum(play.score > 0 for play in people.values()) >= LEAST_FOR_SOLO else 0
    closed = ClosedRound(
        number=round_.number,
        rack=round_.rack,
        laid=round_.laid,
        reason=round_.reason,
        several_words=round_.several_words,
        best=tuple(
            FoundPlay(play, tuple(seat for seat, answer in people.items() if is_same_play(answer, play)))
            for play in round_.best
        ),
        top_finders=finders,
        solo=solo if bonus else None,
        answered=count_answers(state),
    )
    players = tuple(
        _with_round(
            player,
            round_.number,
            right[seat].score if seat in right else 0,
            is_top=seat in right and right[seat].score >= top,
            is_solo=seat == solo,
            bonus=bonus if seat == solo else 0,
        )
        for seat, player in enumerate(state.players)
    )
    cells, grid = list(state.cells), premium_board(state.ruleset.board).grid
    for put in round_.laid.tiles:
        cells[grid.indices[put.cell]] = put.tile
    after = replace(
        state,
        players=players,
        cells=tuple(cells),
        kept=remove_tiles(round_.rack, (face_of(put.tile) for put in round_.laid.tiles)),
        round=None,
        closed=(*state.closed, closed),
        known=len(players),
        number=round_.number,
        history=(*state.history, tuple(player.score for player in players)),
    )
    return after, closed


def count_answers(state: GameState) -> int:
    """How many people have an answer to the open round."""
    return sum(player.answer is not None and not is_computer(player.user) for player in state.players)


def _with_round(player: Player, number: int, points: int, *, is_top: bool, is_solo: bool, bonus: int) -> Player:
    """A player after a round, with its points and without an answer to the next."""
    if not player.since and player.answer is None:
        return player
    return replace(
        player,
        score=player.score + points + bonus,
        since=player.since or number,
        points=(*player.points, None if player.answer is None else points),
        tops=player.tops + is_top,
        solos=player.solos + is_solo,
        answer=None,
        locked=False,
        withdrawn=None,
    )


def count_answered(player: Player) -> int:
    """How many closed rounds a player answered."""
    return sum(points is not None for points in player.points)


def permille_of(state: GameState, player: Player) -> int | None:
    """A player's share of the best plays' points since the first answer, without bonuses (:func:`permille_of_top`)."""
    points = sum(points or 0 for points in player.points)
    tops = sum(closed.laid.score for closed in state.closed if player.since and closed.number >= player.since)
    return permille_of_top(points, tops, count_answered(player), len(player.points))


def places_of(state: GameState) -> list[tuple[int, int]]:
    """The seats of people who answered in closed rounds, ordered by place, each with its place.

    They are ranked by points; ties by tops, by solos, then by the latest round in which they differ.
    """
    seats = [seat for seat, player in enumerate(state.players) if player.since and not is_computer(player.user)]
    ranks = [_rank_key(state.players[seat], state.number) for seat in seats]
    return [(seats[index], place) for index, place in rank_seats(ranks)]


def _rank_key(player: Player, rounds: int) -> tuple[int, ...]:
    newest_first = [-(points or 0) for points in reversed(player.points)]
    return (-player.score, -player.tops, -player.solos, *newest_first, *[0] * (rounds - len(newest_first)))


def final_outcome(state: GameState, reason: EndReason) -> Outcome:
    """The result of a game that ends now for ``reason``; a cancelled game has none."""
    if reason == "cancelled":
        return Outcome(reason, (), ())
    finals = tuple(FinalScore(seat, place, state.players[seat].score) for seat, place in places_of(state))
    return Outcome(reason, tuple(final.seat for final in finals if final.place == 1), finals)
