"""What the tests of wording say and compare."""

import re

from bot.playground.entities import parse_html
from bot.texts import Texts

TEXTS = Texts()


def plain(text: str) -> str:
    """As people read it, without the marks around names."""
    return re.sub("[\u2068\u2069]", "", parse_html(text, lambda _: None)[0])
