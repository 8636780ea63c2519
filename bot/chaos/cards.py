"""What people do at a game of Klepka, and how they say it."""

from collections.abc import Mapping
from random import Random
from typing import Final

from bot.chaos.asks import Picks, Plain
from bot.chaos.boards import Done
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.klepka.actions import Action, Chaos, Flip, Form, Trade
from engine.klepka.deck import CHAOS, EXCHANGE, POLYSEMY
from engine.klepka.simulate import random_move
from engine.klepka.state import GameState
from engine.lexicon import lexicon
from engine.rng import Draws
from engine.turns import Pass, Surrender

_NAMES: Final = {"Y": "s", "B": "m", POLYSEMY: "polisemi", EXCHANGE: "takas", CHAOS: "kaos"}
_BY_BUTTON: Final = 0.3


def choose(state: GameState, chance: Random) -> tuple[list[Done], Action] | None:
    """The next action at a table, and what is done for it: one thing, or a button for each card."""
    seen: Mapping[int, str] = {}
    draws = Draws(f"{chance.getrandbits(64):x}")
    action, _ = random_move(state, seen, draws, lexicon(state.ruleset.lexicon))
    by, table = state.players[state.turn].user, table_name(state)
    match action:
        case Flip(positions=positions):
            if chance.random() < _BY_BUTTON:
                return [_picked(table, by, state.number, position) for position in positions], action
            return [_said(by, f"/ac {' '.join(map(str, positions))}", action)], action
        case Form(word=word):
            return [_said(by, f"/soz {word}", action)], action
        case Pass():
            return [_said(by, "/pas", action)], action
        case Surrender():
            return [Done(by, data("yes", table, by), Plain(by, table, asked=action), tap=True)], action
        case Chaos(by=by):
            return [_said(by, "/kaos", action)], action
        case Trade(by=by, give=give, owner=owner, take=take):
            seat = 1 + next(seat for seat, player in enumerate(state.players) if player.user == owner)
            return [_said(by, f"/takas {_typed(give)} {seat} {_typed(take)}", action)], action
        case _:
            return None


def _said(by: int, text: str, action: Action) -> Done:
    return Done(by, text, Plain(by, asked=action))


def _picked(table: str, by: int, number: int, position: int) -> Done:
    return Done(by, data("card", table, number, position), Picks(by, table, number=number, position=position), tap=True)


def _typed(card: str) -> str:
    """A card as people type it, with its colour."""
    return _NAMES.get(card) or card[0] + _NAMES[card[1]]
