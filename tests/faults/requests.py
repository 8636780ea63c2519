"""Faults in how what people ask is understood, in what they are answered, and in which language."""

from typing import Final

from tests.faults.fault import Fault

REQUESTS: Final = (
    Fault(
        "outage-told-beside-the-notice",
        r"entry, custom_words=custom_words, fell_back=fell_back$",
        "entry, custom_words=custom_words",
        ("tests/bot/handlers/test_word_commands.py",),
    ),
    Fault(
        "answer-sent-instead-of-edited",
        r"await self\._gateway\.edits\.edit_text\(tap\.venue\.scope\.chat, tap\.message, text, keyboard,",
        "await self._gateway.send_text(tap.venue.scope, text, keyboard,",
        ("tests/bot/user_input/test_options.py",),
    ),
    Fault(
        "refusal-swallowed",
        r"(except EngineError as error:\n            )await self\._answers\.reply_refusal\(request, .*\)",
        r"\1return",
        ("tests/bot/handlers/test_refusals.py",),
    ),
    Fault(
        "unreadable-table-called-no-game",
        r"raise refusal_to_show\(error, context\) from error",
        "raise",
        ("tests/bot/handlers/dispatch/test_unreadable_tables.py",),
    ),
    Fault(
        "command-of-groups-in-private",
        r'request\.venue\.private and row\.where == "group" and context\.loaded\.table is None',
        "False",
        ("tests/bot/handlers/test_refusals.py",),
    ),
    Fault(
        "wrong-language-in-private",
        r"return chosen or client_locale\(sender\) or self\.default",
        "return self.default",
        ("tests/bot/telegram/test_private_locale.py",),
    ),
    Fault(
        "typed-value-not-understood",
        r"return languages\(\)\.find_meaning\(f\"values\..*\) or fold_word\(typed\)",
        "return fold_word(typed)",
        ("tests/bot/user_input/test_options.py",),
    ),
    Fault(
        "option-that-changes-nothing-taken",
        r"options\.check_options_matter\(chosen, ruleset, kinds\)",
        "pass",
        ("tests/bot/user_input/test_option_choices.py",),
    ),
    Fault(
        "family-texts-not-read",
        r"for folder in languages\(\)\.text_folders\(language\)",
        "for folder in languages().text_folders(language)[:1]",
        ("tests/bot/families/test_family_texts.py",),
    ),
    Fault(
        "command-that-telegram-refuses",
        r"\{1,32\}\\Z",
        "{1,99}$",
        ("tests/bot/languages/test_typed_toml.py",),
    ),
    Fault(
        "a-third-family-taken-for-the-second",
        r"next\(family for family in FAMILIES if isinstance\(ruleset, family\.engine_family\.ruleset\)\)",
        "FAMILIES[not isinstance(ruleset, FAMILIES[0].engine_family.ruleset)]",
        ("tests/bot/families/test_third_family.py",),
    ),
)
