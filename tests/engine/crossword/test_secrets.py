"""Nobody learns from views or events what is hidden from them: neither racks, nor the bag's order, nor the seed.

The law is stated as non-interference: two games that differ only in what is hidden from a viewer look the same.
"""

from collections import Counter
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import game as door
from engine.crossword.actions import Challenge, Exchange, Place
from engine.crossword.events import GameEnded, TileExchanged, TilesDrawn, TilesExchanged
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of
from engine.crossword.view import GameView
from engine.rng import Draws, commitment
from engine.rulesets import resolve_ruleset
from tests.support.games import OUTSIDER, SECRET, apply_step, exchange_faces, game, started_game, surrender, with_fields
from tests.support.random_actions import accepts_two_of_three, judge_of, play_numbers, play_numbers_timed, small_ruleset

RULESETS = [*crossword_rulesets().values(), small_ruleset("kelimelik"), small_ruleset("scrabble-en")]


@st.composite
def positions(draw: st.DrawFn) -> GameState:
    """A random running game after a random number of actions."""
    rules = draw(st.sampled_from(RULESETS))
    if draw(st.booleans()):
        rules = resolve_ruleset(rules, {"challenge": draw(st.sampled_from(rules.options()["challenge"].values))})
    seated = draw(st.integers(rules.players.least, min(rules.players.most, rules.tiles // rules.rack)))
    state, _ = started_game(rules, seated, secret=f"{draw(st.integers(0, 2**32)):064x}")
    chance = Random(draw(st.integers(0, 2**32)))
    numbers = [chance.randrange(2**20) for _ in range(draw(st.integers(0, 40)))]
    for _, _, after, _ in play_numbers(state, numbers):
        if after.outcome is None:
            state = after
    return state


def redealt(state: GameState, viewer: int | None, chance: Random, kept: Counter[str] | None = None) -> GameState:
    """The game with everything hidden from a seat dealt anew; the player on turn keeps the ``kept`` faces."""
    held = kept or Counter[str]()
    pool = [*state.bag]
    for seat, player in enumerate(state.players):
        if seat != viewer:
            rack = Counter(player.rack)
            pool += (rack - held if seat == state.turn else rack).elements()
    chance.shuffle(pool)
    players = []
    for seat, player in enumerate(state.players):
        if seat == viewer:
            players.append(player)
            continue
        start = list(held.elements()) if seat == state.turn else []
        fresh = [pool.pop() for _ in range(len(player.rack) - len(start))]
        players.append(with_fields(player, rack=(*start, *fresh)))
    secret = f"{chance.getrandbits(256):064x}"
    return with_fields(
        state,
        players=tuple(players),
        bag=tuple(pool),
        draws=Draws(f"{chance.getrandbits(256):064x}", chance.randrange(1000)),
        secret=secret,
        commitment=commitment(secret),
    )


def seen(state: GameState, user: int | None) -> bytes:
    return msgspec.json.encode(door.view(state, user))


def listening(heard: list[str]) -> door.Judge:
    def judge(word: str) -> bool:
        heard.append(word)
        return accepts_two_of_three(word)

    return judge


def told(events: tuple[door.Event, ...], viewer: int | None) -> bytes:
    """What a viewer hears of a step, up to the end of the game, which makes the racks public."""
    return msgspec.json.encode([door.redact(event, viewer) for event in events if not isinstance(event, GameEnded)])


@settings(max_examples=20)
@given(positions(), st.integers(0, 2**32))
def test_a_view_shows_nothing_of_what_is_hidden(state: GameState, seed: int) -> None:
    for viewer in (None, *range(len(state.players))):
        other = redealt(state, viewer, Random(seed))
        user = None if viewer is None else state.players[viewer].user
        assert seen(other, user) == seen(state, user)


@settings(max_examples=30)
@given(positions(), st.integers(0, 2**32))
def test_events_tell_others_nothing_of_what_is_hidden(state: GameState, seed: int) -> None:
    """Whom a step gives tiles sees them: the mover, the author of a play that is refilled, an EX cell's victim.

    With three players and more the choice of that victim is itself public chance, so that such steps are left out.
    """
    running = [step for step in play_numbers_timed(state, range(seed, seed + 6)) if step[3] is not step[1]]
    for now, _, asked, _, _ in running[:1]:
        done = door.apply(state, asked, now, judge_of(state))
        victims = {event.victim for event in done.events if isinstance(event, TileExchanged)}
        if victims and len(state.players) > 2:
            continue
        given_tiles = {state.turn, *victims} | ({state.pending.seat} if state.pending else set())
        for viewer in {None, *range(len(state.players))} - given_tiles:
            kept = Counter(face_of(put.tile) for put in asked.tiles) if isinstance(asked, Place) else None
            other = redealt(state, viewer, Random(seed), kept)
            same = asked
            if isinstance(asked, Exchange):
                same = Exchange(asked.by, other.players[other.turn].rack[: len(asked.tiles)])
            again = door.apply(other, same, now, judge_of(state))
            assert told(again.events, viewer) == told(done.events, viewer)
            if isinstance(again.table, GameState) and again.table.outcome is None:
                user = None if viewer is None else state.players[viewer].user
                assert isinstance(done.table, GameState)
                assert seen(again.table, user) == seen(done.table, user)


@settings(max_examples=20)
@given(positions(), st.integers(0, 2**32))
def test_where_plays_are_challenged_the_judge_is_asked_at_a_challenge_alone(state: GameState, seed: int) -> None:
    if not state.ruleset.judging.has_challenges:
        return
    for now, before, asked, after, _ in play_numbers_timed(state, range(seed, seed + 10)):
        heard: list[str] = []
        if after is not before:
            door.apply(before, asked, now, listening(heard))
        assert bool(heard) == (after is not before and isinstance(asked, Challenge))


@settings(max_examples=10)
@given(positions())
def test_seed_and_secret_stand_in_no_view_and_no_event(state: GameState) -> None:
    for user in (None, *(player.user for player in state.players)):
        text = seen(state, user).decode()
        assert state.draws.seed not in text
        assert state.secret not in text


@settings(max_examples=10)
@given(positions())
def test_unseen_tiles_are_the_bag_and_the_other_racks(state: GameState) -> None:
    for viewer in (None, *range(len(state.players))):
        view = door.view(state, None if viewer is None else state.players[viewer].user)
        assert isinstance(view, GameView)
        hidden = Counter(state.bag)
        for seat, player in enumerate(state.players):
            hidden.update(() if seat == viewer else player.rack)
        assert view.unseen == hidden


def test_an_outsider_sees_what_the_group_sees() -> None:
    state = game(racks=["AAAAAAA", "EEEEEEE"])
    assert seen(state, OUTSIDER) == seen(state, None)
    view = door.view(state, None)
    assert isinstance(view, GameView)
    assert (view.viewer, view.rack) == (None, ())


def test_the_others_hear_how_many_tiles_were_exchanged_and_not_which() -> None:
    state = game(racks=["ONAAAAA", "EEEEEEE"])
    _, events = apply_step(state, exchange_faces(state, "ON"))
    for viewer in (None, 1):
        exchanged, drawn = (door.redact(event, viewer) for event in events)
        assert isinstance(exchanged, TilesExchanged)
        assert isinstance(drawn, TilesDrawn)
        assert (exchanged.tiles, exchanged.rack, exchanged.count, drawn.tiles) == (None, None, 2, None)


def test_the_deal_is_told_to_each_alone() -> None:
    _, events = started_game("scrabble-en", 4)
    for viewer in range(4):
        heard = [door.redact(event, viewer) for event in events]
        known = [event.seat for event in heard if isinstance(event, TilesDrawn) and event.tiles is not None]
        assert known == [viewer]


def test_when_the_game_is_over_secret_and_racks_are_public() -> None:
    state = game(racks=["AAAAAAA", "EEEEEEE"])
    state, events = apply_step(state, surrender(state))
    (ended,) = (event for event in events if isinstance(event, GameEnded))
    assert door.redact(ended, None) == ended
    assert ended.secret == SECRET
    assert [final.rack for final in ended.outcome.finals] == [tuple("EEEEEEE"), tuple("AAAAAAA")]
