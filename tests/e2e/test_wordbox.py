"""Whole games of WordBox: exchange cells, free challenges, and every ending that needs no clock."""

from tests.e2e import checks
from tests.e2e.bot_stage import BotStage
from tests.e2e.checks import check_end
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.move_finder import FoundMove
from tests.e2e.score_ledger import Player, chat_sentence


async def play_phony(game: CrosswordGame, count: int | None = None) -> FoundMove:
    """Lay the first ``count`` tiles of the rack, or all of them, as no word: here nobody judges it unasked."""
    rack = await game.look_at_rack()
    found = game.solver.find_phony(rack[:count])
    await game.play_move(found, out=game.empties_rack(found, rack))
    return found


async def play_to_last_move(game: CrosswordGame) -> None:
    """Take turns until bag and a rack are empty: whoever could do nothing but pass lays the whole rack as no word."""
    while not game.is_last_move:
        stuck = game.solver.find_best(await game.look_at_rack()) is None and not game.may_exchange
        await (play_phony(game) if stuck else game.play_turn())


async def accept_last_move(game: CrosswordGame) -> None:
    """The next player lets the last move of the game stand, without waiting for its time."""
    (_, mover), held = _challengeable_move(game), await game.look_at_all_racks()
    said = await game.room.say_and_read(game.on_turn.user, game.command_text("pass"))
    game.settle_last_move()
    assert said.lines[0] == chat_sentence(game.language, "window-closed-accepted", name=mover.name)
    await check_end(game, said, "out", held)


def _challengeable_move(game: CrosswordGame) -> tuple[FoundMove, Player]:
    """The last move, which may still be challenged, and who made it."""
    assert game.challengeable is not None
    assert game.mover is not None
    return game.challengeable, game.mover


async def test_four_turkish_players_of_whom_one_surrenders_play_to_an_empty_rack(stage: BotStage) -> None:
    room = await stage.new_room()
    game = await CrosswordGame.open_and_begin(room, stage.people, "wordbox-tr")
    for _ in range(6):
        await game.play_turn()
    await game.play_move(await game.find_move())
    await game.surrender_seat(game.players[game.previous_seat()])
    await play_to_last_move(game)
    await accept_last_move(game)
    checks.check_secrecy(stage, game)
