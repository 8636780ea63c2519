"""One word for one thing: the texts have none of the words that the glossary of each language leaves out."""

import re
from html import unescape

import pytest

from bot.texts import Texts, read_language_source
from bot.user_input.commands import command_menu
from tests.support.languages import LINES, phone_line_count
from tools.check_texts import message_arguments

LEFT_OUT = {
    "tr": r"öteki|öbür|düzey|satır içi kip|lobi|listede yok|masayı kuran|oyuncusu(?:nun|nda|nu)\b|Ötek|Öbür|ayra[cç]",
    "en": r"\bswap|\bgiv\w+ up\b|\bmix|\bbeg[iau]n|\bdoubt|\blobby\b|\bto move:|\bwhom\b",
    "uk": r"\bоб(?:рати|еріть|рано)|заступ|\bздач|лобі|забрат|покласти|безпідставн|чинний|вбудований режим",
}
"""Of what the glossary says under *not*, what no text needs in another meaning."""
NAMES_OF_COMMANDS = re.compile(r"/\w+")
PLACEHOLDERS = re.compile(r"\{[^{}]*\}")
MESSAGE_NAMES = re.compile(r"^[a-z][\w-]* =|^#.*$", re.MULTILINE)


@pytest.mark.parametrize("language", LEFT_OUT)
def test_texts_have_one_word_for_one_thing(language: str) -> None:
    written = MESSAGE_NAMES.sub("", PLACEHOLDERS.sub("", read_language_source(language)))
    menus = NAMES_OF_COMMANDS.sub("", "\n".join(line for _, line in command_menu(language)))
    found = [
        line.strip()
        for line in f"{written}\n{menus}".splitlines()
        if re.search(LEFT_OUT[language], line, re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("language", LEFT_OUT)
def test_messages_have_no_semicolons(language: str) -> None:
    texts = Texts()
    messages = message_arguments(language)
    written = {name: texts.plain(language, name, **dict.fromkeys(given, 12)) for name, given in messages.items()}
    assert [name for name, text in written.items() if ";" in unescape(text)] == []


@pytest.mark.parametrize("language", LEFT_OUT)
def test_no_single_message_is_longer_than_a_screen(language: str) -> None:
    """Rules, lists and pages of help are made of several; what is made of them has tests of its own."""
    texts = Texts()
    lines = {
        name: phone_line_count(texts.plain(language, name, **dict.fromkeys(arguments, 12)))
        for name, arguments in message_arguments(language).items()
    }
    assert {name: count for name, count in lines.items() if count > LINES} == {}
