"""Faults in inline mode: what is posted, where it plays, who reads what, and what typing costs."""

from typing import Final

from tests.faults.fault import Fault

_INLINE: Final = ("tests/bot/test_inline.py",)
_INQUIRIES: Final = ("tests/bot/test_inquiries.py",)

INLINE: Final = (
    Fault(
        "chosen-move-played-at-another-table",
        r"if request\.place\.private or table is None or table_name\(table\) != request\.meant:",
        "if request.place.private or table is None:",
        _INLINE,
    ),
    Fault(
        "chosen-move-played-in-private",
        r"if request\.place\.private or table is None or table_name\(table\) != request\.meant:",
        "if table is not None and table_name(table) != request.meant:",
        _INLINE,
    ),
    Fault(
        "forwarded-choice-played",
        r"if message\.forward_origin is not None:",
        "if message.forward_origin == {}:",
        _INLINE,
    ),
    Fault(
        "choice-of-another-bot-played",
        r"message\.via_bot is not None and message\.via_bot\.id == bot\.id",
        "message.via_bot is not None",
        _INLINE,
    ),
    Fault(
        "untied-choice-played",
        r"    if made is None:\n        return None\n    first, _, rest = text",
        "    made = made or chosen.MadeFor(None, None)\n    first, _, rest = text",
        _INLINE,
    ),
    Fault(
        "rack-posted",
        r"(\"inline-neutral\"\)\)\), )self\._neutral\(voice\)",
        r"\1Html(offered.title)",
        _INLINE,
    ),
    Fault(
        "plan-posted-out-of-turn",
        r"    except Refusal:\n        return \"\"\n",
        "    except Refusal:\n        pass\n",
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
        r"if not rules\.preview_tells or named\(",
        "if not rules.preview or named(",
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
        r"await self\._store\.seen_games\(user\)\)\[:most\]",
        "await self._store.user_games(user))[:most]",
        _INLINE,
    ),
    Fault(
        "inline-queries-enter-the-inbox",
        r"(if \(asked := inquiry\(raw\)\) is None):",
        r"\1 or number:",
        (*_INLINE, *_INQUIRIES),
    ),
    Fault(
        "older-inline-query-wins",
        r"self\._waiting\[asked\.sender\.user\] = \(until, asked\)",
        "self._waiting.setdefault(asked.sender.user, (until, asked))",
        _INQUIRIES,
    ),
    Fault(
        "inline-queries-never-let-go",
        r"async with asyncio\.timeout_at\(until\):\n                with urgent",
        "async with asyncio.timeout_at(None):\n                with urgent",
        _INQUIRIES,
    ),
    Fault(
        "inline-told-where-it-is-off",
        r'return f"@\{self\._bot\.username\}" if self\._bot\.supports_inline_queries else ""',
        'return f"@{self._bot.username}"',
        ("tests/bot/test_gateway.py",),
    ),
    Fault(
        "inline-asks-who-reads-as-recorded-games-do",
        r"gcg=is_gcg\(asked\.settings\)",
        "gcg=False",
        _INLINE,
    ),
    Fault(
        "inline-topics-of-a-group-look-alike",
        r"if game is not None and beside:",
        "if game is not None and not beside:",
        _INLINE,
    ),
    Fault(
        "inline-games-of-one-kind-look-alike",
        r"if game\.ruleset\.id in beside:",
        "if game.ruleset.id not in beside:",
        _INLINE,
    ),
    Fault(
        "exchange-of-an-earlier-turn-takes-other-tiles",
        r"if request\.turns is not None and begun\(table\)\.number != request\.turns:",
        "if begun(table).number < 0:",
        _INLINE,
    ),
)
