"""From seats to the first turn: the order of play, the deal, the bonus cell (RULES §1.3, §2.5)."""

from collections.abc import Sequence
from datetime import datetime

from engine import clock
from engine.alphabet import Alphabet, load_alphabet
from engine.crossword.events import DrawnTile, Event, GameStarted, TilesDrawn
from engine.crossword.premiums import PremiumBoard, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import SCHEMA, GameState, Player
from engine.crossword.tiles import draw_tiles, full_bag, return_to_bag
from engine.lobby_seats import Seat, seats_in_order
from engine.rng import Draws, commitment, seed

Rounds = tuple[tuple[DrawnTile, ...], ...]


def open_game(
    ruleset: Ruleset,
    seats: Sequence[Seat],
    *,
    host: int,
    secret: str,
    message: int,
    lexicon: str,
    now: datetime,
    order: Sequence[Seat] = (),
) -> tuple[GameState, tuple[Event, ...]]:
    """Start a game.

    Args:
        ruleset: resolved.
        seats: in the order of sitting down.
        host: the user who opened the table.
        secret: 32 bytes in hex, whose commitment was published when the lobby opened.
        message: id of the message that started the game.
        lexicon: the hash of the word list.
        now: when the first turn begins.
        order: of play in a rematch of the same players; no lot is drawn then, while letters are.
    """
    draws = Draws(seed(secret, [seat.user for seat in seats], message))
    bag = full_bag(ruleset.counts)
    rounds: Rounds = ()
    seated = seats_in_order(seats, order)
    if ruleset.players.order == "draw":
        seated, rounds, draws = _draw_for_order(seats, bag, draws, load_alphabet(ruleset.language))
    elif seated is None:
        seated, draws = draws.shuffle(tuple(seats))
    bonus, draws = _draw_bonus_cell(ruleset, premium_board(ruleset.board), draws)
    players = []
    dealt: list[Event] = []
    for place, seat in enumerate(seated):
        rack, bag, draws = draw_tiles(bag, ruleset.rack, draws)
        players.append(Player(seat.user, seat.name, rack))
        dealt.append(TilesDrawn(place, len(rack), rack))
    state = GameState(
        schema=SCHEMA,
        ruleset=ruleset,
        lexicon=lexicon,
        players=tuple(players),
        cells=("",) * premium_board(ruleset.board).grid.size,
        bag=bag,
        draws=draws,
        secret=secret,
        commitment=commitment(secret),
        host=host,
        turn=0,
        bonus=bonus,
        clocks=clock.start_turn(clock.initial_clocks(ruleset.clock_rule, len(players)), now),
    )
    started = GameStarted(tuple(seat.user for seat in seated), rounds, bonus)
    return state, (started, *dealt)


def _draw_bonus_cell(ruleset: Ruleset, board: PremiumBoard, draws: Draws) -> tuple[str | None, Draws]:
    """A uniformly chosen plain cell, where the ruleset has a bonus cell."""
    if ruleset.scoring.cell is None:
        return None, draws
    place, draws = draws.random_below(len(board.plain_cells))
    return board.grid.names[board.plain_cells[place]], draws


def _draw_for_order(
    seats: Sequence[Seat], bag: tuple[str, ...], draws: Draws, letters: Alphabet
) -> tuple[tuple[Seat, ...], Rounds, Draws]:
    """Every seat draws a tile, nearest to A first, a blank before A; only tied seats draw again.

    Tiles drawn stay out until the order is found. The bag is big enough for any realistic run of ties; should it run
    dry, all tiles go back and the ties draw on.
    """
    groups: list[tuple[Seat, ...]] = [tuple(seats)]
    rounds = []
    left = bag
    while any(len(group) > 1 for group in groups):
        split: list[tuple[Seat, ...]] = []
        drawn: list[DrawnTile] = []
        for group in groups:
            if len(group) == 1:
                split.append(group)
                continue
            if len(left) < len(group):
                left = return_to_bag((), bag)
            tiles, left, draws = draw_tiles(left, len(group), draws)
            drawn.extend(DrawnTile(seat.user, tile) for seat, tile in zip(group, tiles, strict=True))
            split.extend(_split_ties(group, tiles, letters))
        rounds.append(tuple(drawn))
        groups = split
    return tuple(seat for group in groups for seat in group), tuple(rounds), draws


def _split_ties(group: Sequence[Seat], tiles: Sequence[str], letters: Alphabet) -> list[tuple[Seat, ...]]:
    """The group in the order of its tiles, seats with equal tiles together."""
    by_rank: dict[int, list[Seat]] = {}
    for seat, tile in zip(group, tiles, strict=True):
        by_rank.setdefault(letters.rank(tile), []).append(seat)
    return [tuple(by_rank[rank]) for rank in sorted(by_rank)]
