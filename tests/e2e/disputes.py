"""What players of a game with challenges do about a move: doubt it, or let the last one stand."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Literal

from tests.e2e.finals import check_end
from tests.e2e.game import Game
from tests.e2e.ledger import Player, sentence
from tests.e2e.room import Said
from tests.e2e.solver import Found

Way = Literal["command", "button"]


async def lay_phony(game: Game, count: int | None = None) -> Found:
    """Lay the first ``count`` tiles of the rack, or all of them, as no word: here nobody judges it unasked."""
    rack = await game.rack()
    found = game.solver.phony(rack[:count])
    await game.lay(found, out=game.empties(found, rack))
    return found


async def challenge_in_vain(game: Game, challenger: Player, way: Way = "command") -> None:
    """Challenge the last move, all of whose words are good; the table's mode has its price."""
    (move, mover), ends = _doubted(game), game.last
    assert not game.solver.phonies(move.bare)
    held = await game.all_racks() if ends else {}
    said = await _challenge(game, challenger, way)
    game.settle()
    told = game.of_the_turn(said)
    names = {"name": challenger.name, "mover": mover.name}
    lines = [listing(told[0], move.bare, lambda words: sentence(game.language, "challenge-lost", words=words, **names))]
    if game.ruleset.judging.mode == "wordpoints":
        points = move.score - (game.ruleset.scoring.bingo if move.bingo else 0)
        challenger.score -= points
        lines.append(sentence(game.language, "points-lost", name=challenger.name, points=points))
    assert told[: len(lines)] == lines, said.text
    await (check_end(game, said, "out", held) if ends else _check_board(game, said))


async def challenge_phony(game: Game, challenger: Player, way: Way = "command") -> None:
    """Challenge the last move, which has a phony: it is taken back, and its player has lost the turn."""
    move, mover = _doubted(game)
    phonies = game.solver.phonies(move.bare)
    said = await _challenge(game, challenger, way)
    game.typed[-1] = "withdrawn"
    game.doubtful, game.last = None, False
    game.solver.take_back(move)
    mover.score -= move.score
    tiles = sorted(move.tiles)
    letters = " ".join("▢" if tile.startswith("?") else tile for _, tile in tiles)
    taken: dict[str, str | int] = {"name": mover.name, "letters": letters, "score": move.score}
    lines = [
        sentence(game.language, "challenge-won", name=challenger.name, mover=mover.name),
        listing(
            said.lines[1],
            phonies,
            lambda listed: sentence(game.language, "play-withdrawn", phonies=listed, **taken),
        ),
    ]
    assert said.lines[:2] == lines, said.text
    await _check_board(game, said)


def listing(line: str, words: Sequence[str], told: Callable[[str], str]) -> str:
    """What is told of these words, in whichever order ``line`` has them; ``told`` makes it of their list.

    A single tile may be told by either of its words, and the words across it follow in an order of the board.
    """
    orders = (told(", ".join(order)) for order in permutations(words))
    return next((one for one in orders if one == line), told(", ".join(words)))


async def lay_the_last(game: Game) -> None:
    """Take turns until bag and a rack are empty: whoever could do nothing but pass lays the whole rack as no word."""
    while not game.last:
        stuck = game.solver.best(await game.rack()) is None and not game.may_exchange
        await (lay_phony(game) if stuck else game.play())


async def accept(game: Game) -> None:
    """The next player lets the last move of the game stand, without waiting for its time."""
    (_, mover), held = _doubted(game), await game.all_racks()
    said = await game.room.ask(game.on_turn.user, game.command("pass"))
    game.settle()
    assert said.lines[0] == sentence(game.language, "window-closed-accepted", name=mover.name)
    await check_end(game, said, "out", held)


def _doubted(game: Game) -> tuple[Found, Player]:
    """The last move, which may still be challenged, and who made it."""
    assert game.doubtful is not None
    assert game.mover is not None
    return game.doubtful, game.mover


async def _challenge(game: Game, challenger: Player, way: Way) -> Said:
    if way == "command":
        return await game.room.ask(challenger.user, game.command("challenge"))
    answer = await game.room.tap(challenger.user, game.board, "doubt")
    assert answer["text"] == sentence(game.language, "challenge-done")
    return await game.room.next()


async def _check_board(game: Game, said: Said) -> None:
    """The board as it is after a challenge, and how the game stands."""
    game.board = said
    await game.room.picture(said)
    game.check_standing(said)
