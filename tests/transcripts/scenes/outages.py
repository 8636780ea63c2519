"""The live dictionary, there and away; and as many words of a chat's own as there may be."""

from random import Random

from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import KIRAZ, LIMON, NANE, SceneRoom, open_group
from tests.transcripts.stage import RecordingStage


async def play(stage: RecordingStage) -> None:
    """The live dictionary does not answer: the list decides, and the chat is told once."""
    await _fill_custom_words(await open_group(stage, -2301, "en"))
    await stage.run_op({"do": "stop"})
    await stage.run_op({"do": "start", "environ": {"TDK_API_URL": "{api}/gts"}})
    await stage.run_op({"do": "title", "text": "the live dictionary answers"})
    for number, language in enumerate(("tr", "en", "uk")):
        await _use_live_dictionary(await open_group(stage, -2310 - number, language), language)
    await stage.run_op({"do": "stop"})
    await stage.run_op({"do": "start", "environ": {"TDK_API_URL": "http://127.0.0.1:9/gts"}})
    await stage.run_op({"do": "title", "text": "the live dictionary is away"})
    for number, language in enumerate(("tr", "en", "uk")):
        await _use_live_dictionary(await open_group(stage, -2320 - number, language), language)


async def _fill_custom_words(place: SceneRoom) -> None:
    """A chat adds as many words as it may, and more."""
    await place.stage.run_op({"do": "title", "text": "as many words as there may be"})
    for number in range(51):
        words = " ".join(f"{chr(65 + number % 26)}{chr(65 + number // 26)}{letter}Q" for letter in "ABCDEFGHIJ")
        await place.give_command(KIRAZ, "add-word", f"en {words}")


async def _use_live_dictionary(place: SceneRoom, language: str) -> None:
    await place.give_command(KIRAZ, "new")
    chooser = place.stage.newest_with_buttons(place.chat_id)
    await place.forge_tap(KIRAZ, f"tune::{KIRAZ}:scrabble-tr", chooser)
    for option in range(6):
        for _ in range(3):
            await place.tap_kind(KIRAZ, "tune", option, chooser)
    await place.give_command(
        KIRAZ, "new", "scrabble-tr sözlük=tdk" if language == "tr" else "scrabble-tr dictionary=live"
    )
    await place.give_command(LIMON, "rules")
    await place.give_command(LIMON, "join")
    await place.give_command(KIRAZ, "begin")
    for turns in range(3):
        await play_turn(place, await place.load_crossword(), Random(f"outage {turns}"), 0)
    await place.give_command(NANE, "word", "kalem qqqq")
    await place.cancel_table()
