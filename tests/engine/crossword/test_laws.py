"""What holds in every game, tried on random ones."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import game as door
from engine.clock import Remind, Timeout
from engine.crossword.actions import Place
from engine.crossword.events import GameEnded, TilesPlaced
from engine.crossword.placement import place_tiles
from engine.crossword.premiums import Direction, premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import SimulatedGame, simulate_game
from engine.crossword.state import GameState
from engine.crossword.timing import due_action
from engine.crossword.view import Outcome
from engine.encoding import decode_table, make_decoder
from engine.errors import Refusal
from engine.lexicon import load_lexicon
from engine.lobby_seats import Join, Leave, SeatLeft, SeatTaken
from engine.rulesets import resolve_ruleset
from tests.support import boards, independent_scorer
from tests.support.games import accepts_any_word, after_actions, exchange_faces, game, open_lobby_of, started_game
from tests.support.random_actions import play_numbers, small_ruleset

RULESETS = [
    *(crossword_rulesets()[name] for name in crossword_rulesets()),
    *(small_ruleset(name) for name in crossword_rulesets()),
]
LONGEST = 90


@st.composite
def runs(draw: st.DrawFn) -> list[int]:
    """Numbers for a random game; a failing game is shortened from its end."""
    chance, length = Random(draw(st.integers(0, 2**32))), draw(st.integers(0, LONGEST))
    return [chance.randrange(2**20) for _ in range(length)]


def table(draw: st.DrawFn, rules: Ruleset) -> Ruleset:
    """A ruleset with challenges, clock and EX cells as somebody may choose them at a table."""
    known = rules.options()
    names = [name for name in ("challenge", "challenge-per", "challenge-to", "clock", "ex") if name in known]
    return resolve_ruleset(rules, {name: draw(st.sampled_from(known[name].values)) for name in names})


@st.composite
def openings(draw: st.DrawFn) -> GameState:
    """A game just begun, of any ruleset and number of players."""
    rules = table(draw, draw(st.sampled_from(RULESETS)))
    seated = draw(st.integers(rules.players.least, min(rules.players.most, rules.tiles // rules.rack)))
    return started_game(rules, seated, secret=f"{draw(st.integers(0, 2**32)):064x}")[0]


def spots(tiles: dict[int, str], columns: int) -> dict[independent_scorer.Spot, str]:
    return {divmod(index, columns): tile for index, tile in tiles.items()}


@settings(max_examples=15)
@given(openings(), runs())
def test_every_step_keeps_the_laws(state: GameState, numbers: list[int]) -> None:
    for before, asked, after, events in play_numbers(state, numbers):
        no_tile_is_lost_or_made(after)
        a_play_scores_what_the_independent_scorer_says(before, asked, events)
        everything_survives_the_codec(asked, after, events)
        assert any(isinstance(event, GameEnded) for event in events) == (after.outcome is not None)
        if after.outcome is None:
            assert after.players[after.turn].takes_turns
            assert sum(player.active for player in after.players) > 1
        elif after.outcome.reason != "cancelled":
            an_ending_names_every_seat_once_in_the_order_of_places(after, after.outcome)
        what_is_due_is_accepted_when_it_is_due_and_not_before(after)


def no_tile_is_lost_or_made(after: GameState) -> None:
    racks = [player.rack for player in after.players]
    assert boards.count_tiles(after.bag, racks, after.cells) == after.ruleset.counts
    assert all(len(rack) <= 7 for rack in racks)
    waiting = None if after.pending is None else after.pending.seat
    if after.bag and after.outcome is None:
        full = [player.rack for seat, player in enumerate(after.players) if player.active and seat != waiting]
        assert all(len(rack) == 7 for rack in full)


def a_play_scores_what_the_independent_scorer_says(
    before: GameState, asked: door.Action, events: Sequence[door.Event]
) -> None:
    placed = next((event for event in events if isinstance(event, TilesPlaced)), None)
    if placed is None or not isinstance(asked, Place):
        return
    rules = before.ruleset
    indices = premium_board(rules.board).grid.indices
    old = spots({index: tile for index, tile in enumerate(before.cells) if tile}, rules.columns)
    new = spots({indices[put.cell]: put.tile for put in asked.tiles}, rules.columns)
    bonus = None if before.bonus is None or before.bonus_taken else divmod(indices[before.bonus], rules.columns)
    assert placed.score == independent_scorer.total_score(
        old,
        new,
        rules.board.rows,
        rules.values,
        bingo=rules.scoring.bingo,
        bonus=bonus,
        bonus_points=25,
        centre=2 if rules.board.centre_doubles else 1,
        four=rules.scoring.four_word,
    )
    assert len(placed.words) == len(independent_scorer.formed_words(old, new))


def everything_survives_the_codec(asked: door.Action, after: GameState, events: Sequence[door.Event]) -> None:
    assert decode_table(msgspec.json.encode(after)) == after
    assert make_decoder(door.Action).decode(msgspec.json.encode(asked)) == asked
    assert make_decoder(tuple[door.Event, ...]).decode(msgspec.json.encode(events)) == events
    assert make_decoder(door.View).decode(msgspec.json.encode(door.view(after, None))) == door.view(after, None)


def an_ending_names_every_seat_once_in_the_order_of_places(after: GameState, outcome: Outcome) -> None:
    finals = outcome.finals
    assert sorted(final.seat for final in finals) == list(range(len(after.players)))
    assert [final.place for final in finals] == sorted(final.place for final in finals)
    assert outcome.winners == tuple(final.seat for final in finals if final.place == 1)
    assert all(after.players[final.seat].score == final.score for final in finals)
    assert all(after.players[seat].active for seat in outcome.winners)


def what_is_due_is_accepted_when_it_is_due_and_not_before(after: GameState) -> None:
    due = door.deadline(after)
    if due is None:
        return
    for early in (Timeout(), Remind()):
        with pytest.raises(Refusal, match="not_due"):
            door.apply(after, early, due - timedelta(milliseconds=1), accepts_any_word)
    step = door.apply(after, due_action(after, due), due, accepts_any_word)
    assert step.table is not None
    later = door.deadline(step.table)
    assert later is None or later > due or step.table != after


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(0, 12), st.integers(0, 8))
def test_placement_agrees_with_the_independent_rules(seed: int, old_count: int, new_count: int) -> None:
    rules, chance = small_ruleset("scrabble-en"), Random(seed)
    board = premium_board(rules.board)
    cells = [""] * board.grid.size
    for index in chance.sample(range(board.grid.size), old_count):
        cells[index] = "A"
    line, _ = board.grid.line(chance.randrange(board.grid.size), chance.choice(list(Direction)))
    pool = [index for index in line if not cells[index]] if chance.random() < 0.8 else range(board.grid.size)
    new = dict.fromkeys(chance.sample(list(pool), min(new_count, len(pool))), "B")
    expected = independent_scorer.is_legal(
        spots({index: tile for index, tile in enumerate(cells) if tile}, rules.columns),
        spots(new, rules.columns),
        rules.board.rows,
        rules.rack,
    )
    try:
        place_tiles(cells, board, new, rules.rack)
    except Refusal:
        assert not expected
    else:
        assert expected


def test_a_lobby_and_its_actions_survive_the_codec() -> None:
    table = open_lobby_of("scrabble-tr", 3)
    assert decode_table(msgspec.json.encode(table)) == table
    for asked in (Join(1, "İpek"), Leave(1), door.Begin(1, 2, "00")):
        assert make_decoder(door.Action).decode(msgspec.json.encode(asked)) == asked
    for told in (SeatTaken(1, "İpek"), SeatLeft(1, "İpek", None), door.LobbyClosed()):
        assert make_decoder(door.Event).decode(msgspec.json.encode(told)) == told


def test_random_games_reach_every_ending_so_that_the_laws_see_them() -> None:
    reasons: set[str] = set()
    every = {"out", "passes", "scoreless", "surrender", "forfeit", "time", "draw", "cancelled"}
    for number in range(300):
        if reasons == every:
            break
        rules: Ruleset = resolve_ruleset(RULESETS[number % len(RULESETS)])
        state, _ = started_game(rules, 2, secret=f"{number // len(RULESETS):064x}")
        chance = Random(number)
        for _, _, after, _ in play_numbers(state, (chance.randrange(2**20) for _ in range(70))):
            if after.outcome is not None:
                reasons.add(after.outcome.reason)
    assert reasons == every


def test_a_seed_and_a_number_name_one_game() -> None:
    rules, words = resolve_ruleset(crossword_rulesets()["mini-tr"]), load_lexicon("tr")
    first, again = (simulate_game(rules, 2, "s", 1, words) for _ in range(2))
    assert first == again
    assert simulate_game(rules, 2, "s", 2, words).state.cells != first.state.cells
    assert simulate_game(rules, 2, "t", 1, words).state.cells != first.state.cells


def played(rules: Ruleset, players: int, number: int, seed: str = "endings") -> SimulatedGame:
    """A simulated game, which has come to its end and lost no tile."""
    game = simulate_game(rules, players, seed, number, load_lexicon(rules.lexicon))
    assert game.state.outcome is not None
    assert (
        boards.count_tiles(game.state.bag, [player.rack for player in game.state.players], game.state.cells)
        == rules.counts
    )
    return game


@settings(max_examples=5)
@given(st.data(), st.sampled_from(sorted(crossword_rulesets())), st.integers(1, 2**32))
def test_games_of_any_ruleset_and_options_keep_every_tile_to_their_end(
    data: st.DataObject, ruleset: str, number: int
) -> None:
    rules = crossword_rulesets()[ruleset]
    chosen = {name: data.draw(st.sampled_from(option.values), name) for name, option in rules.options().items()}
    played(resolve_ruleset(rules, chosen), data.draw(st.integers(rules.players.least, rules.players.most)), number)


IDS = ("tournament-en", "tournament-tr")


@pytest.mark.parametrize("name", IDS)
def test_a_table_may_let_tiles_be_exchanged_as_long_as_the_bag_holds_as_many(name: str) -> None:
    state = game(name, racks=["AAAAEEE", "A"], bag="KLM", options={"exchange-least": "1"})
    assert sorted(after_actions(state, exchange_faces(state, "AAA")).players[0].rack) == sorted("AEEEKLM")
    with pytest.raises(Refusal, match=r"exchange_beyond_bag.*most=3"):
        after_actions(state, exchange_faces(state, "AAAA"))
