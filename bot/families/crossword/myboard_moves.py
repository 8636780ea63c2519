"""My board: a move laid by buttons, row, column, direction, and tile by tile."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.families.crossword.myboard_scene import Scene
from bot.families.crossword.sketches import trial
from bot.families.crossword.ways import ARROWS, named
from bot.families.ownboard import Key, Page, wrapped
from bot.telegram.buttons import PLAYS
from bot.wording.captions import lines
from engine.crossword.draft import Draft, Laid, cells_in, laid, rows, unwritten, ways, written
from engine.crossword.ruleset import BLANK
from engine.crossword.scoring import Score
from engine.errors import Refusal
from render.pointer import NOTHING, Pointer

_HEX: Final = frozenset("0123456789abcdef")
_WHY: Final = {
    "not_touching": "mine-not-touching",
    "off_centre": "mine-off-centre",
    "one_letter": "mine-one-letter",
}
"""What is still missing until a move can be played, by the code that it would be refused with."""
Phonies = Callable[[Score], Awaitable[tuple[str, ...] | None]]
"""Which words of a play do not count; ``None`` where a preview does not tell."""


def row(scene: Scene) -> Page:
    """Which row the first new tile goes to."""
    keys = [Key(str(number), f"r{number}") for number in rows(scene.state, scene.seat)]
    if not keys:
        raise Refusal("stale_button")
    return scene.page(scene.own.speaker.html("mine-which-row"), [*wrapped(keys), [scene.back()]])


def column(scene: Scene, text: str) -> Page:
    """Which column, once the row is chosen."""
    number = int(text) if text.isdecimal() else 0
    cells = cells_in(scene.state, scene.seat, number)
    if not cells:
        raise Refusal("stale_button")
    keys = [Key(cell[:1], _begun(scene, cell)) for cell in cells]
    told = scene.own.speaker.html("mine-which-column", row=number)
    return scene.page(told, [*wrapped(keys), [scene.back("r")]], pointer=Pointer(row=number))


def _begun(scene: Scene, cell: str) -> str:
    """The step behind a cell: the first tile, or the direction where two are possible."""
    found = ways(scene.state, scene.seat, cell)
    return f"c{cell}" if len(found) > 1 else f"d{written(scene.state, Draft(cell, found[0]))}"


def direction(scene: Scene, cell: str) -> Page:
    """Which way the word goes on from the cell."""
    found = ways(scene.state, scene.seat, cell)
    if not found:
        raise Refusal("stale_button")
    speaker = scene.own.speaker
    keys = [Key(f"{ARROWS[way]} {named(way, speaker)}", f"d{written(scene.state, Draft(cell, way))}") for way in found]
    told = speaker.html("mine-which-way", cell=cell)
    return scene.page(told, [keys, [scene.back(f"r{cell[1:]}")]], pointer=Pointer(cell=cell, ways=found))


async def laying(scene: Scene, text: str, phonies: Phonies) -> Page:
    """The tiles laid so far, with what they would score; the next one, back, and the move itself once it is legal."""
    state, speaker = scene.state, scene.own.speaker
    draft = unwritten(state, scene.seat, text)
    done = laid(state, scene.seat, draft)
    tiles = []
    if done.next is not None:
        for place in scene.laid_from(done.left):
            blank = scene.rack[place] == BLANK
            step = f"b{place:x}{text}" if blank else f"d{written(state, draft.extended(place))}"
            tiles.append(Key(scene.tile(place), step))
    end = [scene.back(_before(scene, draft))]
    if draft.tiles:
        end.append(scene.to_board)
    confirm = []
    if done.score is not None and scene.on_turn:
        label = speaker.plain("mine-lay", word=done.word, score=done.score.total)
        confirm.append([Key(label, f"d{text}", plays=True, style=PLAYS)])
    return scene.page(
        await _told(scene, draft, done, phonies),
        [*wrapped(tiles), *confirm, end],
        used=[tile.place for tile in draft.tiles],
        tiles={tile.cell: tile.tile for tile in done.place.tiles},
        tried=None if done.score is None else trial(scene.seat, done.place, done.score),
        pointer=_pointed(draft, done),
    )


def _pointed(draft: Draft, done: Laid) -> Pointer:
    """The cell of the next tile; none where the score stands there."""
    if done.next is None or done.score is not None:
        return NOTHING
    return Pointer(cell=done.next, ways=() if draft.tiles else (draft.direction,))


def _before(scene: Scene, draft: Draft) -> str:
    """The step before a draft as it is."""
    if draft.tiles:
        return f"d{written(scene.state, draft.back())}"
    several = len(ways(scene.state, scene.seat, draft.cell)) > 1
    return f"c{draft.cell}" if several else f"r{draft.cell[1:]}"


async def _told(scene: Scene, draft: Draft, done: Laid, phonies: Phonies) -> str:
    speaker = scene.own.speaker
    way = named(draft.direction, speaker)
    if not draft.tiles:
        return speaker.html("mine-first-tile", cell=draft.cell, way=way)
    if done.score is None:
        why = _WHY.get(done.refusal)
        said = speaker.html("mine-laid", cell=done.cell, way=way, word=done.word)
        return lines(said, "" if why is None else speaker.html(why))
    said = speaker.html("mine-scored", cell=done.cell, way=way, word=done.word, score=done.score.total)
    words = ", ".join(word.word for word in done.score.words[1:])
    beside = speaker.html("mine-beside", words=words) if words else ""
    wrong = await phonies(done.score)
    verdict = ""
    if wrong is not None:
        verdict = speaker.html("mine-phonies", words=", ".join(wrong)) if wrong else speaker.html("mine-all-count")
    mover = scene.state.players[scene.state.turn].name
    later = "" if scene.on_turn else speaker.html("try-later", name=speaker.named(mover))
    return lines(said, beside, verdict, later)


def blank(scene: Scene, text: str) -> Page:
    """Which letter the blank of a place stands for, behind what a draft has laid."""
    state, place, draft = scene.state, int(text[:1], 16) if text[:1] in _HEX else -1, text[1:]
    so_far = unwritten(state, scene.seat, draft)
    done = laid(state, scene.seat, so_far)
    if place not in done.left or scene.rack[place] != BLANK or done.next is None:
        raise Refusal("stale_button")
    keys = [Key(letter, f"d{written(state, so_far.extended(place, letter))}") for letter in scene.letters]
    return scene.page(
        scene.own.speaker.html("mine-which-letter"),
        [*wrapped(keys), [scene.back(f"d{draft}")]],
        used=[tile.place for tile in so_far.tiles],
        tiles={tile.cell: tile.tile for tile in done.place.tiles},
        pointer=Pointer(cell=done.next),
    )
