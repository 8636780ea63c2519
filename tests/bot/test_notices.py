"""What a group is told of a step is the same whatever is hidden."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.packing import unpacked
from engine import game as door
from engine.crossword.actions import Exchange, Place
from engine.crossword.events import GameEnded, TileExchanged
from engine.crossword.games import crosswords
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.tiles import face
from engine.game import Step
from engine.rng import Draws, commitment
from tests.support.chance import course, judge_of, small, timed
from tests.support.games import begun, changed
from tests.support.told import notice

RULESETS = [*crosswords().values(), small("kelimelik"), small("scrabble-en")]


def redealt(state: GameState, kept: tuple[str, ...], chance: Random) -> GameState:
    """The game with racks, bag, draws and secret made anew; the player on turn keeps these faces in front."""
    rest = [*state.bag, *(tile for player in state.players for tile in player.rack)]
    for tile in kept:
        rest.remove(tile)
    chance.shuffle(rest)
    players = []
    for seat, player in enumerate(state.players):
        start = kept if seat == state.turn else ()
        players.append(changed(player, rack=(*start, *(rest.pop() for _ in player.rack[len(start) :]))))
    secret = f"{chance.getrandbits(256):064x}"
    return changed(
        state,
        players=tuple(players),
        bag=tuple(rest),
        draws=Draws(f"{chance.getrandbits(256):064x}", chance.randrange(1000)),
        secret=secret,
        commitment=commitment(secret),
    )


@settings(max_examples=60)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), min_size=1, max_size=25))
def test_what_the_group_is_told_is_the_same_whatever_is_hidden(rules: Ruleset, seed: int, numbers: list[int]) -> None:
    """Two games that differ only in racks, bag, draws and secret give the same outbox entry, byte for byte."""
    chance = Random(seed)
    state, _ = begun(rules, 2, secret=f"{seed:064x}")
    for now, before, asked, after, events in timed(state, numbers):
        if not events or any(isinstance(event, TileExchanged) for event in events):
            continue  # whose tile an EX cell exchanges is for the draws to say, and public
        if any(isinstance(event, GameEnded) for event in events):
            continue
        kept = tuple(face(tile.tile) for tile in asked.tiles) if isinstance(asked, Place) else ()
        other = redealt(before, kept, chance)
        same = asked
        if isinstance(asked, Exchange):
            same = Exchange(asked.by, other.players[other.turn].rack[: len(asked.tiles)])
        again = door.apply(other, same, now, judge_of(before))
        assert notice(other, again) == notice(before, Step(after, events))


@settings(max_examples=30)
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.lists(st.integers(0, 2**20), max_size=25))
def test_secret_and_seed_stand_in_no_notice_before_the_end(rules: Ruleset, seed: int, numbers: list[int]) -> None:
    state, events = begun(rules, 2, secret=f"{seed:064x}")
    steps = [(state, Step(state, events))]
    steps += [(before, Step(after, told)) for before, _, after, told in course(state, numbers)]
    for before, step in steps:
        if not any(isinstance(event, GameEnded) for event in step.events):
            text = unpacked(notice(before, step)).decode()
            assert state.secret not in text
            assert state.draws.seed not in text
