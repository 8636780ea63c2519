"""Which ruleset a GCG file means by the usual pragmas: its board, its tiles, its word list, its variant."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.crossword.gcg.records import Pragma
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets

_BOARDS: Final[Mapping[str, str]] = {"crosswordgame": "scrabble-en", "supercrosswordgame": "super-en"}
"""What Woogles and its relatives call boards, by the ruleset that has them; tiles and variants likewise."""
_TILES: Final[Mapping[str, str]] = {"english": "scrabble-en", "english_super": "super-en"}
_VARIANTS: Final[Mapping[str, tuple[str, ...]]] = {
    "classic": tuple(_BOARDS.values()),
    "classic_super": (_BOARDS["supercrosswordgame"],),
}
"""By the rulesets whose boards they are played on."""
_ENGLISH: Final = (
    "america",
    "cel",
    "collins",
    "csw",
    "ecwl",
    "iwi",
    "mw",
    "nswl",
    "nwl",
    "osp",
    "osw",
    "otcwl",
    "owl",
    "sowpods",
    "twl",
)
"""How names of English word lists begin; a year follows."""
_FOREIGN: Final = ("cgl", "deutsch", "disc", "dsw", "file", "fise", "fra", "nsf", "ods", "osps", "rd", "slv")
"""Of languages in which nothing is played here."""


def choose_ruleset(pragmas: Iterable[Pragma], default: Ruleset) -> tuple[Ruleset, tuple[Pragma, ...]]:
    """The ruleset that most of a file's pragmas fit, and those that it does not fit.

    Args:
        pragmas: of the file; those about something else, and names of word lists that nobody knows, say nothing.
        default: taken where several fit as well; else one of its language is, or one with its board.
    """
    claims: dict[str, Pragma] = {}
    for pragma in pragmas:
        claims.setdefault(pragma.name, pragma)

    def misfits(ruleset: Ruleset) -> tuple[Pragma, ...]:
        return tuple(claim for claim in claims.values() if not _fits(ruleset, claim))

    def preference(ruleset: Ruleset) -> tuple[int, bool, bool]:
        unlike = ruleset.language != default.language, ruleset.board.rows != default.board.rows
        return len(misfits(ruleset)), *unlike

    chosen = min((default, *crossword_rulesets().values()), key=preference)
    return chosen, misfits(chosen)


def _fits(ruleset: Ruleset, claim: Pragma) -> bool:
    value, shipped = claim.value.strip().casefold(), crossword_rulesets()
    match claim.name:
        case "board-layout":
            return value in _BOARDS and ruleset.board.rows == shipped[_BOARDS[value]].board.rows
        case "tile-distribution":
            like = shipped.get(_TILES.get(value, ""))
            return like is not None and (ruleset.counts, ruleset.values) == (like.counts, like.values)
        case "game-type":
            return any(ruleset.board.rows == shipped[one].board.rows for one in _VARIANTS.get(value, ()))
        case "lexicon" if value in {one.lexicon for one in shipped.values()}:
            return value == ruleset.lexicon
        case "lexicon" if value.startswith(_FOREIGN):
            return False
        case "lexicon" if value.startswith(_ENGLISH):
            return ruleset.language == "en"
        case _:
            return True
