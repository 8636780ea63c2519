"""Tables below which every kind of button hangs, and the same positions elsewhere and later."""

from typing import Final

from engine.game import Game, Table
from engine.invitations import INVITATION_LIFETIME
from engine.lobby_seats import Invitation
from engine.rng import commitment
from tests.support.chat_harness import LIMON, NANE, ZEYTIN
from tests.support.games import NOW, after_actions, game, open_lobby_of, place_play, surrender, with_fields
from tests.support.klepka import klepka_rules
from tests.support.klepka_chats import klepka_game_of_chat

RACKS: Final = ("KALEMİR", "ŞŞZZVVÖ")
"""Of Kiraz and Limon: they have no letter in common, so that a tile tells whose it is."""
BOARD_GAME: Final = game("kelimelik", racks=RACKS)
FINISHED_GAME: Final = after_actions(BOARD_GAME, surrender(BOARD_GAME, 1))
_CHALLENGE_GAME: Final = game("scrabble-tr", racks=RACKS, options={"challenge": "double", "clock": "none"})
_GAME_WITH_TAKE_BACK: Final = game("kelimelik", racks=RACKS, options={"clock": "none", "take-back": "60"})
HINT_GAME: Final = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "free"})
TAKE_BACK_GAME: Final = after_actions(_GAME_WITH_TAKE_BACK, place_play(_GAME_WITH_TAKE_BACK, "8F KALEM"))
CHALLENGEABLE_GAME: Final = after_actions(_CHALLENGE_GAME, place_play(_CHALLENGE_GAME, "8F KALEM"))
CARD_GAME: Final = klepka_game_of_chat("ОоЩф ОоЩф", "КіТКіТ", "ВоДа", ruleset=klepka_rules(deck="full", double="host"))
OPEN_LOBBY: Final = open_lobby_of("wordbox-en")
LOBBY_WITH_INVITATION: Final = with_fields(
    OPEN_LOBBY, invited=(Invitation(7, "Nane", NOW + INVITATION_LIFETIME, NANE, ""),), invitations=7
)
FULL_LOBBY: Final = open_lobby_of("kelimelik")
MANY_PLACES_GAME: Final = game("kelimelik", laid=["8F SERGİ"], racks=RACKS)
GAME_HOSTED_BY_LIMON: Final = with_fields(BOARD_GAME, host=LIMON)
_GAME_OF_THREE: Final = game(
    "scrabble-tr", racks=["KALEMLİ", "DEFTERA", "SİLGİAA"], bag="A" * 30, options={"clock": "none"}
)
GAME_WITH_ABSENTEE: Final = with_fields(
    _GAME_OF_THREE, turn=1, clocks=with_fields(_GAME_OF_THREE.clocks, misses=(1, 0, 0))
)
"""Who sits first missed a turn."""
GAME_WITHOUT_NANE: Final = with_fields(
    _GAME_OF_THREE,
    players=(*_GAME_OF_THREE.players[:2], with_fields(_GAME_OF_THREE.players[2], user=ZEYTIN, name="Zeytin")),
)
DRAW_OFFER_GAME: Final = game("wordbox-en", laid=["8F HOUSE"], racks=("AEIOUNR", "BCDFGHJ"))
_SECRET: Final = "c4" * 32


def same_position_elsewhere(table: Table, secret: str = _SECRET) -> Table:
    """The same position at another table."""
    return with_fields(table, secret=secret, commitment=commitment(secret))


def same_position_later(game: Game) -> Game:
    """The same position a turn later."""
    return with_fields(game, number=game.number + 1)
