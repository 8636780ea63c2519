"""What people do at a game of Klepka, and how they say it."""

from collections.abc import Mapping
from random import Random
from typing import Final

from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_button_data
from engine.klepka.actions import Action, Chaos, Flip, Form, Trade
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.simulate import random_move
from engine.klepka.state import GameState
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.turns import Pass, Surrender
from tools.chaos.expected_actions import FixedAction, PickCard
from tools.chaos.update_sender import PlayerAction

_CARD_WORDS: Final = {"Y": "s", "B": "m", POLYSEMY: "polisemi", EXCHANGE: "takas", CHAOS: "kaos"}
_BUTTON_SHARE: Final = 0.3


def choose_card_action(state: GameState, rng: Random) -> tuple[list[PlayerAction], Action] | None:
    """The next action at a table, and what is done for it: one thing, or a button for each card."""
    seen: Mapping[int, str] = {}
    draws = Draws(f"{rng.getrandbits(64):x}")
    action, _ = random_move(state, seen, draws, load_lexicon(state.ruleset.lexicon))
    by, table = state.players[state.turn].user, table_name(state)
    match action:
        case Flip(positions=positions):
            if rng.random() < _BUTTON_SHARE:
                return [_tap_card(table, by, state.number, position) for position in positions], action
            return [_type_command(by, f"/ac {' '.join(map(str, positions))}", action)], action
        case Form(word=word):
            return [_type_command(by, f"/soz {word}", action)], action
        case Pass():
            return [_type_command(by, "/pas", action)], action
        case Surrender():
            return [
                PlayerAction(
                    by, encode_button_data("yes", table, by), FixedAction(by, table, fixed=action), is_tap=True
                )
            ], action
        case Chaos(by=by):
            return [_type_command(by, "/kaos", action)], action
        case Trade(by=by, give=give, owner=owner, take=take):
            seat = 1 + next(seat for seat, player in enumerate(state.players) if player.user == owner)
            return [_type_command(by, f"/takas {_card_as_typed(give)} {seat} {_card_as_typed(take)}", action)], action
        case _:
            return None


def _type_command(by: int, text: str, action: Action) -> PlayerAction:
    return PlayerAction(by, text, FixedAction(by, fixed=action))


def _tap_card(table: str, by: int, number: int, position: int) -> PlayerAction:
    return PlayerAction(
        by,
        encode_button_data("card", table, number, position),
        PickCard(by, table, number=number, position=position),
        is_tap=True,
    )


def _card_as_typed(card: str) -> str:
    """A card as people type it, with its colour."""
    return _CARD_WORDS.get(card) or card[0] + _CARD_WORDS[card[1]]
