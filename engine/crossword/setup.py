"""The start of a game: the order of play, the deal, the bonus cell (RULES §1.3, §2.5)."""

from collections.abc import Sequence

from engine import clock
from engine.alphabet import Alphabet, load_alphabet
from engine.crossword.events import DrawnTile, Event, GameStarted, TilesDrawn
from engine.crossword.premiums import PremiumBoard, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import SCHEMA, GameState, Player
from engine.crossword.tiles import draw_tiles, full_bag, return_to_bag
from engine.game_base import GameSetup
from engine.lobby_seats import Seat, seats_in_order
from engine.rng import Draws, commitment

Rounds = tuple[tuple[DrawnTile, ...], ...]


def open_game(ruleset: Ruleset, setup: GameSetup) -> tuple[GameState, tuple[Event, ...]]:
    """Start a game of a resolved ruleset; a rematch of the same players skips the draw for the order."""
    draws = Draws(setup.seed)
    bag = full_bag(ruleset.counts)
    rounds: Rounds = ()
    seated = seats_in_order(setup.seats, setup.order)
    if ruleset.players.order == "draw":
        seated, rounds, draws = _draw_for_order(setup.seats, bag, draws, load_alphabet(ruleset.language))
    elif seated is None:
        seated, draws = draws.shuffle(tuple(setup.seats))
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
        lexicon=setup.lexicon,
        players=tuple(players),
        cells=("",) * premium_board(ruleset.board).grid.size,
        bag=bag,
        draws=draws,
        secret=setup.secret,
        commitment=commitment(setup.secret),
        host=setup.host,
        turn=0,
        bonus=bonus,
        clocks=clock.start_turn(clock.initial_clocks(ruleset.clock_rule, len(players)), setup.begins),
    )
    started = GameStarted(tuple(seat.user for seat in seated), rounds, bonus)
    return state, (started, *dealt)


def _draw_bonus_cell(ruleset: Ruleset, board: PremiumBoard, draws: Draws) -> tuple[str | None, Draws]:
    if ruleset.scoring.cell is None:
        return None, draws
    place, draws = draws.random_below(len(board.plain_cells))
    return board.grid.names[board.plain_cells[place]], draws


def _draw_for_order(
    seats: Sequence[Seat], bag: tuple[str, ...], draws: Draws, letters: Alphabet
) -> tuple[tuple[Seat, ...], Rounds, Draws]:
    """Each seat draws a tile; nearest to A goes first, a blank before A, and only ties draw again.

    Drawn tiles stay out until the order is found. If the bag runs dry, all tiles go back and the ties draw on.
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
    by_rank: dict[int, list[Seat]] = {}
    for seat, tile in zip(group, tiles, strict=True):
        by_rank.setdefault(letters.rank(tile), []).append(seat)
    return [tuple(by_rank[rank]) for rank in sorted(by_rank)]
