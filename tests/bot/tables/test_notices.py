"""What a group is told of a step is the same whatever is hidden."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store.commits import TableNumber
from bot.store.keys import Scope
from bot.tables.codec import Notice, decompress_json
from bot.tables.games import build_notice, needs_no_message
from bot.tables.table_loader import LoadedTable
from engine import game as door
from engine.clock import Pause, Resume, Timeout
from engine.crossword.actions import Exchange, Place
from engine.crossword.events import GameEnded, TileExchanged
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of
from engine.game import Step
from engine.game_base import OpenWindow
from engine.lobby_seats import Leave
from engine.rng import Draws, commitment
from engine.turns import Cancel, Undo
from tests.support.games import (
    after_actions,
    apply_step,
    challenge_table,
    challengeable_play,
    game,
    instant_at,
    open_lobby_of,
    pass_turn,
    place_play,
    started_game,
    surrender,
    with_fields,
)
from tests.support.random_actions import judge_of, play_numbers, play_numbers_timed, small_ruleset
from tests.support.stored_tables import encode_notice_of_step

RULESETS = [*crossword_rulesets().values(), small_ruleset("kelimelik"), small_ruleset("scrabble-en")]


def reshuffle_hidden(state: GameState, kept: tuple[str, ...], chance: Random) -> GameState:
    """The game with racks, bag, draws and secret made anew; the player on turn keeps these faces in front."""
    rest = [*state.bag, *(tile for player in state.players for tile in player.rack)]
    for tile in kept:
        rest.remove(tile)
    chance.shuffle(rest)
    players = []
    for seat, player in enumerate(state.players):
        start = kept if seat == state.turn else ()
        players.append(with_fields(player, rack=(*start, *(rest.pop() for _ in player.rack[len(start) :]))))
    secret = f"{chance.getrandbits(256):064x}"
    return with_fields(
        state,
        players=tuple(players),
        bag=tuple(rest),
        draws=Draws(f"{chance.getrandbits(256):064x}", chance.randrange(1000)),
        secret=secret,
        commitment=commitment(secret),
    )


@settings(max_examples=10)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), min_size=1, max_size=25))
def test_what_the_group_is_told_is_the_same_whatever_is_hidden(rules: Ruleset, seed: int, numbers: list[int]) -> None:
    chance = Random(seed)
    state, _ = started_game(rules, 2, secret=f"{seed:064x}")
    for now, before, asked, after, events in play_numbers_timed(state, numbers):
        if not events or any(isinstance(event, TileExchanged) for event in events):
            continue  # whose tile an EX cell exchanges is for the draws to say, and public
        if any(isinstance(event, GameEnded) for event in events):
            continue
        kept = tuple(face_of(tile.tile) for tile in asked.tiles) if isinstance(asked, Place) else ()
        other = reshuffle_hidden(before, kept, chance)
        same = asked
        if isinstance(asked, Exchange):
            same = Exchange(asked.by, other.players[other.turn].rack[: len(asked.tiles)])
        again = door.apply(other, same, now, judge_of(before))
        assert encode_notice_of_step(other, again) == encode_notice_of_step(before, Step(after, events))


@settings(max_examples=5)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), max_size=25))
def test_secret_and_seed_stand_in_no_notice_before_the_end(rules: Ruleset, seed: int, numbers: list[int]) -> None:
    state, events = started_game(rules, 2, secret=f"{seed:064x}")
    steps = [(state, Step(state, events))]
    steps += [(before, Step(after, told)) for before, _, after, told in play_numbers(state, numbers)]
    for before, step in steps:
        if not any(isinstance(event, GameEnded) for event in step.events):
            text = decompress_json(encode_notice_of_step(before, step)).decode()
            assert state.secret not in text
            assert state.draws.seed not in text


GAME = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "take-back": "20"})


LAID = after_actions(GAME, place_play(GAME, "8F KALEM"))


def test_the_end_of_the_seconds_for_taking_back_is_told_to_nobody() -> None:
    kept, events = apply_step(LAID, Timeout(), seconds=20)
    assert len(kept.players[0].rack) == 7
    assert needs_no_message(Step(kept, events))
    assert not needs_no_message(Step(*apply_step(LAID, pass_turn(LAID), seconds=5)))


def notice_of(before: door.Table, action: door.Action, seconds: float = 0, *, neighbours: int = 0) -> Notice:
    """What is told of an action at the third table of a place where so many others are open."""
    open_number = TableNumber(is_open=True, is_told=True)
    numbers = dict.fromkeys((3, *range(11, 11 + neighbours)), open_number)
    loaded = LoadedTable(Scope(-1, None, 3), before, 1, {}, is_duplicate=False, numbers=numbers)
    step = door.apply(before, action, instant_at(seconds), bool)
    return build_notice(loaded, step.table or before, step, custom_words=None, fell_back=False, untold_downtime=0)


def test_a_notice_says_the_number_of_its_table_where_others_are_open() -> None:
    lobby = open_lobby_of()
    alone, beside = (notice_of(lobby, Cancel(lobby.host, ""), neighbours=count) for count in (0, 2))
    assert (alone.number, alone.seats) == (0, ())
    assert (beside.number, beside.seats) == (3, lobby.seats), "a closed lobby is named by who sat there"
    assert notice_of(lobby, Leave(lobby.seats[1].user), neighbours=1).seats == ()


def test_a_notice_says_whether_somebody_may_act_who_could_not() -> None:
    state = challengeable_play()
    assert notice_of(state, pass_turn(state)).ends_wait
    assert not notice_of(state, Timeout(), 60).ends_wait, "the next player could have moved"
    assert notice_of(after_actions(state, Pause(9)), Resume(9)).ends_wait
    assert not notice_of(state, Pause(9)).ends_wait
    assert not notice_of(state, surrender(state)).ends_wait, "the game is over"


def test_a_notice_says_which_window_it_opens_and_no_other_does() -> None:
    table = challenge_table(racks=("LOFTYAE", "AEINSDL"), bag="QQQQQQQQ")
    laid = notice_of(table, place_play(table, "8H LOFTY"))
    assert laid.opened == OpenWindow(1, instant_at(0), instant_at(60))
    state = challengeable_play()
    for action in (Pause(9), Undo(9, state.number)):
        assert notice_of(state, action, 5).opened is None
