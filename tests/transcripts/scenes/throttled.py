"""People who ask too much at once, where the bot limits what it does for each."""

from typing import Final

from tests.transcripts.scenes.room import KIRAZ, LIMON, open_group
from tests.transcripts.stage import RecordingStage

ENVIRON: Final = {"RATE_LIMITS": ""}


async def play(stage: RecordingStage) -> None:
    """In each language, by words and by buttons."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"too much at once in {language}"})
        place = await open_group(stage, -3_600 - number, language)
        await place.open_and_begin("kelimelik", 2)
        for step in range(40):
            await place.give_command(LIMON, "score" if step % 2 else "board")
        for _ in range(12):
            await place.tap_kind(LIMON, "rack")
        await place.give_command(KIRAZ, "board")
        await place.cancel_table()
