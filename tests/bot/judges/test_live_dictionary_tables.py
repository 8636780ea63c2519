"""Which tables the live dictionary judges where the operator names one (RULES §8, no. 42)."""

import pytest

from bot.judges.word_judge import parse_lexicon
from tests.support.chat_harness import KIRAZ, BotHarness

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [{"TDK_API_URL": "http://127.0.0.1:9/gts"}], indirect=True, ids=["tdk"]),
]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("/yeni scrabble", "live"),
        ("/yeni turnuva", "live"),
        ("/yeni scrabble saat=25dk", "live"),
        ("/yeni scrabble sözlük=liste", "builtin"),
        ("/yeni turnuva yaygın", "common"),
        ("/yeni kelimelik", "builtin"),
        ("/yeni kelimelik sözlük=tdk", "live"),
        ("/yeni wordbox", "builtin"),
        ("/yeni scrabble-en", "builtin"),
    ],
)
async def test_turkish_scrabble_has_the_live_dictionary_unless_chosen_otherwise(
    harness: BotHarness, command: str, kind: str
) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, command)
    assert parse_lexicon((await talk.load_current_table()).ruleset.lexicon)[1] == kind


async def test_the_table_says_so(harness: BotHarness) -> None:
    talk = await harness.new_group()
    told = await talk.say_and_wait(KIRAZ, "/yeni scrabble")
    assert f"{talk.text_plain('option-dictionary')}: TDK" in told.html
