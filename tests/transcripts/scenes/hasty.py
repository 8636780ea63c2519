"""People who ask too much at once, where the bot limits what it does for each."""

from typing import Final

from tests.transcripts.scenes.room import KIRAZ, LIMON, room
from tests.transcripts.stage import Stage

ENVIRON: Final = {"RATE_LIMITS": ""}


async def play(stage: Stage) -> None:
    """In each language, by words and by buttons."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.do({"do": "title", "text": f"too much at once in {language}"})
        place = await room(stage, -3_600 - number, language)
        await place.deal("kelimelik", 2)
        for step in range(40):
            await place.ask(LIMON, "score" if step % 2 else "board")
        for _ in range(12):
            await place.tap(LIMON, "rack")
        await place.ask(KIRAZ, "board")
        await place.end()
