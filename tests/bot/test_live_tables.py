"""Which tables the live dictionary judges where the operator names one (RULES §8, no. 42)."""

import pytest

from bot.judges.dictionaries import named
from tests.support.chats import KIRAZ, House

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("house", [{"TDK_API_URL": "http://127.0.0.1:9/gts"}], indirect=True, ids=["tdk"]),
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
    house: House, command: str, kind: str
) -> None:
    talk = await house.group()
    await talk.ask(KIRAZ, command)
    assert named((await talk.table()).ruleset.lexicon)[1] == kind


async def test_the_table_says_so(house: House) -> None:
    talk = await house.group()
    told = await talk.ask(KIRAZ, "/yeni scrabble")
    assert f"{talk.plain('option-dictionary')}: TDK" in told.html
