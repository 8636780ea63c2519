"""Tables before the first turn: options by words and by buttons, sitting down, getting up, beginning, cancelling."""

from typing import Final

from tests.transcripts.scenes.room import HURMA, KIRAZ, LIMON, NANE, ZEYTIN, SceneRoom, open_group
from tests.transcripts.simulated_players import shipped_rulesets
from tests.transcripts.stage import RecordingStage

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


async def play(stage: RecordingStage) -> None:
    """In each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"lobbies in {language}"})
        place = await open_group(stage, -1400 - number, language)
        for text in _TYPED[number::3] if number else _TYPED:
            await place.give_command(KIRAZ, "new", text)
            await place.give_command(LIMON, "board")
            await place.give_command(LIMON, "rules")
            await place.cancel_table()
        await _by_buttons(place, number)
        await _seats(place)


async def _by_buttons(place: SceneRoom, number: int) -> None:
    """Every option's button, all the way round, for some of the games; and each game's own button."""
    for index, game in enumerate(sorted(shipped_rulesets())):
        await place.give_command(KIRAZ, "new")
        chooser = place.stage.newest_with_buttons(place.chat_id)
        if index % 3 == number:
            await place.forge_tap(KIRAZ, f"tune::{KIRAZ}:{game}", chooser)
            options = len(place.stage.buttons_of_message(place.chat_id, chooser)) - 1
            for option in range(options):
                for _ in range(2):
                    await place.tap_kind(KIRAZ, "tune", option, chooser)
            await place.tap_kind(LIMON, "tune", 0, chooser)
            await place.tap_kind(KIRAZ, "choose", 0, chooser)
        else:
            await place.tap_kind(LIMON, "choose", index, chooser)
            await place.tap_kind(KIRAZ, "choose", index, chooser)
        await place.tap_kind(KIRAZ, "tune", 0, chooser)
        await place.tap_kind(KIRAZ, "choose", 0, chooser)
        await place.cancel_table()
    await place.forge_tap(KIRAZ, f"choose::{KIRAZ}:nosuchgame", chooser)
    await place.forge_tap(KIRAZ, f"choose::{KIRAZ}:kelimelik:zzz", chooser)
    await place.forge_tap(KIRAZ, f"tune::{KIRAZ}:kelimelik:9", chooser)


async def _seats(place: SceneRoom) -> None:
    await place.give_command(KIRAZ, "new", "scrabble-en")
    lobby = place.stage.newest_with_buttons(place.chat_id)
    await place.give_command(KIRAZ, "begin")
    await place.tap_kind(KIRAZ, "begin")
    await place.tap_kind(KIRAZ, "join")
    for person in (LIMON, NANE):
        await place.tap_kind(person, "join", message=lobby)
    await place.give_command(ZEYTIN, "join")
    await place.give_command(HURMA, "join")
    await place.tap_kind(HURMA, "join")
    await place.tap_kind(NANE, "leave")
    await place.tap_kind(NANE, "leave")
    await place.give_command(HURMA, "leave")
    await place.tap_kind(HURMA, "board")
    await place.give_command(HURMA, "begin")
    await place.cancel_table(HURMA)
    await place.tap_kind(LIMON, "begin")
    await place.tap_kind(LIMON, "begin", message=lobby)
    await place.tap_kind(HURMA, "join", message=lobby)
    await place.tap_kind(KIRAZ, "leave", message=lobby)
    await place.cancel_table(HURMA)
    await place.cancel_table()
    await place.give_command(KIRAZ, "new", "klepka")
    await place.give_command(KIRAZ, "leave")
    await place.give_command(KIRAZ, "new", "kelimelik")
    for person in (LIMON, NANE):
        await place.give_command(person, "join")
    await place.give_command(KIRAZ, "leave")
    await place.give_command(LIMON, "begin")
    await place.cancel_table(LIMON)
    await place.tap_kind(LIMON, "join", message=lobby)
    await _invite_to_seats(place)


async def _invite_to_seats(place: SceneRoom) -> None:
    """Seats are kept for somebody who declines, for somebody who comes, and for whom they cannot be."""
    await place.give_command(KIRAZ, "new", "kelimelik")
    lobby = place.stage.newest_with_buttons(place.chat_id)
    for whom in ("", "@Kiraz", "@SomeBot", "@Limon"):
        await place.give_command(KIRAZ, "invite", whom)
    await place.give_command(NANE, "join")
    for person in (NANE, LIMON):
        await place.tap_kind(person, "seat", 1, lobby)
    await place.give_command(KIRAZ, "invite", "@Limon @SomeBot")
    await place.tap_kind(LIMON, "seat", 0, lobby)
    await place.cancel_table()
