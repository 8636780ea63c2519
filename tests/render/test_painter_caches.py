"""Whatever is drawn, a painter's caches cannot grow beyond what :mod:`render.painter` says."""

import gc
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper  # noqa: PLC2701 - the type of every cache
from importlib.util import find_spec, module_from_spec
from itertools import product
from typing import Final

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter

from engine.crossword.premiums import Direction
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.lobby_seats import Seat
from render import Painter
from render.canvas import Canvas, Stamp, encode_png
from render.card_layout import CardChoice
from render.fonts import Fonts, Weight
from render.lobby import LobbyWords
from render.painter import MOST_MEMORY
from render.palette import Palette
from render.pointer import Pointer
from render.rack import UNTOUCHED_RACK, RackArrangement
from render.shapes import Art
from render.text import Lettering
from render.theme import THEMES
from render.tile_print import Face, Print, TilePrint
from tests.render.pictures import LABELS, difference, opened
from tests.render.round_views import ROUND, a_podium, a_round, result_words
from tests.render.round_views import RULESETS as ROUND_RULESETS
from tests.render.test_legibility import WORDS, crowded, table
from tests.render.views import MIDGAME, a_lobby, a_play, a_player_card, a_ranking, a_view, an_outcome, an_overview

PLAIN = replace(WORDS, clocks=())


def busy(painter: Painter) -> None:
    """Have something of every kind and of the greatest size drawn."""
    for ruleset in crossword_rulesets().values():
        ghosts, full = {f"H{len(ruleset.board.rows) - 2}": next(iter(ruleset.values))}, crowded(ruleset)
        painter.board(full, WORDS, ghosts)
        own, arrangement = (
            replace(full, viewer=0, rack=tuple(ruleset.values)[:7]),
            RackArrangement(used=(0, 1), ticked=(2, 3)),
        )
        for seats in (2, 4):
            words = replace(WORDS, clocks=WORDS.clocks[:seats])
            for pointer in (Pointer(row=3), Pointer(cell="H3", directions=tuple(Direction))):
                painter.own_board(replace(own, turn=0, seats=full.seats[:seats]), words, arrangement, ghosts, pointer)
    painter.board(a_view(MIDGAME, last=a_play(0, "F8", "ŞKALEM")), replace(PLAIN, last="Ayşe: KALEM +24 " * 30))
    scores, names = ((0, 0, 9, 8), (31, 60, 90, 8)), ("Ayşe", "Mehmet", "Zeynep", "Can")
    painter.board(replace(a_view(names=names), turn=None, outcome=an_outcome(scores[-1]), history=scores), PLAIN)
    for count in (7, 10):
        rack = ("J", "Ğ", "?", "M", "İ", "A", "Ç", "V", "Ö", "S")[:count]
        painter.own_board(a_view(viewer=0, rack=rack), PLAIN, UNTOUCHED_RACK)
    for deck in ("full", "chat", "quick"):
        painter.cards(table(deck), PLAIN)
        painter.cards(replace(table(deck), revealed=()), PLAIN, CardChoice(row=1, cards=(1, 2)))
    for word in ("KALEM", "KALEMLİKLER", "MUVAFFAKİYETSİZL"):
        painter.player_card(a_player_card(word))
    painter.rank_list(a_ranking())
    for rules in ROUND_RULESETS:
        painter.round(a_round(rules.id), replace(ROUND, labels=LABELS[rules.language]))
        painter.round_result(a_round(rules.id, is_open=False), result_words(labels=LABELS[rules.language]))
    painter.podium(a_podium())
    painter.analysis_overview(an_overview())
    for game, language in product(("kelimelik", "klepka"), ("tr", "uk")):
        view = a_lobby(game, 1, (Seat(1, "Ayşe"),), least=2, most=6)
        painter.lobby(view, LobbyWords("Kelimelik", "KELİMELİK", needed="bekleniyor", labels=LABELS[language]))


def most(thing: object, met: set[int]) -> int:
    """Bytes of pixels that something may come to hold: each cache full of the largest it has been seen to hold."""
    match thing:
        case Image.Image():
            return thing.width * thing.height * len(thing.getbands())
        case Stamp():
            return 2 * thing.size[0] * thing.size[1]
        case Canvas():
            return len(thing.data)
        case tuple() | list():
            return sum(most(part, met) for part in thing)
        case dict():
            return sum(most(part, met) for part in thing.values())
        case _lru_cache_wrapper():
            room = thing.cache_info().maxsize
            assert room is not None, f"{thing} has no bound"
            kept = [most(result, met) for result in gc.get_referents(thing) if not callable(result)]
            return room * max(kept, default=0)
        case _ if type(thing).__module__.startswith("render.") and hasattr(thing, "__dict__") and id(thing) not in met:
            met.add(id(thing))
            return sum(most(part, met) for part in vars(thing).values())
        case _:
            return 0


def test_a_painters_caches_hold_no_more_than_is_said() -> None:
    painter = Painter()
    busy(painter)
    assert MOST_MEMORY * 0.8 <= most(painter, set()) <= MOST_MEMORY


def test_without_isal_the_standard_library_deflates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isal", None)
    spec = find_spec("render.canvas")
    assert spec is not None
    assert spec.loader is not None
    plain = module_from_spec(spec)
    spec.loader.exec_module(plain)
    canvas, palette = Canvas.from_image(Image.frombytes("L", (4, 1), bytes((0, 1, 2, 3)))), bytes(range(48))
    assert plain.isal_zlib is None
    assert difference(opened(plain.encode_png(canvas, palette)), opened(encode_png(canvas, palette))) is None


def drawn_at_each_step(parts: Iterator[None], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many shapes are drawn large and reduced, which takes longest, at each step."""
    counts, finish = [0], Art.to_index_image

    def counted(self: Art, *args: object) -> object:
        counts[-1] += 1
        return finish(self, *args)  # type: ignore[arg-type]  # whatever they are

    monkeypatch.setattr(Art, "to_index_image", counted)
    while next(parts, False) is None:
        counts.append(0)
    return counts


@pytest.mark.parametrize("language", ["tr", "en", "uk"])
def test_a_step_towards_a_board_draws_no_more_than_a_tile_with_each_mark_and_a_blank(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = drawn_at_each_step(Painter().warm(language, 15, 15, LABELS[language]), monkeypatch)
    assert max(counts) == 4
    assert len(counts) > 40


FONTS: Final = Fonts()
LAID: Final = {15: (56, Face(2, 2, 54, 51)), 17: (48, Face(2, 2, 46, 41))}
"""A tile's size and face, by the columns of the board, at 900 pixels."""
CLEAR: Final = 5
"""A letter grown by two pixels on every side does not meet its points."""
RULESETS: Final = tuple(crossword_rulesets().values())


def printed(ruleset: Ruleset, letter: str, tiles: dict[int, tuple[int, Face]]) -> tuple[int, Face, list[Print]]:
    size, face = tiles[ruleset.columns if ruleset.columns in tiles else 15]
    tile = TilePrint(Lettering(Palette(THEMES["light"]), FONTS), size, 900)
    return size, face, tile.lay_out(letter, ruleset.values[letter], face)


def ink(part: Print, size: int) -> Image.Image:
    mask, rise = FONTS.mask(part.text, Weight.BOLD, part.size)
    art = Image.new("L", (size, size))
    art.paste(mask, (part.left, part.base - rise))
    return art


@pytest.mark.repeats(4)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_points_are_clear_of_the_letter_and_both_lie_on_the_face(ruleset: Ruleset) -> None:
    for letter in set(ruleset.values) - {"?"}:
        size, face, parts = printed(ruleset, letter, LAID)
        sign, points = (ink(part, size) for part in parts)
        grown = sign.filter(ImageFilter.MaxFilter(CLEAR))
        assert ImageChops.multiply(grown, points).getbbox() is None, letter
        left, top, right, bottom = ImageChops.lighter(sign, points).getbbox() or (0, 0, 0, 0)
        assert face.left < left
        assert face.top <= top
        assert right < face.right
        assert bottom <= face.bottom


def test_a_blank_has_no_points_and_a_tile_too_narrow_for_its_letter_has_it_all_the_same() -> None:
    tile = TilePrint(Lettering(Palette(THEMES["light"]), FONTS), 56, 900)
    (blank,) = tile.lay_out("?Ğ", 8, LAID[15][1])
    assert blank.text == "Ğ"
    assert [part.text for part in tile.lay_out("Щ", 10, Face(2, 2, 16, 16))] == ["Щ", "10"]
