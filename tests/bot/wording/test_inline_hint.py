"""That moves can be typed behind the bot's name is told where the account has inline mode on, and nowhere else."""

import pytest

from bot.families import registry
from bot.texts import Texts
from bot.user_input.commands import command_name
from bot.wording.guide_texts import HelpTexts
from bot.wording.speaker import Speaker
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import Ruleset, shipped_rulesets
from tests.bot.wording.test_help_text import BOT, TEXTS_OF
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.chat_steps import read_whole_guide
from tests.support.games import open_lobby_of
from tests.support.languages import LANGUAGES, phone_line_count

TEXTS = Texts()
HINT = 2
"""Lines of a telephone that it takes."""
running = pytest.mark.asyncio(loop_scope="module")


def help_text(name: str, language: str, inline: str) -> str:
    ruleset = shipped_rulesets()[name]
    return HelpTexts(BOT, inline).game_commands(ruleset, registry.help_contents(ruleset), Speaker(TEXTS, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_it_of_games_that_are_played_so_where_it_is_on(language: str) -> None:
    typed = f"<code>{BOT}</code>"
    for name in shipped_rulesets():
        assert typed not in help_text(name, language, "")
        assert (typed in help_text(name, language, BOT)) is (name in crossword_rulesets())
    speaker = Speaker(TEXTS, language)
    assert typed in HelpTexts(BOT, BOT).list_games(speaker)
    assert typed not in HelpTexts(BOT).list_games(speaker)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", TEXTS_OF)
def test_help_is_two_lines_longer_for_it_at_most(ruleset: Ruleset, language: str) -> None:
    speaker, its = Speaker(TEXTS, language), registry.help_contents(ruleset)
    plain, hinted = (
        phone_line_count(help_.game_commands(ruleset, its, speaker)) for help_ in (HelpTexts(BOT), HelpTexts(BOT, BOT))
    )
    assert hinted <= plain + HINT


@running
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_help_of_a_group_tells_it_and_the_start_of_a_game_does_not(
    harness: BotHarness, language: str
) -> None:
    talk = await harness.new_group(language)
    await talk.put_table(open_lobby_of("kelimelik"))
    bot = harness.playground.world.bot_user["username"]
    board = await talk.say_and_wait(KIRAZ, f"/{command_name('begin', language)}")
    assert f"@{bot}" not in board.html, "with its picture it fills a phone's screen"
    assert f"<code>@{bot}</code>" in (await read_whole_guide(talk, LIMON, f"/{command_name('help', language)}")).html
