"""Tells somebody that what they asked of a game is done, where no other message says so."""

from bot.families.chat_context import ChatContext
from bot.telegram.incoming.requests import Command, PlainText, Tap
from bot.telegram.replies import Replies
from bot.wording.formatting import join_lines
from bot.wording.table_label import label_line, players_of


async def confirm_action(
    answers: Replies, request: Command | PlainText | Tap, context: ChatContext, message: str
) -> None:
    """Answer a tap; confirm elsewhere than in the table's chat, which is shown what happened anyway."""
    if isinstance(request, Tap):
        await answers.show_toast(request, context.language, message)
    elif context.is_table_elsewhere(request.venue):
        label = "" if context.loaded.table is None else label_line(players_of(context.loaded.table), context.speaker)
        await answers.reply_html(request, join_lines(label, context.chat_speaker.html(message)))
