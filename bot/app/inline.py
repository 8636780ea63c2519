"""Inline mode, wired: who answers what people type behind the bot's name."""

from collections.abc import Mapping

from bot.families.chat import FamilyChat
from bot.families.services import ChatServices
from bot.handlers.inline_mode import InlineQueryHandlers
from bot.handlers.puzzles.inline_answers import PuzzleInlineAnswers
from bot.ingress.inline_queries import InlineQueries
from bot.telegram.group_titles import GroupTitles


def build_inline_queries(
    services: ChatServices, chats: Mapping[str, FamilyChat], group_titles: GroupTitles, default_language: str
) -> InlineQueries:
    """Who answers inline queries.

    Args:
        services: what handlers work with.
        chats: the chat halves of the families, by name.
        group_titles: fetches and remembers the titles of groups.
        default_language: of people whose Telegram speaks none of the bot's languages.
    """
    return InlineQueries(
        InlineQueryHandlers(
            gateway=services.gateway,
            games=services.tables.games,
            store=services.tables.store,
            chats=chats,
            texts=services.replies.texts,
            locales=services.replies.private_locale,
            default_language=default_language,
            group_titles=group_titles,
            records=services.records,
            puzzles=PuzzleInlineAnswers(services.puzzles, services.gateway),
        ).answer_inline_query
    )
