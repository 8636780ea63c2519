"""Faults in inline mode: what is posted, where it plays, who reads what, and what typing costs."""

from typing import Final

from tests.faults.fault import Fault

_INLINE: Final = ("tests/bot/handlers/test_inline_mode.py",)
_TABLES: Final = ("tests/bot/handlers/test_inline_tables.py",)
_INQUIRIES: Final = ("tests/bot/ingress/test_inline_queries.py",)

INLINE_MODE: Final = (
    Fault(
        "chosen-move-played-in-private",
        r"if request\.venue\.private or table is None or table_name\(table\) != request\.target_table:",
        "if table is not None and table_name(table) != request.target_table:",
        _TABLES,
    ),
    Fault(
        "forwarded-choice-played",
        r"return message\.forward_origin is not None or",
        "return message.forward_origin == {} or",
        _TABLES,
    ),
    Fault(
        "choice-of-another-bot-played",
        r"message\.via_bot is not None and message\.via_bot\.id == bot\.id",
        "message.via_bot is not None",
        _TABLES,
    ),
    Fault(
        "untied-choice-played",
        r"    if target is None:\n        return None\n    first, _, rest = text",
        "    target = target or inline_mode.ResultTarget(None, None)\n    first, _, rest = text",
        _TABLES,
    ),
    Fault(
        "rack-posted",
        r"(\"inline-neutral\"\)\)\), )self\._neutral_text\(speaker\)",
        r"\1Html(offer.title)",
        _INLINE,
    ),
    Fault(
        "plan-posted-out-of-turn",
        r"plain_refusal_text\(refusal, speaker\)\)\)",
        "plain_refusal_text(refusal, speaker)), move_as_typed(fit, speaker))",
        _INLINE,
    ),
    Fault(
        "exchange-posted-by-its-letters",
        r'f"\{slash\} \{numbers\}"\)',
        'f"{slash} " + "".join(tiles))',
        _INLINE,
    ),
    Fault(
        "inline-tells-a-word-from-a-phony",
        r"if not rules\.has_judged_preview or parse_lexicon\(",
        "if not rules.preview or parse_lexicon(",
        _INLINE,
    ),
    Fault(
        "inline-answers-kept-for-all",
        r"cache_time=0, is_personal=True",
        "cache_time=60, is_personal=False",
        _INLINE,
    ),
    Fault(
        "looks-renew-what-is-noted",
        r"await self\._players\.peek_user_games\(user\)\)\[:most\]",
        "await self._players.load_user_games(user))[:most]",
        _INLINE,
    ),
    Fault(
        "inline-queries-enter-the-inbox",
        r"(\(query := parse_inline_query\(raw\)\) is None):",
        r"\1 or number:",
        (*_INLINE, *_INQUIRIES),
    ),
    Fault(
        "older-inline-query-wins",
        r"self\._waiting\[query\.sender\.user\] = \(until, query\)",
        "self._waiting.setdefault(query.sender.user, (until, query))",
        _INQUIRIES,
    ),
    Fault(
        "inline-queries-never-let-go",
        r"async with asyncio\.timeout_at\(until\):\n                await self\._answer",
        "async with asyncio.timeout_at(None):\n                await self._answer",
        _INQUIRIES,
    ),
    Fault(
        "inline-told-where-it-is-off",
        r'return f"@\{self\._bot\.username\}" if self\._bot\.supports_inline_queries else ""',
        'return f"@{self._bot.username}"',
        ("tests/bot/telegram/api/test_gateway.py",),
    ),
    Fault(
        "inline-asks-who-reads-as-recorded-games-do",
        r"gcg=prefers_gcg_direction\(query\.settings\)",
        "gcg=False",
        _INLINE,
    ),
    Fault(
        "inline-topics-of-a-group-look-alike",
        r"if game is not None and beside:",
        "if game is not None and not beside:",
        _TABLES,
    ),
    Fault(
        "inline-games-of-one-kind-look-alike",
        r"if game\.ruleset\.id in beside:",
        "if game.ruleset.id not in beside:",
        _TABLES,
    ),
    Fault(
        "exchange-of-an-earlier-turn-takes-other-tiles",
        r"if request\.target_turns is not None and require_game\(table\)\.number != request\.target_turns:",
        "if require_game(table).number < 0:",
        _TABLES,
    ),
)
