"""What players of a game with challenges do about a move: doubt it, or let the last one stand."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Literal

from tests.e2e.chat_room import ReadMessage
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.final_message import check_end
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
