"""The turn that a hint is about: the best of what its player sees, and of nothing that is hidden."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.families.chat_family import ComputerTurn
from bot.families.crossword.computer_player import CrosswordComputerPlayers
from engine.crossword.actions import Exchange, Place
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import rank_turns, shipped_leaves
from engine.crossword.players.turn_choice import find_hinted_turn
from engine.crossword.secrecy import view_for
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.crossword.state import GameState
from engine.lexicon import ChangedLexicon, load_lexicon
from engine.replay_log import replay_entry
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from engine.turns import Pass
from tests.support.boards import shared_searcher
from tests.support.games import game

RULES = [
    resolve_ruleset(crossword_rulesets()[name], {"challenge": "void", "hints": "free"})
    for name in ("kelimelik", "scrabble-en", "wordbox-tr")
]


@pytest.fixture(scope="module")
def computer_players(tmp_path_factory: pytest.TempPathFactory) -> CrosswordComputerPlayers:
    return CrosswordComputerPlayers(tmp_path_factory.mktemp("data"))


def positions(number: int) -> list[GameState]:
    """Every seventh position of a random game, up to its end."""
    rules = RULES[number % len(RULES)]
    played = simulate_game(
        rules, min(2 + number % 2, rules.players.most), "hinted", number, load_lexicon(rules.lexicon)
    )
    found: list[GameState] = []
    table = None
    for entry in played.log:
        table = replay_entry(rules, played.state.secret, table, entry)
        if isinstance(table, GameState) and table.outcome is None and table.pending is None:
            found.append(table)
    return found[::7]


def with_other_secrets(state: GameState, seed: int) -> GameState:
    """The game as far as the player on turn can tell: others' tiles and the bag dealt anew, and other chance."""
    chance = Random(seed)
    others = [seat for seat, player in enumerate(state.players) if seat != state.turn and player.active]
    pool = [*state.bag, *(tile for seat in others for tile in state.players[seat].rack)]
    chance.shuffle(pool)
    players = list(state.players)
    for seat in others:
        held = len(players[seat].rack)
        players[seat] = replace(players[seat], rack=tuple(pool[:held]))
        del pool[:held]
    return replace(state, players=tuple(players), bag=tuple(pool), draws=Draws(f"{seed:064x}"), secret=f"{seed:064x}")


@pytest.mark.repeats(1)
@pytest.mark.parametrize("number", range(6))
def test_others_racks_and_the_bag_change_no_hint(number: int, computer_players: CrosswordComputerPlayers) -> None:
    rules = RULES[number % len(RULES)]
    words = load_lexicon(rules.lexicon)
    hidden = 0
    for at, state in enumerate(positions(number)):
        hint = computer_players.find_hinted_turn(ComputerTurn(state, words, (), 0.0))
        for seed in range(3):
            dealt = with_other_secrets(state, 100 * at + seed)
            hidden += dealt.players != state.players
            assert computer_players.find_hinted_turn(ComputerTurn(dealt, words, (), 0.0)) == hint
    assert hidden


def test_a_hint_is_the_turn_of_the_highest_equity() -> None:
    search = shared_searcher()
    for state in positions(1)[:4]:
        sight = ComputerView(view_for(state, state.turn), state.ruleset, load_lexicon(state.ruleset.lexicon))
        best = rank_turns(sight, search, shipped_leaves(state.ruleset))[0]
        hint = find_hinted_turn(sight, search, lambda: False)
        assert sight.bag
        if best.play is not None:
            assert hint == Place(sight.user, best.play.tiles)


def test_words_that_the_judge_refused_are_hinted_at_no_more() -> None:
    state = game("scrabble-en", racks=("CATVVVV", "AEINSDL"), options={"hints": "free"})
    words = load_lexicon("en")
    sight = ComputerView(view_for(state, 0), state.ruleset, words)
    first = find_hinted_turn(sight, shared_searcher(), lambda: False)
    assert isinstance(first, Place | Exchange)
    without = ChangedLexicon(words, (), ("CAT", "ACT", "TAV", "VAT", "VAC", "VACS", "AT", "TA"))
    other = find_hinted_turn(replace(sight, words=without), shared_searcher(), lambda: False)
    assert other != first or isinstance(first, Exchange)


def test_who_can_lay_nothing_is_told_to_exchange_or_to_pass() -> None:
    hints = {"hints": "free"}
    stuck = game("scrabble-en", racks=("VVVVVVV", "AEINSDL"), options=hints)
    empty = game("scrabble-en", racks=("V", "D", "E"), laid=["8H MM"], bag="", options=hints)
    for state, kind in ((stuck, Exchange), (empty, Pass)):
        sight = ComputerView(view_for(state, 0), state.ruleset, load_lexicon("en"))
        assert isinstance(find_hinted_turn(sight, shared_searcher(), lambda: False), kind)
