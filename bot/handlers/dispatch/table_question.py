"""The question which of several tables is meant, with a button a table, and its answer, which does what was asked."""

from typing import Final

from msgspec.structs import replace
from telegram import InlineKeyboardMarkup

from bot.families.chat_context import ChatContext
from bot.handlers.dispatch.asked_requests import AnsweredElsewhere, AskedRequests, to_answered_request
from bot.handlers.dispatch.text_messages import TextDispatcher
from bot.handlers.dispatch.unreadable_tables import refusal_to_show
from bot.handlers.request_hints import WhichTable
from bot.handlers.targets import TargetTables
from bot.store.update_context import UpdateContext
from bot.tables.loaded_table import LoadedPlace, LoadedTable, table_name
from bot.telegram.auto_delete import REPLY_SECONDS
from bot.telegram.button_data import ButtonData, encode_button_data
from bot.telegram.group_titles import GroupTitles
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command, MistypedCommand, PlainText, Tap
from bot.telegram.keyboards import callback_button
from bot.telegram.replies import Replies
from bot.wording.table_label import table_label
from engine.errors import EngineError, Refusal

_MOST_TITLE_CHARACTERS: Final = 24
"""Of a group's title on a button."""


class TableQuestion:
    """Asks which table is meant, and does what was asked at the one that is tapped.

    Args:
        asked: keeps what was asked meanwhile.
    """

    def __init__(
        self,
        asked: AskedRequests,
        target_tables: TargetTables,
        *,
        text_messages: TextDispatcher,
        answers: Replies,
        members: GroupMembers,
        group_titles: GroupTitles,
    ) -> None:
        self._asked: Final = asked
        self._target_tables: Final = target_tables
        self._text_messages: Final = text_messages
        self._answers: Final = answers
        self._members: Final = members
        self._group_titles: Final = group_titles

    async def ask_which_table(self, choice: WhichTable, context: ChatContext) -> None:
        """Ask the sender of a request; the question is gone after a minute, or once something was done."""
        request = choice.request
        await self._asked.save_asked(request, is_shown=True)
        user = request.sender.user
        rows = [
            [
                callback_button(
                    await self._label(one, request, context),
                    encode_button_data("which", table_name(one.table), user, request.update.counted_as),
                )
            ]
            for one in choice.tables
            if one.table is not None
        ]
        text, keyboard = context.chat_speaker.html("which-table"), InlineKeyboardMarkup(rows)
        if request.venue.private:
            await self._answers.reply_html(request, text, keyboard)
        elif not await self._answers.reply_privately(request, text, keyboard, secret=False):
            await self._answers.reply_temporarily(request, text, keyboard, seconds=REPLY_SECONDS, until_done=True)

    async def answer_which_table(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Do what the presser asked, at the table of the button.

        It counts as the request that the question was about: however often it is tapped, it is done once. Only the
        first table that is tapped counts.

        Raises:
            Refusal: ``not_your_button``; ``stale_button`` if it was answered, or something else was asked since.
        """
        user, update = map(int, pressed.arguments)
        await self._members.check_asker(tap, user)
        asked = await self._asked.claim_answer(user, tap.venue, update, pressed.table)
        if asked is None:
            raise Refusal("stale_button")
        tap.update.asked_about = update
        request = to_answered_request(asked, tap, pressed.table)
        place = await self._target_tables.load_place(request)
        await self._answers.tapped_message.close_message(tap)
        if place.first.is_duplicate:
            return
        about = _with_place_of(context, place.at_number(context.loaded.scope.table), place)
        try:
            await self._text_messages.dispatch_typed(request, about)
        except EngineError as error:
            # The tap is answered: it is what was asked that is refused.
            await self._answers.reply_refusal(request, context.language, refusal_to_show(error, about))

    async def take_edit(self, request: Command | PlainText, context: ChatContext) -> bool:
        """Whether an edited message is the one about which its sender was asked; it is then done as it reads now.

        A question that is there already serves the new text, too.

        Raises:
            WhichTable: its sender is to be asked.
        """
        if not request.venue.private and len(context.request_place.open_tables) < 2:  # noqa: PLR2004 - several
            return False
        if await self._text_messages.is_refused_move(request):
            return False
        asked = await self._asked.load_asked(request.sender.user, request.venue)
        place_of_message = request.venue.message_chat, request.message
        if asked is None or (asked.chat, asked.message) != place_of_message:
            return False
        if asked.answer is not None and not _was_begun(request.update):
            return False
        request.update.asked_about = asked.update
        newer = replace(request, is_edit=False, answered_table=asked.answer or request.answered_table)
        place = await self._target_tables.load_place(newer)
        if place.first.is_duplicate:
            return True
        try:
            await self._text_messages.dispatch_typed(newer, _with_place_of(context, place.newest, place))
        except AnsweredElsewhere:
            return True
        except WhichTable:
            if not asked.is_shown:
                raise
            await self._asked.save_asked(newer, is_shown=True)
            return True
        except EngineError:
            await self._asked.claim_answer(asked.sender.user, request.venue, asked.update, "")
            raise
        await self._asked.claim_answer(asked.sender.user, request.venue, asked.update, "")
        return True

    async def _label(
        self, loaded: LoadedTable, request: Command | PlainText | MistypedCommand, context: ChatContext
    ) -> str:
        """A table's label; in private with the title of its group."""
        label = table_label(loaded, context.chat_speaker)
        if not request.venue.private or loaded.scope.is_private:
            return label
        title = await self._group_titles.fetch_title(loaded.scope.chat)
        return f"{title[:_MOST_TITLE_CHARACTERS]}: {label}" if title else label


def _was_begun(update: UpdateContext) -> bool:
    """Whether an update may have been handled in part: here, in another lane, or by another process."""
    return update.asked_about is not None or update.forwarded_to is not None or update.was_delivered_before


def _with_place_of(context: ChatContext, loaded: LoadedTable, place: LoadedPlace) -> ChatContext:
    here = loaded if context.loaded.scope.place == place.first.scope else context.loaded
    return context.with_place(place).with_table(here)
