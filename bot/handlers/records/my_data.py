"""``/verilerim`` (``/mydata``): what is kept of somebody as a file, leaving the ranks, and being forgotten."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families.chat_context import ChatContext
from bot.families.services import ChatServices
from bot.handlers.records.personal_file import FindTables, PersonalFiles
from bot.store.forgetting import ForgettingNote, ForgettingNotes
from bot.store.personal_data import PersonalDataStore
from bot.telegram.button_data import MY_DATA_LINK, ButtonData, encode_button_data
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import STYLE_DANGER, translated_button
from bot.user_input.commands import handles_command
from bot.wording.speaker import Speaker
from engine.errors import Refusal

RANKS_SETTING: Final = "ranks"
HIDDEN: Final = "hidden"


class MyDataHandlers:
    """Shows people what is kept of them, and lets them have it hidden or deleted.

    Args:
        find_tables: finds the tables that name a user, who may have some usernames.
        clock: the instant.
    """

    def __init__(
        self,
        services: ChatServices,
        *,
        notes: ForgettingNotes,
        personal_data: PersonalDataStore,
        find_tables: FindTables,
        clock: Callable[[], datetime],
    ) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._store: Final = services.tables.store
        self._answers: Final = services.replies.answers
        self._buttons: Final = services.replies.keyboards
        self._records: Final = services.records
        self._notes: Final = notes
        self._personal_data: Final = personal_data
        self._clock: Final = clock
        self._files: Final = PersonalFiles(
            services.tables.games,
            services.tables.store,
            services.records.store,
            services.records.projection,
            personal_data,
            find_tables=find_tables,
        )

    @handles_command("mydata", "chat", "anybody", kind="look-up", needs_person=True, answered_separately=True)
    async def show_my_data(self, request: Command, context: ChatContext) -> None:
        """``/verilerim``: the file and what can be done; in a group the way to the private chat."""
        speaker = context.chat_speaker
        if not request.venue.private:
            link = create_deep_linked_url(self._gateway.username, MY_DATA_LINK)
            keyboard = self._buttons.link_keyboard(speaker.language, "button-mydata", link)
            await self._answers.reply_briefly(request, speaker.html("mydata-in-private"), keyboard)
            return
        user = request.sender.user
        note = await self._notes.find(user)
        text, keyboard = await self._overview(user, note, speaker)
        if await self._personal_data.has_new_file(user):
            text = "\n\n".join((speaker.html("mydata-file-above"), text))
        else:
            file = await self._files.make_file(user, note, self._clock())
            await self._gateway.send_document(
                request.venue.scope, file, "harfiyen-data.json", speaker.html("mydata-file"), sending=request.sending
            )
            await self._personal_data.note_file(user)
        await self._answers.reply_html(request, text, keyboard)

    async def handle_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The buttons below the file, and those of the question."""
        if not tap.venue.private or tap.venue.scope.chat != tap.sender.user:
            raise Refusal("stale_button")
        match pressed.arguments[0]:
            case "hide" | "show" as chosen:
                await self._set_hidden(tap, context, hidden=chosen == "hide")
            case "forget":
                await self._ask(tap, context)
            case "now" | "later" as chosen:
                await self._note_forgetting(tap, context, waits=chosen == "later")
            case _:
                await self._keep(tap, context)

    async def _set_hidden(self, tap: Tap, context: ChatContext, *, hidden: bool) -> None:
        user = tap.sender.user
        await self._store.save_setting(user, RANKS_SETTING, HIDDEN if hidden else None, tap.update.id)
        for chat in await self._files.find_chats(user):
            await self._records.store.set_unlisted(chat, user, unlisted=hidden)
        text, keyboard = await self._overview(user, await self._notes.find(user), context.chat_speaker)
        await self._answers.tapped_message.replace_with_html(tap, text, keyboard)

    async def _overview(
        self, user: int, note: ForgettingNote | None, speaker: Speaker
    ) -> tuple[str, InlineKeyboardMarkup]:
        """What can be done."""
        hidden = (await self._store.load_settings(user)).get(RANKS_SETTING) == HIDDEN
        lines = [speaker.html("mydata-hidden" if hidden else "mydata-shown")]
        ranks = _button(
            speaker, "button-ranks-return" if hidden else "button-ranks-leave", "show" if hidden else "hide"
        )
        if note is None:
            lines.append(speaker.html("mydata-forget"))
            forget = translated_button(speaker, "button-forget", _data("forget"), style=STYLE_DANGER)
            return "\n\n".join(lines), InlineKeyboardMarkup([[ranks], [forget]])
        lines.append(speaker.html("forget-waits" if note.waits else "forget-begun"))
        rows = [[ranks], [_button(speaker, "button-forget-keep", "keep")]] if note.waits else [[ranks]]
        return "\n\n".join(lines), InlineKeyboardMarkup(rows)

    async def _ask(self, tap: Tap, context: ChatContext) -> None:
        """What happens, and whether it shall; running games are told apart."""
        speaker = context.chat_speaker
        running = await self._games.player_tables.running_games(tap.sender.user)
        keep = _button(speaker, "button-forget-keep", "keep")
        if not running:
            now = translated_button(speaker, "button-forget-now", _data("now"), style=STYLE_DANGER)
            await self._answers.tapped_message.replace_with_html(
                tap, speaker.html("forget-sure"), InlineKeyboardMarkup([[now], [keep]])
            )
            return
        text = "\n\n".join((speaker.html("forget-sure"), speaker.html("forget-running", count=len(running))))
        now = translated_button(speaker, "button-forget-surrender", _data("now"), style=STYLE_DANGER)
        later = _button(speaker, "button-forget-later", "later")
        await self._answers.tapped_message.replace_with_html(tap, text, InlineKeyboardMarkup([[now], [later], [keep]]))

    async def _note_forgetting(self, tap: Tap, context: ChatContext, *, waits: bool) -> None:
        former, sender = await self._notes.find(tap.sender.user), tap.sender
        if former is None or former.waits:
            usernames = {*await self._personal_data.find_usernames(sender.user), *([sender.username or ""])}
            await self._notes.save(
                ForgettingNote(
                    sender.user,
                    int(self._clock().timestamp()),
                    context.language,
                    waits,
                    (sender.name,),
                    tuple(sorted(name.lower() for name in usernames if name)),
                )
            )
        keyboard = InlineKeyboardMarkup([[_button(context.chat_speaker, "button-forget-keep", "keep")]])
        text = context.chat_speaker.html("forget-waits" if waits else "forget-begun")
        await self._answers.tapped_message.replace_with_html(tap, text, keyboard if waits else None)

    async def _keep(self, tap: Tap, context: ChatContext) -> None:
        """Nothing is deleted; whose deletion has begun cannot have it stopped."""
        note = await self._notes.find(tap.sender.user)
        if note is not None and not note.waits:
            text = context.chat_speaker.html("forget-begun")
        else:
            await self._notes.drop(tap.sender.user)
            text = context.chat_speaker.html("forget-not")
        await self._answers.tapped_message.replace_with_html(tap, text, None)


def _data(chosen: str) -> str:
    return encode_button_data("mydata", "", chosen)


def _button(speaker: Speaker, label: str, chosen: str) -> InlineKeyboardButton:
    return translated_button(speaker, label, _data(chosen))
