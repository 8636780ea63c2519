"""The languages of the interface that ship, by which tests are told apart; the bot asks for those there are by then."""

from typing import Final

from bot.languages import languages

LANGUAGES: Final = languages().codes
"""As they were when the tests were collected: a language that a test adds is not among them."""
LISTED: Final = "Türkçe (tr), English (en), Українська (uk)"
"""How a refusal lists them."""
