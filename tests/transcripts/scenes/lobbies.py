"""Tables before the first turn: options by words and by buttons, sitting down, getting up, beginning, cancelling."""

from typing import Final

from tests.transcripts.minds import rulesets
from tests.transcripts.scenes.room import HURMA, KIRAZ, LIMON, NANE, ZEYTIN, Room, room
from tests.transcripts.stage import Stage

_TYPED: Final = (
    "kelimelik saat=5dk",
    "kelimelik hızlı bingo=raf",
    "scrabble itiraz=beş başına=kelime kime=itirazcı saat=oyun pencere=30",
    "scrabble torba=s3-table bitiş=çift",
    "turnuva saat=final",
    "scrabble-en clock=bank challenge=ten window=90s",
    "scrabble-en challenge=double clock=24h out=double",
    "wordbox-en 4w=any ex=off centre=double",
    "wordbox-en four-word=endpoint ex=swap challenge=single",
    "tournament clock=25min challenge=wordpoints",
    "wordbox-uk час=немає оскарження=вимкнено центр=подвоює",
    "клепка колода=повна повтори=forbidden подвоєння=вимкнено",
    "klepka deste=kısa çift=kurucu saat=açık",
    "klepka words=nouns",
    "kelimelik dolunca",
    "kelimelik sözlük=tdk",
    "kelimelik sözlük=",
    "kelimelik saat=kırk",
    "kelimelik renk=mavi",
    "kelimelik 5dk 2dk",
    "klepka saat",
    "İngilizce 25dk",
    "kelimelik chat-words=off",
    "scrabble-en challenge=five challenge-to=mover challenge-per=challenge",
    "scrabble-en challenge=five challenge-per=word challenge-to=mover",
    "scrabble-en challenge=ten challenge-per=challenge challenge-to=challenger",
    "scrabble-en challenge=ten challenge-per=word challenge-to=challenger",
    "wordbox-tr torba=standart merkez=sade bingo=yedi bitiş=aktar",
    "klepka kelimeler=hepsi çift=kapalı",
)


async def play(stage: Stage) -> None:
    """In each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.do({"do": "title", "text": f"lobbies in {language}"})
        place = await room(stage, -1400 - number, language)
        for text in _TYPED[number::3] if number else _TYPED:
            await place.ask(KIRAZ, "new", text)
            await place.ask(LIMON, "board")
            await place.ask(LIMON, "rules")
            await place.end()
        await _by_buttons(place, number)
        await _seats(place)


async def _by_buttons(place: Room, number: int) -> None:
    """Every option's button, all the way round, for some of the games; and each game's own button."""
    for index, game in enumerate(sorted(rulesets())):
        await place.ask(KIRAZ, "new")
        chooser = place.stage.newest(place.id)
        if index % 3 == number:
            await place.forge(KIRAZ, f"tune::{KIRAZ}:{game}", chooser)
            options = len(place.stage.buttons(place.id, chooser)) - 1
            for option in range(options):
                for _ in range(2):
                    await place.tap(KIRAZ, "tune", option, chooser)
            await place.tap(LIMON, "tune", 0, chooser)
            await place.tap(KIRAZ, "choose", 0, chooser)
        else:
            await place.tap(LIMON, "choose", index, chooser)
            await place.tap(KIRAZ, "choose", index, chooser)
        await place.tap(KIRAZ, "tune", 0, chooser)
        await place.tap(KIRAZ, "choose", 0, chooser)
        await place.end()
    await place.forge(KIRAZ, f"choose::{KIRAZ}:nosuchgame", chooser)
    await place.forge(KIRAZ, f"choose::{KIRAZ}:kelimelik:zzz", chooser)
    await place.forge(KIRAZ, f"tune::{KIRAZ}:kelimelik:9", chooser)


async def _seats(place: Room) -> None:
    await place.ask(KIRAZ, "new", "scrabble-en")
    lobby = place.stage.newest(place.id)
    await place.ask(KIRAZ, "begin")
    await place.tap(KIRAZ, "begin")
    await place.tap(KIRAZ, "join")
    for person in (LIMON, NANE):
        await place.tap(person, "join", message=lobby)
    await place.ask(ZEYTIN, "join")
    await place.ask(HURMA, "join")
    await place.tap(HURMA, "join")
    await place.tap(NANE, "leave")
    await place.tap(NANE, "leave")
    await place.ask(HURMA, "leave")
    await place.tap(HURMA, "board")
    await place.ask(HURMA, "begin")
    await place.end(HURMA)
    await place.tap(LIMON, "begin")
    await place.tap(LIMON, "begin", message=lobby)
    await place.tap(HURMA, "join", message=lobby)
    await place.tap(KIRAZ, "leave", message=lobby)
    await place.end(HURMA)
    await place.end()
    await place.ask(KIRAZ, "new", "klepka")
    await place.ask(KIRAZ, "leave")
    await place.ask(KIRAZ, "new", "kelimelik")
    for person in (LIMON, NANE):
        await place.ask(person, "join")
    await place.ask(KIRAZ, "leave")
    await place.ask(LIMON, "begin")
    await place.end(LIMON)
    await place.tap(LIMON, "join", message=lobby)
    await _invited(place)


async def _invited(place: Room) -> None:
    """Seats are kept for somebody who declines, for somebody who comes, and for whom they cannot be."""
    await place.ask(KIRAZ, "new", "kelimelik")
    lobby = place.stage.newest(place.id)
    for whom in ("", "@Kiraz", "@SomeBot", "@Limon"):
        await place.ask(KIRAZ, "invite", whom)
    await place.ask(NANE, "join")
    for person in (NANE, LIMON):
        await place.tap(person, "seat", 1, lobby)
    await place.ask(KIRAZ, "invite", "@Limon @SomeBot")
    await place.tap(LIMON, "seat", 0, lobby)
    await place.end()
