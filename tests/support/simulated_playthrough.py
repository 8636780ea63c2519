"""Writes the playthrough of a ruleset on a board: a game that the engine plays by itself, to be read through.

``python -m tests.support.simulated_playthrough mini-tr [--seed TEXT]`` writes ``tests/playthroughs/mini-tr.txt``.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Exchange, Place
from engine.crossword.placement import place_tiles
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from engine.rng import Draws
from tests.support.games import NOW
from tests.support.playthroughs import Script, apply_move, open_game_of_script, playthrough_lines

FOLDER = Path(__file__).parent.parent / "playthroughs"
_NAMES = ("Ayşe", "Bora", "Can", "Deniz")
_LIKELY = Habits(exchanging=20)


def simulated_script(ruleset: Ruleset, seed: str) -> Script:
    """The input of a whole game: its fewest players choose among legal plays, and nobody challenges."""
    options = [("bag", ruleset.bag)]
    if ruleset.judging.has_challenges:
        options.append(("challenge", "void"))
    remark = f"{ruleset.title['en']}: a game that was played by chance, with the seed {seed}."
    secret = hashlib.sha256(f"{ruleset.id}:{seed}".encode()).hexdigest()
    users = tuple((101 + seat, name) for seat, name in enumerate(_NAMES[: ruleset.players.least]))
    start = Script(remark, ruleset.id, tuple(options), secret, 11, users)
    return Script(remark, ruleset.id, tuple(options), secret, 11, users, tuple(_moves(start, seed)))


def _moves(script: Script, seed: str) -> Iterator[tuple[str, str]]:
    state, _ = open_game_of_script(script)
    words, draws = load_lexicon(state.ruleset.lexicon), Draws(f"{seed}:moves")
    while state.outcome is None:
        action, draws = random_move(state, draws, words, _LIKELY)
        match action:
            case Place():
                move = spell_play(state, action)
            case Exchange(tiles=faces):
                move = f"exchange {''.join(faces)}"
            case _:
                move = "pass"
        name = state.players[state.turn].name
        yield name, move
        state, _, _ = apply_move(state, name, move, NOW)


def spell_play(state: GameState, place: Place) -> str:
    """A play as ``8H KAlEM`` (RULES §1.1): its main word, blanks in lower case."""
    alphabet = load_alphabet(state.ruleset.language)
    board = premium_board(state.ruleset.board)
    new = {board.grid.indices[tile.cell]: tile.tile for tile in place.tiles}
    cells = place_tiles(state.cells, board, new, state.ruleset.rack).words[0].cells
    on_board = [new.get(index) or state.cells[index] for index in cells]
    word = "".join(alphabet.blank_sign(tile[1:]) if tile.startswith(BLANK) else tile for tile in on_board)
    start, following = (board.grid.names[index] for index in cells[:2])
    return f"{start[1:]}{start[0]} {word}" if start[1:] == following[1:] else f"{start} {word}"


def main() -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", choices=sorted(crossword_rulesets()))
    parser.add_argument("--seed", default="1", help="another game (1)")
    parsed = parser.parse_args()
    target = FOLDER / f"{parsed.ruleset}.txt"
    script = simulated_script(crossword_rulesets()[parsed.ruleset], parsed.seed)
    target.write_text("\n".join(playthrough_lines(script)) + "\n", encoding="utf-8")
    sys.stdout.write(f"{target.relative_to(Path.cwd())}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
