"""That moves can be typed behind the bot's name is told where the account has inline mode on, and nowhere else."""

import pytest

from bot.families import registry
from bot.texts import Texts
from bot.typed.commands import command_name
from bot.wording.help import Help
from bot.wording.speaker import Speaker
from engine.crossword.games import crosswords
from engine.rulesets import Ruleset, rulesets
from tests.bot.test_help_told import BOT, TEXTS_OF, lines
from tests.support.chats import KIRAZ, LIMON, House
from tests.support.games import lobby
from tests.support.guides import whole
from tests.support.languages import LANGUAGES

TEXTS = Texts()
HINT = 2
"""Lines of a telephone that it takes."""
running = pytest.mark.asyncio(loop_scope="module")


def helped(name: str, language: str, inline: str) -> str:
    ruleset = rulesets()[name]
    return Help(BOT, inline).commands(ruleset, registry.helped(ruleset), Speaker(TEXTS, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_it_of_games_that_are_played_so_where_it_is_on(language: str) -> None:
    typed = f"<code>{BOT}</code>"
    for name in rulesets():
        assert typed not in helped(name, language, "")
        assert (typed in helped(name, language, BOT)) is (name in crosswords())
    speaker = Speaker(TEXTS, language)
    assert typed in Help(BOT, BOT).start(speaker)
    assert typed not in Help(BOT).start(speaker)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", TEXTS_OF)
def test_help_is_two_lines_longer_for_it_at_most(ruleset: Ruleset, language: str) -> None:
    speaker, its = Speaker(TEXTS, language), registry.helped(ruleset)
    plain, hinted = (lines(help_.commands(ruleset, its, speaker)) for help_ in (Help(BOT), Help(BOT, BOT)))
    assert hinted <= plain + HINT


@running
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_help_of_a_group_tells_it_and_the_start_of_a_game_does_not(house: House, language: str) -> None:
    talk = await house.group(language)
    await talk.deal(lobby("kelimelik"))
    bot = house.playground.world.bot_user["username"]
    board = await talk.ask(KIRAZ, f"/{command_name('begin', language)}")
    assert f"@{bot}" not in board.html, "with its picture it fills a phone's screen"
    assert f"<code>@{bot}</code>" in (await whole(talk, LIMON, f"/{command_name('help', language)}")).html
