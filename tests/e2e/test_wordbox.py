"""Whole games of WordBox: exchange cells, free challenges, and every ending that needs no clock."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Literal

import pytest

from tests.e2e import checks
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import ReadMessage
from tests.e2e.checks import check_end
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.move_finder import FoundMove
from tests.e2e.score_ledger import Player, chat_sentence

Way = Literal["command", "button"]


async def play_phony(game: CrosswordGame, count: int | None = None) -> FoundMove:
    """Lay the first ``count`` tiles of the rack, or all of them, as no word: here nobody judges it unasked."""
    rack = await game.look_at_rack()
    found = game.solver.find_phony(rack[:count])
    await game.play_move(found, out=game.empties_rack(found, rack))
    return found


async def challenge_in_vain(game: CrosswordGame, challenger: Player, way: Way = "command") -> None:
    """Challenge the last move, all of whose words are good; the table's mode has its price."""
    (move, mover), ends = _challengeable_move(game), game.is_last_move
    assert not game.solver.invalid_words(move.plain_words)
    held = await game.look_at_all_racks() if ends else {}
    said = await _send_challenge(game, challenger, way)
    game.settle_last_move()
    told = game.lines_without_exchanges(said)
    names = {"name": challenger.name, "mover": mover.name}
    lines = [
        line_in_order(
            told[0],
            move.plain_words,
            lambda words: chat_sentence(game.language, "challenge-lost", words=words, **names),
        )
    ]
    if game.ruleset.judging.mode == "wordpoints":
        points = move.score - (game.ruleset.scoring.bingo if move.bingo else 0)
        challenger.score -= points
        lines.append(chat_sentence(game.language, "points-lost", name=challenger.name, points=points))
    assert told[: len(lines)] == lines, said.text
    await (check_end(game, said, "out", held) if ends else _check_board(game, said))


async def challenge_phony(game: CrosswordGame, challenger: Player, way: Way = "command") -> None:
    """Challenge the last move, which has a phony: it is taken back, and its player has lost the turn."""
    move, mover = _challengeable_move(game)
    phonies = game.solver.invalid_words(move.plain_words)
    said = await _send_challenge(game, challenger, way)
    game.turns_taken[-1] = "withdrawn"
    game.challengeable, game.is_last_move = None, False
    game.solver.remove_move(move)
    mover.score -= move.score
    tiles = sorted(move.tiles)
    letters = " ".join("▢" if tile.startswith("?") else tile for _, tile in tiles)
    taken: dict[str, str | int] = {"name": mover.name, "letters": letters, "score": move.score}
    lines = [
        chat_sentence(game.language, "challenge-won", name=challenger.name, mover=mover.name),
        line_in_order(
            said.lines[1],
            phonies,
            lambda listed: chat_sentence(game.language, "play-withdrawn", phonies=listed, **taken),
        ),
    ]
    assert said.lines[:2] == lines, said.text
    await _check_board(game, said)


def line_in_order(line: str, words: Sequence[str], line_of: Callable[[str], str]) -> str:
    """What is told of these words, in whichever order ``line`` has them; ``line_of`` makes it of their list.

    A single tile may be told by either of its words, and the words across it follow in an order of the board.
    """
    orders = (line_of(", ".join(order)) for order in permutations(words))
    return next((one for one in orders if one == line), line_of(", ".join(words)))


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


async def _send_challenge(game: CrosswordGame, challenger: Player, way: Way) -> ReadMessage:
    if way == "command":
        return await game.room.say_and_read(challenger.user, game.command_text("challenge"))
    answer = await game.room.tap_kind(challenger.user, game.board, "doubt")
    assert answer["text"] == chat_sentence(game.language, "challenge-done")
    return await game.room.read_next()


async def _check_board(game: CrosswordGame, said: ReadMessage) -> None:
    """The board as it is after a challenge, and how the game stands."""
    game.board = said
    await game.room.load_picture(said)
    game.check_standing(said)


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


async def test_english_players_challenge_for_nothing_and_pass_twice(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    await room.say_and_read(stage.people[0], "/language en")
    game = await CrosswordGame.open_and_begin(room, stage.people[:2], "wordbox-en", "en")
    await game.play_move(await game.find_move())
    await challenge_in_vain(game, game.on_turn)
    await play_phony(game, 3)
    await challenge_phony(game, game.on_turn)
    for _ in range(6):
        await game.play_turn()
    assert await game.pass_to_the_end() == 2 * 2
    checks.check_secrecy(stage, game)
    await checks.check_proof(stage, room.chat_id, game.players[0].user)


async def test_three_ukrainian_players_agree_on_a_draw(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:3])
    await room.say_and_read(stage.people[0], "/language uk")
    game = await CrosswordGame.open_and_begin(room, stage.people[:3], "wordbox-uk", "uk")
    for _ in range(6):
        await game.play_turn()
    offering, second, third = game.players

    offered = await room.say_and_read(offering.user, "/draw")
    assert offered.text == chat_sentence("uk", "draw-offered", name=offering.name)
    answer = await room.tap_kind(third.user, offered, "decline")
    assert answer["text"] == chat_sentence("uk", "draw-declined-done")
    assert (await room.read_next()).text == chat_sentence("uk", "draw-declined", name=third.name)
    await game.play_turn()

    offered = await room.say_and_read(offering.user, "/draw")
    answer = await room.tap_kind(second.user, offered, "agree")
    assert answer["text"] == chat_sentence("uk", "draw-agreed")
    waits = chat_sentence("uk", "draw-accepted-waiting", name=second.name, waiting=third.name)
    assert (await room.read_next()).text == waits
    held = await game.look_at_all_racks()
    said = await room.say_and_read(third.user, "/draw yes")
    assert said.lines[0] == chat_sentence("uk", "draw-accepted", name=third.name)
    await check_end(game, said, "draw", held)
    checks.check_secrecy(stage, game)
    await checks.check_proof(stage, room.chat_id, third.user)


async def test_of_two_ukrainian_players_one_surrenders(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    await room.say_and_read(stage.people[0], "/language uk")
    game = await CrosswordGame.open_and_begin(room, stage.people[:2], "wordbox-uk", "uk")
    for _ in range(4):
        await game.play_turn()
    await game.pass_turn()
    await game.surrender_seat(game.on_turn)
    assert game.is_over
    checks.check_secrecy(stage, game)


TABLES = 8
"""How many games are played at most until one ends with a good last move: of nearly all the first does."""


@pytest.mark.repeat
async def test_english_players_challenge_and_accept_the_last_move(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    await room.say_and_read(stage.people[0], "/language en")
    game = await CrosswordGame.open_and_begin(room, stage.people[:2], "tournament-en", "en")
    await game.play_move(await game.find_move())
    challenger = game.on_turn
    await challenge_in_vain(game, challenger)
    assert game.on_turn is challenger, "points are the whole price"
    said = await room.say_and_read(challenger.user, "/challenge")
    assert said.text == chat_sentence("en", "refusal-challenged-already")
    said = await room.say_and_read(challenger.user, "/word tea")
    assert said.text == chat_sentence("en", "refusal-look-ups-closed")

    mover, before = game.on_turn, await game.look_at_rack()
    await play_phony(game, 2)
    assert len(await game.look_at_rack(mover)) == len(before) - 2, "nothing is drawn yet"
    await challenge_phony(game, game.on_turn)
    assert sorted(await game.look_at_rack(mover)) == sorted(before)
    assert game.on_turn is not mover, "the turn is lost"

    await play_to_last_move(game)
    await accept_last_move(game)
    checks.check_secrecy(stage, game)
    await checks.check_proof(stage, room.chat_id, challenger.user)


async def test_turkish_players_challenge_the_last_move_in_vain(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:3])
    for _ in range(TABLES):
        game = await CrosswordGame.open_and_begin(room, stage.people[:3], "tournament-tr")
        await game.play_turn()
        await play_phony(game, 3)
        await challenge_phony(game, game.players[game.next_active_seat(1)], "button")
        await game.play_to_end()
        if game.is_last_move:
            break
        checks.check_secrecy(stage, game)
    await challenge_in_vain(game, game.players[game.next_active_seat(1)], "button")
    assert game.is_over
    checks.check_secrecy(stage, game)


async def test_two_rounds_of_passes_end_a_tournament(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:3])
    game = await CrosswordGame.open_and_begin(room, stage.people[:3], "tournament-tr")
    for _ in range(4):
        await game.play_turn()
    assert await game.pass_to_the_end() == 2 * 3
    checks.check_secrecy(stage, game)
