"""Commands and texts, before their handlers: edits, unreadable tables in their way, and the question which table."""

from typing import Final

from bot.families.chat_context import ChatContext
from bot.handlers.dispatch.table_question import TableQuestion
from bot.handlers.dispatch.text_messages import TextDispatcher
from bot.handlers.dispatch.unreadable_tables import UnreadableTables, refusal_to_show
from bot.handlers.request_hints import WhichTable
from bot.telegram.incoming.requests import Command, PlainText
from engine.errors import EngineError


class TypedRequests:
    """Has commands and texts handled.

    Args:
        table_question: asks which table is meant, and knows the edits of what it asked about.
    """

    def __init__(
        self, text_messages: TextDispatcher, table_question: TableQuestion, unreadable_tables: UnreadableTables
    ) -> None:
        self._text_messages: Final = text_messages
        self._table_question: Final = table_question
        self._unreadable_tables: Final = unreadable_tables

    async def handle_command(self, request: Command, context: ChatContext) -> None:
        """Handle a command, once the unreadable tables that it asks to be rid of are put aside.

        Raises:
            Refusal: whatever the handler refuses, as it is to be shown.
        """
        about = await self._unreadable_tables.quarantine_if_requested(request, context)
        if about is not None:
            await self.handle_text(request, about)

    async def handle_text(self, request: Command | PlainText, context: ChatContext) -> None:
        """Handle a text, or what is left of a command; an edit that changes an earlier question is taken as that.

        Raises:
            Refusal: whatever the handler refuses, as it is to be shown.
        """
        try:
            if not (request.is_edit and await self._table_question.take_edit(request, context)):
                await self._text_messages.dispatch_typed(request, context)
        except WhichTable as choice:
            await self._table_question.ask_which_table(choice, context)
        except EngineError as error:
            raise refusal_to_show(error, context) from error
