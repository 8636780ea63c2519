"""What ``/yardim`` and ``/kurallar`` say: what works and holds in a game, short enough for a telephone, everywhere."""

import re
from itertools import product

import pytest

from bot.families import registry
from bot.handlers.general import all_command_rows as all_commands
from bot.texts import Argument, Texts
from bot.user_input.commands import command_name
from bot.wording.guide_texts import HelpTexts
from bot.wording.speaker import Speaker, localized_title
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.crossword.shipped import crossword_rulesets
from engine.rulesets import Ruleset, resolve_ruleset, shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.chat_steps import read_whole_guide
from tests.support.games import open_lobby_of
from tests.support.klepka import klepka_rules as klepka
from tests.support.languages import LANGUAGES, LINES, phone_line_count

BOT = "@harfiyen_bot"
TEXTS = Texts()
HELP = HelpTexts(BOT)


def game_help(ruleset: Ruleset, language: str) -> str:
    return HELP.game_commands(ruleset, registry.help_contents(ruleset), Speaker(TEXTS, language))


SCREENS = 2
"""Of a game's commands, which somebody asked for."""


def help_pages(language: str) -> tuple[str, ...]:
    speaker = Speaker(TEXTS, language)
    return (HELP.how_to_start(speaker), speaker.html("help-admins"), speaker.html("help-settings"))


def commands_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w<])/([a-z]+)", text))


def ruleset_with_challenges(name: str) -> Ruleset:
    return resolve_ruleset(crossword_rulesets()[name], {"challenge": "double", "clock": "25min"})


GAMES = (
    *shipped_rulesets().values(),
    ruleset_with_challenges("scrabble-tr"),
    resolve_ruleset(crossword_rulesets()["kelimelik"], {"take-back": "30"}),
    klepka(clock="phases"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_games_commands_fit_on_two_screens_and_every_other_page_on_one(language: str) -> None:
    for ruleset in GAMES:
        assert phone_line_count(game_help(ruleset, language)) <= SCREENS * LINES, ruleset.id
    for page in (*help_pages(language), HELP.list_games(Speaker(TEXTS, language))):
        assert phone_line_count(page) <= LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_tells_in_twelve_lines_how_to_start_join_move_and_stop(language: str) -> None:
    page, *_ = help_pages(language)
    assert len(page.splitlines()) <= 12
    first = commands_in(page)
    for name in ("new", "join", "begin", "play", "pass", "leave", "surrender", "cancel"):
        assert command_name(name, language) in first


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_told_somewhere_by_its_name_in_the_language(language: str) -> None:
    wordbox, home = shipped_rulesets()["wordbox-tr"], shipped_rulesets()["scrabble-tr"]
    keen = resolve_ruleset(crossword_rulesets()["kelimelik"], {"take-back": "30", "hints": "free"})
    texts = [game_help(game, language) for game in (wordbox, home, keen, klepka(clock="phases"))]
    told = commands_in("\n".join((*help_pages(language), *texts)))
    assert told == {command_name(name, language) for name in all_commands() if name != "start"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_is_listed_those_in_the_language_first(language: str) -> None:
    listed = re.findall(r"<code>(?:/\w+ )?([\w-]+)</code>", HELP.list_games(Speaker(TEXTS, language)))
    assert sorted(set(listed)) == sorted(shipped_rulesets())
    own = [shipped_rulesets()[name].language == language for name in listed]
    assert own == sorted(own, reverse=True)


@pytest.mark.parametrize(
    ("ruleset", "there", "elsewhere"),
    [
        (shipped_rulesets()["wordbox-tr"], {"itiraz", "berabere", "sure", "dene", "ayarlar"}, {"sozluk", "soz"}),
        (shipped_rulesets()["kelimelik"], {"sozluk", "sure", "dene", "ayarlar"}, {"itiraz", "berabere", "soz"}),
        (shipped_rulesets()["scrabble-tr"], {"sozluk", "oyna"}, {"itiraz", "berabere", "sure", "soz"}),
        (ruleset_with_challenges("scrabble-tr"), {"itiraz", "sure"}, {"berabere", "sozluk"}),
        (shipped_rulesets()["klepka"], {"soz", "ac", "takas", "kaos", "pas"}, {"oyna", "dene", "degistir", "sure"}),
    ],
    ids=["wordbox", "kelimelik", "scrabble", "challenged", "klepka"],
)
def test_a_game_is_told_the_commands_that_work_in_it(ruleset: Ruleset, there: set[str], elsewhere: set[str]) -> None:
    told = commands_in(game_help(ruleset, "tr"))
    assert there <= told
    assert not elsewhere & told


@pytest.mark.parametrize(
    ("language", "answers"),
    [
        ("tr", ("/berabere evet", "/berabere hayır", "/itiraz WORDS")),
        ("en", ("/draw yes", "/draw no", "/challenge WORDS")),
        ("uk", ("/draw так", "/draw ні", "/challenge WORDS")),
    ],
)
def test_the_answers_to_a_draw_and_the_doubt_of_one_word_are_told(language: str, answers: tuple[str, ...]) -> None:
    text = game_help(shipped_rulesets()["wordbox-en"], language)
    for answer in answers:
        assert answer in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_in_the_letters_of_the_tiles(language: str) -> None:
    told = game_help(shipped_rulesets()["wordbox-en"], language)
    assert "8I WORDS" in told
    assert "WO[R]DS" in told


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


@pytest.mark.asyncio(loop_scope="module")
async def test_the_help_of_a_group_tells_it_and_the_start_of_a_game_does_not(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(open_lobby_of("kelimelik"))
    bot = harness.playground.world.bot_user["username"]
    board = await talk.say_and_wait(KIRAZ, "/begin")
    assert f"@{bot}" not in board.html, "with its picture it fills a phone's screen"
    assert f"<code>@{bot}</code>" in (await read_whole_guide(talk, LIMON, "/help")).html


MESSAGE = 4096
"""The characters that a message of Telegram may have."""


def rules_text(ruleset: Ruleset, language: str) -> str:
    return registry.family_of_ruleset(ruleset).guide(ruleset).rules_text(Speaker(TEXTS, language))


def headings(text: str) -> list[str]:
    return re.findall(r"^<b>([^<]+)</b>$", text, re.MULTILINE)


@pytest.mark.parametrize("own", shipped_rulesets().values(), ids=shipped_rulesets())
def test_every_option_of_every_game_has_its_rules(own: Ruleset) -> None:
    values = [(name, value) for name, option in own.options().items() for value in option.values]
    for (name, value), language in product(values, LANGUAGES):
        text = rules_text(resolve_ruleset(own, {name: value}), language)
        head, *parts = text.split("\n\n")
        assert localized_title(own.title, language) in head
        assert len(text) < MESSAGE / 1.5, "it is read on a phone"
        assert len(headings(text)) == len(parts) == 5
        for part in parts:
            heading, *rules = part.splitlines()
            assert headings(heading)
            assert 1 <= len(rules) <= 6
            assert all(line.startswith("• ") for line in rules)


def ruleset_with(name: str, **options: str) -> CrosswordRuleset:
    own = shipped_rulesets()[name]
    assert isinstance(own, CrosswordRuleset)
    return resolve_ruleset(own, {option.replace("_", "-"): value for option, value in options.items()})


KELIMELIK = ruleset_with("kelimelik")
SCRABBLE = ruleset_with("scrabble-en")
TIMED = ruleset_with("scrabble-en", clock="25min")
TOURNAMENT = ruleset_with("tournament-tr")
FIVE = ruleset_with("scrabble-tr", challenge="five", challenge_to="challenger", challenge_per="word")
WORDBOX = ruleset_with("wordbox-uk")
SAID: list[tuple[str, Ruleset, str, dict[str, Argument]]] = [
    ("the premium cells", SCRABBLE, "rules-premiums", {}),
    ("the bonus cell", KELIMELIK, "rules-cell", {"points": 25}),
    ("who gives up of two", KELIMELIK, "rules-surrender-pair", {}),
    ("three passes", KELIMELIK, "rules-run-passes", {"turns": 3, "per_player": 1}),
    ("two rounds of passes", TOURNAMENT, "rules-run-passes-each", {"per_player": 2}),
    ("seven tiles for an exchange", TOURNAMENT, "rules-exchange", {"least": 7}),
    ("racks that count", TOURNAMENT, "rules-own-rack", {}),
    ("the price in points for each word", FIVE, "rules-judging-points-challenger-word", {"points": 5}),
    ("that the list alone counts", TOURNAMENT, "rules-list-alone", {}),
    ("overtime", TIMED, "rules-overtime", {"points": 10, "minutes": 10}),
    ("who is out of time plays no more", WORDBOX, "rules-overrun-retire", {}),
    ("the heading of challenges", WORDBOX, "rules-part-challenges", {}),
    ("three exchanges", WORDBOX, "rules-exchange-limit", {"most": 3}),
    ("the arrows", WORDBOX, "rules-four-clockwise", {}),
    ("EX cells", WORDBOX, "rules-ex-bag", {"least": 7}),
    ("a centre that doubles nothing", WORDBOX, "rules-centre-plain", {}),
    ("draws", WORDBOX, "rules-draws", {}),
    ("who gives up", klepka(), "rules-surrender", {}),
    ("one colour", klepka(), "rules-klepka-double-colour", {}),
    ("the host's button", klepka(double="host"), "rules-klepka-double-host", {}),
    ("nouns alone", klepka(words="nouns"), "rules-klepka-nouns", {}),
    ("time that runs out", klepka(clock="phases"), "rules-klepka-overrun", {}),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_tell(language: str) -> None:
    for what, ruleset, message, figures in SAID:
        assert TEXTS.html(language, message, **figures) in rules_text(ruleset, language), what


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_checked_at_once_or_when_somebody_doubts_them_never_both(language: str) -> None:
    at_once = TEXTS.html(language, "rules-judging-void")
    if_challenged = TEXTS.html(language, "rules-challenge", time=Speaker(TEXTS, language).duration(60))
    for ruleset, said, unsaid in ((SCRABBLE, at_once, if_challenged), (WORDBOX, if_challenged, at_once)):
        assert said in rules_text(ruleset, language)
        assert unsaid not in rules_text(ruleset, language)


@pytest.mark.parametrize(
    ("language", "colours"),
    [
        ("tr", "sarı 1, yeşil 2, mavi 3, kırmızı 5"),
        ("en", "yellow 1, green 2, blue 3, red 5"),
        ("uk", "жовта 1, зелена 2, синя 3, червона 5"),
    ],
)
def test_coloured_tiles_are_explained_by_their_points(language: str, colours: str) -> None:
    assert colours in rules_text(WORDBOX, language)
    assert TEXTS.html(language, "rules-colour-yellow") not in rules_text(SCRABBLE, language)
